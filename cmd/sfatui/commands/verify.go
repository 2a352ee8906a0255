package commands

import (
	"fmt"
	"io"
	"math"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/named"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compare"
	"github.com/spf13/cobra"
)

// Verification holds the flags of replay --verify.
type Verification struct {
	Asked  bool
	sample int
}

// defaultSample is the default number of points to recompute.
const defaultSample = 10

// Flags adds the flags.
func (v *Verification) Flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&v.Asked, "verify", false, "no screen: recompute points and compare them with the recorded ones")
	cmd.Flags().IntVar(&v.sample, "sample", defaultSample, "with --verify: number of points to recompute, evenly spaced; 0 for all")
}

// Run recomputes a sample of a session's points, and prints whether they are
// confirmed.
func (v *Verification) Run(cmd *cobra.Command, dir string) error {
	if !v.Asked {
		return cli.Usagef("--sample requires --verify")
	}
	if f := cmd.Flags(); f.Changed("batch") || f.Changed("speed") {
		return cli.Usagef("--verify shows neither screen nor table: leave out --batch and --speed")
	}
	if v.sample < 0 {
		return cli.Usagef("--sample %d: must be at least 0 (0: all points)", v.sample)
	}
	s, err := named.Read(cmd, dir)
	if err != nil {
		return err
	}
	out, stderr := cmd.OutOrStdout(), cmd.ErrOrStderr()
	damaged := named.WarnDamage(stderr, s)
	points := compare.Sample(s, v.sample)
	if len(points) == 0 {
		return cli.Usagef("the session has no finished points to recompute")
	}
	set, err := s.OpenData(cmd.Context())
	if err != nil {
		return cli.Data(err)
	}
	alike := sameArithmetic(stderr, s)
	label := sessions.LabelsOf(s.Rows())
	var t tally
	err = compare.Recompute(cmd.Context(), s, set, points, sweep.RunOptions{Memory: sweep.AvailableMemory()}, func(p compare.Verified) error {
		t.add(p)
		_, err := fmt.Fprintf(out, "%s  %s fold %d%s\n", p.Recorded.Key[:12], label(p.Recorded.Point), p.Recorded.Point.Fold+1, verdict(p))
		return err
	})
	if err != nil {
		return err
	}
	err = t.report(out, len(s.Done()), alike)
	if err == nil && damaged {
		return cli.Damaged
	}
	return err
}

// sameArithmetic reports whether the measures in common can be equal to the
// bit, and prints why not.
func sameArithmetic(w io.Writer, s *sessions.Session) bool {
	h := s.Header
	if h.Engine != sweep.Version {
		fmt.Fprintf(w, "the session was computed by engine %s and this is %s: numbers may differ\n", h.Engine, sweep.Version)
	}
	if h.KernelPath != sweep.KernelPath() {
		fmt.Fprintf(w, "the session was computed with the arithmetic %s and this is %s: last digits may differ\n", h.KernelPath, sweep.KernelPath())
	}
	if other := h.OtherMeasures(); other != "" {
		fmt.Fprintf(w, "the session's points have other measures than this sfatui computes: %s\n", other)
	}
	return h.Engine == sweep.Version && h.KernelPath == sweep.KernelPath()
}

// verdict returns how a recomputed point compares.
func verdict(p compare.Verified) string {
	if p.Exact {
		return ": identical to the bit"
	}
	text := fmt.Sprintf(": differs by slowness %s, variance %s, accuracy %s", size(p.Slowness), size(p.Variance), size(p.Accuracy))
	if p.Other != "" {
		text += "; " + p.Other
	}
	if p.Arbitrary {
		text += "; features are arbitrary, because their Δ agree to rounding: compared on the training part only"
	}
	if p.Same() {
		return text + ": equal up to rounding"
	}
	return text + ": NOT confirmed"
}

// size formats a relative difference.
func size(x float64) string {
	switch {
	case x == 0:
		return "0"
	case math.IsInf(x, 1):
		return "by not being a number"
	}
	return fmt.Sprintf("%.1e", x)
}

// tally counts the recomputed points.
type tally struct {
	all, exact, refuted, arbitrary int
	slowness, variance, accuracy   float64
}

func (t *tally) add(p compare.Verified) {
	t.all++
	if p.Exact {
		t.exact++
	}
	if !p.Same() {
		t.refuted++
	}
	if p.Arbitrary {
		t.arbitrary++
	}
	t.slowness, t.variance, t.accuracy = max(t.slowness, p.Slowness), max(t.variance, p.Variance), max(t.accuracy, p.Accuracy)
}

// report prints the verdict. It returns an error if a point was not confirmed.
func (t *tally) report(w io.Writer, done int, alike bool) error {
	fmt.Fprintf(w, "%d of %d finished points recomputed, %d identical to the bit\n", t.all, done, t.exact)
	if t.exact < t.all {
		fmt.Fprintf(w, "largest relative difference: slowness %s, variance %s, accuracy %s\n", size(t.slowness), size(t.variance), size(t.accuracy))
		if alike {
			fmt.Fprintln(w, "engine and arithmetic are those of the session: identical bits were expected")
		}
	}
	if t.arbitrary > 0 {
		fmt.Fprintf(w, "compared on the training part only: %s with arbitrary features\n", message.Counted(t.arbitrary, "point"))
	}
	if t.refuted > 0 {
		return fmt.Errorf("%d of %d points differ from the recorded ones by more than %.0e", t.refuted, t.all, compare.Tolerance)
	}
	fmt.Fprintln(w, "confirmed")
	return nil
}
