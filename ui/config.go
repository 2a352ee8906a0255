package ui

import (
	"context"
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
	"example.com/sfatui/ui/page/home"
	"example.com/sfatui/ui/page/tasks"
	"example.com/sfatui/ui/settings"
	"example.com/sfatui/ui/terminal"
)

// Config says what the workbench works on, and on which terminal.
type Config struct {
	// In and Out are the terminal; nil means that of the process.
	In  io.Reader
	Out io.Writer
	// Environ is the terminal's environment (TERM, COLORTERM, NO_COLOR); nil
	// means that of the process.
	Environ []string
	// Settings are how the user likes it, SettingsPath the file that they are
	// kept in as the user changes them; "" keeps them nowhere.
	Settings     settings.Settings
	SettingsPath string

	// HistoryPath is the file that what is typed into the palette is kept in; "" keeps it
	// nowhere.
	HistoryPath string

	// Data and Spec are as the user wrote them.
	Data datasets.Options
	Spec sweep.Spec
	// Experiment is the paper's experiment that it is; "" for none.
	Experiment string
	// AutoStart begins at once when data and plan are ready.
	AutoStart bool
	// FromData begins on the page of the data, from where the user goes on to the
	// settings of the sweep, and starts it there.
	FromData bool
	// OpenData reads data; nil means that each screen reads its own.
	OpenData func(ctx context.Context, o datasets.Options, progress func(done, total int)) (*data.Set, error)
	// Home is where home looks for sessions and data; nil for no home.
	Home home.Source
	// Purpose is what a session is chosen at home for.
	Purpose home.Purpose
	// Dir names the directory of a new session on the data set with the given
	// name. It is called anew for each session.
	Dir func(name string) (string, error)
	// Root is the folder that data and new sessions are in, where no link may lead
	// out of it; nil for any place.
	Root *os.Root
	// Run bounds what a sweep may use.
	Run sweep.RunOptions
	// Auto bounds what the advisor adds by itself.
	Auto advise.Budget
	// Host computes what the program starts, and tells what it shows; nil
	// means that the program does so itself, and that it ends with the signals
	// that the process gets.
	Host control.Host
	// Tasks tells what the tasks of a session do on many machines, and has them submitted
	// and cancelled; nil means the Slurm of this machine.
	Tasks tasks.Source
	// Sizes tells the size of a terminal that is not the process's own, first
	// and whenever it changes; nil means that the terminal is asked.
	Sizes <-chan layout.Size
	// Pages are shown beside those of the program; see the package page.
	Pages []page.Page
	// Now is the clock; nil means that of the machine.
	Now func() time.Time

	every time.Duration // between looks at a session that is followed
}

// remote tells that the screen is at the other end of a network.
func (c Config) remote() bool {
	env := terminal.Environment(c.Environ)
	return c.Host != nil || env.Getenv("SSH_CONNECTION") != "" || env.Getenv("SSH_TTY") != ""
}
