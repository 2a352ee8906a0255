package sweep

import (
	"context"
	"fmt"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// partsData is one division of the samples, prepared: what is trained on, and
// what the result is scored on.
type partsData struct {
	train, held partData
	notes       []string
}

// partData holds the rows of one part, gathered: x is n×d, lengths are the rows
// of each span, rows the places in the data set.
type partData struct {
	x       *mat.Dense
	lengths []int
	label   []int
	target  []float64
	rows    []int
}

// gather copies the rows of a part.
func gather(set *datasets.Set, part datasets.Part) partData {
	n := part.Samples()
	if n == 0 {
		return partData{}
	}
	_, d := set.X.Dims()
	out := partData{x: mat.NewDense(n, d, nil)}
	for _, span := range part {
		out.lengths = append(out.lengths, span.Len())
		for t := span.Start; t < span.End; t++ {
			out.x.SetRow(len(out.rows), set.X.RawRowView(t))
			out.rows = append(out.rows, t)
			if set.Label != nil {
				out.label = append(out.label, set.Label[t])
			}
			if set.Target != nil {
				out.target = append(out.target, set.Target[t])
			}
		}
	}
	return out
}

// prepare gathers the parts of a fold and prepares them. What is fitted is
// fitted on the training part only.
func prepare(ctx context.Context, set *datasets.Set, fold datasets.Fold, k partsKey) (*partsData, error) {
	f := &partsData{train: gather(set, fold.Whole()), held: gather(set, fold.Test)}
	if k.inner {
		f = &partsData{train: gather(set, fold.Train), held: gather(set, fold.Validation)}
	}
	var err error
	f.notes, err = k.fit(ctx, []*partData{&f.train, &f.held})
	return f, err
}

// preparation is what is done to the inputs before any function sees them.
type preparation struct {
	// centre moves the origin to the mean of the training part, where that
	// changes nothing but rounding.
	centre bool
	// standardize does so, and scales each input to unit variance.
	standardize bool
	// front is the components that are kept; "" for the inputs themselves.
	front string
}

// fit fits the preparation to the first part and applies it to all of them. It
// says in words what is worth knowing.
func (p preparation) fit(ctx context.Context, parts []*partData) (notes []string, err error) {
	if p.centre || p.standardize {
		notes = p.scale(parts)
	}
	if p.front != "" {
		note, err := p.project(ctx, parts)
		return append(notes, note), err
	}
	return notes, nil
}

func (p preparation) scale(parts []*partData) (notes []string) {
	train := parts[0]
	_, d := train.x.Dims()
	mean, scale := make([]float64, d), make([]float64, d)
	constant := 0
	for j := range d {
		m, sd := stat.PopMeanStdDev(mat.Col(nil, j, train.x), nil)
		mean[j], scale[j] = m, 1
		if sd == 0 {
			constant++
		} else if p.standardize {
			scale[j] = 1 / sd
		}
	}
	for _, part := range parts {
		for i := range part.samples() {
			row := part.x.RawRowView(i)
			floats.Sub(row, mean)
			floats.Mul(row, scale)
		}
	}
	if constant > 0 {
		notes = append(notes, fmt.Sprintf("%d of %d inputs constant on the training part", constant, d))
	}
	return notes
}

func (p preparation) project(ctx context.Context, parts []*partData) (note string, err error) {
	keep, whiten, err := frontOf(p.front)
	if err != nil {
		return "", err
	}
	train := parts[0]
	_, d := train.x.Dims()
	m, err := moments.Stream(ctx, moments.NewValues(space.Linear{D: d}, train.x, train.lengths, false))
	if err != nil {
		return "", err
	}
	front, err := space.NewPCA(ctx, m.Mean, m.C, keep, whiten)
	if err != nil {
		return "", err
	}
	for _, part := range parts {
		if n := part.samples(); n > 0 {
			y := mat.NewDense(n, front.Components(), nil)
			front.Project(y, part.x)
			part.x = y
		}
	}
	return fmt.Sprintf("%d components of %d inputs hold %.3g of the variance", front.Components(), d, front.Share), nil
}

// samples is the number of rows, 0 for an empty part.
func (p *partData) samples() int {
	if p.x == nil {
		return 0
	}
	n, _ := p.x.Dims()
	return n
}
