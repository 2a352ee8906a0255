package serve

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// pendingConnection returns a connection from an address with a number of received bytes.
func pendingConnection(address string, read int64) *connection {
	c := &connection{address: addressOf(net.TCPAddrFromAddrPort(netip.MustParseAddrPort(address)))}
	c.received.Store(read)
	return c
}

// admitAll admits connections in order, none of which is dropped at random.
func admitAll(limits Startups, random float64, cs ...*connection) (s *startups, dropped []*connection) {
	s = newStartups(limits)
	s.random = func() float64 { return random }
	now := time.Unix(1e9, 0)
	s.now = func() time.Time { now = now.Add(gracePeriod); return now }
	for _, c := range cs {
		if drop := s.admit(c); drop != nil {
			dropped = append(dropped, drop)
		}
	}
	return s, dropped
}

// The oldest connection of an address with too many is dropped, however far its handshake is;
// those of other addresses stay.
func TestStartupsOfAnAddress(t *testing.T) {
	var (
		negotiating = pendingConnection("192.0.2.1:1", 3000)
		silent      = pendingConnection("192.0.2.1:2", 0)
		younger     = pendingConnection("192.0.2.1:3", 0)
		other       = pendingConnection("192.0.2.2:1", 0)
		next        = pendingConnection("192.0.2.1:4", 0)
		last        = pendingConnection("192.0.2.1:5", 0)
	)
	limits := Startups{Start: 50, Rate: 30, Full: 100, PerAddress: 3}
	s, dropped := admitAll(limits, 0.99, other, negotiating, silent, younger, next, last)
	if want := []*connection{negotiating, silent}; !slices.Equal(dropped, want) {
		t.Errorf("%d dropped, want the two oldest", len(dropped))
	}
	s.remove(younger)
	if want := []*connection{other, next, last}; !slices.Equal(s.pending, want) {
		t.Errorf("%d are left, want three", len(s.pending))
	}
}

// From Start on, a connection is dropped at random, at Full always: one of the address with the
// most, wherever the new one comes from.
func TestStartupsInAll(t *testing.T) {
	limits := Startups{Start: 2, Rate: 30, Full: 4, PerAddress: 9}
	for _, q := range []struct {
		random  float64
		dropped int // of six connections
	}{{0, 4}, {0.29, 4}, {0.31, 3}, {0.66, 2}, {0.99, 2}} {
		var cs []*connection
		for i := range 6 {
			address := "192.0.2.1"
			if i == 0 || i == 5 {
				address = "192.0.2.2"
			}
			cs = append(cs, pendingConnection(fmt.Sprintf("%s:%d", address, i+1), 0))
		}
		_, dropped := admitAll(limits, q.random, cs...)
		if len(dropped) != q.dropped {
			t.Errorf("at %g %d are dropped, want %d", q.random, len(dropped), q.dropped)
		}
		if slices.Contains(dropped, cs[5]) {
			t.Errorf("at %g the newest is dropped", q.random)
		}
	}
}

// Below Full, no connection of a crowd that arrives at once is dropped.
func TestStartupsOfACrowd(t *testing.T) {
	s := newStartups(Startups{Start: 2, Rate: 100, Full: 4, PerAddress: 9})
	now := time.Unix(1e9, 0)
	s.random, s.now = func() float64 { return 0 }, func() time.Time { return now }
	for i := range 4 {
		if s.admit(pendingConnection("192.0.2.1:1", 0)) != nil {
			t.Errorf("one is dropped for number %d", i+1)
		}
	}
	if s.admit(pendingConnection("192.0.2.1:1", 0)) == nil {
		t.Error("none is dropped at Full")
	}
}

// Below Full, no connection whose client has sent something is dropped at random, however slow
// its handshake is.
func TestStartupsOfSlowClients(t *testing.T) {
	limits := Startups{Start: 1, Rate: 100, Full: 9, PerAddress: 9}
	slow, silent := pendingConnection("192.0.2.1:1", 40), pendingConnection("192.0.2.2:1", 0)
	s, dropped := admitAll(limits, 0, slow, pendingConnection("192.0.2.1:2", 3000), silent)
	if len(dropped) > 0 {
		t.Errorf("%d that negotiate are dropped", len(dropped))
	}
	if drop := s.admit(pendingConnection("192.0.2.1:3", 0)); drop != silent {
		t.Error("the silent one stays")
	}
}

