package main

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/flags"
	"example.com/sfatui/cmd/sfatui/named"
	"example.com/sfatui/cmd/sfatui/outcome"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/ui/page/home"
	"github.com/spf13/cobra"
)

func resumeCommand() *cobra.Command {
	var (
		o      sweep.RunOptions
		auto   autopilot
		tested permutations
		asJSON bool
		force  bool
	)
	cmd := named.Command("resume", "Compute the missing points of a sweep", func(cmd *cobra.Command, dir string) error {
		if err := cmp.Or(auto.check(cmd), tested.check(cmd), flags.CheckWorkers(cmd.Flags(), o)); err != nil {
			return err
		}
		s, err := named.Read(cmd, dir)
		if err != nil {
			return err
		}
		show := outcome.NewProgress(cmd.OutOrStdout(), cmd.ErrOrStderr(), asJSON)
		show.After = tested.testAfter(cmd.Context(), o, cmd.ErrOrStderr())
		return resume(cmd.Context(), s, o, force, &auto, show)
	})
	flags.Compute(cmd.Flags(), &o)
	autoFlags(cmd, &auto)
	tested.flag(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per computed point")
	cmd.Flags().BoolVar(&force, "force", false, "compute even if another process computes the session or its tasks are queued")
	return withHome(cmd, home.Resume)
}

// resume computes the missing points of a session, lets the advisor add more on
// request, and prints the table of all points.
func resume(ctx context.Context, s *sessions.Session, o sweep.RunOptions, force bool, auto *autopilot, show *outcome.Progress) error {
	if err := s.Writable(); err != nil {
		return err
	}
	sweep.TakeKernelPath(s.Header.KernelPath)
	named.WarnDamage(show.Stderr, s)
	fmt.Fprintf(show.Stderr, "%d of %d fits finished, %d to compute\n", len(s.Done()), s.Planned(), len(s.Missing()))
	if err := s.PlanDamage(); err != nil {
		return err
	}
	switch {
	case len(s.Missing()) == 0 && auto.on:
		return auto.extendSession(ctx, s, o, show)
	case len(s.Missing()) == 0 && !compute.SearchGoesOn(s):
		return outcome.PrintSession(show, s)
	}
	if !force {
		if err := jobs.Free(ctx, s, &jobs.Slurm{}, time.Now()); err != nil {
			return err
		}
	}
	e, err := show.Begin(func() (*compute.Execution, error) { return compute.Resume(ctx, s, nil, o, force, show.Record) })
	if err != nil {
		return cli.Data(err)
	}
	if auto.on && !e.SetDriver(auto.driver()) { // the sweep has ended already
		if err := e.Wait(); err != nil {
			return outcome.Finish(e, show)
		}
		return auto.extendSession(ctx, s, o, show)
	}
	return outcome.Finish(e, show)
}
