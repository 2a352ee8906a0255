package export

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/sessions"
)

var ofAtoms = Parameter{"atoms", false, "the atoms of the front of one point in place of the points"}

// writeAtoms writes a table of the atoms of a point's front (RFC 4180), one row
// per atom, the most used first. The columns are its number, its share of the
// training samples' codes and of the energy, the number of the atom that it
// duplicates, and its inputs.
func writeAtoms(ctx context.Context, w io.Writer, s *sessions.Session, o Options) error {
	set, err := o.data(ctx, s)
	if err != nil {
		return err
	}
	o.noteEngine(s)
	x, err := resolve.AtomsOf(ctx, set, s.Header.Data.Hash, o.Point.Point)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return inSession(s, fmt.Errorf("point %s: %w", o.Point.Key[:12], err))
	}
	out := csv.NewWriter(w)
	out.UseCRLF = true
	head := []string{"atom", "share", "energy", "double_of"}
	for _, name := range x.Inputs {
		head = append(head, message.Clean(name))
	}
	out.Write(head) // out keeps errors until Error
	for j := range x.Number {
		row := []string{strconv.Itoa(x.Number[j]), number(x.Share[j]), number(x.Energy[j]), ""}
		if of := x.Double[j]; of >= 0 {
			row[3] = strconv.Itoa(x.Number[of])
		}
		for _, v := range x.X.RawRowView(j) {
			row = append(row, number(v))
		}
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
