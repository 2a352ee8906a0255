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

// keyring holds the authorised keys. Keys from a file are read again at each login, so that a
// removed key is refused at once.
type keyring struct {
	reread func() ([]Key, []error, error) // nil if keys never change
	log    *eventLog

	mu     sync.Mutex
	keys   map[string]Key // by fingerprint
	failed string         // last logged error of an unreadable file
}

// newKeyring returns a keyring of the given keys.
func newKeyring(keys []Key, reread func() ([]Key, []error, error), log *eventLog) *keyring {
	return &keyring{reread: reread, log: log, keys: byFingerprint(keys)}
}

// byFingerprint returns the keys by their fingerprints.
func byFingerprint(keys []Key) map[string]Key {
	out := map[string]Key{}
	for _, k := range keys {
		out[k.Fingerprint()] = k
	}
	return out
}

// refresh reads the file again and returns the keys in its order. While the file cannot be
// read, logins fail. A missing or empty file revokes all keys.
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
			r.log.printf("keys: every login is refused: %v", err)
		}
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNoKeys) {
			r.keys = map[string]Key{}
		}
		return nil, err
	}
	now := byFingerprint(keys)
	if r.failed != "" || !maps.EqualFunc(now, r.keys, func(a, b Key) bool { return a.Comment == b.Comment }) {
		r.log.printf("keys: reloaded, %d are permitted", len(now))
		for _, line := range bad {
			r.log.printf("keys: %v", line)
		}
	}
	r.keys, r.failed = now, ""
	return keys, nil
}

// find returns the authorised key that equals a public key, as of the last reading.
func (r *keyring) find(public gossh.PublicKey) (Key, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k, ok := r.keys[gossh.FingerprintSHA256(public)]
	return k, ok && ssh.KeysEqual(k.PublicKey, public)
}

// hasFingerprint reports whether a key with this fingerprint is authorised.
func (r *keyring) hasFingerprint(fingerprint string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.keys[fingerprint]
	return ok
}

// name returns the name of a key in the log.
func (r *keyring) name(fingerprint string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if k := r.keys[fingerprint]; k.Comment != "" {
		return fmt.Sprintf("%s, %s", fingerprint, k.Comment)
	}
	return fingerprint
}
