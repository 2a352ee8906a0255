package serve_test

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"example.com/sfatui/ui/serve"
	"golang.org/x/crypto/ssh"
)

// signer returns a key derived from a name.
func signer(name string) ssh.Signer {
	seed := make([]byte, ed25519.SeedSize)
	copy(seed, name)
	s, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed))
	if err != nil {
		log.Fatal(err)
	}
	return s
}

// A server shows a folder to one person, whose client has no terminal.
func Example() {
	temp, err := os.MkdirTemp("", "serve")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(temp)
	dir := filepath.Join(temp, "sweeps")
	if err := os.Mkdir(dir, 0o755); err != nil {
		log.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		log.Fatal(err)
	}
	defer root.Close()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	ada := serve.Key{PublicKey: signer("ada").PublicKey(), Comment: "ada@lab"}
	server := serve.New(serve.Config{
		Keys: []serve.Key{ada}, Owner: ada, HostKey: signer("host"), Root: root,
		MaxSessions: 8, MaxPerKey: 2, Idle: time.Hour, Stall: serve.DefaultStall, Log: io.Discard,
	})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- server.Serve(ctx, listener) }()

	client, err := ssh.Dial("tcp", listener.Addr().String(), &ssh.ClientConfig{
		User: "ada", Auth: []ssh.AuthMethod{ssh.PublicKeys(signer("ada"))},
		HostKeyCallback: ssh.FixedHostKey(signer("host").PublicKey()),
	})
	if err != nil {
		log.Fatal(err)
	}
	session, err := client.NewSession()
	if err != nil {
		log.Fatal(err)
	}
	session.Stdin = strings.NewReader("q\n")
	out, err := session.Output("sfatui")
	if err != nil {
		log.Fatal(err)
	}
	client.Close()
	first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	fmt.Println(first)
	cancel()
	fmt.Println("the server ended with", <-ended)
	// Output:
	// sfatui sweeps (owner), sessions: 0
	// the server ended with <nil>
}

// The limits of connections that have not authenticated read as sshd's MaxStartups.
func ExampleStartups_Set() {
	s := serve.DefaultStartups
	if err := s.Set("20:50:200"); err != nil {
		log.Fatal(err)
	}
	fmt.Println(&s, s.PerAddress)
	fmt.Println(s.Set("20:50"))
	// Output:
	// 20:50:200 512
	// "20:50": must be START:RATE:FULL, such as 10:30:600: from START connections on one is dropped with RATE percent probability, from FULL on always
}
