package main

import (
	"fmt"

	"example.com/sfatui/sessions"
	"github.com/spf13/cobra"
)

func checkCommand() *cobra.Command {
	return sessionCommand("check", "Verify every checksum of a session", func(cmd *cobra.Command, dir string) error {
		report, err := sessions.Check(dir)
		if err != nil {
			return err
		}
		fmt.Fprintln(cmd.OutOrStdout(), report)
		if len(report.Damage) > 0 {
			return errDamaged
		}
		return nil
	})
}
