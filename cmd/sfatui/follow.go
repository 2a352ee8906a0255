package main

import (
	"time"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/named"
	"example.com/sfatui/cmd/sfatui/outcome"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui"
	"example.com/sfatui/ui/page/home"
	"example.com/sfatui/ui/settings"
	"github.com/spf13/cobra"
)

func followCommand() *cobra.Command {
	var (
		every  time.Duration
		batch  bool
		asJSON bool
		look   *screenFlags
	)
	cmd := named.Command("follow", "Follow a sweep that another process is running", func(cmd *cobra.Command, dir string) error {
		if every < 0 || cmd.Flags().Changed("every") && every == 0 {
			return cli.Usagef("--every %s: must be above 0", every)
		}
		if err := look.set(new(settings.Settings)); err != nil {
			return err
		}
		s, err := named.Read(cmd, dir)
		if err != nil {
			return err
		}
		if every == 0 {
			every = store.Interval(dir)
		}
		if batch || asJSON || !cli.IsTerminal(cmd.OutOrStdout()) {
			return followLines(cmd, s, every, asJSON)
		}
		c, err := look.screen("use sfatui follow --batch instead")
		if err != nil {
			return err
		}
		return ui.Follow(cmd.Context(), c, s, every)
	})
	follow := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		named.Awaited(cmd.Context(), cmd.ErrOrStderr(), args[0])
		return follow(cmd, args)
	}
	cmd.Flags().DurationVar(&every, "every", 0, "polling interval (default: 250ms, over a network 2s)")
	cmd.Flags().BoolVar(&batch, "batch", false, "no screen: progress on stderr, the table at the end")
	cmd.Flags().BoolVar(&asJSON, "json", false, "no screen: print one JSON object per finished point")
	look = addScreenFlags(cmd)
	return withHome(cmd, home.Follow)
}

// followLines prints a session's progress in lines until the sweep ends.
func followLines(cmd *cobra.Command, s *sessions.Session, every time.Duration, asJSON bool) error {
	show := outcome.NewProgress(cmd.OutOrStdout(), cmd.ErrOrStderr(), asJSON)
	show.Of(s)
	s.Queued = jobs.IsQueued(s, &jobs.Slurm{})
	err := s.Follow(cmd.Context(), every, func(r record.Record) error {
		show.Record(r)
		return nil
	})
	show.End()
	if err != nil {
		return err
	}
	return outcome.BatchTable(cmd, s.Dir, asJSON)
}
