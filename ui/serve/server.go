package serve

import (
	"context"
	"path/filepath"
	"sync"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/list"
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

	keys        *keyring
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
		c: c, log: log, keys: newKeyring(c.Keys, c.Reread, log),
		permissions: newPermissions(c.Owner),
		connections: newConnections(c.MaxPerKey, c.Startups),
		limits:      sessionLimits{maxTotal: c.MaxSessions, maxPerKey: c.MaxPerKey},
		catalogue:   &catalogue{root: c.Root},
		sets:        &sets{read: datasets.Open, loaded: map[string]*loaded{}},
		relay:       newRelay(log),
		tasks:       tasks.Slurm(),
		queue:       &jobs.Board{Keep: tasks.AskEvery},
		kept:        list.InMemory(time.Now),
		compute:     make(chan struct{}, 1),
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

// mayLogIn reports whether a public key that a client shows may come in, by the file of keys
// as it is now.
func (s *Server) mayLogIn(ctx ssh.Context, public ssh.PublicKey) bool {
	_, err := s.keys.refresh()
	_, ok := s.keys.find(public)
	if !ok || err != nil {
		c := ctx.Value(connectionKey{}).(*connection)
		c.refuse(gossh.FingerprintSHA256(public))
		return false
	}
	return true
}

// Reload reads the file of keys again, and who of them is the owner, as at a login; those
// whose keys are no longer there are disconnected. It logs what became of it.
func (s *Server) Reload() {
	keys, err := s.keys.refresh()
	owner := Key{}
	if err == nil && keys != nil {
		owner, err = OwnerOf(keys, s.c.OwnerName)
	}
	switch {
	case err != nil:
		s.log.printf("reload: the owner stays %s: %v", s.permissions.ownerKey().Name(), err)
	case keys == nil:
		s.log.printf("reload: the keys of this server do not change")
	default:
		s.permissions.setOwner(owner)
		s.log.printf("reload: %d keys, owner %s", len(keys), owner.Name())
	}
	s.closeRevoked()
}

// revokeEvery is how often it is looked whether keys were taken out of the file whose holders
// are here.
const revokeEvery = 15 * time.Second

// watchKeys disconnects those whose keys are taken out of the file, until ctx ends.
func (s *Server) watchKeys(ctx context.Context) {
	ticker := time.NewTicker(revokeEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			s.keys.refresh() // it logs its errors
			s.closeRevoked()
		}
	}
}

// closeRevoked closes the connections whose keys may no longer come in.
func (s *Server) closeRevoked() {
	for _, c := range s.connections.notOf(s.keys.has) {
		s.log.printf("revoked: the key of %s was taken out of the file", c)
		_ = c.Close()
	}
}

// title is the name of the folder.
func (s *Server) title() clean.Text { return clean.Of(filepath.Base(s.c.Root.Name())) }
