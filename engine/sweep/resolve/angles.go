package resolve

import (
	"context"
	"fmt"

	"example.com/sfatui/datasets/data"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
)

// Angle holds the principal angles between the features of two choices of parameters in one
// fold and draw.
type Angle struct {
	Fold, Draw int       // of the first choice, from 0
	Cosines    []float64 // of the principal angles, largest first
}

// Angles returns, for each pair of results of two choices of parameters, the cosines of the
// principal angles between the spans of their features on the test part, or on the training
// part if there is no test part. It solves both points again.
func Angles(ctx context.Context, set *data.Set, hash string, a, b []*result.Result) ([]Angle, error) {
	as, bs := matchFolds(a, b)
	var out []Angle
	for i := range as {
		x, err := run.Solve(ctx, set, hash, as[i].Point)
		if err != nil {
			return nil, err
		}
		y, err := run.Solve(ctx, set, hash, bs[i].Point)
		if err != nil {
			return nil, err
		}
		phi, psi := x.Test, y.Test
		if phi == nil || psi == nil {
			phi, psi = x.Train, y.Train
		}
		n, _ := phi.Dims()
		if k, _ := psi.Dims(); k != n {
			return nil, fmt.Errorf("fold %d: the two have %d and %d samples: only points of one division of the data can be compared", as[i].Point.Fold+1, n, k)
		}
		out = append(out, Angle{as[i].Point.Fold, as[i].Point.Draw, measure.PrincipalAngles(phi, psi)})
	}
	return out, nil
}

// matchFolds returns the pairs of results of two choices of parameters with the same fold and
// draw. A choice without randomness has one draw, which pairs with every draw of the other.
func matchFolds(a, b []*result.Result) (as, bs []*result.Result) {
	for _, x := range a {
		for _, y := range b {
			drawn := sweep.RandomIn(x.Point, x.NTrain) && sweep.RandomIn(y.Point, y.NTrain)
			if x.Error == "" && y.Error == "" && x.Point.Fold == y.Point.Fold && (!drawn || x.Point.Draw == y.Point.Draw) {
				as, bs = append(as, x), append(bs, y)
			}
		}
	}
	return as, bs
}
