package serve

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"example.com/sfatui/datasets/message"
	gossh "golang.org/x/crypto/ssh"
)

// HostKey reads the server's host key, an Ed25519 key in OpenSSH's format, and creates it if
// there is none. It fails if others could read or write the file.
func HostKey(path string) (gossh.Signer, error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeHostKey(path); err != nil {
			return nil, fmt.Errorf("the server's key cannot be created: %w", err)
		}
		info, err = os.Lstat(path)
	}
	if err != nil {
		return nil, err
	}
	name := message.Clean(path)
	switch perm := info.Mode().Perm(); {
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("the server's key %s is not a regular file: remove it; the server then creates a new one", name)
	case perm&0o077 != 0 && runtime.GOOS != "windows":
		return nil, fmt.Errorf("the server's key %s has mode %04o, so other users can access it: remove it, and the server creates a new one (or chmod 600, if nobody can have read it)", name, perm)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	signer, err := gossh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("the server's key %s cannot be read: %w", name, err)
	}
	return signer, nil
}

// makeHostKey creates a key file atomically: if two servers start at once, both use the key of
// the first.
func makeHostKey(path string) error {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	block, err := gossh.MarshalPrivateKey(private, "sfatui")
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".key-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(pem.EncodeToMemory(block))
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return os.Rename(f.Name(), path) // for file systems without links
	}
	return nil
}

// Fingerprint returns the hash of a host key that clients show on first use.
func Fingerprint(key gossh.Signer) string { return gossh.FingerprintSHA256(key.PublicKey()) }
