package ui

import (
	"context"
	"image"
	"io"
	"os"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/advice"
	"example.com/sfatui/ui/page/home"
	"example.com/sfatui/ui/page/tasks"
	"example.com/sfatui/ui/settings"
	"example.com/sfatui/ui/terminal"
)

// Config holds the data, settings, terminal and services of the workbench.
type Config struct {
	// In and Out are the terminal; nil means that of the process.
	In  io.Reader
	Out io.Writer
	// Environ is the terminal's environment (TERM, COLORTERM, NO_COLOR); nil
	// means that of the process.
	Environ []string
	// Settings are the user's settings, SettingsPath the file that changes are saved to; ""
	// saves them nowhere.
	Settings     settings.Settings
	SettingsPath string

	// HistoryPath is the file for the palette's input history; "" saves it nowhere.
	HistoryPath string

	// ViewsPath is the user's folder of views of sessions; "" stores them nowhere.
	ViewsPath string

	// Data and Spec hold the options as the user specified them.
	Data datasets.Options
	Spec sweep.Spec
	// Experiment is the name of a paper's experiment, "" for none.
	Experiment string
	// Departures returns the settings in which a session differs from its experiment; nil for
	// a workbench that does not name them.
	Departures advice.Departures
	// AutoStart starts the sweep as soon as data and plan are ready.
	AutoStart bool
	// FromData begins on the data page, from which the user continues to the settings of the
	// sweep and starts it.
	FromData bool
	// OpenData reads data; nil means that each screen reads its own.
	OpenData func(ctx context.Context, o datasets.Options, progress func(done, total int)) (*data.Set, error)
	// Home lists sessions and data for the home page; nil for no home page.
	Home home.Source
	// Purpose is the purpose for which a session is chosen on the home page.
	Purpose home.Purpose
	// Dir returns the directory of a new session on the data set of the given name. It is
	// called for each session.
	Dir func(name string) (string, error)
	// Root is the folder that contains data and new sessions, which links must not leave; nil
	// for any place.
	Root *os.Root
	// Run holds the resource limits of a sweep.
	Run sweep.RunOptions
	// Auto limits the points that the advisor adds without a question.
	Auto advise.Budget
	// Host computes sweeps and passes on their records; nil means that the program computes
	// them itself, and ends on the signals to the process.
	Host control.Host
	// Tasks reports, submits and cancels the cluster tasks of a session; nil means the Slurm of
	// this machine.
	Tasks tasks.Source
	// Sizes receives the size of a terminal that is not the process's own, first and at each
	// change; nil means that the terminal is queried.
	Sizes <-chan layout.Size
	// Pages are additional pages; see the package page.
	Pages []page.Page
	// Now is the clock; nil means that of the machine.
	Now func() time.Time

	images *terminal.Images   // of the terminal, shared by all places
	cell   func() image.Point // size of a cell in pixels; nil to ask the system
	every  time.Duration      // interval between readings of a followed session
}

// remote reports whether the screen is at the other end of a network.
func (c Config) remote() bool {
	env := terminal.Environment(c.Environ)
	return c.Host != nil || env.Getenv("SSH_CONNECTION") != "" || env.Getenv("SSH_TTY") != ""
}
