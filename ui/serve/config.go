package serve

import (
	"io"
	"os"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/sweep"
	gossh "golang.org/x/crypto/ssh"
)

// Config is what a server shows, and to whom.
type Config struct {
	// Keys are the authorised keys, at least one; Owner is the one of them that
	// starts and changes sweeps.
	Keys  []Key
	Owner Key
	// Reread reads the keys again, see [ReadKeys]; nil where they never change. OwnerName says
	// who of them is the owner, see [OwnerOf].
	Reread    func() (keys []Key, bad []error, err error)
	OwnerName string
	// HostKey is the server's own key.
	HostKey gossh.Signer
	// Root is the folder that is served: no other file is read or written.
	Root *os.Root
	// Dir names the directory of a new session, in the folder.
	Dir func(name string) (string, error)
	// Data and Spec say how data is read and what a new sweep is, before it is
	// edited; Run bounds what a sweep may use.
	Data datasets.Options
	Spec sweep.Spec
	Run  sweep.RunOptions
	// MaxSessions and MaxPerKey bound the sessions open at once, in all and
	// of one key.
	MaxSessions, MaxPerKey int
	// Startups bounds the connections that have not authenticated; the zero value
	// means DefaultStartups.
	Startups Startups
	// Idle ends a session without input, Stall one whose client reads no output.
	Idle, Stall time.Duration
	// Log gets a line for each event.
	Log io.Writer
}

// DefaultStall is how long a client may read nothing before it is disconnected.
const DefaultStall = 30 * time.Second
