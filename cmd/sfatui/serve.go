package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/flags"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/ui/serve"
	"github.com/spf13/cobra"
)

// serving holds the flags of the command serve.
type serving struct {
	listen, keys, data, owner string
	serve.Config
}

func serveCommand() *cobra.Command {
	var q serving
	cmd := &cobra.Command{
		Use:     "serve --authorized-keys FILE --data DIR",
		GroupID: "sweep",
		Short:   "Serve the workbench to several people over SSH",
		Long: `Serve the workbench to several people over SSH, with the data sets and sessions in
DIR, and sweeps live. Holders of a key in FILE may log in. The owner (the first key
unless --owner names another) starts and changes sweeps; all others watch. New
sessions are created in DIR. Flags for data and sweeps set the owner's defaults.

Clients connect with ssh -t -p 23234 HOST. There is no shell, no other command, no
scp, sftp or forwarding, and no file outside DIR is read or written.`,
		Example: `  sfatui serve --authorized-keys ~/.ssh/authorized_keys --data ~/sweeps
  sfatui serve --listen 192.0.2.7:23234 --authorized-keys lab_keys --data /srv/words --owner ada@lab`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cli.Usagef("serve accepts no arguments: name the folder with --data DIR")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := flags.CheckRanges(cmd, &q.Data, &q.Spec, &q.Run); err != nil {
				return err
			}
			return q.run(cmd)
		},
	}
	f := cmd.Flags()
	f.StringVar(&q.listen, "listen", "127.0.0.1:23234", "address and port to listen on")
	f.StringVar(&q.keys, "authorized-keys", "", "file of accepted public keys, in the format of sshd; read at each login")
	f.StringVar(&q.data, "data", "", "folder of data sets and sessions to serve")
	f.StringVar(&q.owner, "owner", "", "key of the owner, who starts and changes sweeps, by fingerprint or comment (default: the first)")
	f.IntVar(&q.MaxSessions, "max-sessions", 32, "maximum number of simultaneous sessions")
	f.IntVar(&q.MaxPerKey, "max-per-key", 8, "maximum number of simultaneous sessions per key")
	q.Startups = serve.DefaultStartups
	f.Var(&q.Startups, "max-startups", "limits on unauthenticated connections: from START on, new ones are dropped with a probability of RATE %; from FULL on, always")
	f.IntVar(&q.Startups.PerAddress, "max-startups-per-address", serve.DefaultStartups.PerAddress, "maximum number of unauthenticated connections per address (IPv6: /64)")
	f.DurationVar(&q.Idle, "idle", 30*time.Minute, "end a session after this time without a key press")
	flags.Data(f, &q.Data, &q.Spec)
	flags.Sweep(f, &q.Spec)
	flags.Compute(f, &q.Run)
	return cmd
}

// check returns an error for invalid flags before anything is opened.
func (q *serving) check() error {
	switch {
	case q.keys == "":
		return cli.Usagef("--authorized-keys FILE is required: it lists the keys that may log in")
	case q.data == "":
		return cli.Usagef("--data DIR is required: it names the folder to serve")
	case q.MaxSessions < 1:
		return cli.Usagef("--max-sessions %d: must be at least 1", q.MaxSessions)
	case q.MaxPerKey < 1:
		return cli.Usagef("--max-per-key %d: must be at least 1", q.MaxPerKey)
	case q.Startups.PerAddress < 1:
		return cli.Usagef("--max-startups-per-address %d: must be at least 1", q.Startups.PerAddress)
	case q.Idle <= 0:
		return cli.Usagef("--idle %v: must be above 0", q.Idle)
	}
	return nil
}

// run serves until the process is stopped.
func (q *serving) run(cmd *cobra.Command) error {
	stderr := cmd.ErrOrStderr()
	if err := q.check(); err != nil {
		return err
	}
	if err := q.readKeys(stderr); err != nil {
		return err
	}
	state, err := list.Folder()
	if err != nil {
		return err
	}
	if q.HostKey, err = serve.HostKey(filepath.Join(state, "serve", "host_ed25519")); err != nil {
		return err
	}
	if err := q.openFolder(); err != nil {
		return err
	}
	defer q.Root.Close()
	l, err := net.Listen("tcp", q.listen)
	if err != nil {
		return cli.Usagef("--listen %s: %v", message.Clean(q.listen), err)
	}
	q.announce(stderr, l.Addr())
	q.Log, q.Stall, q.Departures = stderr, serve.DefaultStall, flags.Departures
	server := serve.New(q.Config)
	release := onHangup(server.Reload)
	defer release()
	return server.Serve(cmd.Context(), l)
}

// readKeys reads the authorized keys, and warns of invalid lines.
func (q *serving) readKeys(stderr io.Writer) error {
	keys, bad, err := serve.ReadKeys(q.keys)
	for _, line := range bad {
		fmt.Fprintln(stderr, "warning:", line)
	}
	if err != nil {
		return cli.Usage(err)
	}
	if q.Owner, err = serve.OwnerOf(keys, q.owner); err != nil {
		return cli.Usagef("--owner: %v", err)
	}
	path, err := filepath.Abs(q.keys) // the working folder changes
	q.Keys, q.OwnerName = keys, q.owner
	q.Reread = func() ([]serve.Key, []error, error) { return serve.ReadKeys(path) }
	return err
}

// openFolder opens the folder and makes it the working folder, so that names
// refer to files in it.
func (q *serving) openFolder() error {
	dir, err := filepath.Abs(q.data)
	if err != nil {
		return err
	}
	if q.Root, err = os.OpenRoot(dir); err != nil {
		return cli.Usage(fmt.Errorf("--data: %w", err))
	}
	q.Dir = func(name string) (string, error) { return list.NewDirIn(dir, name) }
	return os.Chdir(dir)
}

// announce prints what is served, where, and to whom.
func (q *serving) announce(w io.Writer, at net.Addr) {
	fmt.Fprintf(w, "serving %s on %s, %s, owner %s\n", message.Clean(q.Root.Name()), at, message.Counted(len(q.Keys), "key"), q.Owner.Name())
	fmt.Fprintf(w, "the server's key is %s\n", serve.Fingerprint(q.HostKey))
	if tcp, ok := at.(*net.TCPAddr); ok && !tcp.IP.IsLoopback() {
		fmt.Fprintln(w, "warning: other machines can reach this address; only holders of a listed key can log in, but anybody can try")
	}
}
