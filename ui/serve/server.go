package serve

import (
	"context"
	"path/filepath"
	"sync"

	"charm.land/ssh"
	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/ui/clean"
	gossh "golang.org/x/crypto/ssh"
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

// confined lets nothing be read outside of the folder.
func (s *Server) confined(ctx context.Context) context.Context {
	return confine.Confine(ctx, s.c.Root)
}

// title is what the folder is called.
func (s *Server) title() clean.Text { return clean.Of(filepath.Base(s.c.Root.Name())) }
