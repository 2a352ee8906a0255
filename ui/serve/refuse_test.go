package serve

import (
	"errors"
	"io"
	"strings"
	"testing"

	"example.com/sfatui/ui/uitest"
	gossh "golang.org/x/crypto/ssh"
)

// Only listed keys are accepted: no other key, no password, no client without a key.
func TestWhoComesIn(t *testing.T) {
	p := listen(t, nil)
	stranger := newSigner(t)
	certificate := &gossh.Certificate{Key: p.owner.PublicKey(), CertType: gossh.UserCert, ValidBefore: gossh.CertTimeInfinity, ValidPrincipals: []string{"anyone"}}
	if err := certificate.SignCert(strings.NewReader(strings.Repeat("x", 1000)), p.owner); err != nil {
		t.Fatal(err)
	}
	certified, err := gossh.NewCertSigner(certificate, p.owner)
	if err != nil {
		t.Fatal(err)
	}
	yes := func(_, _ string, questions []string, _ []bool) ([]string, error) {
		return make([]string, len(questions)), nil
	}
	for name, methods := range map[string][]gossh.AuthMethod{
		"nothing": nil, "a password": {gossh.Password("")}, "another password": {gossh.Password("sfatui")},
		"answers": {gossh.KeyboardInteractive(yes)}, "another key": {gossh.PublicKeys(stranger)}, "a certificate": {gossh.PublicKeys(certified)},
		// Offering a key without a signature proves nothing.
		"the owner's key in a stranger's hands": {gossh.PublicKeys(mismatchedSigner{p.owner.PublicKey(), stranger})},
	} {
		if c, err := p.connect(methods...); err == nil {
			c.Close()
			t.Errorf("%s came in", name)
		} else if !strings.Contains(err.Error(), "unable to authenticate") && !errors.Is(err, io.EOF) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, key := range append(p.viewers, p.owner) {
		c, err := p.connect(gossh.PublicKeys(stranger, key))
		if err != nil {
			t.Fatal("a listed key does not come in: ", err)
		}
		c.Close()
	}
	p.stop() // after the last lines of the log
	if log := p.log.String(); strings.Count(log, "refused from 127.0.0.1 port ") < 7 || !strings.Contains(log, ", key "+gossh.FingerprintSHA256(stranger.PublicKey())+": ") {
		t.Errorf("the log has fewer than 7 refusals, or no key:\n%s", log)
	}
}

// mismatchedSigner offers one key and signs with another.
type mismatchedSigner struct {
	public gossh.PublicKey
	gossh.Signer
}

func (b mismatchedSigner) PublicKey() gossh.PublicKey { return b.public }

// A client's identity is the key that it has signed with, not one that it only offered.
func TestIdentityIsProved(t *testing.T) {
	p := listen(t, nil)
	stranger := newSigner(t)
	conn, err := p.connect(gossh.PublicKeys(mismatchedSigner{p.owner.PublicKey(), stranger}), gossh.PublicKeys(p.viewers[0]))
	if err != nil {
		conn, err = p.connect(gossh.PublicKeys(p.viewers[0]))
	}
	if err != nil {
		t.Fatal(err)
	}
	c := p.screenOn(conn, "xterm", 80, 24)
	c.until("viewer", "tiny.csv")
}

// There is only the workbench: other requests are refused, with a message where possible, and
// the server continues.
func TestNothingElse(t *testing.T) {
	p := listen(t, nil)
	conn, err := p.connect(gossh.PublicKeys(p.owner))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, command := range []string{"ls", "scp -t /", "scp -f /etc/passwd", "sh -c id", "sftp-server", "sfatui run", "sfatui; id", "rsync --server"} {
		checkRefused(t, conn, "exec", command, onlyWorkbench)
	}
	for _, name := range []string{"sftp", "netconf", ""} {
		checkRefused(t, conn, "subsystem", name, noSubsystem)
	}

	for _, kind := range []string{"direct-tcpip", "direct-streamlocal@openssh.com", "tun@openssh.com", "x11", "auth-agent@openssh.com", "forwarded-tcpip", ""} {
		payload := gossh.Marshal(struct {
			Host       string
			Port       uint32
			Origin     string
			OriginPort uint32
		}{"127.0.0.1", 22, "127.0.0.1", 1})
		var refused *gossh.OpenChannelError
		if _, _, err := conn.OpenChannel(kind, payload); !errors.As(err, &refused) || refused.Reason != gossh.Prohibited || refused.Message != noForwarding {
			t.Errorf("channel %q: %v", kind, err)
		}
	}
	for _, kind := range []string{"tcpip-forward", "streamlocal-forward@openssh.com", "hostkeys-prove-00@openssh.com", "no-more-sessions@openssh.com"} {
		ok, _, err := conn.SendRequest(kind, true, gossh.Marshal(struct {
			Host string
			Port uint32
		}{"127.0.0.1", 0}))
		if ok || err != nil {
			t.Errorf("request %s: granted %v, %v", kind, ok, err)
		}
	}
	s, err := conn.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, kind := range []string{"auth-agent-req@openssh.com", "x11-req", "signal", "break", "xon-xoff", "eow@openssh.com", ""} {
		if ok, err := s.SendRequest(kind, true, nil); ok || err != nil {
			t.Errorf("session request %q: granted %v, %v", kind, ok, err)
		}
	}
	for _, name := range []string{"LD_PRELOAD", "PATH", "TERM", "XDG_STATE_HOME", "SFATUI_KERNELS"} {
		if err := s.Setenv(name, "x"); err == nil {
			t.Errorf("the variable %s is taken", name)
		}
	}
	c := p.screenOn(conn, "xterm", 80, 24)
	c.until("owner", "tiny.csv")
}

// checkRefused checks that a request on a session ends with a message on stderr, nothing on
// stdout and the exit status of a refusal.
func checkRefused(t *testing.T, conn *gossh.Client, kind, what, words string) {
	t.Helper()
	channel, requests, err := conn.OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer channel.Close()
	if _, err := channel.SendRequest(kind, true, gossh.Marshal(struct{ Text string }{what})); err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(channel, "C0644 5 x\nhello") // it may be closed already
	errs, err := io.ReadAll(channel.Stderr())
	if err != nil {
		t.Error(err)
	}
	out, err := io.ReadAll(channel)
	if err != nil {
		t.Error(err)
	}
	status := -1
	for r := range requests {
		var s struct{ Status uint32 }
		if r.Type == "exit-status" && gossh.Unmarshal(r.Payload, &s) == nil {
			status = int(s.Status)
		}
	}
	if string(errs) != "sfatui: "+words+"\n" || len(out) > 0 || status != exitRefused {
		t.Errorf("%s %q: stderr %q, stdout %q, status %d", kind, what, errs, out, status)
	}
}

// One connection cannot keep many sessions open that only wait for a refusal.
func TestRefusalsAreBounded(t *testing.T) {
	p := listen(t, func(c *Config) { c.MaxPerKey = 1 })
	a := p.join(p.owner, "xterm", 80, 24)
	a.until("owner")
	opened := 0
	for range 3 * maxRefusals {
		channel, requests, err := a.conn.OpenChannel("session", nil)
		if err != nil {
			var refused *gossh.OpenChannelError
			if !errors.As(err, &refused) || refused.Reason != gossh.ResourceShortage {
				t.Fatal(err)
			}
			continue
		}
		go gossh.DiscardRequests(requests)
		defer channel.Close()
		opened++
	}
	if opened >= 2*maxRefusals {
		t.Errorf("%d sessions wait to be refused", opened)
	}
	a.typeKeys("q")
	if status := a.status(); status != exitDone {
		t.Errorf("the session that was there ends with %d", status)
	}
}

// Sessions beyond a limit are refused with a message; open ones stay, and a closed one makes
// room.
func TestLimits(t *testing.T) { uitest.Bubble(t, testLimits) }

func testLimits(t *testing.T) {
	p, _ := overPipes(t, func(c *Config) { c.MaxSessions, c.MaxPerKey = 3, 2 })
	a := p.join(p.owner, "xterm", 80, 24)
	a.until("owner")
	b := p.screenOn(a.conn, "xterm", 80, 24) // a session on the same connection counts too
	b.until("owner, 2 here")
	for range 3 {
		c := p.join(p.owner, "xterm", 80, 24)
		if status := c.status(); status != exitRefused || !strings.Contains(c.Raw(), "your key has 2 sessions open") {
			t.Errorf("the third of a key: status %d, %q", status, c.Raw())
		}
		c.conn.Close()
	}
	other := p.join(p.viewers[0], "xterm", 80, 24)
	other.until("viewer, 3 here")
	c := p.join(p.viewers[1], "xterm", 80, 24)
	if status := c.status(); status != exitRefused || !strings.Contains(c.Raw(), "the server has 3 sessions open") {
		t.Errorf("the fourth: status %d, %q", status, c.Raw())
	}
	b.typeKeys("q")
	if status := b.status(); status != 0 {
		t.Errorf("leaving ends with %d", status)
	}
	a.until("owner, 2 here") // closed sessions do not count
	again := p.join(p.viewers[1], "xterm", 80, 24)
	again.until("viewer, 3 here")
	a.until("owner, 3 here")
}
