package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/sessions"
	"github.com/spf13/cobra"
)

func compareCommand() *cobra.Command {
	var angles bool
	cmd := &cobra.Command{
		Use:     "compare SESSION KEY KEY",
		GroupID: "session",
		Short:   "Set two points of a session side by side",
		Long: `Set two points of a session side by side: their measures over folds and draws
with Wilcoxon's signed-rank test of the difference, and how far apart the spaces
are that their features span. A point is named by the first letters of a key,
which the workbench and --json show.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 3 {
				return usagef("compare takes a session and two keys, %d arguments given", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := sessions.Open(findSession(args[0]))
			if err != nil {
				return err
			}
			rows := choose.Summarize(s.State().Results)
			a, err := rowOf(rows, args[1])
			if err != nil {
				return err
			}
			b, err := rowOf(rows, args[2])
			if err != nil {
				return err
			}
			printContrast(cmd.OutOrStdout(), a, b)
			if !angles {
				return nil
			}
			return printAngles(cmd.Context(), cmd.OutOrStdout(), s, a, b)
		},
	}
	cmd.Flags().BoolVar(&angles, "angles", true, "solve both again and compare what their features span")
	return cmd
}

// rowOf finds the choice of parameters that one point of a key belongs to.
func rowOf(rows []choose.Row, key string) (choose.Row, error) {
	var found []choose.Row
	for _, r := range rows {
		for _, res := range r.Results {
			if strings.HasPrefix(res.Key, key) {
				found = append(found, r)
				break
			}
		}
	}
	switch len(found) {
	case 0:
		return choose.Row{}, usagef("no finished point has a key that begins with %q; sfatui open shows them", message.Clean(key))
	case 1:
		return found[0], nil
	}
	return choose.Row{}, usagef("the keys of %d points begin with %q: write more of it", len(found), message.Clean(key))
}

func printContrast(w io.Writer, a, b choose.Row) {
	fmt.Fprintf(w, "A  %s\nB  %s\n\n", message.Clean(a.Config.Label()), message.Clean(b.Config.Label()))
	fmt.Fprintf(w, "%-22s %18s %18s %10s  %s\n", "", "A", "B", "A − B", "Wilcoxon")
	for _, c := range choose.Compare(a, b) {
		test := "no difference"
		if c.Test.N > 0 {
			test = fmt.Sprintf("p = %.2g of %d repeats that differ", c.Test.P, c.Test.N)
		}
		fmt.Fprintf(w, "%-22s %18s %18s %10.3g  %s\n", c.Measure.Show.Contrast, c.A, c.B, c.A.Mean-c.B.Mean, test)
	}
}

func printAngles(ctx context.Context, w io.Writer, s *sessions.Session, a, b choose.Row) error {
	set, err := s.OpenData(ctx)
	if err != nil {
		return dataError{err}
	}
	all, err := run.Angles(ctx, set, s.Header.Data.Hash, a.Results, b.Results)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "\ncosines of the principal angles between what A and B span, 1 for the same space")
	for i, cosines := range all {
		mean, least := 0.0, 1.0
		if len(cosines) > 0 {
			mean, least = choose.Mean(cosines).Mean, min(1, slices.Min(cosines))
		}
		fmt.Fprintf(w, "repeat %-3d mean %.4f  least %.4f  of %d\n", i+1, mean, least, len(cosines))
	}
	return nil
}
