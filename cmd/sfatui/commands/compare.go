package commands

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/named"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/sessions"
	"github.com/spf13/cobra"
)

// Compare returns the command compare.
func Compare() *cobra.Command {
	var angles, asJSON bool
	rope, test := ropeFlag{choose.UsualRope}, testFlag(choose.CorrectedT)
	cmd := &cobra.Command{
		Use:     "compare SESSION KEY KEY",
		GroupID: "session",
		Short:   "Compare two points of a session",
		Long: `Compare two points of a session: their measures over folds and draws, and the
principal angles between the subspaces that their features span. A point is named
by the first letters of its key, which the workbench and run --json show.

For each measure the command prints the difference A − B, or the ratio A / B for
slowness and errors, with its 95 % interval, and the probabilities that A is better
than B, equal within --rope, or worse (Bayesian correlated t). p is from the
corrected resampled t-test, which allows for training data shared between folds and
repeats; the value in brackets is corrected for all measures together (Holm).
--test wilcoxon adds Wilcoxon's signed-rank test over folds, exact up to 25 folds.
It ignores shared training data and reports false differences in more than 5 % of
cases. --json prints the same as one object; draws_a and draws_b are present if a
fold has several draws: the root mean over folds of the variance over draws.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 3 {
				return cli.Usagef("compare requires a session and two keys, %s given", message.Counted(len(args), "argument"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := named.Open(cmd, args[0])
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
			contrasts := choose.Compare(a, b, rope.x)
			if !asJSON {
				printContrasts(cmd.OutOrStdout(), a, b, contrasts, test)
			}
			var cosines []resolve.Angle
			if angles {
				if cosines, err = anglesOf(cmd.Context(), s, a, b); err != nil {
					return err
				}
			}
			if asJSON {
				cli.JSON(cmd.OutOrStdout(), compareJSONOf(a, b, contrastsJSON(contrasts, test), cosines))
			} else if angles {
				printAngles(cmd.OutOrStdout(), cosines)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&angles, "angles", true, "solve both points again and compare the subspaces that their features span")
	cmd.Flags().Var(&rope, "rope", ropeUsage)
	cmd.Flags().Var(&test, "test", testUsage)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

const ropeUsage = "half-width of the region of practical equivalence: a difference of shares, or of logarithms for ratios (default 0.01, and ln 1.05)"

// ropeFlag is the region of practical equivalence.
type ropeFlag struct{ x float64 }

func (f *ropeFlag) Type() string { return "X" }

func (f *ropeFlag) String() string {
	if f.x < 0 {
		return ""
	}
	return fmt.Sprint(f.x)
}

func (f *ropeFlag) Set(text string) error {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0) || math.IsInf(x, 0) {
		return fmt.Errorf("%q is not a number of at least 0", text)
	}
	f.x = x
	return nil
}

const testUsage = "corrected-t, or wilcoxon to print that test in addition"

// testFlag is the requested test. The corrected t-test is always printed.
type testFlag choose.Method

const wilcoxon testFlag = "wilcoxon"

func (f *testFlag) Type() string { return "TEST" }

func (f *testFlag) String() string { return string(*f) }

func (f *testFlag) Set(text string) error {
	if t := testFlag(text); t == wilcoxon || t == testFlag(choose.CorrectedT) {
		*f = t
		return nil
	}
	return fmt.Errorf("%q is neither corrected-t nor wilcoxon", text)
}

// rowOf returns the configuration with a point whose key begins with key.
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
		return choose.Row{}, cli.Usagef("no finished point has a key that begins with %q; sfatui open shows the keys", message.Clean(key))
	case 1:
		return found[0], nil
	}
	return choose.Row{}, cli.Usagef("the keys of %d points begin with %q: give more letters", len(found), message.Clean(key))
}

func printContrasts(w io.Writer, a, b choose.Row, contrasts []choose.Contrast, test testFlag) {
	fmt.Fprintf(w, "A  %s\nB  %s\n\n", message.Clean(a.Config.Label()), message.Clean(b.Config.Label()))
	for i := range contrasts {
		printContrast(w, "%-22s %s\n", &contrasts[i], test)
	}
	if shared := choose.SharedFeatures(&a, &b); shared != "" {
		fmt.Fprintf(w, "\n%s\n", shared)
	}
}

// printContrast prints a measure of two points, and below it the requested
// test.
func printContrast(w io.Writer, format string, c *choose.Contrast, test testFlag) {
	fmt.Fprintf(w, format, c.Measure.Show.Contrast, c.Text())
	if text := c.Test.RankText(); text != "" && test == wilcoxon {
		fmt.Fprintf(w, format, "", text)
	}
}

// anglesOf computes the cosines of the principal angles for each fold and draw.
func anglesOf(ctx context.Context, s *sessions.Session, a, b choose.Row) ([]resolve.Angle, error) {
	set, err := s.OpenData(ctx)
	if err != nil {
		return nil, cli.Data(err)
	}
	return resolve.Angles(ctx, set, s.Header.Data.Hash, a.Results, b.Results)
}

func printAngles(w io.Writer, all []resolve.Angle) {
	fmt.Fprintln(w, "\ncosines of the principal angles between the subspaces of A and B (1: the same subspace)")
	drawn := slices.ContainsFunc(all, func(a resolve.Angle) bool { return a.Draw > 0 })
	for _, a := range all {
		cosines, at := a.Cosines, fmt.Sprintf("fold %-3d", a.Fold+1)
		if drawn {
			at += fmt.Sprintf(" draw %-3d", a.Draw+1)
		}
		mean, least := 0.0, 1.0
		if len(cosines) > 0 {
			mean, least = choose.Mean(cosines).Mean, min(1, slices.Min(cosines))
		}
		fmt.Fprintf(w, "%s mean %.4f  min %.4f  of %d\n", at, mean, least, len(cosines))
	}
}

// The JSON of a comparison.
type (
	compareJSON struct {
		A        comparedJSON   `json:"a"`
		B        comparedJSON   `json:"b"`
		Measures []contrastJSON `json:"measures"`
		// Cosines holds the cosines of the principal angles, for each fold and
		// draw.
		Cosines [][]part.Float `json:"cosines,omitempty"`
	}
	comparedJSON struct {
		Point part.Point `json:"point"` // without fold and draw
		Keys  []string   `json:"keys"`
	}
	contrastJSON struct {
		Measure    string       `json:"measure"`
		A          part.Float   `json:"a"`
		B          part.Float   `json:"b"`
		SEA        part.Float   `json:"se_a"`
		SEB        part.Float   `json:"se_b"`
		Difference part.Float   `json:"difference"`
		Repeats    int          `json:"repeats"`
		DrawsA     *part.Float  `json:"draws_a,omitempty"` // spread over draws, if there are several
		DrawsB     *part.Float  `json:"draws_b,omitempty"`
		Test       *choose.Test `json:"test,omitempty"`
	}
)

func compareJSONOf(a, b choose.Row, measures []contrastJSON, angles []resolve.Angle) compareJSON {
	side := func(r choose.Row) comparedJSON {
		c := comparedJSON{Point: r.Config, Keys: []string{}}
		for _, res := range r.Results {
			c.Keys = append(c.Keys, res.Key)
		}
		return c
	}
	out := compareJSON{A: side(a), B: side(b), Measures: measures}
	for _, a := range angles {
		out.Cosines = append(out.Cosines, part.Floats(a.Cosines))
	}
	return out
}

func contrastsJSON(contrasts []choose.Contrast, asked testFlag) []contrastJSON {
	out := make([]contrastJSON, len(contrasts))
	for i, c := range contrasts {
		out[i] = contrastJSON{
			Measure: c.Measure.Show.Contrast, A: part.Float(c.A.Mean), B: part.Float(c.B.Mean), SEA: part.Float(c.A.SE), SEB: part.Float(c.B.SE),
			Difference: part.Float(c.A.Mean - c.B.Mean), Repeats: c.A.N,
			DrawsA: drawsOf(c.A), DrawsB: drawsOf(c.B),
		}
		if c.Test.Method != choose.NoTest {
			if asked != wilcoxon {
				c.Test.Ranks = nil
			}
			out[i].Test = &c.Test
		}
	}
	return out
}

// drawsOf returns the spread over the draws of a fold, nil if no fold has
// several.
func drawsOf(s choose.Stat) *part.Float {
	if math.IsNaN(s.Draws) {
		return nil
	}
	draws := part.Float(s.Draws)
	return &draws
}
