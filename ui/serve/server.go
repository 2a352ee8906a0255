package serve

import (
	"context"
	"path/filepath"
	"sync"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/index"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/ui/page/tasks"

	"charm.land/ssh"
	"example.com/sfatui/ui/clean"
	gossh "golang.org/x/crypto/ssh"
)

// Server shows the workbench over SSH.
type Server struct {
	c      Config
	ctx    context.Context // of all sessions
	cancel context.CancelCauseFunc
	log    *eventLog

	keys        map[string]Key // by fingerprint
	permissions *permissions
	connections *connections
	limits      sessionLimits
	catalogue   *catalogue
	sets        *sets
	relay       *relay
	tasks       tasks.Source // on many machines
	queue       *jobs.Board
	kept        sessions.Kept // what lists show of sessions, for all clients

	forking sync.Mutex    // held while a session is forked
	compute chan struct{} // a semaphore: one screen at a time computes beside the sweep

	mu          sync.Mutex // held to cancel ctx, so that sessions are counted before or refused
	sessions    sync.WaitGroup
	interrupted string // directory of the session whose sweep the shutdown cut short
}

// New makes a server. It panics where the configuration has no keys: that would
// let everyone in.
func New(c Config) *Server {
	if len(c.Keys) == 0 || c.HostKey == nil || c.Root == nil || c.Owner.PublicKey == nil {
		panic("serve: a server needs keys, an owner, a key of its own and a folder")
	}
	if c.Startups == (Startups{}) {
		c.Startups = DefaultStartups
	}
	log := &eventLog{w: c.Log}
	s := &Server{
		c: c, log: log, keys: map[string]Key{},
		permissions: newPermissions(c.Owner),
		connections: newConnections(c.MaxPerKey, c.Startups),
		limits:      sessionLimits{maxTotal: c.MaxSessions, maxPerKey: c.MaxPerKey},
		catalogue:   &catalogue{root: c.Root},
		sets:        &sets{read: datasets.Open, loaded: map[string]*loaded{}},
		relay:       newRelay(log),
		tasks:       tasks.Slurm(),
		queue:       &jobs.Board{Keep: tasks.AskEvery},
		kept:        index.InMemory(time.Now),
		compute:     make(chan struct{}, 1),
	}
	for _, k := range c.Keys {
		s.keys[k.Fingerprint()] = k
	}
	s.ctx, s.cancel = context.WithCancelCause(context.Background())
	return s
}

// addSession counts a session that begins. It is false where the server stops.
func (s *Server) addSession() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return false
	}
	s.sessions.Add(1)
	return true
}

// endSessions tells all sessions that the server stops.
func (s *Server) endSessions(interrupted string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.interrupted = interrupted
	s.cancel(errStopping)
}

// interruptedSession is the name in the folder of the session whose sweep the
// shutdown cut short, "" for none.
func (s *Server) interruptedSession() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.interrupted == "" {
		return ""
	}
	return filepath.Base(s.interrupted)
}

// authorisedKey finds a public key among those that may come in.
func (s *Server) authorisedKey(public gossh.PublicKey) (Key, bool) {
	k, ok := s.keys[gossh.FingerprintSHA256(public)]
	return k, ok && ssh.KeysEqual(k.PublicKey, public)
}

// title is the name of the folder.
func (s *Server) title() clean.Text { return clean.Of(filepath.Base(s.c.Root.Name())) }
