package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/flags"
	"example.com/sfatui/cmd/sfatui/named"
	"example.com/sfatui/cmd/sfatui/outcome"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/ui"
	"example.com/sfatui/ui/settings"
	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// screenFlags holds the screen settings of a command: those of the settings
// file, overridden by the command line.
type screenFlags struct{ cmd *cobra.Command }

func addScreenFlags(cmd *cobra.Command) *screenFlags {
	for _, f := range settings.Table {
		cmd.Flags().String(f.Name, f.Choices[0], f.Doc+": "+strings.Join(f.Choices, ", "))
	}
	return &screenFlags{cmd}
}

// onlyScreenFlags reports whether the command line has only flags of the
// screen.
func (l *screenFlags) onlyScreenFlags() bool {
	alone := true
	l.cmd.Flags().Visit(func(f *pflag.Flag) {
		alone = alone && slices.ContainsFunc(settings.Table, func(s settings.Setting) bool { return s.Name == f.Name })
	})
	return alone
}

// screen returns the configuration of the terminal. Without a terminal it
// returns an error with the alternative.
func (l *screenFlags) screen(instead string) (ui.Config, error) {
	out, ok := l.cmd.OutOrStdout().(*cli.Writer)
	if !ok || !cli.IsTerminal(out) {
		return ui.Config{}, cli.Usagef("the workbench requires a terminal; %s", instead)
	}
	c := ui.Config{In: os.Stdin, Out: os.Stdout}
	if t := out.Terminal(); t != nil {
		c.In, c.Out, c.Sizes = t, t, t.Sizes()
	} else if !isatty.IsTerminal(os.Stdin.Fd()) {
		return ui.Config{}, cli.Usagef("the workbench reads keys from a terminal, but its input is not a terminal; %s", instead)
	}
	c.SettingsPath, c.HistoryPath, c.ViewsPath = settingsPath(), statePath("typed"), statePath("views")
	c.Home, c.Dir, c.Departures = localHome(), list.NewDir, flags.Departures
	var err error
	if c.Settings, err = settings.Read(c.SettingsPath); err != nil {
		return c, cli.Usage(err)
	}
	return c, l.set(&c.Settings)
}

// set applies the screen flags of the command line.
func (l *screenFlags) set(s *settings.Settings) error {
	for _, f := range settings.Table {
		if !l.cmd.Flags().Changed(f.Name) {
			continue
		}
		if err := f.Set(s, l.cmd.Flags().Lookup(f.Name).Value.String()); err != nil {
			return cli.Usagef("--%s %w", f.Name, err)
		}
	}
	return nil
}

// settingsPath returns the path of the user's settings (XDG Base Directory
// Specification), "" for none.
func settingsPath() string {
	dir := os.Getenv("XDG_CONFIG_HOME")
	if !filepath.IsAbs(dir) {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(home, ".config")
	}
	return filepath.Join(dir, "sfatui", "config.yaml")
}

// statePath returns the path of a file in the user's state folder, "" for none.
func statePath(name string) string {
	dir, err := list.Folder()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, name)
}

// printNextSteps prints the path of the session, the commands that apply to it,
// and the verdict on a finished experiment.
func printNextSteps(w io.Writer, last string) {
	list.Usual().Remember(last)
	s, err := sessions.Open(last)
	if err == nil && len(s.Missing()) == 0 {
		outcome.Judge(w, s)
	}
	dir := message.Clean(last)
	fmt.Fprintf(w, "session %s\n", dir)
	if err == nil && len(s.Missing()) > 0 {
		fmt.Fprintf(w, "resume: sfatui resume %s\n", dir)
	}
	fmt.Fprintf(w, "open:   sfatui open %s\nreplay: sfatui replay %[1]s\n", dir)
}

// openOnScreen opens a session in the workbench.
func openOnScreen(cmd *cobra.Command, c ui.Config, dir string) error {
	s, err := named.Read(cmd, dir)
	if err != nil {
		return err
	}
	_, err = ui.Open(cmd.Context(), c, s)
	return err
}
