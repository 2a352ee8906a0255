package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/find"
	"example.com/sfatui/ui"
	"example.com/sfatui/ui/page/home"
	"example.com/sfatui/ui/settings"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func workbenchCommand() *cobra.Command {
	var (
		data   datasets.Options
		spec   sweep.Spec
		run    sweep.RunOptions
		budget advise.Budget
		paper  *experiment
		start  bool
		out    string
		look   *look
	)
	cmd := &cobra.Command{
		Use:   "sfatui [DATA… | SESSION]",
		Short: "A terminal workbench for slow feature analysis",
		Long: `A terminal workbench for slow feature analysis (SFA).

DATA is a built-in set's name, or files or folders of sound, tables, arrays,
series or images: s goes on to the settings of the sweep, and s again starts it.
SESSION is a path, a number of sfatui ls, - for the newest, the name of its data, or
any part of its name. Without either, home shows the sessions and the data that
there are; as long as there is none, the quick start begins: a sweep over the
built-in set "vowels". ? lists the keys.`,
		Example: `  sfatui
  sfatui words/ --name '{label}_{group}_{rep}'
  sfatui sensors.csv --segment trial --label state --standardize`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := sessionNamed(cmd, args)
			if err == nil && dir == "" {
				err = checkWord(cmd, args)
			}
			if err != nil {
				return err
			}
			if data.Paths, err = described(cmd, paper.paths(args)); err != nil {
				return err
			}
			if err := cmp.Or(checkRanges(cmd, &data, &spec, &run), checkBudget(cmd, budget)); err != nil {
				return err
			}
			if !isTerminal(cmd.OutOrStdout()) {
				return usagef("the workbench needs a terminal; sfatui run does the same without one")
			}
			c, err := look.screen()
			if err != nil {
				return err
			}
			c.Run, c.Auto = run, budget
			switch {
			case dir != "":
				return openOnScreen(cmd, c, dir)
			case len(args) == 0 && look.alone() && find.Usual().Any():
				return atHome(cmd, c, home.Open)
			}
			c.Data, c.Spec, c.Experiment = data, spec, paper.Name
			c.AutoStart = start || len(args) == 0
			c.FromData = !c.AutoStart
			c.Dir = func(name string) (string, error) {
				if out != "" {
					return out, nil
				}
				return sessions.NewDir(name)
			}
			last, err := ui.Workbench(cmd.Context(), c)
			if last != "" {
				farewell(cmd.ErrOrStderr(), last)
			}
			return err
		},
	}
	dataFlags(cmd.Flags(), &data, &spec)
	sweepFlags(cmd.Flags(), &spec)
	computeFlags(cmd.Flags(), &run)
	budgetFlags(cmd, &budget)
	paper = sweepFileFlag(cmd)
	cmd.Flags().BoolVar(&start, "start", false, "begin the sweep at once")
	cmd.Flags().StringVar(&out, "out", "", "directory of the new session")
	look = lookFlags(cmd)
	return cmd
}

// farewell says where the session is and what can be done with it, and what a
// finished experiment found.
func farewell(w io.Writer, last string) {
	find.Usual().Remember(last)
	s, err := sessions.Open(last)
	if err == nil && len(s.Missing()) == 0 {
		judge(w, s)
	}
	dir := message.Clean(last)
	fmt.Fprintf(w, "session %s\n", dir)
	if err == nil && len(s.Missing()) > 0 {
		fmt.Fprintf(w, "finish it:  sfatui resume %s\n", dir)
	}
	fmt.Fprintf(w, "look at it: sfatui open %s\nreplay it:  sfatui replay %[1]s\n", dir)
}

// look is how a command's screen is to be: what the file of settings says,
// unless the command line says otherwise.
type look struct{ cmd *cobra.Command }

// lookFlags adds a flag for each setting.
func lookFlags(cmd *cobra.Command) *look {
	for _, f := range settings.Table {
		cmd.Flags().String(f.Name, f.Choices[0], f.Doc+": "+strings.Join(f.Choices, ", "))
	}
	return &look{cmd}
}

// alone says that the command line has no other flags.
func (l *look) alone() bool {
	alone := true
	l.cmd.Flags().Visit(func(f *pflag.Flag) {
		alone = alone && slices.ContainsFunc(settings.Table, func(s settings.Setting) bool { return s.Name == f.Name })
	})
	return alone
}

// screen is the terminal that this process runs in.
func (l *look) screen() (ui.Config, error) {
	c := ui.Config{In: os.Stdin, Out: os.Stdout, SettingsPath: settingsPath(), HistoryPath: historyPath(), Home: homeHere(), Dir: sessions.NewDir}
	var err error
	if c.Settings, err = settings.Read(c.SettingsPath); err != nil {
		return c, ofUsage(err)
	}
	for _, f := range settings.Table {
		if !l.cmd.Flags().Changed(f.Name) {
			continue
		}
		if err := f.Set(&c.Settings, l.cmd.Flags().Lookup(f.Name).Value.String()); err != nil {
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

// historyPath is the file of what was typed into the palette, "" where there is no place
// for one.
func historyPath() string {
	dir, err := sessions.Folder()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "typed")
}