// All addresses of an IPv6 host's network count as one.
func TestAddressOf(t *testing.T) {
	same := func(a, b string) bool { return pendingConnection(a, 0).address == pendingConnection(b, 0).address }
	for _, q := range []struct {
		a, b string
		same bool
	}{
		{"192.0.2.1:1", "192.0.2.1:2", true}, {"192.0.2.1:1", "192.0.2.2:1", false},
		{"[::ffff:192.0.2.1]:1", "192.0.2.1:2", true},
		{"[2001:db8::1]:1", "[2001:db8::ffff:1]:2", true}, {"[2001:db8::1]:1", "[2001:db8:0:1::1]:1", false},
		{"[fe80::1%eth0]:1", "[fe80::2%eth0]:2", true},
	} {
		if same(q.a, q.b) != q.same {
			t.Errorf("%s and %s: the same place %v", q.a, q.b, !q.same)
		}
	}
}

func TestStartupsSet(t *testing.T) {
	var s Startups
	if err := s.Set("3:50:9"); err != nil || s.String() != "3:50:9" {
		t.Errorf("%v, %v", &s, err)
	}
	for _, bad := range []string{"", "3", "3:50", "3:50:9:1", "0:50:9", "3:0:9", "3:101:9", "9:50:3", "a:b:c", "3:50:9x"} {
		if err := s.Set(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	if s.String() != "3:50:9" {
		t.Errorf("what is refused changes it to %v", &s)
	}
}

// Clients without a key cannot fill the log.
func TestFailuresAreBounded(t *testing.T) {
	var f failureLimit
	now, told, skipped := time.Unix(1e9, 0), 0, 0
	for range 1000 {
		if tell, n := f.allow(now); tell {
			told, skipped = told+1, skipped+n
		}
		now = now.Add(20 * time.Millisecond)
	}
	if told != 2*failuresLogged || skipped != 500-failuresLogged {
		t.Errorf("%d logged, %d counted; want %d and %d", told, skipped, 2*failuresLogged, 500-failuresLogged)
	}
}

// holdIdle holds idle connections from an address, and reopens each when it is closed, until the
// test ends.
func holdIdle(t *testing.T, p *testServer, from string, count int) {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), 30*time.Second)
	var all sync.WaitGroup
	var first sync.WaitGroup
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	for range count {
		first.Add(1)
		all.Go(func() {
			opened := sync.OnceFunc(first.Done)
			defer opened()
			for ctx.Err() == nil {
				conn, err := dialer.DialContext(ctx, "tcp", p.addr.String())
				if err != nil {
					return
				}
				opened()
				closed := context.AfterFunc(ctx, func() { _ = conn.Close() })
				for buf := make([]byte, 256); err == nil; {
					_, err = conn.Read(buf)
				}
				closed()
				_ = conn.Close()
			}
		})
	}
	first.Wait()
	t.Cleanup(func() { stop(); all.Wait() })
}

