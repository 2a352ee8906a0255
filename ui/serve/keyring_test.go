package serve

import (
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/sfatui/ui/uitest"
	gossh "golang.org/x/crypto/ssh"
)

// keyFile is a file of keys that a test changes.
type keyFile struct {
	keys atomic.Pointer[[]Key]
	err  atomic.Pointer[error]
}

func (f *keyFile) read() ([]Key, []error, error) {
	if err := f.err.Load(); err != nil {
		return nil, nil, *err
	}
	return *f.keys.Load(), nil, nil
}

func (f *keyFile) fail(err error) {
	if f.err.Store(&err); err == nil {
		f.err.Store(nil)
	}
}

// newWithKeyFile returns a server without a network whose keys a test changes.
func newWithKeyFile(t *testing.T) (*testServer, *keyFile, []Key) {
	f := &keyFile{}
	var all []Key
	p, _ := overPipes(t, func(c *Config) {
		all = c.Keys
		f.keys.Store(&all)
		c.Reread = f.read
	})
	return p, f, all
}

func (p *testServer) comesIn(key gossh.Signer) bool {
	c, err := p.connect(gossh.PublicKeys(key))
	if err == nil {
		c.Close()
	}
	return err == nil
}

// A removed key is refused at the next login, and its connected clients are dropped within a
// minute; an added key is accepted.
func TestKeysAreReadAgain(t *testing.T) {
	uitest.Bubble(t, func(t *testing.T) {
		p, f, all := newWithKeyFile(t)
		bob, cyd := p.viewers[0], p.viewers[1]
		here := p.join(bob, "xterm", 80, 24)
		stays := p.join(cyd, "xterm", 80, 24)
		without := append(all[:1:1], all[2:]...)
		f.keys.Store(&without)
		if p.comesIn(bob) {
			t.Error("a key that was taken out comes in")
		}
		advanceClock(time.Minute)
		select {
		case <-here.ended:
		default:
			t.Error("who holds it is still here after a minute")
		}
		select {
		case err := <-stays.ended:
			t.Errorf("another one was disconnected: %v", err)
		default:
		}
		new := newSigner(t)
		with := append(without[:len(without):len(without)], Key{PublicKey: new.PublicKey(), Comment: "eve"})
		f.keys.Store(&with)
		if !p.comesIn(new) {
			t.Error("a key that was put in does not come in")
		}
		// While the file cannot be read, logins fail and connected clients stay.
		f.fail(errors.New("stale file handle"))
		if p.comesIn(cyd) {
			t.Error("a key comes in although the file cannot be read")
		}
		advanceClock(time.Minute)
		if !p.server.keys.hasFingerprint(gossh.FingerprintSHA256(cyd.PublicKey())) {
			t.Error("who is here was forgotten")
		}
		f.fail(&fs.PathError{Op: "open", Path: "keys", Err: fs.ErrNotExist})
		advanceClock(time.Minute)
		select {
		case <-stays.ended:
		default:
			t.Error("without a file somebody is still here after a minute")
		}
		log := p.log.String()
		for _, line := range []string{"revoked: the key of bubble, key " + all[1].Fingerprint(), "every login is refused: stale file handle", "refused from bubble, key " + all[1].Fingerprint(), ", cyd: after "} {
			if !strings.Contains(log, line) {
				t.Errorf("the log lacks %q:\n%s", line, log)
			}
		}
	})
}

// SIGHUP makes the first key of the current file the owner's.
func TestReload(t *testing.T) {
	uitest.Bubble(t, func(t *testing.T) {
		p, f, all := newWithKeyFile(t)
		turned := []Key{all[1], all[0]}
		f.keys.Store(&turned)
		if p.comesIn(p.owner); !p.server.permissions.isOwner(all[0]) {
			t.Error("a login changes the owner")
		}
		p.server.Reload()
		if !p.server.permissions.isOwner(all[1]) || p.server.permissions.isOwner(all[0]) {
			t.Error("the owner is not the first key")
		}
		f.fail(errors.New("stale file handle"))
		p.server.Reload()
		if !p.server.permissions.isOwner(all[1]) {
			t.Error("the owner changed without a file")
		}
		for _, line := range []string{"reload: 2 keys, owner bob", "reload: the owner stays bob: stale file handle"} {
			if log := p.log.String(); !strings.Contains(log, line) {
				t.Errorf("the log lacks %q:\n%s", line, log)
			}
		}
	})
}

// Short RSA keys are refused.
func TestWeakKeys(t *testing.T) {
	t.Setenv("GODEBUG", "rsa1024min=0")
	line := func(bits int) []byte {
		private, err := rsa.GenerateKey(rand.Reader, bits)
		if err != nil {
			t.Fatal(err)
		}
		public, err := gossh.NewPublicKey(&private.PublicKey)
		if err != nil {
			t.Fatal(err)
		}
		return gossh.MarshalAuthorizedKey(public)
	}
	path := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(path, append(line(1024), line(2048)...), 0o600); err != nil {
		t.Fatal(err)
	}
	keys, bad, err := ReadKeys(path)
	if err != nil || len(keys) != 1 || keys[0].Line != 2 || len(bad) != 1 || !strings.Contains(bad[0].Error(), ":1: an RSA key of 1024 bits") {
		t.Errorf("%d keys, %v, %v", len(keys), bad, err)
	}
}
