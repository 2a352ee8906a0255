package main

import (
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui"
	"example.com/sfatui/ui/page/home"
	"github.com/spf13/cobra"
)

func replayCommand() *cobra.Command {
	var (
		speed  float64
		batch  bool
		verify verification
		look   *look
	)
	cmd := sessionCommand("replay", "Play a sweep back", func(cmd *cobra.Command, dir string) error {
		if !(speed > 0) {
			return usagef("--speed %g: must be above 0", speed)
		}
		if verify.asked || cmd.Flags().Changed("sample") {
			return verify.run(cmd, dir)
		}
		if _, err := sessions.Open(dir); err != nil {
			return err
		}
		if batch || !isTerminal(cmd.OutOrStdout()) {
			return batchTable(cmd, dir, false)
		}
		c, err := look.screen()
		if err != nil {
			return err
		}
		return ui.Replay(cmd.Context(), c, dir, speed)
	})
	cmd.Flags().Float64Var(&speed, "speed", 1, "times as fast as it was")
	cmd.Flags().BoolVar(&batch, "batch", false, "no screen: print the final table")
	verify.flags(cmd)
	look = lookFlags(cmd)
	return orHome(cmd, home.Replay)
}
