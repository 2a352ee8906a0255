package preparation

import (
	"context"

	"example.com/sfatui/datasets/data"

	"gonum.org/v1/gonum/mat"

	"example.com/sfatui/engine/linalg/parallel"
)

// partData holds the rows of one part: x is n×d, lengths are the rows of each
// span, rows the places in the data set.
type Part struct {
	X       *mat.Dense
	shared  bool // x is a part of the data set's own matrix, not to be written to
	Lengths []int
	Label   []int
	Target  []float64
	Latent  *mat.Dense // n×k, where they are known
	Rows    []int

	// series are whole series where X holds what strings were made of them; nil elsewhere.
	series *mat.Dense

	importance, transition []float64 // what weighs a graph; nil without

	Set *data.Set // where the rows are from, and where others like them go
}

// gatherGrain is how many rows are copied between looks at the context.
const gatherGrain = 1024

// Gather copies the rows of a part.
func Gather(ctx context.Context, set *data.Set, part data.Part) (Part, error) {
	n := part.Samples()
	if n == 0 {
		return Part{}, nil
	}
	out := Part{Set: set, Lengths: make([]int, 0, len(part)), Rows: make([]int, 0, n)}
	for _, span := range part {
		out.Lengths = append(out.Lengths, span.Len())
		for t := span.Start; t < span.End; t++ {
			out.Rows = append(out.Rows, t)
		}
	}
	out.Label, out.Target = ofRows(set.Label, out.Rows), ofRows(set.Target, out.Rows)
	out.importance, out.transition = ofRows(set.Importance, out.Rows), ofRows(set.TransitionImportance, out.Rows)
	err := out.gatherInputs(ctx)
	if err == nil && set.Alone != nil {
		err = out.prepareCut(ctx, part)
	}
	if err == nil && set.Latent != nil {
		_, k := set.Latent.Dims()
		out.Latent = mat.NewDense(n, k, nil)
		for i, t := range out.Rows {
			out.Latent.SetRow(i, set.Latent.RawRowView(t))
		}
	}
	return out, err
}

// prepareCut prepares parts of segments by themselves, which were prepared as a whole: no
// row of the training part depends on one of another part.
func (p *Part) prepareCut(ctx context.Context, part data.Part) error {
	at := 0
	for i, span := range part {
		from := at
		at += p.Lengths[i]
		whole := p.Set.Segments[p.Set.SegmentAt(span.Start)]
		if span.Start == whole.Start && span.End == whole.End {
			continue
		}
		if err := makeOwn(ctx, []*Part{p}); err != nil {
			return err
		}
		raw := p.X.RawMatrix()
		if err := p.Set.Alone(raw.Data[from*raw.Stride : (at-1)*raw.Stride+raw.Cols]); err != nil {
			return err
		}
	}
	return nil
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
// stand together.
func (p *Part) gatherInputs(ctx context.Context) error {
	n, first := len(p.Rows), p.Rows[0]
	if p.shared = p.Rows[n-1]-first == n-1; p.shared {
		p.X = p.Set.Slice(first, first+n)
		return ctx.Err()
	}
	return p.copyInputs(ctx)
}

// copyInputs gives the part a matrix of its own.
func (p *Part) copyInputs(ctx context.Context) error {
	n := len(p.Rows)
	_, d := p.Set.X.Dims()
	var err error
	if p.X, err = p.Set.Room(n, d); err != nil {
		return err
	}
	p.shared = false
	return parallel.For(ctx, n, gatherGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			copy(p.X.RawRowView(i), p.Set.X.RawRowView(p.Rows[i]))
		}
	})
}

// makeOwn makes sure that the parts' inputs may be written to.
func makeOwn(ctx context.Context, parts []*Part) error {
	for _, p := range parts {
		if p.shared {
			if err := p.copyInputs(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// Series are the samples as whole series, whatever a kernel of strings makes of them.
func (p *Part) Series() *mat.Dense {
	if p.series != nil {
		return p.series
	}
	return p.X
}

// Len returns the number of rows, 0 for an empty part.
func (p *Part) Len() int {
	if p.X == nil {
		return 0
	}
	n, _ := p.X.Dims()
	return n
}
