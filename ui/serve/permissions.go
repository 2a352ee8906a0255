package serve

import (
	"charm.land/ssh"
	"example.com/sfatui/ui/clean"
)

const ownerRole clean.Text = "owner"

// owns says that a key is the owner's.
func (s *Server) isOwner(k Key) bool { return ssh.KeysEqual(k.PublicKey, s.c.Owner.PublicKey) }

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
