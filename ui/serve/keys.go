package serve

import (
	"bytes"
	"crypto/rsa"
	"errors"
	"fmt"
	"io"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/sandbox"
	gossh "golang.org/x/crypto/ssh"
)

// Key is an authorised public key.
type Key struct {
	gossh.PublicKey
	// Comment is the text after the key in the file; it is clean.
	Comment string
	// Line is the line number of the key, from 1.
	Line int
}

// Fingerprint returns the key's hash in the notation of ssh-keygen -l: SHA256:….
func (k Key) Fingerprint() string { return gossh.FingerprintSHA256(k.PublicKey) }

// Name returns the key's name in messages: its comment, or its fingerprint.
func (k Key) Name() string {
	if k.Comment != "" {
		return k.Comment
	}
	return k.Fingerprint()
}

var errNoKeys = errors.New("contains no key that permits a login")

// leastRSA is the least length of an RSA key in bits (NIST SP 800-57 part 1, table 2).
const leastRSA = 2048

// checkStrength returns an error for keys that are too weak and for kinds that are never
// accepted.
func checkStrength(public gossh.PublicKey) error {
	if crypto, ok := public.(gossh.CryptoPublicKey); ok {
		if key, ok := crypto.CryptoPublicKey().(*rsa.PublicKey); ok && key.N.BitLen() < leastRSA {
			return fmt.Errorf("an RSA key of %d bits, which is too short: create one with ssh-keygen -t ed25519", key.N.BitLen())
		}
	}
	if public.Type() == "ssh-dss" {
		return errors.New("a DSA key, which is not permitted: create one with ssh-keygen -t ed25519")
	}
	return nil
}

// maxKeyFile is the largest size of a file of keys in bytes.
const maxKeyFile = 1 << 20

// ReadKeys reads a file of authorised keys in sshd's format. Errors in lines are returned in
// bad, with the line's number; such a line authorises no key. ReadKeys fails if no key remains.
func ReadKeys(path string) (keys []Key, bad []error, err error) {
	f, err := sandbox.Disk{}.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if info.Mode().Perm()&0o002 != 0 {
		return nil, nil, fmt.Errorf("%s is writable by everyone, so anyone can add a key: run chmod o-w on it", message.Clean(path))
	}
	text, err := io.ReadAll(io.LimitReader(f, maxKeyFile+1))
	if err != nil {
		return nil, nil, err
	}
	if len(text) > maxKeyFile {
		return nil, nil, fmt.Errorf("%s is longer than %d bytes: it is not a file of keys", message.Clean(path), maxKeyFile)
	}
	keys, bad = parseKeys(text)
	for i, err := range bad {
		bad[i] = fmt.Errorf("%s:%w", message.Clean(path), err)
	}
	if len(keys) == 0 {
		return nil, bad, fmt.Errorf("%s %w: add the line of a .pub file", message.Clean(path), errNoKeys)
	}
	return keys, bad, nil
}

// parseKeys parses the lines of a file of keys.
func parseKeys(text []byte) (keys []Key, bad []error) {
	seen := map[string]int{}
	number := 0
	for line := range bytes.Lines(text) {
		number++
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		k, err := parseKey(line)
		if err == nil {
			if first, ok := seen[k.Fingerprint()]; ok {
				err = fmt.Errorf("the key is in line %d already", first)
			}
		}
		if err != nil {
			bad = append(bad, fmt.Errorf("%d: %w", number, err))
			continue
		}
		k.Line = number
		seen[k.Fingerprint()] = number
		keys = append(keys, k)
	}
	return keys, bad
}

// impliedOptions are key options that hold for all keys of this server.
var impliedOptions = map[string]bool{
	"restrict": true, "no-port-forwarding": true, "no-agent-forwarding": true, "no-x11-forwarding": true, "no-user-rc": true, "pty": true,
}

// parseKey parses a line. It fails for an option that this server does not implement.
func parseKey(line []byte) (Key, error) {
	public, comment, options, _, err := gossh.ParseAuthorizedKey(line)
	if err != nil {
		return Key{}, errors.New("not a public key; each line must come from a .pub file")
	}
	for _, option := range options {
		name, _, _ := strings.Cut(option, "=")
		if !impliedOptions[strings.ToLower(name)] {
			return Key{}, fmt.Errorf("the option %s is not supported: remove it or the line", message.Clean(name))
		}
	}
	if _, ok := public.(*gossh.Certificate); ok {
		return Key{}, errors.New("a certificate; use the key itself")
	}
	if err := checkStrength(public); err != nil {
		return Key{}, err
	}
	return Key{PublicKey: public, Comment: message.Clean(comment)}, nil
}

// OwnerOf returns the key with a fingerprint or comment; "" means the first key.
func OwnerOf(keys []Key, name string) (Key, error) {
	if name == "" {
		return keys[0], nil
	}
	var found []Key
	var names []string
	for _, k := range keys {
		if k.Fingerprint() == name || k.Comment == name {
			found = append(found, k)
		}
		names = append(names, k.Name())
	}
	switch len(found) {
	case 0:
		return Key{}, fmt.Errorf("no key is named %q; the keys are %s", message.Clean(name), strings.Join(names, ", "))
	case 1:
		return found[0], nil
	}
	return Key{}, fmt.Errorf("%d keys are named %q: use a fingerprint, as ssh-keygen -l prints it", len(found), message.Clean(name))
}
