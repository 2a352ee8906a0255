package main

import (
	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui"
	"example.com/sfatui/ui/page/home"
	"github.com/spf13/cobra"
)

func openCommand() *cobra.Command {
	var (
		o      sweep.RunOptions
		budget advise.Budget
		look   *look
	)
	cmd := sessionCommand("open", "Look at a session, and go on with it", func(cmd *cobra.Command, dir string) error {
		if err := checkBudget(cmd, budget); err != nil {
			return err
		}
		c, err := look.screen()
		if err != nil {
			return err
		}
		c.Run, c.Auto = o, budget
		return openOnScreen(cmd, c, dir)
	})
	computeFlags(cmd.Flags(), &o)
	budgetFlags(cmd, &budget)
	look = lookFlags(cmd)
	return orHome(cmd, home.Open)
}

// openOnScreen shows a session, which the user can go on with.
func openOnScreen(cmd *cobra.Command, c ui.Config, dir string) error {
	s, err := sessions.Open(dir)
	if err != nil {
		return err
	}
	_, err = ui.Open(cmd.Context(), c, s)
	return err
}
