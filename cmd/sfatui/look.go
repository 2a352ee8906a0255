package main

import (
	"os"
	"path/filepath"
	"strings"

	"example.com/sfatui/ui"
	"example.com/sfatui/ui/settings"
	"github.com/spf13/cobra"
)

// look is how a command's screen is to be: what the file of settings says,
// unless the command line says otherwise.
type look struct {
	cmd   *cobra.Command
	flags map[string]*string
}

// lookFlags adds a flag for each setting.
func lookFlags(cmd *cobra.Command) *look {
	l := &look{cmd, map[string]*string{}}
	for _, f := range settings.Table {
		l.flags[f.Name] = cmd.Flags().String(f.Name, f.Choices[0], f.Doc+": "+strings.Join(f.Choices, "|"))
	}
	return l
}

// screen is the terminal that this process runs in.
func (l *look) screen() (ui.Config, error) {
	c := ui.Config{In: os.Stdin, Out: os.Stdout, SettingsPath: settingsPath()}
	var err error
	if c.Settings, err = settings.Read(c.SettingsPath); err != nil {
		return c, usageError{err}
	}
	for _, f := range settings.Table {
		if !l.cmd.Flags().Changed(f.Name) {
			continue
		}
		if err := f.Set(&c.Settings, *l.flags[f.Name]); err != nil {
			return c, usagef("--%s %w", f.Name, err)
		}
	}
	return c, nil
}

// settingsPath is the user's file of settings (XDG Base Directory
// Specification), "" where there is no place for one.
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

// checkColor refuses what no screen can be coloured by.
func checkColor(text string) error {
	for _, f := range settings.Table {
		if f.Name == "color" {
			var s settings.Settings
			if err := f.Set(&s, text); err != nil {
				return usagef("--color %w", err)
			}
		}
	}
	return nil
}
