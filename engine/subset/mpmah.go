package subset

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

var mpmah = part.Part[Kind]{Name: "mp-mah", Doc: "matching pursuit that maximises the affine hull: greedily the sample that is farthest from the hull of the supports", Parameters: []part.Parameter{M, Sigma}, Build: Kind{
	Nests: true, Samples: true, Numbers: valuesAt, Choose: chooseMPMAH,
	Work: func(n, m, d float64) float64 { return n * m * (2*d + m) },
}}

func chooseMPMAH(ctx context.Context, from Candidates, m int, at part.Point) (*Supports, error) {
	p, err := MPMAH(ctx, kernel.At(at), from.X, m, from.Mean, from.Distances)
	return hullSupports(ctx, at, from, m, p, err)
}

// MPMAH chooses up to m rows of x (n×d) by matching pursuit for the maximisation of the
// affine hull (Böhmer et al. 2012, Algorithm 2): each pick is the sample worst
// approximated by the span of the previous picks, the lowest index among equals. That
// is diagonal-pivoted Cholesky of the kernel matrix, without an inverse. It stops early
// when the largest residual falls to [Tolerance]. A negative residual beyond rounding
// is a [kernel.IndefiniteError].
//
// Residuals only decrease, so the residual of a sample some picks ago bounds its
// present one. A round considers the samples with the largest bounds. When those are up
// to date with all picks, the greedy choice continues among them for as long as its
// best is worse than the bounds of all others. The others process the picks of all
// rounds in a few products, when needed, which most samples never are. It takes at most
// O(m²n + mnd) time and O(mn) memory.
//
// mean returns the mean of the samples (length d), the origin for kernels of
// differences; nil computes that of x. distances are the squared distances of the
// samples to each other at that origin, for such a kernel, or nil. The picks do not
// depend on either.
//
// The picks are those of the choice one by one over all samples, up to rounding:
// compare [Picks].Margin. A sample's residual undergoes the same operations whenever it
// processes a pick, so that equal samples have bitwise equal residuals.
func MPMAH(ctx context.Context, k kernel.Kernel, x *mat.Dense, m int, mean func() []float64, distances *kernel.Distances) (Picks, error) {
	n, _ := x.Dims()
	if m < 1 || m > n {
		panic(fmt.Sprintf("subset: %d picks of %d samples", m, n))
	}
	r, err := newResiduals(k, x, mean)
	if err != nil {
		return Picks{}, err
	}
	p := &pursuit{residuals: r, distances: distances, wanted: m, candidateCount: roundSize(n), applied: make([]int32, n), rows: make([][][]float64, n), storage: newArena(n * m)}
	for len(p.picks.Index) < m {
		in, rest, err := p.candidates(ctx)
		if err != nil {
			return Picks{}, err
		}
		chosen, err := p.round(ctx, in, rest)
		if err != nil {
			return Picks{}, err
		}
		if chosen == 0 {
			p.picks.Spans = true
			break
		}
	}
	return p.picks, nil
}

// roundSize returns the number of candidates of a round of n samples. With many
// candidates, rounds make many picks and are few; with few, samples process fewer
// blocks before their residual shows that they need no more.
func roundSize(n int) int {
	return min(n, max(64, min(512, int(2*math.Sqrt(float64(n))))))
}
