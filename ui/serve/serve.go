package serve

import (
	"context"
	"net"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// Time limits for authentication, and at shutdown for delivering the message to clients and for
// clients to close their connections.
const (
	handshakeTimeout = 20 * time.Second
	leaveTimeout     = 5 * time.Second
	closeTimeout     = time.Second
)

// connectionKey is the context key of a client's connection.
type connectionKey struct{}

// Serve accepts clients until ctx ends. Then it stops the sweep, which can be resumed, notifies
// the clients, and returns once all goroutines have ended.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	hostKey, err := withoutSHA1(s.c.HostKey)
	if err != nil {
		return err
	}
	srv := &ssh.Server{
		HostSigners:              []ssh.Signer{hostKey},
		Version:                  "sfatui",
		PublicKeyHandler:         s.mayLogIn,
		HandshakeTimeout:         handshakeTimeout,
		ConnCallback:             s.accept,
		ServerConfigCallback:     s.connectionConfig,
		ConnectionFailedCallback: func(conn net.Conn, err error) { s.log.logRefusal(s.connections.removeFailed(conn), err) },
		ChannelHandlers:          map[string]ssh.ChannelHandler{"default": s.serveChannel},
		RequestHandlers:          map[string]ssh.RequestHandler{}, // no forwarding
	}
	watching, endWatch := context.WithCancel(s.ctx)
	defer endWatch()
	if s.c.Reread != nil {
		go s.log.safely("reading the keys", func() { s.watchKeys(watching) })
	}
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		s.stop(srv)
	})
	err = srv.Serve(l)
	if !stop() {
		<-stopped
		return nil
	}
	s.stop(srv) // the listener failed
	return err
}

// accept registers a connection before its handshake; nil refuses it.
func (s *Server) accept(ctx ssh.Context, conn net.Conn) net.Conn {
	if s.ctx.Err() != nil {
		return nil
	}
	c := s.connections.accept(conn)
	if c == nil {
		return nil
	}
	ctx.SetValue(connectionKey{}, c)
	return c
}

// connectionConfig returns the configuration of a connection's handshake.
func (s *Server) connectionConfig(ctx ssh.Context) *gossh.ServerConfig {
	config, c := algorithmConfig(), ctx.Value(connectionKey{}).(*connection)
	config.VerifiedPublicKeyCallback = func(_ gossh.ConnMetadata, key gossh.PublicKey, p *gossh.Permissions, _ string) (*gossh.Permissions, error) {
		fingerprint := gossh.FingerprintSHA256(key)
		err := s.connections.setAuthenticated(c, fingerprint, s.keys.name(fingerprint), func() { s.log.logEnd(c) })
		if err == nil {
			s.log.printf("login from %s", c)
		}
		return p, err
	}
	return config
}

// stop ends the sweep and all sessions, notifies the clients, and waits.
func (s *Server) stop(srv *ssh.Server) {
	interrupted := s.relay.current()
	s.endSessions(interrupted)
	sweepStopped := make(chan struct{})
	go func() {
		defer close(sweepStopped)
		s.log.safely("stopping the sweep", s.relay.stop)
	}()
	_ = srv.Shutdown(s.ctx) // closes the listener without waiting, since the context has ended
	sessionsEnded := make(chan struct{})
	go func() {
		defer close(sessionsEnded)
		s.sessions.Wait()
	}()
	select {
	case <-sessionsEnded:
	case <-time.After(leaveTimeout):
	}
	closing, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	_ = srv.Shutdown(closing) // waits for clients to close their connections
	_ = srv.Close()
	s.connections.closeAll() // closes the remaining ones, including those in their handshake
	<-sessionsEnded
	<-sweepStopped
	if interrupted != "" {
		s.log.printf("the sweep can be resumed: sfatui resume %s", interrupted)
	}
}

// maxRefusals is the largest number of sessions of a connection that are opened only to print a
// refusal; each stays open for a while.
const maxRefusals = 4

// serveChannel serves a channel that a client opens until it closes. Only session channels are
// accepted.
func (s *Server) serveChannel(_ *ssh.Server, conn *gossh.ServerConn, offer gossh.NewChannel, ctx ssh.Context) {
	if offer.ChannelType() != "session" {
		_ = offer.Reject(gossh.Prohibited, noForwarding)
		return
	}
	key, ok := s.keyOf(ctx)
	if !ok {
		_ = offer.Reject(gossh.Prohibited, "your identity is unknown")
		return
	}
	c := ctx.Value(connectionKey{}).(*connection)
	c.addSession()
	defer c.removeSession()
	release, limitErr := s.limits.acquire(key.Fingerprint())
	if limitErr == nil {
		defer release()
	} else if c.sessionCount() > maxRefusals {
		_ = offer.Reject(gossh.ResourceShortage, limitErr.Error())
		return
	}
	channel, requests, err := offer.Accept()
	if err != nil {
		return
	}
	sess := &session{server: s, key: key, channel: channel, conn: conn, limitErr: limitErr, sizes: newWindowSize(), environ: map[string]string{}}
	closed := make(chan struct{})
	defer close(closed)
	sess.requestTimer = time.AfterFunc(requestTimeout, func() {
		_ = channel.Close()
		select {
		case <-closed:
		case <-time.After(requestTimeout): // the client does not close its side, and would still count as a session
			_ = conn.Close()
		}
	})
	defer sess.requestTimer.Stop()
	sess.handleRequests(requests)
	if sess.done != nil { // the session had started before the client closed the channel
		sess.cancel(errDisconnected)
		<-sess.done
		sess.closeTimer.Stop()
	}
}

// keyOf returns the key with which the client of a connection has authenticated.
func (s *Server) keyOf(ctx ssh.Context) (Key, bool) {
	public, ok := ctx.Value(ssh.ContextKeyPublicKey).(ssh.PublicKey)
	if !ok {
		return Key{}, false
	}
	return s.keys.find(public)
}
