package main

import (
	"cmp"

	"example.com/sfatui/cmd/sfatui/about"
	"example.com/sfatui/cmd/sfatui/flags"
	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/find"
	"example.com/sfatui/ui"
	"example.com/sfatui/ui/page/home"
	"github.com/spf13/cobra"
)

func workbenchCommand() *cobra.Command {
	var (
		data   datasets.Options
		spec   sweep.Spec
		run    sweep.RunOptions
		budget advise.Budget
		paper  *flags.Experiment
		start  bool
		out    string
		wanted bool
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
			if wanted {
				return about.PrintVersion(cmd.OutOrStdout())
			}
			dir, err := sessionNamed(cmd, args)
			if err == nil && dir == "" {
				err = checkWord(cmd, args)
			}
			if err != nil {
				return err
			}
			if data.Paths, err = flags.Described(cmd, paper.Paths(args)); err != nil {
				return err
			}
			if err := cmp.Or(flags.CheckRanges(cmd, &data, &spec, &run), checkBudget(cmd, budget)); err != nil {
				return err
			}
			c, err := look.screen("sfatui run does the same without one")
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
				return find.NewDir(name)
			}
			last, err := ui.Workbench(cmd.Context(), c)
			if last != "" {
				farewell(cmd.ErrOrStderr(), last)
			}
			return err
		},
	}
	flags.Data(cmd.Flags(), &data, &spec)
	flags.Sweep(cmd.Flags(), &spec)
	flags.Compute(cmd.Flags(), &run)
	budgetFlags(cmd, &budget)
	paper = flags.SweepFile(cmd)
	cmd.Flags().BoolVar(&start, "start", false, "begin the sweep at once")
	cmd.Flags().StringVar(&out, "out", "", "directory of the new session")
	cmd.Flags().BoolVar(&wanted, "version", false, "print the version and stop")
	look = lookFlags(cmd)
	return cmd
}
