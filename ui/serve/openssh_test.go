package serve

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/uitest"
	"github.com/creack/pty"
	gossh "golang.org/x/crypto/ssh"
)

// openSSH is a server under test for clients of OpenSSH.
type openSSH struct {
	*testServer
	dir string // folder of keys and configuration
}

// needClient skips a test without OpenSSH, unless all tests are mandatory.
func needClient(t *testing.T, names ...string) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, name := range names {
		if _, err := exec.LookPath(name); err != nil {
			if os.Getenv("CI") != "" && name == "ssh" {
				t.Fatal("no OpenSSH client, which CI has to have: ", err)
			}
			t.Skip("no OpenSSH client here: ", err)
		}
	}
}

// newOpenSSH writes key files: ada's, the owner's, bob's, and one that is not listed.
func newOpenSSH(t *testing.T, change func(*Config)) *openSSH {
	t.Helper()
	o := &openSSH{dir: t.TempDir()}
	keys := map[string]gossh.PublicKey{}
	for _, name := range []string{"ada", "bob", "stranger"} {
		public, private, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		block, err := gossh.MarshalPrivateKey(private, name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(o.dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
		if keys[name], err = gossh.NewPublicKey(public); err != nil {
			t.Fatal(err)
		}
	}
	o.testServer = listen(t, func(c *Config) {
		c.Keys = []Key{{PublicKey: keys["ada"], Comment: "ada", Line: 1}, {PublicKey: keys["bob"], Comment: "bob", Line: 2}}
		c.Owner = c.Keys[0]
		if change != nil {
			change(c)
		}
	})
	host, port, err := net.SplitHostPort(o.addr.String())
	if err != nil {
		t.Fatal(err)
	}
	known := fmt.Sprintf("[%s]:%s %s", host, port, gossh.MarshalAuthorizedKey(o.server.c.HostKey.PublicKey()))
	config := fmt.Sprintf("Host sfatui\n HostName %s\n Port %s\n UserKnownHostsFile \"%s\"\n StrictHostKeyChecking yes\n IdentitiesOnly yes\n IdentityAgent none\n"+
		" BatchMode yes\n LogLevel INFO\n ConnectTimeout 30\n SendEnv COLORTERM NO_COLOR\n ControlMaster no\n", host, port, filepath.Join(o.dir, "known"))
	for name, text := range map[string]string{"known": known, "config": config} {
		if err := os.WriteFile(filepath.Join(o.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// command returns a command of OpenSSH with a user's key.
func (o *openSSH) command(ctx context.Context, who, name string, args ...string) *exec.Cmd {
	args = append([]string{"-F", filepath.Join(o.dir, "config"), "-i", filepath.Join(o.dir, who)}, args...)
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.WaitDelay = time.Second
	return cmd
}

// run returns the output of a command and its status.
func (o *openSSH) run(who, name string, args ...string) (text string, status int) {
	o.t.Helper()
	ctx, cancel := context.WithTimeout(o.t.Context(), uitest.Patience)
	defer cancel()
	out, err := o.command(ctx, who, name, args...).CombinedOutput()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		o.t.Errorf("%s %q does not end:\n%s", name, args, out)
	case errors.As(err, &exit):
		status = exit.ExitCode()
	case err != nil:
		o.t.Errorf("%s %q: %v", name, args, err)
	}
	return string(out), status
}

// A client of OpenSSH gets the workbench and nothing else, while a sweep that it cannot change
// continues.
func TestOpenSSHIsRefused(t *testing.T) {
	needClient(t, "ssh", "scp", "sftp")
	gate := uitest.HoldFits(t)
	o := newOpenSSH(t, oneWorker)
	owner := o.onTerminal("ada", "xterm", 80, 24)
	owner.choose("tiny.csv")
	owner.until("○ not started")
	owner.typeKeys("ss")
	owner.until("● running")

	secret := filepath.Join(o.dir, "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(o.testServer.dir, "link")); err != nil {
		t.Fatal(err)
	}
	got := filepath.Join(o.dir, "got")
	for _, c := range []struct {
		what, who, name string
		args            []string
		want            string
	}{
		{"a key that is not listed", "stranger", "ssh", []string{"sfatui"}, "Permission denied (publickey)"},
		{"a password", "stranger", "ssh", []string{"-o", "PreferredAuthentications=password,keyboard-interactive", "sfatui"}, "Permission denied (publickey)"},
		{"no proof", "stranger", "ssh", []string{"-o", "PreferredAuthentications=none", "sfatui"}, "Permission denied (publickey)"},
		{"a command", "bob", "ssh", []string{"sfatui", "cat", "/etc/passwd"}, onlyWorkbench},
		{"a command on a terminal", "bob", "ssh", []string{"-tt", "sfatui", "sh"}, onlyWorkbench},
		{"a subsystem", "bob", "ssh", []string{"-s", "sfatui", "sftp"}, noSubsystem},
		{"scp from it", "bob", "scp", []string{"sfatui:tiny.csv", got}, noSubsystem},
		{"scp to it", "bob", "scp", []string{secret, "sfatui:planted"}, noSubsystem},
		{"the old scp from it", "bob", "scp", []string{"-O", "sfatui:" + secret, got}, onlyWorkbench},
		{"the old scp to it", "bob", "scp", []string{"-O", secret, "sfatui:planted"}, onlyWorkbench},
		{"the old scp out of the folder", "bob", "scp", []string{"-O", "sfatui:../../secret", got}, onlyWorkbench},
		{"the old scp through a link", "bob", "scp", []string{"-O", "sfatui:link", got}, onlyWorkbench},
		{"sftp", "bob", "sftp", []string{"-b", "/dev/null", "sfatui:link"}, noSubsystem},
		{"forwarding of the input", "bob", "ssh", []string{"-W", "127.0.0.1:22", "sfatui"}, noForwarding},
		{"a forwarded port there", "bob", "ssh", []string{"-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:22", "sfatui"}, "remote port forwarding failed"},
		{"a tunnel", "bob", "ssh", []string{"-N", "-o", "ExitOnForwardFailure=yes", "-R", filepath.Join(o.dir, "sock") + ":127.0.0.1:22", "sfatui"}, "remote port forwarding failed"},
	} {
		text, status := o.run(c.who, c.name, c.args...)
		if status == 0 || !strings.Contains(text, c.want) {
			t.Errorf("%s: status %d, %q", c.what, status, text)
		}
	}
	o.checkLocalForward(t)
	for _, path := range []string{got, filepath.Join(o.testServer.dir, "planted")} {
		if _, err := os.Lstat(path); err == nil {
			t.Errorf("%s is there", path)
		}
	}
	owner.until("● running")
	s, points := o.session(), 0
	before := len(s.Done())
	gate.Pass(t, 2)
	ctx, cancel := context.WithTimeout(t.Context(), uitest.Patience)
	defer cancel()
	if err := s.Follow(ctx, pollInterval, func(r record.Record) error {
		if r.Kind == string(sweep.PointDone) {
			points++
		}
		if points > before {
			return io.EOF
		}
		return nil
	}); err != io.EOF {
		t.Fatal("the sweep does not go on: ", err)
	}
}

// checkLocalForward checks that a port forwarded by the client leads nowhere.
func (o *openSSH) checkLocalForward(t *testing.T) {
	t.Helper()
	local := filepath.Join(o.dir, "local") // a port that is free now may be another's by then
	ctx, cancel := context.WithTimeout(t.Context(), uitest.Patience)
	defer cancel()
	var said bytes.Buffer
	cmd := o.command(ctx, "bob", "ssh", "-v", "-N", "-L", local+":"+o.addr.String(), "sfatui")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(io.TeeReader(stderr, &said))
	for listens := false; !listens; listens = strings.Contains(lines.Text(), "Entering interactive session") {
		if !lines.Scan() {
			t.Fatalf("the client does not listen: %v\n%s", lines.Err(), said.String())
		}
	}
	conn, err := net.Dial("unix", local)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(uitest.Patience))
	if b, err := io.ReadAll(conn); len(b) > 0 || err != nil {
		t.Errorf("a forwarded port gives %q, %v", b, err)
	}
	cancel()
	for lines.Scan() {
	}
	_ = cmd.Wait()
	if !strings.Contains(said.String(), noForwarding) {
		t.Errorf("the client received %q", said.String())
	}
}

// Of many simultaneous clients, as many as permitted are accepted, the others get a message,
// and the owner is not affected.
func TestOpenSSHCrowd(t *testing.T) {
	needClient(t, "ssh")
	crowd, room := 12, 2
	if os.Getenv("CI") != "" {
		crowd, room = 50, 5
	}
	o := newOpenSSH(t, func(c *Config) {
		c.MaxSessions, c.MaxPerKey = room+1, room
		c.Startups = Startups{Start: 100, Rate: 100, Full: 100, PerAddress: 100} // a handshake may take seconds
	})
	owner := o.onTerminal("ada", "xterm", 80, 24)
	owner.until("tiny.csv")
	var wg sync.WaitGroup
	var mu sync.Mutex
	in, told := 0, 0
	for range crowd {
		wg.Go(func() {
			text, status := o.run("bob", "ssh", "-T", "sfatui")
			mu.Lock()
			defer mu.Unlock()
			switch {
			case status == 0 && strings.Contains(text, "sessions: 0"):
				in++
			case status == exitRefused && strings.Contains(text, fmt.Sprintf("your key has %d sessions open", room)):
				told++
			default:
				t.Errorf("status %d: %q", status, text)
			}
		})
	}
	wg.Wait()
	t.Logf("%d came in, %d were told that there is no room", in, told)
	if in+told != crowd || in < room {
		t.Errorf("%d connected, %d received the message", in, told)
	}
	owner.typeKeys("q")
	if status := owner.status(); status != 0 {
		t.Errorf("the owner left with %d", status)
	}
}

// onTerminal starts a client of OpenSSH on a pseudo-terminal.
func (o *openSSH) onTerminal(who, term string, w, h int, environ ...string) *client {
	o.t.Helper()
	cmd := o.command(o.t.Context(), who, "ssh", "-t", "sfatui")
	cmd.Env = append(append(filterEnv(cmd.Env, "NO_COLOR", "COLORTERM"), "TERM="+term), environ...)
	master, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: uint16(w), Rows: uint16(h)})
	if err != nil {
		o.t.Skip("no pty: ", err)
	}
	c := &client{Terminal: uitest.NewTerminal(w, h), t: o.t, in: master, ended: make(chan error, 1)}
	copied := make(chan struct{})
	go func() {
		defer close(copied)
		_, _ = io.Copy(c, master)
	}()
	go func() {
		err := cmd.Wait()
		<-copied
		c.ended <- err
	}()
	o.t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended
		master.Close()
	})
	return c
}