// sessionFrom requests a session from an address; it fails if it gets none.
func (p *testServer) sessionFrom(from string) error {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := dialer.Dial("tcp", p.addr.String())
	if err != nil {
		return err
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	c, chans, reqs, err := gossh.NewClientConn(conn, "server", &gossh.ClientConfig{User: "anyone",
		Auth: []gossh.AuthMethod{gossh.PublicKeys(p.owner)}, HostKeyCallback: gossh.FixedHostKey(p.server.c.HostKey.PublicKey())})
	if err != nil {
		return err
	}
	client := gossh.NewClient(c, chans, reqs)
	defer client.Close()
	session, err := client.NewSession()
	if err != nil {
		return err
	}
	return session.Close()
}

// Idle connections without a key keep nobody out: a client with a key gets a session from
// another address at once, and by repeated attempts even from the attacker's address.
func TestIdleConnectionsKeepNobodyOut(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux gives a process all of 127.0.0.0/8")
	}
	counts := []int{110} // more connections without a key than Startups.Start
	if os.Getenv("CI") != "" {
		counts = append(counts, 500)
	}
	for _, count := range counts {
		t.Run(fmt.Sprint(count), func(t *testing.T) {
			p := listen(t, nil)
			holdIdle(t, p, "127.0.0.2", count)
			begun := time.Now()
			if err := p.sessionFrom("127.0.0.1"); err != nil {
				t.Errorf("from another address: %v", err)
			}
			t.Logf("from another address after %v", time.Since(begun))
			begun = time.Now()
			tries := 1
			for err := p.sessionFrom("127.0.0.2"); err != nil; err = p.sessionFrom("127.0.0.2") {
				if tries++; tries > 20 {
					t.Fatalf("from the attacker's own address: %v", err)
				}
			}
			t.Logf("from the attacker's own after %d tries, %v", tries, time.Since(begun))
		})
	}
}

// A key with many connections without a session does not keep other keys out, and connections
// that it does not close are closed.
func TestConnectionsOfAKeyAreBounded(t *testing.T) {
	p := listen(t, func(c *Config) { c.MaxPerKey = 2 })
	for range 2 + extraConnections {
		c, err := p.connect(gossh.PublicKeys(p.viewers[0]))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	if c, err := p.connect(gossh.PublicKeys(p.viewers[0])); err == nil {
		c.Close()
		t.Error("a key may hold any number of connections")
	}
	c, err := p.connect(gossh.PublicKeys(p.owner))
	if err != nil {
		t.Fatal("another key: ", err)
	}
	c.Close()
}

// No algorithm relies on SHA-1 or CBC: clients that offer nothing else are refused before
// authentication, and those that offer everything get the hybrid key exchange.
func TestAlgorithms(t *testing.T) {
	p := listen(t, nil)
	dial := func(change func(*gossh.ClientConfig)) error {
		conn, err := p.dial()
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		config := &gossh.ClientConfig{User: "anyone", Auth: []gossh.AuthMethod{gossh.PublicKeys(p.owner)},
			HostKeyCallback: gossh.FixedHostKey(p.server.c.HostKey.PublicKey())}
		change(config)
		c, _, _, err := gossh.NewClientConn(conn, "server", config)
		if err == nil {
			c.Close()
		}
		return err
	}
	for _, kex := range []string{gossh.InsecureKeyExchangeDH1SHA1, gossh.InsecureKeyExchangeDH14SHA1} {
		if dial(func(c *gossh.ClientConfig) { c.KeyExchanges = []string{kex} }) == nil {
			t.Errorf("key exchange %s is offered", kex)
		}
	}
	for _, cipher := range []string{gossh.InsecureCipherAES128CBC, gossh.InsecureCipherTripleDESCBC, gossh.InsecureCipherRC4} {
		if dial(func(c *gossh.ClientConfig) { c.Ciphers = []string{cipher} }) == nil {
			t.Errorf("cipher %s is offered", cipher)
		}
	}
	for _, mac := range []string{gossh.HMACSHA1, gossh.InsecureHMACSHA196} {
		if dial(func(c *gossh.ClientConfig) { c.Ciphers, c.MACs = []string{gossh.CipherAES128CTR}, []string{mac} }) == nil {
			t.Errorf("MAC %s is offered", mac)
		}
	}
	for _, kex := range keyExchanges {
		if err := dial(func(c *gossh.ClientConfig) { c.KeyExchanges = []string{kex} }); err != nil {
			t.Errorf("key exchange %s: %v", kex, err)
		}
	}
	for _, cipher := range ciphers {
		if err := dial(func(c *gossh.ClientConfig) { c.Ciphers = []string{cipher} }); err != nil {
			t.Errorf("cipher %s: %v", cipher, err)
		}
	}
}
