package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	"charm.land/ssh"
	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui"
	"example.com/sfatui/ui/clean"
	gossh "golang.org/x/crypto/ssh"
)

// Config is what a server shows, and to whom.
type Config struct {
	// Keys are those that may come in, at least one; Owner is the one of them
	// that starts and changes sweeps.
	Keys  []Key
	Owner Key
	// HostKey is the server's own key.
	HostKey gossh.Signer
	// Root is the folder that is served: no other file is read or written.
	Root *os.Root
	// Dir names the directory of a new session, in the folder.
	Dir func(name string) (string, error)
	// Data and Spec say how data is read and what a new sweep is, before it is
	// edited; Run bounds what a sweep may use.
	Data datasets.Options
	Spec sweep.Spec
	Run  sweep.RunOptions
	// MaxSessions and MaxPerKey bound the sessions open at once, in all and
	// of one key.
	MaxSessions, MaxPerKey int
	// Startups bound the connections that have not proved a key yet; the zero value
	// means DefaultStartups.
	Startups Startups
	// Idle ends a session without input, Stall one that takes no output.
	Idle, Stall time.Duration
	// Log gets a line for whatever happens.
	Log io.Writer
}

// DefaultStall is how long a client may take nothing before it is dropped.
const DefaultStall = 30 * time.Second

// How long a client may take to prove its key, a connection be without a
// session, and clients take, when the server stops, to be told and to close.
const (
	handshakeTimeout = 20 * time.Second
	sessionTimeout   = 30 * time.Second
	leaveTimeout     = 5 * time.Second
	closeTimeout     = time.Second
)

// Server shows the workbench over SSH.
type Server struct {
	c         Config
	ctx       context.Context // of all visits
	cancel    context.CancelCauseFunc
	keys      map[string]Key // by fingerprint
	limits    sessionLimits
	catalogue *catalogue
	relay     *relay
	sessions  sync.WaitGroup

	startups     *startups
	failureLimit failureLimit

	logging     sync.Mutex
	forking     sync.Mutex
	compute     chan struct{} // holds a token while a screen computes beside the sweep
	mu          sync.Mutex
	connections map[*connection]bool
	perKey      map[string]int // connections, by the fingerprint that they have proved
	forks       map[string]Key // whose the sessions are that were forked here, by directory
	interrupted string         // the session whose sweep the server's end cut short
}

// New makes a server. It panics where the configuration has no keys: that would
// let everyone in.
func New(c Config) *Server {
	if len(c.Keys) == 0 || c.HostKey == nil || c.Root == nil || c.Owner.PublicKey == nil {
		panic("serve: a server needs keys, an owner, a key of its own and a folder")
	}
	s := &Server{c: c, keys: map[string]Key{}, connections: map[*connection]bool{}, perKey: map[string]int{}, forks: map[string]Key{}, catalogue: &catalogue{root: c.Root}, compute: make(chan struct{}, 1),
		limits: sessionLimits{maxTotal: c.MaxSessions, maxPerKey: c.MaxPerKey}}
	for _, k := range c.Keys {
		s.keys[k.Fingerprint()] = k
	}
	if s.c.Startups == (Startups{}) {
		s.c.Startups = DefaultStartups
	}
	s.startups = newStartups(s.c.Startups)
	s.ctx, s.cancel = context.WithCancelCause(context.Background())
	s.relay = newRelay(s.logf, s.safely)
	return s
}

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

// kept is the session whose sweep the server's end cut short, by its name in the
// folder; "" for none.
func (s *Server) interruptedSession() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.interrupted == "" {
		return ""
	}
	return filepath.Base(s.interrupted)
}

// keyNamed is an authorised key.
func (s *Server) authorisedKey(public gossh.PublicKey) (Key, bool) {
	k, ok := s.keys[gossh.FingerprintSHA256(public)]
	return k, ok && ssh.KeysEqual(k.PublicKey, public)
}

// owns says that a key is the owner's.
func (s *Server) isOwner(k Key) bool { return ssh.KeysEqual(k.PublicKey, s.c.Owner.PublicKey) }

const ownerRole clean.Text = "owner"

// roleOf is what a key's holder is, in a word.
func (s *Server) roleOf(k Key) clean.Text {
	if s.isOwner(k) {
		return ownerRole
	}
	return "viewer"
}

// offFor is why a key's holder cannot change a session, "" for one who can: the
// owner all, others those that they have forked while the server runs.
func (s *Server) whyReadOnly(k Key, dir string) clean.Text {
	s.mu.Lock()
	of, forked := s.forks[dir]
	s.mu.Unlock()
	switch {
	case s.isOwner(k), forked && ssh.KeysEqual(of.PublicKey, k.PublicKey):
		return ""
	case dir != "":
		return clean.Sprintf("only the owner (%s) changes this sweep; N forks one of your own", s.c.Owner.Name())
	}
	return clean.Sprintf("only the owner (%s) begins sweeps here; N forks one of a session", s.c.Owner.Name())
}

// maxForks bounds what one key may put on the disk.
const maxForks = 20

// forksOf counts the forks of a key.
func (s *Server) forkCount(k Key) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, of := range s.forks {
		if ssh.KeysEqual(of.PublicKey, k.PublicKey) {
			n++
		}
	}
	return n
}

// give makes a session a key's own.
func (s *Server) setForkOwner(dir string, k Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forks[dir] = k
}

// confined lets nothing be read outside of the folder.
func (s *Server) confined(ctx context.Context) context.Context {
	return confine.Confine(ctx, s.c.Root)
}

// title is what the folder is called.
func (s *Server) title() clean.Text { return clean.Of(filepath.Base(s.c.Root.Name())) }

// logf writes a line of the log.
func (s *Server) logf(format string, args ...any) {
	s.logging.Lock()
	defer s.logging.Unlock()
	fmt.Fprintf(s.c.Log, "%s %s\n", time.Now().Format("2006-01-02 15:04:05"), message.Clean(fmt.Sprintf(format, args...)))
}

var errFault = errors.New("a fault of the program: the server's log has more")

// safely does something in which a panic must not end the server: there are
// others on it. It reports whether it went well.
func (s *Server) safely(what string, do func()) (ok bool) {
	defer func() {
		if v := recover(); v != nil {
			s.logf("a fault of the program, %s: %v", what, v)
			s.logging.Lock()
			defer s.logging.Unlock()
			fmt.Fprintf(s.c.Log, "%s\n", debug.Stack())
		}
	}()
	do()
	return true
}

var _ ui.Bench = host{}

// count counts one more visit, unless the server is stopping.
func (s *Server) addSession() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return false
	}
	s.sessions.Add(1)
	return true
}
