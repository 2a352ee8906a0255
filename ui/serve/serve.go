package serve

import (
	"context"
	"net"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// How long a client may take to prove its key, a connection be without a
// session, and clients take, when the server stops, to be told and to close.
const (
	handshakeTimeout = 20 * time.Second
	sessionTimeout   = 30 * time.Second
	leaveTimeout     = 5 * time.Second
	closeTimeout     = time.Second
)

// Serve lets clients in until ctx ends. Then it stops the sweep, which can be
// resumed, tells the clients, and returns once nothing of it is left.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	hostKey, err := withoutSHA1(s.c.HostKey)
	if err != nil {
		return err
	}
	srv := &ssh.Server{
		HostSigners:      []ssh.Signer{hostKey},
		Version:          "sfatui",
		PublicKeyHandler: func(_ ssh.Context, key ssh.PublicKey) bool { _, ok := s.authorisedKey(key); return ok },
		HandshakeTimeout: handshakeTimeout,
		ConnCallback:     s.accept,
		ServerConfigCallback: func(ctx ssh.Context) *gossh.ServerConfig {
			config, l := algorithmConfig(), ctx.Value(connectionKey{}).(*connection)
			config.VerifiedPublicKeyCallback = func(_ gossh.ConnMetadata, key gossh.PublicKey, p *gossh.Permissions, _ string) (*gossh.Permissions, error) {
				return p, l.authenticated(key)
			}
			return config
		},
		ConnectionFailedCallback: s.logFailure,
		ChannelHandlers:          map[string]ssh.ChannelHandler{"default": s.serveChannel},
		RequestHandlers:          map[string]ssh.RequestHandler{}, // nothing is forwarded
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

// stop ends everything, in order.
func (s *Server) stop(srv *ssh.Server) {
	exec := s.relay.current()
	s.mu.Lock()
	s.interrupted = exec
	s.cancel(errStopping) // under the lock: what begins has been counted
	s.mu.Unlock()
	swept := make(chan struct{})
	go func() {
		defer close(swept)
		s.safely("stopping the sweep", s.relay.stop)
	}()
	_ = srv.Shutdown(s.ctx) // nobody comes in any more; it waits for none, as the context has ended
	told := make(chan struct{})
	go func() {
		defer close(told)
		s.sessions.Wait()
	}()
	select {
	case <-told:
	case <-time.After(leaveTimeout):
	}
	within, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	_ = srv.Shutdown(within) // clients that have heard close their connections
	_ = srv.Close()
	s.mu.Lock()
	for l := range s.connections { // and those that do not, or are on their way in, are cut off
		_ = l.Conn.Close()
	}
	s.mu.Unlock()
	<-told
	<-swept
	if exec != "" {
		s.logf("the sweep is kept: sfatui resume %s", exec)
	}
}

// connected takes up a connection, and drops another for it where there are too
// many on their way in.
func (s *Server) accept(ctx ssh.Context, conn net.Conn) net.Conn {
	s.mu.Lock()
	if s.ctx.Err() != nil {
		s.mu.Unlock()
		return nil
	}
	l := &connection{Conn: conn, s: s, address: addressOf(conn.RemoteAddr())}
	l.unused = time.AfterFunc(sessionTimeout, func() { _ = l.Close() })
	s.connections[l] = true
	drop := s.startups.admit(l)
	s.mu.Unlock()
	ctx.SetValue(connectionKey{}, l)
	if drop != nil {
		_ = drop.Close()
	}
	return l
}
