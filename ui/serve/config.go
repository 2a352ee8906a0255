package serve

import (
	"io"
	"os"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/page/advice"
	gossh "golang.org/x/crypto/ssh"
)

// Config holds the settings of a server.
type Config struct {
	// Keys are the authorised keys, at least one. Owner is the key among them whose holder
	// starts and changes sweeps.
	Keys  []Key
	Owner Key
	// Reread reads the keys again, see [ReadKeys]; nil if they never change. OwnerName selects
	// the owner among them, see [OwnerOf].
	Reread    func() (keys []Key, bad []error, err error)
	OwnerName string
	// HostKey is the server's host key.
	HostKey gossh.Signer
	// Root is the served folder; no other file is read or written.
	Root *os.Root
	// Dir returns the directory of a new session, within the folder.
	Dir func(name string) (string, error)
	// Data holds the default options for reading data, Spec the initial specification of a new
	// sweep, and Run the resource limits of a sweep.
	Data datasets.Options
	Spec sweep.Spec
	Run  sweep.RunOptions
	// Departures returns the settings in which a session differs from its experiment; nil
	// where they are not named.
	Departures advice.Departures
	// MaxSessions and MaxPerKey limit the number of sessions open at once, in total and per
	// key.
	MaxSessions, MaxPerKey int
	// Startups limits the unauthenticated connections; the zero value means DefaultStartups.
	Startups Startups
	// Idle is the time after which a session without input ends, Stall the time after which a
	// client that reads no output is disconnected.
	Idle, Stall time.Duration
	// Log receives one line for each event.
	Log io.Writer
}

// DefaultStall is the default of [Config.Stall].
const DefaultStall = 30 * time.Second
