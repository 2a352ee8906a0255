package main

import (
	"cmp"

	"example.com/sfatui/cmd/sfatui/flags"
	"example.com/sfatui/cmd/sfatui/named"
	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/page/home"
	"github.com/spf13/cobra"
)

func openCommand() *cobra.Command {
	var (
		o      sweep.RunOptions
		budget advise.Budget
		look   *screenFlags
	)
	cmd := named.Command("open", "Open a session in the workbench", func(cmd *cobra.Command, dir string) error {
		if err := cmp.Or(checkBudget(cmd, budget), flags.CheckWorkers(cmd.Flags(), o)); err != nil {
			return err
		}
		c, err := look.screen("use sfatui replay --batch to print the table")
		if err != nil {
			return err
		}
		c.Run, c.Auto = o, budget
		return openOnScreen(cmd, c, dir)
	})
	flags.Compute(cmd.Flags(), &o)
	budgetFlags(cmd, &budget)
	look = addScreenFlags(cmd)
	return withHome(cmd, home.Open)
}
