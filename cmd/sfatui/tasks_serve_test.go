package main

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"strings"

	"example.com/sfatui/ui/uitest"
	"github.com/rogpeppe/go-internal/testscript"
	gossh "golang.org/x/crypto/ssh"
)

// server is the server of a task, as its users know it.
type server struct {
	address, fingerprint string
	signers              map[string]gossh.Signer
}

// announced matches the address and the key that a server prints at its start.
var announced = regexp.MustCompile(`on (127\.0\.0\.1:\d+),.*\r?\nthe server's key is (\S+)`)

// serve starts a server for users, the first its owner, until the end of the
// script: serve USER,USER… ARGS…
func (k *task) serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || k.address != "" {
		ts.Fatalf("usage: serve USER,USER… ARGS…, once")
	}
	setVariables(ts)
	k.signers = map[string]gossh.Signer{}
	var lines strings.Builder
	for name := range strings.SplitSeq(args[0], ",") {
		_, private, err := ed25519.GenerateKey(rand.Reader)
		ts.Check(err)
		signer, err := gossh.NewSignerFromKey(private)
		ts.Check(err)
		k.signers[name], k.users[name] = signer, &user{typed: uitest.NewKeyboard()}
		fmt.Fprintf(&lines, "%s %s\n", strings.TrimSpace(string(gossh.MarshalAuthorizedKey(signer.PublicKey()))), name)
	}
	ts.Check(os.WriteFile(ts.MkAbs("keys"), []byte(lines.String()), 0o600))
	ctx, stop := context.WithCancel(context.Background())
	log, ended := uitest.NewTerminal(80, 24), make(chan int, 1)
	go func() {
		ended <- execute(ctx, append([]string{"serve", "--listen", "127.0.0.1:0", "--authorized-keys", "keys"}, args[1:]...), io.Discard, log)
	}()
	ts.Defer(func() {
		stop()
		if code := uitest.Ended(k.t, log, ended); code != 0 {
			ts.Logf("the server ended with exit code %d:\n%s", code, log.Raw())
			k.t.Fail()
		}
	})
	if !log.Await(func(_, raw string) bool { return announced.MatchString(raw) }) {
		ts.Fatalf("the server never listened:\n%s", log.Raw())
	}
	at := announced.FindStringSubmatch(log.Raw())
	k.address, k.fingerprint = at[1], at[2]
}

// join connects a user over SSH and turns to their terminal: join USER
func (k *task) join(ts *testscript.TestScript, neg bool, args []string) {
	k.as(ts, neg, args)
	if k.ended != nil {
		ts.Fatalf("%s is connected", args[0])
	}
	conn, err := gossh.Dial("tcp", k.address, &gossh.ClientConfig{
		User: args[0], Auth: []gossh.AuthMethod{gossh.PublicKeys(k.signers[args[0]])},
		HostKeyCallback: func(_ string, _ net.Addr, key gossh.PublicKey) error {
			if gossh.FingerprintSHA256(key) != k.fingerprint {
				return errors.New("another key than the server announced")
			}
			return nil
		},
	})
	ts.Check(err)
	session, err := conn.NewSession()
	ts.Check(err)
	size := k.size
	k.begin(func(ctx context.Context, term *terminal, stderr io.Writer) int {
		defer context.AfterFunc(ctx, func() { conn.Close() })()
		defer conn.Close()
		session.Stdin, session.Stdout, session.Stderr = term, term, stderr
		err := errors.Join(session.RequestPty(os.Getenv("TERM"), size.H, size.W, nil), session.Shell())
		if err == nil {
			err = session.Wait()
		}
		var exit *gossh.ExitError
		switch {
		case errors.As(err, &exit):
			return exit.ExitStatus()
		case err != nil:
			fmt.Fprintln(stderr, err)
			return -1
		}
		return 0
	})
}

// as turns to the terminal of a user of the server: as USER
func (k *task) as(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 || k.users[args[0]] == nil {
		ts.Fatalf("usage: as USER or join USER, with a user of the server")
	}
	k.user = k.users[args[0]]
}
