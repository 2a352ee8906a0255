package preparation

import (
	"context"

	"example.com/sfatui/datasets/data"

	"gonum.org/v1/gonum/mat"

	"example.com/sfatui/engine/linalg/parallel"
)

// Part holds the rows of one part: X is n×d, Lengths the numbers of rows of the spans,
// Rows the indices in the data set.
type Part struct {
	X       *mat.Dense
	shared  bool // X is a slice of the matrix of the data set, and read-only
	Lengths []int
	Label   []int
	Target  []float64
	Latent  *mat.Dense // n×k; nil if not known
	Rows    []int

	// series holds the series themselves if X holds strings made of them; nil
	// otherwise.
	series *mat.Dense

	importance, transition []float64 // weights of a graph; nil without

	Set *data.Set // the data set of the rows
}

// gatherGrain is the number of rows copied between checks of the context.
const gatherGrain = 1024

// Gather copies the rows of a part, or slices the matrix of the data set if they are
// contiguous.
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
	out.Label, out.Target = data.Pick(set.Label, out.Rows, 1), data.Pick(set.Target, out.Rows, 1)
	out.importance, out.transition = data.Pick(set.Importance, out.Rows, 1), data.Pick(set.TransitionImportance, out.Rows, 1)
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

// prepareCut prepares again each segment that the part only holds in part, since the set
// prepared it as a whole: no row of the training part may depend on one of another
// part.
func (p *Part) prepareCut(ctx context.Context, part data.Part) error {
	at := 0
	for i, span := range part {
		from := at
		at += p.Lengths[i]
		segment := p.Set.Segments[p.Set.SegmentAt(span.Start)]
		if span.Start == segment.Start && span.End == segment.End {
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

// gatherInputs sets X to the rows of the part. It copies them unless they are
// contiguous.
func (p *Part) gatherInputs(ctx context.Context) error {
	n, first := len(p.Rows), p.Rows[0]
	if p.shared = p.Rows[n-1]-first == n-1; p.shared {
		p.X = p.Set.Slice(first, first+n)
		return ctx.Err()
	}
	return p.copyInputs(ctx)
}

// copyInputs copies the rows of the part into a matrix of its own.
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

// makeOwn copies the inputs of the parts that share the matrix of the data set, so that
// they may be overwritten.
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

// Series returns the samples as whole series, even if X holds strings made of them.
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
