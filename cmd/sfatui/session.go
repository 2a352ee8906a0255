package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/find"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui"
	"example.com/sfatui/ui/page/home"
	"github.com/spf13/cobra"
)

// sessionCommand makes a command that takes one session.
func sessionCommand(name, short string, run func(cmd *cobra.Command, dir string) error) *cobra.Command {
	return &cobra.Command{
		Use:     name + " SESSION",
		GroupID: "session",
		Short:   short,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return needsSession(cmd, "%s takes one session, %d given", name, len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := sessionPath(cmd, args[0])
			if err != nil {
				return err
			}
			return run(cmd, dir)
		},
	}
}

// sessionPath is the path of the session that a word means, which is remembered. Where
// it may be one of several, these are listed.
func sessionPath(cmd *cobra.Command, word string) (string, error) {
	places := find.Usual()
	dir, err := places.Path(word)
	var several *find.AmbiguousError
	var unknown *find.UnknownError
	switch {
	case errors.As(err, &several):
		printItems(cmd.ErrOrStderr(), several.Items, several.Numbers, true)
		return "", usageError{err}
	case errors.As(err, &unknown):
		return "", usageError{err}
	case err != nil:
		return "", err
	}
	places.Remember(dir)
	return dir, nil
}

// openSession opens the session that a word means.
func openSession(cmd *cobra.Command, word string) (*sessions.Session, error) {
	dir, err := sessionPath(cmd, word)
	if err != nil {
		return nil, err
	}
	return sessions.Open(dir)
}

// needsSession says that a command lacks its session, after a list of those that there
// are.
func needsSession(cmd *cobra.Command, format string, args ...any) error {
	if err := list(cmd, nil, false); err != nil {
		return err
	}
	return usagef(format, args...)
}

func resumeCommand() *cobra.Command {
	var (
		o      sweep.RunOptions
		auto   autopilot
		asJSON bool
		force  bool
	)
	cmd := sessionCommand("resume", "Finish a sweep that was interrupted", func(cmd *cobra.Command, dir string) error {
		if err := auto.check(cmd); err != nil {
			return err
		}
		return resume(cmd.Context(), dir, o, force, &auto, newProgress(cmd.OutOrStdout(), cmd.ErrOrStderr(), asJSON))
	})
	computeFlags(cmd.Flags(), &o)
	autoFlags(cmd, &auto)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a point that is computed")
	cmd.Flags().BoolVar(&force, "force", false, "compute also where another process computes in the session")
	return orHome(cmd, home.Resume)
}

// resume computes what a session misses, and more where the advisor is to go on,
// and prints the table of all of it.
func resume(ctx context.Context, dir string, o sweep.RunOptions, force bool, auto *autopilot, show *progress) error {
	s, err := sessions.Open(dir)
	if err != nil {
		return err
	}
	if err := s.Writable(); err != nil {
		return err
	}
	warnDamage(show.stderr, s)
	fmt.Fprintf(show.stderr, "%d of %d points are there, %d to do\n", len(s.Done()), s.Planned(), len(s.Missing()))
	if err := s.PlanDamage(); err != nil {
		return err
	}
	switch {
	case len(s.Missing()) == 0 && auto.on:
		return auto.goOn(ctx, s, o, show)
	case len(s.Missing()) == 0 && !compute.SearchGoesOn(s):
		return printSession(show, s)
	}
	e, err := show.begin(func() (*compute.Execution, error) { return compute.Resume(ctx, s, o, force, show.record) })
	if err != nil {
		return dataError{err}
	}
	if auto.on && !e.SetDriver(auto.driver()) { // it has ended already
		if err := e.Wait(); err != nil {
			return finish(e, show)
		}
		return auto.goOn(ctx, s, o, show)
	}
	return finish(e, show)
}

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

func followCommand() *cobra.Command {
	var (
		every  time.Duration
		batch  bool
		asJSON bool
		look   *look
	)
	cmd := sessionCommand("follow", "Watch a sweep that another process is running", func(cmd *cobra.Command, dir string) error {
		if every < 0 || cmd.Flags().Changed("every") && every == 0 {
			return usagef("--every %s: must be above 0", every)
		}
		s, err := sessions.Open(dir)
		if err != nil {
			return err
		}
		if every == 0 {
			every = store.Interval(dir)
		}
		if batch || asJSON || !isTerminal(cmd.OutOrStdout()) {
			return followLines(cmd, s, every, asJSON)
		}
		c, err := look.screen()
		if err != nil {
			return err
		}
		return ui.Follow(cmd.Context(), c, dir, every)
	})
	cmd.Flags().DurationVar(&every, "every", 0, "how often to look (default: 250ms, over a network 2s)")
	cmd.Flags().BoolVar(&batch, "batch", false, "no screen: progress on stderr, the table at the end")
	cmd.Flags().BoolVar(&asJSON, "json", false, "no screen: print one JSON object a finished point")
	look = lookFlags(cmd)
	return orHome(cmd, home.Follow)
}

// followLines watches a session without a screen until the sweep ends.
func followLines(cmd *cobra.Command, s *sessions.Session, every time.Duration, asJSON bool) error {
	show := newProgress(cmd.OutOrStdout(), cmd.ErrOrStderr(), asJSON)
	s.Queued = jobs.IsQueued(s, &jobs.Slurm{})
	err := s.Follow(cmd.Context(), every, func(r record.Record) error {
		show.record(r)
		return nil
	})
	show.end()
	if err != nil {
		return err
	}
	return batchTable(cmd, s.Dir, asJSON)
}

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

// batchTable prints the table of a session as its records tell it, and says
// what of it is damaged.
func batchTable(cmd *cobra.Command, dir string, asJSON bool) error {
	s, err := sessions.Open(dir)
	if err != nil {
		return err
	}
	if !asJSON {
		printTable(cmd.OutOrStdout(), s)
	}
	if warnDamage(cmd.ErrOrStderr(), s) {
		return errDamaged
	}
	return nil
}

// warnDamage lists what of a session is damaged.
func warnDamage(w io.Writer, s *sessions.Session) bool {
	for _, d := range s.Damage() {
		fmt.Fprintf(w, "damaged: %s\n", d)
	}
	return len(s.Damage()) > 0
}

var errDamaged = damagedSession{errors.New("the session is damaged; what is whole can still be opened and resumed")}

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

// isTerminal reports whether a command's output is a terminal.
func isTerminal(w io.Writer) bool {
	o, ok := w.(*output)
	return ok && o.terminal()
}
