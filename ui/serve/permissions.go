package serve

import (
	"sync"

	"charm.land/ssh"
	"example.com/sfatui/ui/clean"
)

const ownerRole clean.Text = "owner"

// maxForks is the largest number of forks of one key; each takes disk space.
const maxForks = 20

// permissions decides which client may change which session: the owner all, others those that
// they have forked while the server runs.
type permissions struct {
	mu    sync.Mutex
	owner Key
	forks map[string]Key // key that forked a session, by directory
}

// newPermissions returns permissions without forks.
func newPermissions(owner Key) *permissions {
	return &permissions{owner: owner, forks: map[string]Key{}}
}

// isOwner reports whether a key is the owner's.
func (p *permissions) isOwner(k Key) bool { return ssh.KeysEqual(k.PublicKey, p.ownerKey().PublicKey) }

// ownerKey returns the owner's key.
func (p *permissions) ownerKey() Key {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.owner
}

// setOwner makes the holder of another key the owner.
func (p *permissions) setOwner(k Key) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.owner = k
}

// role returns the role of a key's holder in a word.
func (p *permissions) role(k Key) clean.Text {
	if p.isOwner(k) {
		return ownerRole
	}
	return "viewer"
}

// denied returns the reason why the holder of a key may not change the session in dir, or may
// not start a new one if dir is empty; "" if permitted.
func (p *permissions) denied(k Key, dir string) clean.Text {
	p.mu.Lock()
	forker, forked := p.forks[dir]
	p.mu.Unlock()
	switch {
	case p.isOwner(k), forked && ssh.KeysEqual(forker.PublicKey, k.PublicKey):
		return ""
	case dir != "":
		return clean.Sprintf("only the owner (%s) may change this sweep; :fork creates your own", p.ownerKey().Name())
	}
	return clean.Sprintf("only the owner (%s) may start sweeps here; in a session :fork creates your own", p.ownerKey().Name())
}

// forkCount returns the number of sessions that the holder of a key has forked.
func (p *permissions) forkCount(k Key) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for _, forker := range p.forks {
		if ssh.KeysEqual(forker.PublicKey, k.PublicKey) {
			n++
		}
	}
	return n
}

// moveFork keeps the permission to change a fork that was renamed.
func (p *permissions) moveFork(from, to string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if k, ok := p.forks[from]; ok {
		delete(p.forks, from)
		p.forks[to] = k
	}
}

// setForkOwner permits the holder of a key to change the session in dir.
func (p *permissions) setForkOwner(dir string, k Key) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.forks[dir] = k
}