// filterEnv returns the environment without some variables.
func filterEnv(environ []string, names ...string) []string {
	var out []string
	for _, kv := range environ {
		name, _, _ := strings.Cut(kv, "=")
		keep := true
		for _, n := range names {
			keep = keep && name != n
		}
		if keep {
			out = append(out, kv)
		}
	}
	return out
}

// At 80×24 every terminal gets suitable output: ASCII text if nothing can be drawn, eight
// colours, or 256; no colours if they are disabled.
func TestOpenSSHTerminals(t *testing.T) {
	needClient(t, "ssh")
	o := newOpenSSH(t, nil)
	owner := o.onTerminal("ada", "xterm", 80, 24)
	owner.choose("tiny.csv")
	owner.until("○ not started", "owner")
	owner.typeKeys("ss")
	owner.until("12/12 fits", "✓ done", "★", "1 test slowness", "3 validation, ")

	for _, c := range []struct {
		term    string
		environ []string
		has, no []string
	}{
		{"xterm", nil, []string{"\x1b[1;32m"}, []string{"38;5", "38;2"}},
		{"xterm-256color", nil, []string{"38;5;36"}, []string{"38;2", "\x1b[1;32m"}},
		{"xterm-256color", []string{"COLORTERM=truecolor"}, []string{"38;2;"}, nil},
		{"xterm-256color", []string{"NO_COLOR=1"}, []string{"\x1b[1m"}, []string{"38;5", "38;2", "\x1b[32m", "\x1b[1;32m"}},
	} {
		v := o.onTerminal("bob", c.term, 80, 24, c.environ...)
		v.choose("tiny.csv-1.sfa")
		v.until("12/12 fits", "✓ done", "viewer", "★", "1 test slowness", "2 unit variance", "3 validation, ", "4 points")
		v.typeKeys("s")
		v.until("only the owner (ada)")
		for i, line := range strings.Split(v.String(), "\n") {
			if n := len([]rune(strings.TrimRight(line, " "))); n > 80 {
				t.Errorf("TERM=%s: line %d is %d wide", c.term, i+1, n)
			}
		}
		text := v.Raw()
		for _, want := range c.has {
			if !strings.Contains(text, want) {
				t.Errorf("TERM=%s %v: no %q", c.term, c.environ, want)
			}
		}
		for _, no := range append(c.no, "\x1b]11;?", "\x1b[6n", "\x1b[c", "\x1b[>c", "\x1b]10;?") {
			if strings.Contains(text, no) {
				t.Errorf("TERM=%s %v: %q", c.term, c.environ, no)
			}
		}
		v.typeKeys("\x1b")
		v.until("sfatui · home")
		v.typeKeys("q")
		if status := v.status(); status != 0 {
			t.Errorf("TERM=%s: left with %d", c.term, status)
		}
	}

	dumb := o.onTerminal("bob", "dumb", 80, 24)
	dumb.until("sfatui served (viewer, 2 here), sessions: 1", "  1  tiny.csv-1.sfa", "q: quit:")
	dumb.typeKeys("9x\x7f\r")
	dumb.until("no session with number 9")
	dumb.typeKeys("1\r")
	dumb.until("* best on validation", "done: 12 of 12 points")
	text := dumb.Raw()
	dumb.typeKeys("q\r")
	if status := dumb.status(); status != 0 {
		t.Errorf("TERM=dumb: left with %d", status)
	}
	for _, r := range text {
		if r != '\r' && r != '\n' && r != '\b' && (r < ' ' || r > '~') {
			t.Errorf("TERM=dumb gets %q", r)
		}
	}
	if text, status := o.run("bob", "ssh", "-T", "sfatui"); status != 0 || !strings.Contains(text, "sessions: 1\n  1  tiny.csv-1.sfa  done") || strings.Contains(text, "\r") {
		t.Errorf("without a terminal: status %d, %q", status, text)
	}
}
