package serve

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"sync"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// keyring is who may come in. Where the keys are those of a file, it is read again at each
// login: a key that is taken out lets nobody in any more.
type keyring struct {
	reread func() ([]Key, []error, error) // nil where keys never change
	log    *eventLog

	mu     sync.Mutex
	keys   map[string]Key // by fingerprint
	failed string         // what was logged last of a file that cannot be read
}

func newKeyring(keys []Key, reread func() ([]Key, []error, error), log *eventLog) *keyring {
	return &keyring{reread: reread, log: log, keys: byFingerprint(keys)}
}

func byFingerprint(keys []Key) map[string]Key {
	out := map[string]Key{}
	for _, k := range keys {
		out[k.Fingerprint()] = k
	}
	return out
}

// refresh reads the file again, and returns the keys in its order. Where it cannot be read
// nobody comes in. A file that is not there, or holds no key, revokes all.
func (r *keyring) refresh() ([]Key, error) {
	if r.reread == nil {
		return nil, nil
	}
	keys, bad, err := r.reread()
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		if text := err.Error(); text != r.failed {
			r.failed = text
			r.log.printf("keys: nobody comes in: %v", err)
		}
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNoKeys) {
			r.keys = map[string]Key{}
		}
		return nil, err
	}
	now := byFingerprint(keys)
	if r.failed != "" || !maps.EqualFunc(now, r.keys, func(a, b Key) bool { return a.Comment == b.Comment }) {
		r.log.printf("keys: read again, %d may come in", len(now))
		for _, line := range bad {
			r.log.printf("keys: %v", line)
		}
	}
	r.keys, r.failed = now, ""
	return keys, nil
}

// find returns the key that a client shows, of those that were read last.
func (r *keyring) find(public gossh.PublicKey) (Key, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k, ok := r.keys[gossh.FingerprintSHA256(public)]
	return k, ok && ssh.KeysEqual(k.PublicKey, public)
}

// has reports whether a key of this fingerprint may come in.
func (r *keyring) has(fingerprint string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.keys[fingerprint]
	return ok
}

// name returns how the log names a key.
func (r *keyring) name(fingerprint string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if k := r.keys[fingerprint]; k.Comment != "" {
		return fmt.Sprintf("%s, %s", fingerprint, k.Comment)
	}
	return fingerprint
}
