package serve

import (
	"bytes"
	"context"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/layout"
	gossh "golang.org/x/crypto/ssh"
)

// keyLine returns a line of a file of keys.
func keyLine(t *testing.T, before, comment string) string {
	line := strings.TrimSpace(string(gossh.MarshalAuthorizedKey(newSigner(t).PublicKey())))
	return strings.TrimSpace(before + " " + line + " " + comment)
}

// Valid lines authorise their keys, invalid ones none; each is reported with its number.
func TestReadKeys(t *testing.T) {
	twice := keyLine(t, "", "ada@lab")
	path := filepath.Join(t.TempDir(), "keys")
	write := func(lines ...string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("# the lab", "", twice, "garbage", keyLine(t, "restrict,no-X11-forwarding", "bob \x1b[31m"), keyLine(t, `from="10.0.0.1"`, "eve"),
		keyLine(t, `command="ls"`, "mal"), twice, keyLine(t, "cert-authority", "ca"), "ssh-ed25519 AAAA", keyLine(t, `expiry-time="20200101"`, "old"))
	keys, bad, err := ReadKeys(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(keys) != 2 || keys[0].Name() != "ada@lab" || keys[0].Line != 3 || keys[1].Line != 5 || strings.Contains(keys[1].Name(), "\x1b") {
		t.Errorf("keys %+v", keys)
	}
	var lines []string
	for _, err := range bad {
		lines = append(lines, err.Error())
	}
	for i, want := range []string{":4: not a public key", ":6: the option from", ":7: the option command", ":8: the key is in line 3", ":9: the option cert-authority", ":10: not a public", ":11: the option expiry-time"} {
		if i >= len(lines) || !strings.Contains(lines[i], path+want) {
			t.Errorf("bad lines %q, want %q at %d", lines, want, i)
		}
	}

	if owner, err := OwnerOf(keys, ""); err != nil || owner.Line != 3 {
		t.Errorf("the owner is %v, %v", owner, err)
	}
	if owner, err := OwnerOf(keys, keys[1].Fingerprint()); err != nil || owner.Line != 5 {
		t.Errorf("by fingerprint: %v, %v", owner, err)
	}
	if owner, err := OwnerOf(keys, "ada@lab"); err != nil || owner.Line != 3 {
		t.Errorf("by comment: %v, %v", owner, err)
	}
	if _, err := OwnerOf(keys, "nobody"); err == nil || !strings.Contains(err.Error(), "ada@lab") {
		t.Errorf("nobody: %v", err)
	}
	same := slices.Clone(keys)
	same[1].Comment = same[0].Comment
	if _, err := OwnerOf(same, "ada@lab"); err == nil {
		t.Error("one of two keys of a name is taken")
	}

	for _, lines := range [][]string{{}, {"# nobody"}, {"garbage"}, {keyLine(t, `from="x"`, "")}} {
		write(lines...)
		if _, _, err := ReadKeys(path); err == nil {
			t.Errorf("%q is enough to start with", lines)
		}
	}
	write(twice)
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := ReadKeys(path); err == nil || !strings.Contains(err.Error(), "everyone") {
		t.Errorf("a file that everyone can write: %v", err)
	}
	if _, _, err := ReadKeys(path + "-none"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// The host key is created once, readable by its user only, and rejected if others could have
// read it.
func TestHostKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "serve", "host")
	var wg sync.WaitGroup
	prints := make([]string, 4)
	for i := range prints { // servers that start at the same time
		wg.Go(func() {
			key, err := HostKey(path)
			if err != nil {
				t.Error(err)
				return
			}
			prints[i] = Fingerprint(key)
		})
	}
	wg.Wait()
	if slices.Sort(prints); prints[0] != prints[3] || !strings.HasPrefix(prints[0], "SHA256:") {
		t.Errorf("keys %q", prints)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if block, _ := pem.Decode(text); block == nil || block.Type != "OPENSSH PRIVATE KEY" {
		t.Errorf("the file is %.40q", text)
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("left beside the key: %v, %v", left, err)
	}
	for _, mode := range []os.FileMode{0o640, 0o604, 0o622, 0o777} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if _, err := HostKey(path); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%04o", mode)) {
			t.Errorf("mode %04o: %v", mode, err)
		}
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path, path+"-link"); err == nil {
		if _, err := HostKey(path + "-link"); err == nil {
			t.Error("a link is taken for a key")
		}
	}
	if err := os.WriteFile(path, []byte("garbage"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := HostKey(path); err == nil {
		t.Error("garbage is taken for a key")
	}
}

// A server without keys would accept everyone.
func TestNewNeedsKeys(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a server without keys is made")
		}
	}()
	New(Config{HostKey: newSigner(t)})
}

// The list contains the files in the folder, and nothing outside it that links lead to;
// anything else cannot be opened.
func TestFolder(t *testing.T) {
	p := listen(t, nil)
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret.csv"), []byte(tinyData()), 0o644); err != nil {
		t.Fatal(err)
	}
	p.write("deep/er/more.npz", "x")
	p.write("sound/a.wav", "x")
	p.write("sound/b.wav", "x")
	p.write("README.txt", "x")
	p.write(".hidden/x.csv", "x")
	p.write("broken.sfa/session.json", "{}")
	p.write("linked.sfa/session.json", "{}")
	for name, to := range map[string]string{
		"out": outside, "out.csv": filepath.Join(outside, "secret.csv"), "up.csv": "../../secret.csv", "in.csv": "tiny.csv", "loop": ".",
		"linked.sfa/points": outside, "stolen.sfa": outside,
	} {
		if err := os.Symlink(to, filepath.Join(p.dir, name)); err != nil {
			t.Skip("no links here: ", err)
		}
	}
	list, err := p.server.catalogue.choices(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, c := range list {
		found[c.ID] = string(c.Detail)
	}
	for id, want := range map[string]string{
		"data:tiny.csv": "a table", "data:in.csv": "a table", "data:deep/er/more.npz": "an NPZ file", "data:sound": "a folder of 2 WAV files",
		"session:broken.sfa": "session.json", "session:linked.sfa": "is a link", "built-in:vowels": "",
	} {
		if got, ok := found[id]; !ok || !strings.Contains(got, want) {
			t.Errorf("%s is listed as %q (%v), want %q", id, got, ok, want)
		}
	}
	for id := range found {
		for _, no := range []string{"out", "up.csv", "README", "hidden", "stolen", "a.wav", "secret"} {
			if strings.Contains(id, no) {
				t.Errorf("%s is listed", id)
			}
		}
	}
	for _, id := range []string{"data:../secret.csv", "data:" + filepath.Join(outside, "secret.csv"), "data:out.csv", "data:up.csv", "data:out/secret.csv",
		"session:stolen.sfa", "session:linked.sfa", "session:tiny.csv", "session:..", "session:/", "data:", "data:./tiny.csv", "", ":", "what:tiny.csv"} {
		if path, err := p.server.catalogue.find(id); err == nil {
			t.Errorf("%q opens %s", id, path)
		}
	}
	if path, err := p.server.catalogue.find("data:tiny.csv"); err != nil || path != filepath.Join(p.dir, "tiny.csv") {
		t.Errorf("%q, %v", path, err)
	}

	secret := datasets.Options{Paths: []string{filepath.Join(outside, "secret.csv")}, Root: p.server.c.Root}
	if _, err := datasets.Open(t.Context(), secret, nil); err == nil {
		t.Error("a file outside of the folder is read")
	}
}

// Followers get every record once and in order, at any time, and publishing waits for none of
// them.
func TestBroadcast(t *testing.T) {
	b := newBroadcast(&sessions.Session{Contents: &journal.Contents{Dir: "x"}})
	const n = 2000
	var wg sync.WaitGroup
	follow := func() {
		wg.Go(func() {
			next := uint64(1)
			err := b.follow(t.Context(), func(r record.Record) error {
				if r.N != next {
					t.Errorf("record %d, want %d", r.N, next)
				}
				if next++; next > n {
					return io.EOF
				}
				return nil
			})
			if err != io.EOF {
				t.Error(err)
			}
		})
	}
	held := make(chan struct{})
	wg.Go(func() { // a follower that stops at the first record
		_ = b.follow(t.Context(), func(record.Record) error {
			<-held
			return io.EOF
		})
	})
	for range 5 {
		follow()
	}
	for i := range n {
		b.publish(record.Record{N: uint64(i + 1), Writer: "w"})
		b.publish(record.Record{N: uint64(i/2 + 1), Writer: "w"}) // published twice, as by the reader of the files
		if i == n/2 {
			follow() // a late follower
		}
	}
	follow()
	close(held)
	wg.Wait()
	b.fail(errFault)
	got := 0
	if err := b.follow(t.Context(), func(record.Record) error { got++; return nil }); err != errFault || got != n {
		t.Errorf("after the end: %d records, %v", got, err)
	}
}

// One screen at a time computes in additigo to the sweep; a screen that was left no longer
// waits.
func TestScreensTakeTurns(t *testing.T) {
	h := sessionHost{server: &Server{compute: make(chan struct{}, 1)}}
	done, err := h.Aside(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := h.Aside(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a second turn: %v", err)
	}
	done()
	if done, err = h.Aside(t.Context()); err != nil {
		t.Fatal(err)
	}
	done()
}

// A client that opens a session whose files could not be read gets a new broadcast, even while
// another client follows the failed one.
func TestFailedBroadcastIsNotJoined(t *testing.T) {
	r := newRelay(&eventLog{w: t.Output()})
	defer r.stop()
	r.mu.Lock()
	defer r.mu.Unlock()
	old := r.broadcastLocked(&sessions.Session{Contents: &journal.Contents{Dir: "x"}})
	if r.broadcastLocked(&sessions.Session{Contents: &journal.Contents{Dir: "x"}}) != old {
		t.Error("a session has two broadcasts")
	}
	old.fail(errFault)
	if r.broadcastLocked(&sessions.Session{Contents: &journal.Contents{Dir: "x"}}) == old {
		t.Error("the broadcast that failed is joined")
	}
}

// Keys typed after the end of a program are left for the next one.
func TestInputIsLeased(t *testing.T) { synctest.Test(t, testInputIsLeased) }

func testInputIsLeased(t *testing.T) {
	typed, typing := io.Pipe()
	in := newInput()
	ended := make(chan struct{})
	heard := 0
	pumped := make(chan struct{})
	go func() {
		defer close(pumped)
		in.readFrom(typed, ended, func() { heard++ })
	}()
	first := in.lease()
	_, _ = io.WriteString(typing, "abc")
	buf := make([]byte, 2)
	if n, err := first.Read(buf); n != 2 || err != nil || string(buf) != "ab" {
		t.Errorf("%q, %v", buf[:n], err)
	}
	if n, err := first.Read(buf); n != 1 || err != nil || buf[0] != 'c' {
		t.Errorf("%q, %v", buf[:n], err)
	}
	go func() {
		synctest.Wait() // until the first program is reading
		first.close()
	}()
	if n, err := first.Read(buf); n != 0 || err != io.EOF {
		t.Errorf("after its end: %d, %v", n, err)
	}
	second := in.lease()
	_, _ = io.WriteString(typing, "d")
	if n, err := second.Read(buf); n != 1 || err != nil || buf[0] != 'd' {
		t.Errorf("%q, %v", buf[:n], err)
	}
	typing.Close()
	if _, err := second.Read(buf); err != io.EOF {
		t.Errorf("at the end of the input: %v", err)
	}
	<-pumped
	if heard != 2 {
		t.Errorf("%d callbacks", heard)
	}
}

// Whatever sizes a client sends, and however often, the newest is used, within limits.
func TestSizes(t *testing.T) {
	s := newWindowSize()
	if got := <-s.resend(); got != (layout.Size{W: 80, H: 24}) {
		t.Errorf("before any event: %v", got)
	}
	for _, c := range []struct {
		w, h uint32
		want layout.Size
	}{{0, 0, layout.Size{W: 80, H: 24}}, {1, 1, layout.Size{W: 1, H: 1}}, {1<<32 - 1, 1<<32 - 1, layout.Size{W: maxWidth, H: maxHeight}}, {120, 0, layout.Size{W: 120, H: 24}}} {
		s.set(layout.Size{W: 3, H: 3})
		s.set(sizeOf(c.w, c.h))
		if got := <-s.changes; got != c.want {
			t.Errorf("%d×%d is %v, want %v", c.w, c.h, got, c.want)
		}
		if got := <-s.resend(); got != c.want {
			t.Errorf("again %v", got)
		}
	}
}

func TestASCII(t *testing.T) {
	for text, want := range map[string]string{"σ = 1 ± 0.5, λ–x …": "sigma = 1 +/- 0.5, lambda-x ...", "日本\x1b": "??\x1b", "plain": "plain", "✗ off": "x off"} {
		if got := ascii(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// FuzzRequests sends arbitrary requests on a session: none panics, makes a terminal too large,
// or stays in memory.
func FuzzRequests(f *testing.F) {
	pty := gossh.Marshal(struct {
		Term       string
		W, H, X, Y uint32
		Modes      string
	}{"xterm", 1 << 31, 0, 7, 7, "\x01\x00\x00\x00\x03\x00"})
	env := gossh.Marshal(struct{ N, V string }{"NO_COLOR", "1"})
	f.Add(byte(0), pty, byte(1), env)
	f.Add(byte(2), make([]byte, 16), byte(2), []byte{1})
	f.Add(byte(0), []byte{0xff, 0xff, 0xff, 0xff}, byte(1), []byte{0, 0, 0, 1})
	f.Add(byte(3), []byte(nil), byte(4), gossh.Marshal(struct{ C string }{"rm -rf /"}))
	f.Add(byte(5), gossh.Marshal(struct{ C string }{"sftp"}), byte(6), []byte("x"))
	kinds := []string{"pty-req", "env", "window-change", "shell", "exec", "subsystem", "signal", "x11-req", "auth-agent-req@openssh.com"}
	f.Fuzz(func(t *testing.T, k1 byte, p1 []byte, k2 byte, p2 []byte) {
		v := &session{server: &Server{c: Config{Log: io.Discard}}, sizes: newWindowSize(), environ: map[string]string{}}
		for _, r := range []struct {
			kind    byte
			payload []byte
		}{{k1, p1}, {k2, p2}, {k1, p2}, {k2, p1}} {
			v.handleRequest(kinds[int(r.kind)%len(kinds)], r.payload)
		}
		size := <-v.sizes.resend()
		if size.W < 1 || size.W > maxWidth || size.H < 1 || size.H > maxHeight {
			t.Errorf("a terminal of %v", size)
		}
		if len(v.term) > 4*maxTerm || len(v.environ) > 2 {
			t.Errorf("TERM of %d bytes, %d variables", len(v.term), len(v.environ))
		}
		for _, value := range v.environ {
			if len(value) > 4*maxValue {
				t.Errorf("a variable of %d bytes", len(value))
			}
		}
		if clean := message.Clean(v.term); clean != v.term || bytes.ContainsAny([]byte(v.term), "\x1b\n") {
			t.Errorf("TERM is %q", v.term)
		}
	})
}

// FuzzKeys reads arbitrary files of keys: only complete keys are authorised.
func FuzzKeys(f *testing.F) {
	f.Add([]byte("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0hG3ZlUqVmtsD0c2K3mF8mUJ0Jv1Xq5m2mZ7Yk7b1r ada\nfrom=\"x\" y\n#\n\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		keys, _ := parseKeys(text)
		for _, k := range keys {
			if k.PublicKey == nil || k.Line < 1 || k.Line > bytes.Count(text, []byte("\n"))+1 || message.Clean(k.Comment) != k.Comment {
				t.Errorf("%+v", k)
			}
		}
	})
}
