package sweep

import (
	"context"
	"fmt"
	"math"
	"sync"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// partsData is one division of the samples, prepared: what is trained on, and
// what the result is scored on.
type partsData struct {
	train, held partData
	fitted      fitted
	notes       []string

	origin func() []float64 // the mean of what is trained on, where kernels of differences have theirs
}

// fitted is what a preparation found on the training part: (x − mean)·scale,
// then the components of the front, then the network. Each may be nil.
type fitted struct {
	low, high   []float64 // what outliers are clipped to; nil for nothing
	mean, scale []float64
	front       *space.Front
	network     *hierarchy.Network
}

// apply is what the functions see of samples, which are left as they are.
func (f fitted) apply(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	n, _ := x.Dims()
	if f.low != nil || f.mean != nil {
		x = mat.DenseCopyOf(x)
	}
	if f.low != nil {
		if _, err := bound(ctx, x, f.low, f.high); err != nil {
			return nil, err
		}
	}
	if f.mean != nil {
		if err := rescale(ctx, x, f.mean, f.scale); err != nil {
			return nil, err
		}
	}
	if f.front != nil {
		y := mat.NewDense(n, f.front.Components(), nil)
		if err := projectRows(ctx, f.front, y, x); err != nil {
			return nil, err
		}
		x = y
	}
	if f.network != nil {
		return f.network.Apply(ctx, x)
	}
	return x, ctx.Err()
}

// prepare gathers the parts of a fold and prepares them. What is fitted is
// fitted on the training part only.
func prepare(ctx context.Context, in *graphs, fold split.Fold, inner bool, k preparation) (*partsData, error) {
	train, held := fold.Whole(), fold.Test
	if inner {
		train, held = fold.Train, fold.Validation
	}
	f := &partsData{}
	var err error
	if f.train, err = gather(ctx, in.set, train); err != nil {
		return nil, err
	}
	if f.held, err = gather(ctx, in.set, held); err != nil {
		return nil, err
	}
	if f.notes, err = oddInputs(ctx, &f.train, in.set.Inputs); err != nil {
		return nil, err
	}
	notes, err := k.fit(ctx, &f.fitted, []*partData{&f.train, &f.held})
	if err == nil && k.layers != "" {
		if f.fitted.network, err = in.network(ctx, k, &f.train, &f.held); err == nil {
			notes = append(notes, f.fitted.network.Notes()...)
		}
	}
	f.notes = append(f.notes, notes...)
	f.origin = sync.OnceValue(func() []float64 { return kernel.ColumnMeans(f.train.x) })
	return f, err
}

// preparation is what is done to the inputs before any function sees them.
type preparation struct {
	// centre moves the origin to the mean of the training part, where that
	// changes nothing but rounding. Kernels of differences need it not: they
	// have an origin of their own.
	centre bool
	// clip is how outliers are clipped, before all else; "" for not at all.
	clip string
	// standardize does so, and scales each input to unit variance.
	standardize bool
	// front is the components that are kept; "" for the inputs themselves.
	front string
	// layers is a network that the inputs go through, "" for none, and under
	// the training graph that it is trained under.
	layers string
	under  part.Point
}

// fit fits the preparation to the first part and applies it to all of them. It
// says in words what is worth knowing.
func (p preparation) fit(ctx context.Context, to *fitted, parts []*partData) (notes []string, err error) {
	if p.clip != "" {
		c, err := parseClip(p.clip)
		if err != nil {
			return nil, err
		}
		var note string
		if to.low, to.high, note, err = c.clip(ctx, parts); err != nil {
			return nil, err
		}
		notes = append(notes, note)
	}
	if p.centre || p.standardize {
		if to.mean, to.scale, err = p.scale(ctx, parts); err != nil {
			return nil, err
		}
	}
	if p.front != "" {
		var note string
		to.front, note, err = p.project(ctx, parts)
		return append(notes, note), err
	}
	return notes, nil
}

// scale gives the mean of each input, and what it is multiplied by then.
func (p preparation) scale(ctx context.Context, parts []*partData) (mean, scale []float64, err error) {
	mean, variance, err := parts[0].spread(ctx)
	if err != nil {
		return nil, nil, err
	}
	scale = make([]float64, len(mean))
	for j, v := range variance {
		scale[j] = 1
		if v != 0 && p.standardize {
			scale[j] = 1 / math.Sqrt(v)
		}
	}
	if err := own(ctx, parts); err != nil {
		return nil, nil, err
	}
	for _, part := range parts {
		if part.samples() == 0 {
			continue
		}
		if err := rescale(ctx, part.x, mean, scale); err != nil {
			return nil, nil, err
		}
	}
	return mean, scale, nil
}

// rescale makes each row of x (x − mean)·scale.
func rescale(ctx context.Context, x *mat.Dense, mean, scale []float64) error {
	n, _ := x.Dims()
	return parallel.For(ctx, n, gatherGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := x.RawRowView(i)
			floats.Sub(row, mean)
			floats.Mul(row, scale)
		}
	})
}

// spread is the mean and the variance (divided by n) of each input, in two
// passes. An input that never changes has variance zero exactly.
func (p *partData) spread(ctx context.Context) (mean, variance []float64, err error) {
	n, d := p.x.Dims()
	mean, variance = make([]float64, d), make([]float64, d)
	first := p.x.RawRowView(0)
	offset, square := make([]float64, d), make([]float64, d)
	for i := range n {
		if i%gatherGrain == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		floats.SubTo(offset, p.x.RawRowView(i), first)
		floats.Add(mean, offset)
	}
	floats.Scale(1/float64(n), mean)
	floats.Add(mean, first)
	for i := range n {
		if i%gatherGrain == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		floats.SubTo(offset, p.x.RawRowView(i), mean)
		floats.MulTo(square, offset, offset)
		floats.Add(variance, square)
	}
	floats.Scale(1/float64(n), variance)
	return mean, variance, nil
}

func (p preparation) project(ctx context.Context, parts []*partData) (front *space.Front, note string, err error) {
	train := parts[0]
	_, d := train.x.Dims()
	m, err := moments.Stream(ctx, moments.NewValues(space.Linear{D: d}, train.x, train.lengths))
	if err == nil {
		front, err = space.Fronts.Named(p.front).Build.Fit(ctx, p.front, m.Mean, m.C)
	}
	if err != nil {
		return nil, "", err
	}
	for _, part := range parts {
		if n := part.samples(); n > 0 {
			y, err := part.set.Room(n, front.Components())
			if err != nil {
				return nil, "", err
			}
			if err := projectRows(ctx, front, y, part.x); err != nil {
				return nil, "", err
			}
			part.x, part.shared = y, false
		}
	}
	return front, fmt.Sprintf("%d components of %d inputs hold %.3g of the variance", front.Components(), d, front.Share), nil
}

// projectRows projects the rows of x, some at a time, as their copy is made.
func projectRows(ctx context.Context, front *space.Front, y, x *mat.Dense) error {
	n, d := x.Dims()
	_, p := y.Dims()
	for lo := 0; lo < n; lo += gatherGrain {
		if err := ctx.Err(); err != nil {
			return err
		}
		hi := min(n, lo+gatherGrain)
		front.Project(y.Slice(lo, hi, 0, p).(*mat.Dense), x.Slice(lo, hi, 0, d).(*mat.Dense))
	}
	return nil
}
