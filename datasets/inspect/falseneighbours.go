package inspect

import (
	"context"
	"math"
)

// Limits of false nearest neighbours (Kennel, Brown and Abarbanel 1992).
const (
	falseRatio = 10   // a neighbour is false if the next value is this many times as far away
	falseSize  = 2    // or this many standard deviations
	falseShare = 0.01 // share of false neighbours that is small enough
	mostValues = 12   // maximum number of values in a window
	mostStates = 1000 // number of states whose neighbours are examined
)

// enoughValues returns the smallest number of values, epsilon samples apart,
// with which few neighbours are false; 0 if mostValues are too few. share is
// the share of false neighbours with it.
func enoughValues(ctx context.Context, series [][]float64, epsilon int) (l int, share float64) {
	size := deviation(series)
	for l = 1; l <= mostValues && ctx.Err() == nil; l++ {
		states := statesOf(series, l, epsilon)
		if len(states) < 10 {
			return 0, share
		}
		if share = falseNeighbours(states, l, epsilon, size); share < falseShare {
			return l, share
		}
	}
	return 0, share
}

// statesOf returns the starts of states of l values and one more, evenly
// thinned to about mostStates.
func statesOf(series [][]float64, l, epsilon int) [][]float64 {
	span := l*epsilon + 1 // including the next value
	total := 0
	for _, x := range series {
		total += max(0, len(x)-span+1)
	}
	step := max(1, total/mostStates)
	var states [][]float64
	at := 0
	for _, x := range series {
		for t := 0; t+span <= len(x); t++ {
			if at%step == 0 {
				states = append(states, x[t:])
			}
			at++
		}
	}
	return states
}

// falseNeighbours returns the share of states whose nearest neighbour by l
// values is far away in the next value.
func falseNeighbours(states [][]float64, l, epsilon int, size float64) float64 {
	wrong, looked := 0, 0
	for i, a := range states {
		nearest, best := -1, math.Inf(1)
		for k, b := range states {
			if k == i {
				continue
			}
			d := 0.0
			for v := 0; v < l*epsilon && d < best; v += epsilon {
				d += (a[v] - b[v]) * (a[v] - b[v])
			}
			if d < best {
				nearest, best = k, d
			}
		}
		if nearest < 0 {
			continue
		}
		looked++
		further := math.Abs(a[l*epsilon] - states[nearest][l*epsilon])
		if further > falseRatio*math.Sqrt(best) && further > size*1e-9 || math.Sqrt(best+further*further) > falseSize*size {
			wrong++
		}
	}
	return float64(wrong) / float64(max(1, looked))
}

// deviation returns the standard deviation of all values.
func deviation(series [][]float64) float64 {
	var c column
	n := 0
	for _, x := range series {
		for _, v := range x {
			n++
			c.add(v, v, n)
		}
	}
	return c.deviation(n)
}
