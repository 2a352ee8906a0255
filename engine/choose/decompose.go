package choose

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// Decomposition is the functional analysis of variance of a score over a full grid:
// how much of its variance each axis explains alone, and each set of axes together
// beyond its subsets.
type Decomposition struct {
	// Variance is that of the mean score over the cells of the grid.
	Variance float64
	// Noise is the share of it that the components do not explain, because the parts
	// do not agree on it; NaN for a single part, where noise cannot be told apart.
	Noise float64
	// Components are those of all sets of axes but the empty one, smaller sets first.
	Components []Component
}

// Component is what a set of axes contributes.
type Component struct {
	Axes     []int   // from 0
	Variance float64 // below 0 by chance where there is none
	Share    float64 // of the sum of the components above 0
}

// Decompose analyses scores over a full grid (Sobol' 1993; Hutter, Hoos and
// Leyton-Brown 2014, here exact): parts[k] holds the scores on part k of all cells, the
// last axis running fastest. Every value of an axis weighs the same. With two parts or
// more the variance of a component is the mean over pairs of different parts of the
// product of their components, from which noise of the parts cancels. It panics unless
// each part has a score for each cell, or when there is no part.
func Decompose(shape []int, parts [][]float64) Decomposition {
	n, cells := len(parts), product(shape)
	mean := make([]float64, cells)
	each := make([]float64, 1<<len(shape)) // Σ of the squares over parts
	for _, scores := range parts {
		if len(scores) != cells {
			panic(fmt.Sprintf("choose: %d scores for a grid of %v", len(scores), shape))
		}
		for i, u := range scores {
			mean[i] += u / float64(n)
		}
		for set, s := range marginalSquares(shape, scores) {
			each[set] += s
		}
	}
	ofMean := marginalSquares(shape, mean)
	v := slices.Clone(ofMean)
	if n > 1 {
		for set := range v {
			v[set] = (float64(n)*ofMean[set] - each[set]/float64(n)) / float64(n-1)
		}
	}
	subtractSubsets(v)
	d := Decomposition{Variance: ofMean[len(ofMean)-1], Noise: math.NaN(), Components: components(v)}
	if n > 1 {
		sum := 0.0
		for _, c := range d.Components {
			sum += c.Variance
		}
		d.Noise = 1 - sum/d.Variance
	}
	return d
}

// marginalSquares is, for each set of axes as bits, the mean square of the marginal mean
// over the other axes, less the grand mean.
func marginalSquares(shape []int, scores []float64) []float64 {
	out := make([]float64, 1<<len(shape))
	centred, mean := slices.Clone(scores), 0.0
	for _, u := range scores {
		mean += u / float64(len(scores))
	}
	for i := range centred {
		centred[i] -= mean
	}
	var walk func(axis int, table []float64, set int)
	walk = func(axis int, table []float64, set int) {
		if axis == len(shape) {
			for _, u := range table {
				out[set] += u * u / float64(len(table))
			}
			return
		}
		walk(axis+1, table, set|1<<axis)
		walk(axis+1, meanAlong(table, shape[axis], product(shape[axis+1:])), set)
	}
	walk(0, centred, 0)
	out[0] = 0 // the grand mean was taken off
	return out
}

// meanAlong is the mean over an axis of so many values, each of which is followed by
// so many cells.
func meanAlong(table []float64, values, cells int) []float64 {
	out := make([]float64, len(table)/values)
	for i := range out {
		first := i/cells*cells*values + i%cells
		for v := range values {
			out[i] += table[first+v*cells] / float64(values)
		}
	}
	return out
}

// subtractSubsets takes from the value of each set what its proper subsets have.
func subtractSubsets(v []float64) {
	for bit := 1; bit < len(v); bit <<= 1 {
		for set := range v {
			if set&bit != 0 {
				v[set] -= v[set&^bit]
			}
		}
	}
}

// components lists the variances of the sets of axes with their shares.
func components(v []float64) []Component {
	sum := 0.0
	for _, x := range v[1:] {
		sum += max(0, x)
	}
	out := make([]Component, 0, len(v)-1)
	for set := 1; set < len(v); set++ {
		c := Component{Variance: v[set]}
		for rest := uint(set); rest != 0; rest &= rest - 1 {
			c.Axes = append(c.Axes, bits.TrailingZeros(rest))
		}
		if sum > 0 {
			c.Share = max(0, v[set]) / sum
		}
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b Component) int {
		return cmp.Or(cmp.Compare(len(a.Axes), len(b.Axes)), slices.Compare(a.Axes, b.Axes))
	})
	return out
}

// BetterHalf are the scores of each part, none above the median over the cells: what
// is left of their differences is that among the better half.
func BetterHalf(parts [][]float64) [][]float64 {
	out := make([][]float64, len(parts))
	for k, scores := range parts {
		sorted := slices.Sorted(slices.Values(scores))
		n := len(sorted)
		median := (sorted[(n-1)/2] + sorted[n/2]) / 2
		out[k] = slices.Clone(scores)
		for i, u := range scores {
			out[k][i] = min(u, median)
		}
	}
	return out
}

func product(shape []int) int {
	n := 1
	for _, size := range shape {
		n *= size
	}
	return n
}

// FullGrid finds values of each axis such that every cell of their grid is there, given
// the coordinates of the cells that are, from 0 to the size of the axis less one. It
// drops the value with the largest share of holes, again and again till there is none; of
// equals that of the later axis, then the later value. It returns the values kept of each
// axis, in order.
func FullGrid(shape []int, cells [][]int) [][]int {
	kept := make([][]int, len(shape))
	for axis, size := range shape {
		for v := range size {
			kept[axis] = append(kept[axis], v)
		}
	}
	for {
		there, total := 0, 1
		count := make([][]int, len(shape)) // of cells with each value
		for axis, size := range shape {
			count[axis] = make([]int, size)
			total *= len(kept[axis])
		}
		for _, cell := range cells {
			if !within(kept, cell) {
				continue
			}
			there++
			for axis, v := range cell {
				count[axis][v]++
			}
		}
		if there == total {
			return kept
		}
		axis, at, most := -1, 0, -1
		for a, values := range kept {
			if len(values) == 1 {
				continue // an axis of one value is none
			}
			for i, v := range values {
				// The share of holes times the number of all cells, a whole number.
				if holes := total - count[a][v]*len(values); holes >= most {
					axis, at, most = a, i, holes
				}
			}
		}
		if axis < 0 {
			return make([][]int, len(shape)) // the last cell is a hole
		}
		kept[axis] = slices.Delete(kept[axis], at, at+1)
	}
}

// within says that a cell has none but kept values.
func within(kept [][]int, cell []int) bool {
	for axis, v := range cell {
		if _, ok := slices.BinarySearch(kept[axis], v); !ok {
			return false
		}
	}
	return true
}
