package main

import (
	"cmp"
	"fmt"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/flags"
	"example.com/sfatui/cmd/sfatui/named"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"github.com/spf13/cobra"
)

// unsealCommand returns the command unseal.
func unsealCommand() *cobra.Command {
	var o sweep.RunOptions
	cmd := named.Command("unseal", "Measure the points chosen under --seal-test on the test parts", func(cmd *cobra.Command, dir string) error {
		if err := flags.CheckWorkers(cmd.Flags(), o); err != nil {
			return err
		}
		s, err := named.Read(cmd, dir)
		if err != nil {
			return err
		}
		if err := cmp.Or(s.Writable(), s.PlanDamage()); err != nil {
			return err
		}
		sweep.TakeKernelPath(s.Header.KernelPath)
		set, err := s.OpenData(cmd.Context())
		if err != nil {
			return cli.Data(err)
		}
		if _, err := compute.Unseal(cmd.Context(), s, set, o); err != nil {
			return err
		}
		if s, err = s.Reopen(); err != nil {
			return err
		}
		rows, c := s.Choice()
		for _, line := range sessions.TestLines(s.State(), c.By, rows, c.Best, s.Header.Data.InWords) {
			fmt.Fprintln(cmd.OutOrStdout(), line)
		}
		return nil
	})
	cmd.Long = `Measure ★ and the point that each fold alone chooses on the test parts of a sweep with
--seal-test. Points stay unchanged: the journal records the user, the chosen points and
the results. The same choice is measured only once; if the sweep has grown and the
command is repeated, the journal counts another look at the test parts.`
	flags.Compute(cmd.Flags(), &o)
	return cmd
}
