package main

import (
	"math"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/commands"
	"example.com/sfatui/cmd/sfatui/named"
	"example.com/sfatui/cmd/sfatui/outcome"
	"example.com/sfatui/ui"
	"example.com/sfatui/ui/page/home"
	"example.com/sfatui/ui/settings"
	"github.com/spf13/cobra"
)

func replayCommand() *cobra.Command {
	var (
		speed  float64
		batch  bool
		verify commands.Verification
		look   *screenFlags
	)
	cmd := named.Command("replay", "Replay a sweep", func(cmd *cobra.Command, dir string) error {
		if !(speed > 0 && speed <= math.MaxFloat64) {
			return cli.Usagef("--speed %g: must be a number above 0", speed)
		}
		if err := look.set(new(settings.Settings)); err != nil {
			return err
		}
		if verify.Asked || cmd.Flags().Changed("sample") {
			return verify.Run(cmd, dir)
		}
		if batch || !cli.IsTerminal(cmd.OutOrStdout()) {
			return outcome.BatchTable(cmd, dir, false)
		}
		s, err := named.Read(cmd, dir)
		if err != nil {
			return err
		}
		c, err := look.screen("use sfatui replay --batch to print the table")
		if err != nil {
			return err
		}
		return ui.Replay(cmd.Context(), c, s, speed)
	})
	cmd.Flags().Float64Var(&speed, "speed", 1, "playback speed as a multiple of real time")
	cmd.Flags().BoolVar(&batch, "batch", false, "no screen: print the final table")
	verify.Flags(cmd)
	look = addScreenFlags(cmd)
	return withHome(cmd, home.Replay)
}
