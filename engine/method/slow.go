package method

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sfa"
)

// slow implements slow feature analysis under the training graph.
var slow = part.Part[Kind]{
	Name: "sfa", Doc: "slow features", Parameters: []part.Parameter{Lambda, Cut},
	Build: Kind{Graph: true, AtSupports: true, Nests: true, Solve: solveSlow},
}

// Slow reports whether a point finds slow features.
func Slow(p part.Point) bool { return Name.Of(p) == slow.Name }

func solveSlow(ctx context.Context, of Problem, at part.Point, p int) (*Solution, error) {
	m := of.Moments()
	if m.Pairs == 0 {
		return nil, fmt.Errorf("no two samples of the training part are joined by the %s graph: slowness has no meaning here", graph.Name.Of(at))
	}
	w, err := of.Whiten(ctx)
	if err != nil {
		return nil, err
	}
	rotate := w.Rotate
	if of.Reduced() {
		rotate = w.RotateReduced
	}
	f, err := rotate(ctx, Lambda.X(at), p+1)
	if err != nil {
		return nil, err
	}
	conditions, err := w.Determine(ctx, Lambda.X(at), f)
	if err != nil {
		return nil, err
	}
	s := &Solution{A: sfa.First(f.A, p), Mean: m.Mean, Spectrum: w.Spectrum, Values: f.Value, Conditions: conditions}
	_, have := s.A.Dims()
	if sfa.ClustersOf(s.Values, w.Spectrum.Resolution(conditions[have-1]), have).Bounds != nil {
		s.Stability, err = of.SFA().MeasureStability(ctx, Lambda.X(at), s.A)
	}
	return s, err
}

// principal implements principal component analysis of the functions.
var principal = part.Part[Kind]{
	Name: "pca", Doc: "principal components of the functions", Parameters: []part.Parameter{Cut},
	Build: Kind{Nests: true, Solve: solvePrincipal},
}

func solvePrincipal(ctx context.Context, of Problem, _ part.Point, p int) (*Solution, error) {
	f, spectrum, err := sfa.Principal(ctx, of.SFA(), p)
	if err != nil {
		return nil, err
	}
	return &Solution{A: f.A, Mean: of.Moments().Mean, Spectrum: spectrum}, nil
}
