package commands

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/named"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions/compare"

	"github.com/spf13/cobra"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions/list"
)

// Diff returns the command diff.
func Diff() *cobra.Command {
	var asJSON bool
	rope, test := ropeFlag{choose.UsualRope}, testFlag(choose.CorrectedT)
	cmd := &cobra.Command{
		Use:     "diff A B",
		GroupID: "session",
		Short:   "Compare the points of two sessions",
		Long: `Compare the points of two sessions: list the parameters and configurations that
only one of them has, and for the common ones the differences of their measures,
averaged over common folds. If both sessions have the same data, the differences
are tested as in compare, with p corrected for all measures and configurations
(Holm) in brackets. Measures of a readout are omitted if the engines of the two
sessions compute it differently. --json prints the same as one object, with the
measures in the form of compare.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return named.Needed(cmd, len(args), "diff requires two sessions, %d given", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			var sides [2]*list.Outline
			var dirs [2]string // paths, because numbers of ls change
			for i, word := range args {
				dir, err := named.Path(cmd, word)
				if err == nil {
					dirs[i] = dir
					sides[i], err = list.OpenOutline(dir)
				}
				if err != nil {
					return err
				}
			}
			damaged := named.WarnDamage(cmd.ErrOrStderr(), sides[0])
			damaged = named.WarnDamage(cmd.ErrOrStderr(), sides[1]) || damaged
			d, err := compare.Sessions(cmd.Context(), sides[0], sides[1], compare.Options{Rope: rope.x, Equal: asJSON})
			if err != nil {
				return err
			}
			if asJSON {
				cli.JSON(cmd.OutOrStdout(), diffJSONOf(d, dirs, test))
			} else if err := printDiff(cmd.OutOrStdout(), d, dirs, test); err != nil {
				return err
			}
			if damaged {
				return cli.Damaged
			}
			return nil
		},
	}
	cmd.Flags().Var(&rope, "rope", ropeUsage)
	cmd.Flags().Var(&test, "test", testUsage)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// printDiff prints the differences between two sessions and their measures.
func printDiff(w io.Writer, d compare.Difference, names [2]string, test testFlag) error {
	for i, s := range []*list.Outline{d.A, d.B} {
		h := s.Header
		fmt.Fprintf(w, "%c  %s: %s of %s (data %.12s), engine %s, %s\n", 'A'+i, message.Clean(names[i]), message.Counted(len(s.Points), "fit"), h.Data.Name, h.Data.Hash, h.Engine, h.KernelPath)
	}
	for _, note := range diffNotes(d) {
		fmt.Fprintln(w, "note:", note)
	}
	for _, p := range d.Parameters {
		fmt.Fprintf(w, "%s: %s\n", p.Name, valuesText(p))
	}
	printOnly(w, "A", d.OnlyA, d.Label)
	printOnly(w, "B", d.OnlyB, d.Label)
	equal := 0
	for _, p := range d.Common {
		if p.Equal {
			equal++
		}
	}
	fmt.Fprintf(w, "%s in both, %d of them identical to the bit\n", message.Counted(len(d.Common), "configuration"), equal)
	if equal == len(d.Common) {
		return nil
	}
	fmt.Fprintln(w)
	for _, p := range d.Common {
		if p.Equal {
			continue
		}
		fmt.Fprintln(w, d.Label(p.Config))
		if len(p.Measures) == 0 {
			fmt.Fprintf(w, "  finished and failed: A %s, B %s\n", counts(p.A), counts(p.B))
		}
		for i := range p.Measures {
			printContrast(w, "  %-20s %s\n", &p.Measures[i], test)
		}
	}
	return nil
}

// diffNotes returns the reasons why results of the two cannot be equal to the bit.
func diffNotes(d compare.Difference) []string {
	var out []string
	if !d.SameData {
		out = append(out, "the data differ: the measures are of different samples")
	}
	if !d.SameEngine {
		out = append(out, "the sessions were computed by different engines: numbers may differ")
	}
	if !d.SameArithmetic {
		out = append(out, "the sessions were computed with different arithmetic: last digits differ")
	}
	if !slices.Equal(d.A.Header.Measures, d.B.Header.Measures) {
		out = append(out, "the sessions have different measures: no two points are identical to the bit")
	}
	return out
}

func valuesText(p compare.Parameter) string {
	var parts []string
	for _, side := range []struct {
		who    string
		values []string
	}{{"only A has ", p.OnlyA}, {"only B has ", p.OnlyB}, {"both have ", p.Both}} {
		if len(side.values) > 0 {
			parts = append(parts, side.who+strings.Join(side.values, ", "))
		}
	}
	return message.Clean(strings.Join(parts, "; "))
}

// shownConfigs is the maximum number of configurations of one session in a
// list.
const shownConfigs = 20

func printOnly(w io.Writer, name string, only []part.Point, label func(part.Point) string) {
	if len(only) == 0 {
		return
	}
	fmt.Fprintf(w, "only %s has %s:\n", name, message.Counted(len(only), "configuration"))
	for i, p := range only {
		if i == shownConfigs {
			fmt.Fprintf(w, "  and %d more (--json lists them)\n", len(only)-i)
			break
		}
		fmt.Fprintln(w, " ", label(p))
	}
}

func counts(c compare.Counts) string { return fmt.Sprintf("%d and %d", c.Finished, c.Failed) }

// The JSON of a difference.
type (
	diffJSON struct {
		A              diffSideJSON        `json:"a"`
		B              diffSideJSON        `json:"b"`
		SameData       bool                `json:"same_data"`
		SameEngine     bool                `json:"same_engine"`
		SameArithmetic bool                `json:"same_arithmetic"`
		Parameters     []diffParameterJSON `json:"parameters"`
		OnlyA          []part.Point        `json:"only_a"`
		OnlyB          []part.Point        `json:"only_b"`
		Common         []diffPairJSON      `json:"common"`
	}
	diffSideJSON struct {
		Session    string `json:"session"`
		UUID       string `json:"uuid"`
		Points     int    `json:"points"`
		Data       string `json:"data"`
		DataHash   string `json:"data_hash"`
		Engine     string `json:"engine"`
		KernelPath string `json:"kernel_path"`
	}
	diffParameterJSON struct {
		Name  string   `json:"name"`
		OnlyA []string `json:"only_a"`
		OnlyB []string `json:"only_b"`
		Both  []string `json:"both"`
	}
	diffPairJSON struct {
		Point    part.Point     `json:"point"` // without fold and draw
		Equal    bool           `json:"equal"`
		Measures []contrastJSON `json:"measures"`
	}
)

func diffJSONOf(d compare.Difference, names [2]string, test testFlag) diffJSON {
	side := func(i int, s *list.Outline) diffSideJSON {
		h := s.Header
		return diffSideJSON{names[i], h.UUID, len(s.Points), h.Data.Name, h.Data.Hash, h.Engine, h.KernelPath}
	}
	out := diffJSON{
		A: side(0, d.A), B: side(1, d.B), SameData: d.SameData, SameEngine: d.SameEngine, SameArithmetic: d.SameArithmetic,
		Parameters: []diffParameterJSON{}, OnlyA: orEmpty(d.OnlyA), OnlyB: orEmpty(d.OnlyB), Common: []diffPairJSON{},
	}
	for _, p := range d.Parameters {
		out.Parameters = append(out.Parameters, diffParameterJSON{p.Name, orEmpty(p.OnlyA), orEmpty(p.OnlyB), orEmpty(p.Both)})
	}
	for _, p := range d.Common {
		out.Common = append(out.Common, diffPairJSON{p.Config, p.Equal, contrastsJSON(p.Measures, test)})
	}
	return out
}

// orEmpty returns list, or an empty list for nil, so that JSON contains [].
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
