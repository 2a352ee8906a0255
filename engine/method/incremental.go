package method

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/online"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// checkpoints is the number of comparisons of an incremental solve with the batch
// solution.
const checkpoints = 10

// incremental learns slow features sample by sample, and compares them with the
// solution from all samples at once.
var incremental = part.Part[Kind]{
	Name: "incremental", Doc: "slow features, learnt sample by sample", Parameters: []part.Parameter{Lambda, Cut, Epochs},
	Build: Kind{Random: true, Orthonormal: true, Solve: solveIncremental, Needs: func(p part.Point, n, m int) Needs {
		fm, fp := float64(m), float64(min(P.Of(p), m))
		rank := min(fm, float64(online.Defaults(m, max(1, min(P.Of(p), m))).Whitened))
		return Needs{int64(n) * int64(min(P.Of(p), m)), float64(Epochs.Of(p)) * float64(n) * (4*fm*rank + 2*rank*fp*fp)}
	}},
}

func solveIncremental(ctx context.Context, of Problem, at part.Point, p int) (*Solution, error) {
	batch, err := solveSlow(ctx, of, at, p)
	if err != nil {
		return nil, err
	}
	phi, err := of.Project(ctx, batch)
	if err != nil {
		return nil, err
	}
	_, found := phi.Dims()
	dim := of.Moments().C.SymmetricDim()
	o := online.Defaults(dim, found)
	o.Lambda, o.Epochs, o.Seed, o.Lifted = Lambda.X(at), Epochs.Of(at), at.DrawSeed(), of.Lifted()
	o.Whitened = min(o.Whitened, batch.Spectrum.Rank)
	r, err := online.Train(ctx, of.Space(), of.Inputs(), of.Lengths(), dim, phi, checkpoints, o)
	if err != nil {
		return nil, err
	}
	s := &Solution{A: r.A, Mean: r.Mean, Spectrum: batch.Spectrum}
	for _, c := range r.Approach {
		s.Approach = append(s.Approach, result.Approach{Samples: c.Samples, Cosine: part.Float(c.Cosine)})
	}
	if _, count := r.A.Dims(); count < found {
		s.Notes = append(s.Notes, fmt.Sprintf("%d of %d features learned so far: more epochs are needed", count, found))
	}
	return s, nil
}
