package sweep

import (
	"context"

	"example.com/sfatui/datasets/data"

	"gonum.org/v1/gonum/mat"

	"example.com/sfatui/engine/linalg/parallel"
)

// partData holds the rows of one part: x is n×d, lengths are the rows of each
// span, rows the places in the data set.
type partData struct {
	x       *mat.Dense
	shared  bool // x is a part of the data set's own matrix, not to be written to
	lengths []int
	label   []int
	target  []float64
	latent  *mat.Dense // n×k, where they are known
	rows    []int

	importance, transition []float64 // what weighs a graph; nil without

	set *data.Set // where the rows are from, and where others like them go
}

// gatherGrain is how many rows are copied between looks at the context.
const gatherGrain = 1024

// gather copies the rows of a part.
func gather(ctx context.Context, set *data.Set, part data.Part) (partData, error) {
	n := part.Samples()
	if n == 0 {
		return partData{}, nil
	}
	out := partData{set: set, lengths: make([]int, 0, len(part)), rows: make([]int, 0, n)}
	for _, span := range part {
		out.lengths = append(out.lengths, span.Len())
		for t := span.Start; t < span.End; t++ {
			out.rows = append(out.rows, t)
		}
	}
	out.label, out.target = ofRows(set.Label, out.rows), ofRows(set.Target, out.rows)
	out.importance, out.transition = ofRows(set.Importance, out.rows), ofRows(set.TransitionImportance, out.rows)
	err := out.gatherInputs(ctx)
	if err == nil && set.Latent != nil {
		_, k := set.Latent.Dims()
		out.latent = mat.NewDense(n, k, nil)
		for i, t := range out.rows {
			out.latent.SetRow(i, set.Latent.RawRowView(t))
		}
	}
	return out, err
}

// ofRows are the values of some rows; nil where there are none of any.
func ofRows[T any](all []T, rows []int) []T {
	if all == nil {
		return nil
	}
	out := make([]T, len(rows))
	for i, t := range rows {
		out[i] = all[t]
	}
	return out
}

// gatherInputs takes the part's rows out of the data set, without a copy where they
// stand together. Samples in a file are copied: its mapping ends with the set.
func (p *partData) gatherInputs(ctx context.Context) error {
	n, first := len(p.rows), p.rows[0]
	_, d := p.set.X.Dims()
	if p.shared = p.rows[n-1]-first == n-1 && !p.set.Spooled; p.shared {
		p.x = p.set.X.Slice(first, first+n, 0, d).(*mat.Dense)
		return ctx.Err()
	}
	return p.copyInputs(ctx)
}

// copyInputs gives the part a matrix of its own.
func (p *partData) copyInputs(ctx context.Context) error {
	n := len(p.rows)
	_, d := p.set.X.Dims()
	var err error
	if p.x, err = p.set.Room(n, d); err != nil {
		return err
	}
	p.shared = false
	return parallel.For(ctx, n, gatherGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			copy(p.x.RawRowView(i), p.set.X.RawRowView(p.rows[i]))
		}
	})
}

// own makes sure that the parts' inputs may be written to.
func own(ctx context.Context, parts []*partData) error {
	for _, p := range parts {
		if p.shared {
			if err := p.copyInputs(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// samples is the number of rows, 0 for an empty part.
func (p *partData) samples() int {
	if p.x == nil {
		return 0
	}
	n, _ := p.x.Dims()
	return n
}
