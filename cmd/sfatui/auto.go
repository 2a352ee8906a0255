package main

import (
	"context"
	"errors"
	"fmt"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/outcome"
	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"github.com/spf13/cobra"
)

// autopilot holds the flags of the automatic advisor.
type autopilot struct {
	on     bool
	budget advise.Budget
}

// autoFlags adds the flags that enable and limit the automatic advisor.
func autoFlags(cmd *cobra.Command, a *autopilot) {
	f := cmd.Flags()
	f.BoolVar(&a.on, "auto", false, "after the sweep, add the points that the advisor proposes, round by round, until no neighbouring point is better")
	budgetFlags(cmd, &a.budget)
}

// budgetFlags adds the flags that limit the automatic advisor.
func budgetFlags(cmd *cobra.Command, b *advise.Budget) {
	f := cmd.Flags()
	f.IntVar(&b.Points, "auto-points", 0, "maximum number of points that --auto adds to the session, over all resumes (default: no limit)")
	f.DurationVar(&b.Time, "auto-time", 0, "computing time after which --auto starts no further round, such as 10m (default: no limit)")
}

// checkBudget returns an error for an invalid budget.
func checkBudget(cmd *cobra.Command, b advise.Budget) error {
	switch f := cmd.Flags(); {
	case b.Points < 0 || f.Changed("auto-points") && b.Points == 0:
		return cli.Usagef("--auto-points %d: must be at least 1", b.Points)
	case b.Time < 0 || f.Changed("auto-time") && b.Time == 0:
		return cli.Usagef("--auto-time %s: must be above 0", b.Time)
	}
	return nil
}

// check returns an error for an invalid budget, or one without --auto.
func (a *autopilot) check(cmd *cobra.Command) error {
	if by := cmd.Flags().Lookup("search"); a.on && by != nil && by.Value.String() != "" {
		return cli.Usagef("--auto cannot be combined with --search: resume the session with --auto when the search has finished")
	}
	if !a.on && a.budget != (advise.Budget{}) {
		return cli.Usagef("--auto-points and --auto-time require --auto")
	}
	return checkBudget(cmd, a.budget)
}

// driver returns the driver that extends a sweep; nil without --auto.
func (a *autopilot) driver() *advise.Driver {
	if !a.on {
		return nil
	}
	return &advise.Driver{Budget: a.budget}
}

// extendSession lets the advisor extend a finished session, and waits for the
// end.
func (a *autopilot) extendSession(ctx context.Context, s *sessions.Session, o sweep.RunOptions, show *outcome.Progress) error {
	set, err := s.OpenData(ctx)
	if err != nil {
		return cli.Data(err)
	}
	e, err := show.Begin(func() (*compute.Execution, error) {
		return compute.Auto(ctx, s, set, a.driver(), o, show.Record)
	})
	var nothing *compute.NothingToAdd
	if errors.As(err, &nothing) {
		fmt.Fprintln(show.Stderr, "auto:", nothing.Why)
		return outcome.PrintSession(show, s)
	}
	if err != nil {
		return cli.Data(err)
	}
	return outcome.Finish(e, show)
}
