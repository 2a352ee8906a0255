package serve

import (
	"context"
	"path/filepath"
	"sync"
	"time"

	"example.com/sfatui/datasets"
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
	ctx    context.Context // context of all sessions
	cancel context.CancelCauseFunc
	log    *eventLog

	keys        *keyring
	permissions *permissions
	connections *connections
	limits      sessionLimits
	catalogue   *catalogue
	sets        *sets
	relay       *relay
	tasks       tasks.Source // tasks on a cluster
	queue       *jobs.Board
	listCache   list.Kept // list items of sessions, shared by all clients

	forking sync.Mutex    // held while a session is forked
	compute chan struct{} // semaphore: one screen at a time computes outside the sweep

	mu          sync.Mutex // held to cancel ctx, so that a session is either counted before or refused
	sessions    sync.WaitGroup
	interrupted string // directory of the session whose sweep the shutdown interrupted
}

// New returns a server. It panics if keys, owner, host key or folder are missing: a server
// without keys would accept everyone.
func New(c Config) *Server {
	if len(c.Keys) == 0 || c.HostKey == nil || c.Root == nil || c.Owner.PublicKey == nil {
		panic("serve: a server needs user keys, an owner, a host key and a folder")
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
		listCache:   list.InMemory(time.Now),
		compute:     make(chan struct{}, 1),
	}
	s.ctx, s.cancel = context.WithCancelCause(context.Background())
	return s
}

// addSession counts a session that begins and returns true, or returns false if the server is
// stopping.
func (s *Server) addSession() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return false
	}
	s.sessions.Add(1)
	return true
}

// endSessions cancels all sessions because the server stops.
func (s *Server) endSessions(interrupted string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.interrupted = interrupted
	s.cancel(errStopping)
}

// interruptedSession returns the name of the session whose sweep the shutdown interrupted, ""
// for none.
func (s *Server) interruptedSession() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.interrupted == "" {
		return ""
	}
	return filepath.Base(s.interrupted)
}

// mayLogIn reports whether the current file of keys contains a client's public key.
func (s *Server) mayLogIn(ctx ssh.Context, public ssh.PublicKey) bool {
	_, err := s.keys.refresh()
	_, ok := s.keys.find(public)
	if !ok || err != nil {
		c := ctx.Value(connectionKey{}).(*connection)
		c.noteRefusedKey(gossh.FingerprintSHA256(public))
		return false
	}
	return true
}

// Reload reads the file of keys and the owner again. Clients whose keys were removed are
// disconnected. The result is logged.
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

// revokeEvery is the interval at which the file of keys is checked for removed keys of
// connected clients.
const revokeEvery = 15 * time.Second

// watchKeys disconnects clients whose keys are removed from the file, until ctx ends.
func (s *Server) watchKeys(ctx context.Context) {
	ticker := time.NewTicker(revokeEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			s.keys.refresh() // refresh logs its errors
			s.closeRevoked()
		}
	}
}

// closeRevoked closes the connections whose keys were revoked.
func (s *Server) closeRevoked() {
	for _, c := range s.connections.withRevokedKeys(s.keys.hasFingerprint) {
		s.log.printf("revoked: the key of %s was removed from the file", c)
		_ = c.Close()
	}
}

// title returns the name of the folder.
func (s *Server) title() clean.Text { return clean.Of(filepath.Base(s.c.Root.Name())) }
