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

// Angle is how far apart two choices of parameters are in one fold and draw.
type Angle struct {
	Fold, Draw int       // from 0, those of the first
	Cosines    []float64 // of the principal angles, largest first
}

// Angles gives, for each pair of results of two choices of parameters, the cosines of the
// principal angles between what their features span on the test part (on the
// training part where there is none). It solves both again.
func Angles(ctx context.Context, set *data.Set, hash string, a, b []*result.Result) ([]Angle, error) {
	as, bs := pair(a, b)
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

// pair matches results of two choices of parameters: the same fold, and the same draw.
// What is not random has one draw, which serves for all of the other's.
func pair(a, b []*result.Result) (as, bs []*result.Result) {
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
