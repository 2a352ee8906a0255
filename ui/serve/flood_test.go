package serve

import (
	"context"
	"fmt"
	"net"
	"sync"
	"testing"
	"time"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/ui/uitest"
	gossh "golang.org/x/crypto/ssh"
)

// slowConn is a connection over a network with a round trip of 50 ms: each message of the client
// takes as long.
type slowConn struct{ net.Conn }

const roundTrip = 50 * time.Millisecond

func (f slowConn) Write(p []byte) (int, error) {
	advanceClock(roundTrip)
	return f.Conn.Write(p)
}

// limitedConn is a connection whose client sends a limited number of messages; later ones are
// lost. Blocking instead would hold locks of the client, and a simulated clock does not advance
// while a goroutine waits for a lock.
type limitedConn struct {
	net.Conn
	mu       *sync.Mutex
	messages int
}

func (s *limitedConn) Write(p []byte) (int, error) {
	s.mu.Lock()
	more := s.messages > 0
	s.messages--
	s.mu.Unlock()
	if !more {
		return len(p), nil
	}
	return s.Conn.Write(p)
}

// floods are kinds of connections that never log in, by the messages that their clients send.
var floods = []struct {
	name   string
	attack func(conn net.Conn, key gossh.Signer)
}{
	{"nothing", func(conn net.Conn, _ gossh.Signer) { holdOpen(conn) }},
	{"a greeting", upTo(1)},
	{"a greeting and KEXINIT", upTo(2)},
	{"a whole key exchange", upTo(4)},
	{"a stranger's key", func(conn net.Conn, key gossh.Signer) { handshake(conn, key); holdOpen(conn) }},
	{"a greeting, byte by byte", func(conn net.Conn, _ gossh.Signer) {
		for range 100 {
			if _, err := conn.Write([]byte("x")); err != nil {
				return
			}
			advanceClock(20 * time.Millisecond)
		}
		holdOpen(conn)
	}},
}

// upTo returns an attack that sends the given number of messages of a handshake.
func upTo(messages int) func(net.Conn, gossh.Signer) {
	return func(conn net.Conn, key gossh.Signer) {
		handshake(&limitedConn{conn, &sync.Mutex{}, messages}, key)
		holdOpen(conn)
	}
}

func handshake(conn net.Conn, key gossh.Signer) {
	c, _, _, err := gossh.NewClientConn(conn, "server", &gossh.ClientConfig{User: "x", Auth: []gossh.AuthMethod{gossh.PublicKeys(key)},
		HostKeyCallback: gossh.InsecureIgnoreHostKey()})
	if err == nil {
		c.Close()
	}
}

// holdOpen keeps a connection open until the server closes it.
func holdOpen(conn net.Conn) {
	buf := make([]byte, 4096)
	for {
		if _, err := conn.Read(buf); err != nil {
			return
		}
	}
}

// flood opens connections at a steady rate per second until it is stopped.
func flood(t *testing.T, dial func() (net.Conn, error), rate int, attack func(net.Conn, gossh.Signer)) (end func()) {
	ctx, cancel := context.WithCancel(context.Background())
	stranger := newSigner(t)
	var all sync.WaitGroup
	all.Go(func() {
		for ctx.Err() == nil {
			advanceClock(time.Second / time.Duration(rate))
			conn, err := dial()
			if err != nil {
				continue
			}
			all.Go(func() {
				defer context.AfterFunc(ctx, func() { conn.Close() })()
				defer conn.Close()
				attack(conn, stranger)
			})
		}
	})
	return func() { cancel(); all.Wait() }
}

// countLogins returns how many of the owner's attempts, one after the other, get a session.
func (p *testServer) countLogins(tries int) (in int, slowest time.Duration) {
	for range tries {
		begun := time.Now()
		conn, err := p.dial()
		if err == nil {
			var client *gossh.Client
			if client, err = p.clientOver(slowConn{conn}); err == nil {
				in++
				client.Close()
			}
			conn.Close()
		}
		slowest = max(slowest, time.Since(begun))
	}
	return in, slowest
}

// clientOver logs the owner in over a connection, and opens a session.
func (p *testServer) clientOver(conn net.Conn) (*gossh.Client, error) {
	c, chans, reqs, err := gossh.NewClientConn(conn, "server", &gossh.ClientConfig{User: "anyone",
		Auth: []gossh.AuthMethod{gossh.PublicKeys(p.owner)}, HostKeyCallback: gossh.FixedHostKey(p.server.c.HostKey.PublicKey())})
	if err != nil {
		return nil, err
	}
	client := gossh.NewClient(c, chans, reqs)
	session, err := client.NewSession()
	if err != nil {
		client.Close()
		return nil, err
	}
	return client, session.Close()
}

// The owner logs in, with a round trip of 50 ms, while 200 connections a second that never log
// in arrive from the owner's own address, as if they came through an SSH tunnel.
func TestFlood(t *testing.T) {
	rate := 100
	if testenv.Full() {
		rate = 200
	}
	for _, f := range floods {
		t.Run(f.name, func(t *testing.T) {
			uitest.Bubble(t, func(t *testing.T) {
				p, _ := overPipes(t, nil)
				end := flood(t, p.dial, rate, f.attack)
				defer end()
				advanceClock(3 * time.Second) // all slots are taken
				if in, _ := p.countLogins(2); in != 2 {
					t.Errorf("%d of 2 logins", in)
				}
			})
		})
	}
}

// The same over this machine's network; prints a table.
func TestFloodOnANetwork(t *testing.T) {
	if !testenv.Full() {
		t.Skip("takes a minute: set CI=1")
	}
	const rate, tries = 200, 10
	table := fmt.Sprintf("%d connections a second that send   logins of %d   slowest\n", rate, tries)
	for _, f := range floods {
		p := listen(t, nil)
		end := flood(t, p.dial, rate, f.attack)
		time.Sleep(3 * time.Second)
		in, slowest := p.countLogins(tries)
		end()
		p.stop()
		table += fmt.Sprintf("%-36s  %12d   %5.2f s\n", f.name, in, slowest.Seconds())
		if in != tries {
			t.Errorf("%s: %d of %d logins", f.name, in, tries)
		}
	}
	t.Logf("\n%s", table)
}
