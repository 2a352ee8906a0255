package commands

import (
	"fmt"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/named"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/store"
	"github.com/spf13/cobra"
)

// Check returns the command check.
func Check() *cobra.Command {
	return named.Command("check", "Verify every checksum of a session", func(cmd *cobra.Command, dir string) error {
		report, err := sessions.Check(dir)
		if err != nil {
			return err
		}
		report.Damage = append(report.Damage, jobs.Damage(store.At(dir))...)
		fmt.Fprintln(cmd.OutOrStdout(), report)
		if len(report.Damage) > 0 {
			return cli.Damaged
		}
		return nil
	})
}
