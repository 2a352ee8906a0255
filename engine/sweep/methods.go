package sweep

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"example.com/sfatui/engine/forecast"
	"example.com/sfatui/engine/online"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sfa"
	"gonum.org/v1/gonum/mat"
)

// method is one thing to solve for.
type method struct {
	name string
	// The parameters that apply.
	graph, lambda, whitens, steps, epochs bool
	// nests says that the features of a p are the first of a larger one.
	nests bool
	// random says that it depends on a seed.
	random bool

	solve func(ctx context.Context, m *model, at part.Point, p int) (*solution, error)
}

// solution are features φ(x) = Aᵀ(h(x) − mean).
type solution struct {
	a            *mat.Dense
	coefficients *mat.Dense // on the supports; nil until the signs of a are settled
	mean         []float64
	spectrum     sfa.Spectrum
	notes        []string
	approach     []result.Approach
}

// methods is the table of all of them.
var methods = []method{
	{name: "sfa", graph: true, lambda: true, whitens: true, nests: true, solve: solveSlow},
	{name: "pca", whitens: true, nests: true, solve: solvePrincipal},
	{name: "pfa", whitens: true, steps: true, nests: true, solve: solvePredictable},
	{name: "foreca", whitens: true, random: true, solve: solveForecastable},
	{name: "incremental", lambda: true, whitens: true, epochs: true, random: true, solve: solveIncremental},
	{name: "random", random: true, solve: solveRandom},
}

// methodNames are the words of the method axis.
func methodNames() []string {
	var names []string
	for _, m := range methods {
		names = append(names, m.name)
	}
	return names
}

// methodOf finds a method by its name; the zero method for none.
func methodOf(name string) method {
	for _, m := range methods {
		if m.name == name {
			return m
		}
	}
	return method{}
}

// whiten whitens the problem that the model is turned to, once for all λ.
func (m *model) whiten(ctx context.Context) (*sfa.Whitened, error) {
	if m.whitened == nil {
		w, err := sfa.Whiten(ctx, m.problem)
		if err != nil {
			return nil, err
		}
		m.whitened = w
	}
	return m.whitened, nil
}

// solveSlow is slow feature analysis under the training graph.
func solveSlow(ctx context.Context, m *model, at part.Point, p int) (*solution, error) {
	if m.leading.Pairs == 0 {
		return nil, fmt.Errorf("no two samples of the training part are joined by the %s graph: slowness has no meaning here", at.Graph)
	}
	w, err := m.whiten(ctx)
	if err != nil {
		return nil, err
	}
	rotate := w.Rotate
	if m.alone != nil && m.alone.Vain {
		rotate = w.RotateReduced
	}
	f, err := rotate(ctx, at.Lambda.X, p)
	if err != nil {
		return nil, err
	}
	return &solution{a: f.A, mean: m.leading.Mean, spectrum: w.Spectrum}, nil
}

// solvePrincipal is principal component analysis of the functions.
func solvePrincipal(ctx context.Context, m *model, _ part.Point, p int) (*solution, error) {
	f, spectrum, err := sfa.Principal(ctx, m.problem, p)
	if err != nil {
		return nil, err
	}
	return &solution{a: f.A, mean: m.leading.Mean, spectrum: spectrum}, nil
}

// solveRandom projects the functions on random directions, normal and
// independent, and scales each output to unit variance: what any selection
// must beat.
func solveRandom(ctx context.Context, m *model, at part.Point, p int) (*solution, error) {
	dim := m.leading.C.SymmetricDim()
	p = min(p, dim)
	rng := rand.New(rand.NewPCG(at.DrawSeed(), 0x72616e646f6d))
	a := mat.NewDense(dim, p, nil)
	for j := range p {
		column := mat.NewVecDense(dim, nil)
		for i := range dim {
			column.SetVec(i, rng.NormFloat64())
		}
		v := mat.Inner(column, m.leading.C, column)
		if !(v > 0) {
			return nil, fmt.Errorf("random direction %d of the functions has no variance on the training part: check for constant inputs", j+1)
		}
		column.ScaleVec(1/math.Sqrt(v), column)
		a.SetCol(j, column.RawVector().Data)
	}
	return &solution{a: a, mean: m.leading.Mean}, ctx.Err()
}

// sphered are the functions on the training part, whitened: what a method that
// looks at the whole time course starts from, and the directions they are in.
func (m *model) sphered(ctx context.Context) (*mat.Dense, *sfa.Whitened, error) {
	w, err := m.whiten(ctx)
	if err != nil {
		return nil, nil, err
	}
	s, err := w.Sphering(ctx)
	if err != nil {
		return nil, nil, err
	}
	z, err := m.project(ctx, m.train, &solution{a: s, mean: m.leading.Mean})
	return z, w, err
}

// solvePredictable is predictable feature analysis.
func solvePredictable(ctx context.Context, m *model, at part.Point, p int) (*solution, error) {
	z, w, err := m.sphered(ctx)
	if err != nil {
		return nil, err
	}
	f, err := forecast.PFA(ctx, z, m.data.train.lengths, at.Order, at.Iterations-1, min(p, w.Spectrum.Rank))
	return m.mixed(ctx, w, f, err)
}

// solveForecastable is forecastable component analysis.
func solveForecastable(ctx context.Context, m *model, at part.Point, p int) (*solution, error) {
	z, w, err := m.sphered(ctx)
	if err != nil {
		return nil, err
	}
	lengths := m.data.train.lengths
	f, err := forecast.ForeCA(ctx, z, lengths, forecast.Window(lengths), min(p, w.Spectrum.Rank), at.DrawSeed())
	return m.mixed(ctx, w, f, err)
}

// checkpoints is how often an incremental solve is held against the batch
// solution.
const checkpoints = 10

// solveIncremental is slow feature analysis sample by sample, and how near it
// comes to the solution from all samples at once.
func solveIncremental(ctx context.Context, m *model, at part.Point, p int) (*solution, error) {
	batch, err := solveSlow(ctx, m, at, p)
	if err != nil {
		return nil, err
	}
	phi, err := m.project(ctx, m.train, batch)
	if err != nil {
		return nil, err
	}
	_, found := phi.Dims()
	dim := m.leading.C.SymmetricDim()
	o := online.Defaults(dim, found)
	o.Lambda, o.Epochs, o.Seed = at.Lambda.X, at.Epochs, at.DrawSeed()
	o.Whitened = min(o.Whitened, batch.spectrum.Rank)
	r, err := online.Train(ctx, m.space, m.data.train.x, m.data.train.lengths, dim, phi, checkpoints, o)
	if err != nil {
		return nil, err
	}
	s := &solution{a: r.A, mean: r.Mean, spectrum: batch.spectrum}
	for _, c := range r.Approach {
		s.approach = append(s.approach, result.Approach{Samples: c.Samples, Cosine: part.Float(c.Cosine)})
	}
	if _, count := r.A.Dims(); count < found {
		s.notes = append(s.notes, fmt.Sprintf("%d of %d features learned so far: more epochs are needed", count, found))
	}
	return s, nil
}

// mixed is the solution that white features make.
func (m *model) mixed(ctx context.Context, w *sfa.Whitened, f *forecast.Features, err error) (*solution, error) {
	if err != nil {
		return nil, err
	}
	s, err := w.Sphering(ctx)
	if err != nil {
		return nil, err
	}
	var a mat.Dense
	a.Mul(s, f.R)
	return &solution{a: &a, mean: m.leading.Mean, spectrum: w.Spectrum, notes: f.Notes}, nil
}
