package method

import (
	"context"
	"math"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/predictable"
	"example.com/sfatui/engine/sfa"
	"gonum.org/v1/gonum/mat"
)

// Steps is K of PFA.
var Steps = part.NewNumber(part.Axis{
	Name: "pfa-steps", Symbol: "K", Optional: true, Must: wholeFrom0,
	Doc: "number of further steps that PFA predicts from its own predictions (K): 0,10; default: --iterations − 1",
})

func wholeFrom0(v float64) string {
	if v >= 0 && v <= math.MaxInt32 && v == math.Trunc(v) {
		return ""
	}
	return "must be a whole number of at least 0"
}

// stepsOf returns K of a point: its own, or the one that points of older sweeps have as
// iterations.
func stepsOf(p part.Point) int {
	if k := Steps.Of(p); k.OK {
		return int(k.X)
	}
	return max(1, graph.Iterations.Of(p)) - 1
}

// pfa implements predictable feature analysis.
var pfa = part.Part[Kind]{
	Name: "pfa", Doc: "predictable features", Parameters: []part.Parameter{Cut, graph.Order, Steps, graph.Iterations},
	Build: Kind{Nests: true, Solve: solvePredictable, Needs: func(p part.Point, n, m int) Needs {
		past := int64(m) * int64(graph.Order.Of(p))
		f := float64(past)
		return Needs{2*int64(n)*int64(m) + 3*past*past, float64(stepsOf(p)+1) * 2 * float64(n) * f * f}
	}},
}

func solvePredictable(ctx context.Context, of Problem, at part.Point, p int) (*Solution, error) {
	z, w, err := spheredFunctions(ctx, of)
	if err != nil {
		return nil, err
	}
	f, err := predictable.PFA(ctx, z, of.Lengths(), graph.Order.Of(at), stepsOf(at), min(p, w.Spectrum.Rank))
	return mixedSolution(ctx, of, w, f, err)
}

// forecastable implements forecastable component analysis. Its needs assume a typical
// number of steps.
var forecastable = part.Part[Kind]{
	Name: "foreca", Doc: "forecastable components", Parameters: []part.Parameter{Cut},
	Build: Kind{Random: true, Solve: solveForecastable, Needs: func(p part.Point, n, m int) Needs {
		const half, steps = 128, 50 // half of the widest window; steps for each feature
		fm, fp := float64(m), float64(min(P.Of(p), m))
		return Needs{int64(n)*int64(m) + half*int64(m)*int64(m), fp * steps * 2 * (half + fm) * fm * fm}
	}},
}

func solveForecastable(ctx context.Context, of Problem, at part.Point, p int) (*Solution, error) {
	z, w, err := spheredFunctions(ctx, of)
	if err != nil {
		return nil, err
	}
	f, err := predictable.ForeCA(ctx, z, of.Lengths(), predictable.Window(of.Lengths()), min(p, w.Spectrum.Rank), at.DrawSeed())
	s, err := mixedSolution(ctx, of, w, f, err)
	if err == nil {
		s.Omega = f.Value
	}
	return s, err
}

// spheredFunctions returns the whitened functions on the training part (n×r), from
// which methods over the whole time course start, and the whitening.
func spheredFunctions(ctx context.Context, of Problem) (*mat.Dense, *sfa.Whitened, error) {
	w, err := of.Whiten(ctx)
	if err != nil {
		return nil, nil, err
	}
	s, err := w.Sphering(ctx)
	if err != nil {
		return nil, nil, err
	}
	z, err := of.Project(ctx, &Solution{A: s, Mean: of.Moments().Mean})
	return z, w, err
}

// mixedSolution returns the solution of features of whitened functions, or the error
// err.
func mixedSolution(ctx context.Context, of Problem, w *sfa.Whitened, f *predictable.Features, err error) (*Solution, error) {
	if err != nil {
		return nil, err
	}
	s, err := w.Sphering(ctx)
	if err != nil {
		return nil, err
	}
	var a mat.Dense
	a.Mul(s, f.R)
	return &Solution{A: &a, Mean: of.Moments().Mean, Spectrum: w.Spectrum, Notes: f.Notes}, nil
}
