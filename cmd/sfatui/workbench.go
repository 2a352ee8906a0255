package main

import (
	"cmp"

	"example.com/sfatui/cmd/sfatui/commands"
	"example.com/sfatui/cmd/sfatui/flags"
	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/ui"
	"example.com/sfatui/ui/page/home"
	"github.com/spf13/cobra"
)

// workbench holds the flags of the workbench.
type workbench struct {
	data       datasets.Options
	spec       sweep.Spec
	run        sweep.RunOptions
	budget     advise.Budget
	experiment *flags.Experiment
	start      bool
	out        string
	screen     *screenFlags
}

func workbenchCommand() *cobra.Command {
	var (
		w       workbench
		version bool
	)
	cmd := &cobra.Command{
		Use:   "sfatui [DATA… | SESSION]",
		Short: "A terminal workbench for slow feature analysis",
		Long: `A terminal workbench for slow feature analysis (SFA).

DATA is the name of a built-in data set, or files or folders of sound, tables, arrays,
series or images: press s to set up a sweep, and s again to start it. SESSION is a
path, a number from sfatui ls, - for the newest, the name of its data, or any part of
its name. Without arguments, the home page lists sessions and data; if there are no
sessions yet, the quick start runs a sweep over the built-in set "vowels". ? lists
the keys.`,
		Example: `  sfatui
  sfatui words/ --name '{label}_{group}_{rep}'
  sfatui sensors.csv --segment trial --label state --standardize`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if version {
				return commands.PrintVersion(cmd.OutOrStdout())
			}
			return w.show(cmd, args)
		},
	}
	flags.Data(cmd.Flags(), &w.data, &w.spec)
	flags.Sweep(cmd.Flags(), &w.spec)
	flags.Compute(cmd.Flags(), &w.run)
	budgetFlags(cmd, &w.budget)
	w.experiment = flags.SweepFile(cmd)
	cmd.Flags().BoolVar(&w.start, "start", false, "start the sweep at once")
	cmd.Flags().StringVar(&w.out, "out", "", "directory of the new session")
	cmd.Flags().BoolVar(&version, "version", false, "print the version and exit")
	w.screen = addScreenFlags(cmd)
	return cmd
}

// show opens the session that the arguments name, or else home, or the
// workbench with their data.
func (w *workbench) show(cmd *cobra.Command, args []string) error {
	dir, err := sessionNamed(cmd, args)
	if err == nil && dir == "" {
		err = checkWord(cmd, args)
	}
	if err != nil {
		return err
	}
	if w.data.Paths, err = flags.Described(cmd, w.experiment.Paths(args)); err != nil {
		return err
	}
	if err := cmp.Or(flags.CheckRanges(cmd, &w.data, &w.spec, &w.run), checkBudget(cmd, w.budget)); err != nil {
		return err
	}
	c, err := w.screen.screen("use sfatui run instead")
	if err != nil {
		return err
	}
	c.Run, c.Auto = w.run, w.budget
	switch {
	case dir != "":
		return openOnScreen(cmd, c, dir)
	case len(args) == 0 && w.screen.onlyScreenFlags() && list.Usual().Any():
		return showHome(cmd, c, home.Open)
	}
	c.Data, c.Spec, c.Experiment = w.data, w.spec, w.experiment.Name
	c.AutoStart = w.start || len(args) == 0
	c.FromData = !c.AutoStart
	if w.out != "" {
		c.Dir = func(string) (string, error) { return w.out, nil }
	}
	last, err := ui.Workbench(cmd.Context(), c)
	if last != "" {
		printNextSteps(cmd.ErrOrStderr(), last)
	}
	return err
}
