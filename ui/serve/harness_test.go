package serve

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/uitest"
	gossh "golang.org/x/crypto/ssh"
)

// newSigner returns a private key.
func newSigner(t testing.TB) gossh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// logBook is a log that may be read while it is written.
type logBook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logBook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logBook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// testServer is a server under test, with its users.
type testServer struct {
	t          testing.TB
	dir        string // the folder
	owner      gossh.Signer
	viewers    []gossh.Signer
	log        *logBook
	server     *Server
	dial       func() (net.Conn, error)
	addr       net.Addr
	stop       func() // stops the server and waits
	madeFolder int
}

// tinyData is a table of two noisy sensors whose state changes slowly.
func tinyData() string {
	var b strings.Builder
	b.WriteString("trial,state,u,v\n")
	for i := range 240 {
		trial := i / 20
		x := float64(i)
		fmt.Fprintf(&b, "t%d,%s,%.4f,%.4f\n", trial, []string{"low", "high"}[trial%2],
			math.Sin(x/9)+float64(trial%2), math.Cos(x*1.7)+0.3*math.Sin(x*x))
	}
	return b.String()
}

// newTestServer serves a folder with one table in it on l.
func newTestServer(t testing.TB, l net.Listener, change func(*Config)) *testServer {
	t.Helper()
	p := &testServer{t: t, dir: filepath.Join(t.TempDir(), "served"), owner: newSigner(t), log: &logBook{}, addr: l.Addr()}
	if err := os.MkdirAll(p.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	p.write("tiny.csv", tinyData())
	root, err := os.OpenRoot(p.dir)
	if err != nil {
		t.Fatal(err)
	}
	c := Config{
		HostKey: newSigner(t), Root: root, Log: p.log,
		Data: datasets.Options{Segment: "trial", Label: "state"},
		Spec: sweep.Spec{}.With("sigma", "1,3", "lambda", "0,1e-3", "m", "20", "p", "4", "readout", "lda"),
		Run:  sweep.RunOptions{Workers: 2}, MaxSessions: 20, MaxPerKey: 10, Idle: time.Hour, Stall: 10 * time.Second,
		Dir: func(name string) (string, error) {
			p.madeFolder++
			return filepath.Join(p.dir, fmt.Sprintf("%s-%d.sfa", name, p.madeFolder)), nil
		},
	}
	c.Spec.Split = split.Options{Folds: 3, Validation: 0.3}
	for i := range 4 {
		signer := p.owner
		if i > 0 {
			signer = newSigner(t)
			p.viewers = append(p.viewers, signer)
		}
		c.Keys = append(c.Keys, Key{PublicKey: signer.PublicKey(), Comment: []string{"ada", "bob", "cyd", "dee"}[i], Line: i + 1})
	}
	c.Owner = c.Keys[0]
	if change != nil {
		change(&c)
	}
	p.server = New(c)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- p.server.Serve(ctx, l) }()
	p.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the server ended with %v", err)
		}
		root.Close()
	})
	t.Cleanup(p.stop)
	p.dial = func() (net.Conn, error) { return net.Dial("tcp", l.Addr().String()) }
	return p
}

// listen returns a server on a port of this machine.
func listen(t testing.TB, change func(*Config)) *testServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip("no network: ", err)
	}
	return newTestServer(t, l, change)
}

// write writes a file to the folder.
func (p *testServer) write(name, text string) {
	p.t.Helper()
	path := filepath.Join(p.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// connect opens a connection with the given authentication methods.
func (p *testServer) connect(methods ...gossh.AuthMethod) (*gossh.Client, error) {
	conn, err := p.dial()
	if err != nil {
		return nil, err
	}
	c, chans, reqs, err := gossh.NewClientConn(conn, "server", &gossh.ClientConfig{
		User: "anyone", Auth: methods, HostKeyCallback: gossh.FixedHostKey(p.server.c.HostKey.PublicKey())})
	if err != nil {
		conn.Close()
		return nil, err
	}
	return gossh.NewClient(c, chans, reqs), nil
}

// client is a user in front of a terminal.
type client struct {
	*uitest.Terminal
	t       testing.TB
	conn    *gossh.Client
	session *gossh.Session
	in      io.WriteCloser
	ended   chan error // result of the session
}

// join connects with a key and opens a screen.
func (p *testServer) join(key gossh.Signer, term string, w, h int, environ ...string) *client {
	p.t.Helper()
	conn, err := p.connect(gossh.PublicKeys(key))
	if err != nil {
		p.t.Fatal(err)
	}
	return p.screenOn(conn, term, w, h, environ...)
}

// screenOn opens a screen on a connection; without a TERM, a session without a
// terminal.
func (p *testServer) screenOn(conn *gossh.Client, term string, w, h int, environ ...string) *client {
	p.t.Helper()
	session, err := conn.NewSession()
	if err != nil {
		p.t.Fatal(err)
	}
	c := &client{Terminal: uitest.NewTerminal(w, h), t: p.t, conn: conn, session: session, ended: make(chan error, 1)}
	p.t.Cleanup(func() {
		conn.Close()
	})
	for _, kv := range environ {
		name, value, _ := strings.Cut(kv, "=")
		_ = session.Setenv(name, value) // a server may refuse it
	}
	if term != "" {
		if err := session.RequestPty(term, h, w, nil); err != nil {
			p.t.Fatal(err)
		}
	}
	if c.in, err = session.StdinPipe(); err != nil {
		p.t.Fatal(err)
	}
	session.Stdout, session.Stderr = c, c
	if err := session.Shell(); err != nil {
		p.t.Fatal(err)
	}
	go func() { c.ended <- session.Wait() }()
	return c
}

func (c *client) typeKeys(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, text); err != nil {
		c.t.Fatal(err)
	}
}

// until waits until the screen shows all of the texts.
func (c *client) until(texts ...string) {
	c.t.Helper()
	c.Until(c.t, texts...)
}

// status waits for the session's end and returns its exit status, -1 without one.
func (c *client) status() int {
	c.t.Helper()
	var exit *gossh.ExitError
	switch err := uitest.Ended(c.t, c.Terminal, c.ended); {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitStatus()
	}
	return -1
}

// choose opens a line of the list.
func (c *client) choose(name string) {
	c.t.Helper()
	c.until("sfatui · home")
	if bare, ok := strings.CutSuffix(name, sessions.Ext); ok {
		c.typeKeys("/\x15" + bare + "\r")
		c.until("1 of ", "›", "t tick")
		c.typeKeys("\r")
		return
	}
	c.typeKeys("\x1b")
	c.until("   " + name)
	c.typeKeys("/\x15" + name + " rows\r")
	c.until("0 of ", "›   "+name)
	c.typeKeys("\r")
}

// session opens the only session in the folder.
func (p *testServer) session() *sessions.Session {
	p.t.Helper()
	found, err := filepath.Glob(filepath.Join(p.dir, "*.sfa"))
	if err != nil || len(found) != 1 {
		p.t.Fatalf("%d sessions in the folder: %v", len(found), err)
	}
	s, err := sessions.Open(found[0])
	if err != nil {
		p.t.Fatal(err)
	}
	return s
}
