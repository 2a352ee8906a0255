package choose

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
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
	// Error is the leave-one-part-out error of the sum of the components; NaN for fewer than
	// three parts.
	Error float64
	// Components are those of all sets of axes but the empty one, smaller sets first.
	Components []Component

	without [][]float64 // the components without each part, by set; nil for fewer than three
}

// Component is what a set of axes contributes.
type Component struct {
	Axes     []int   // from 0
	Variance float64 // below 0 by chance where there is none
	Share    float64 // of the sum of the components above 0
	// Error and ShareError are the leave-one-part-out errors of both; NaN for fewer than three
	// parts.
	Error, ShareError float64
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
	for _, scores := range parts {
		if len(scores) != cells {
			panic(fmt.Sprintf("choose: %d scores for a grid of %v", len(scores), shape))
		}
		for i, u := range scores {
			mean[i] += u / float64(n)
		}
	}
	v := subtractSubsets(marginalProducts(shape, mean, mean))
	d := Decomposition{Variance: variance(v), Noise: math.NaN(), Error: math.NaN()}
	if n > 1 {
		v = d.agreement(shape, parts, mean)
	}
	d.Components = components(v)
	d.addErrors(v)
	return d
}

// agreement returns the components of the variance on which parts agree, and records what they
// are without each part.
func (d *Decomposition) agreement(shape []int, parts [][]float64, mean []float64) []float64 {
	n := float64(len(parts))
	products := make([][]float64, len(parts)) // of each part with the others, summed
	sum := make([]float64, 1<<len(shape))
	for k, scores := range parts {
		of := subtractSubsets(marginalProducts(shape, scores, mean))
		for set, own := range subtractSubsets(marginalProducts(shape, scores, scores)) {
			of[set] = n*of[set] - own
			sum[set] += of[set]
		}
		products[k] = of
	}
	for set := range sum {
		sum[set] /= n * (n - 1)
	}
	d.Noise = 1 - variance(sum)/d.Variance
	if len(parts) > 2 {
		for _, of := range products {
			for set := range of { // a pair is in the products of both
				of[set] = (n*(n-1)*sum[set] - 2*of[set]) / ((n - 1) * (n - 2))
			}
			d.without = append(d.without, of)
		}
	}
	return sum
}

// variance returns the sum of components.
func variance(components []float64) (sum float64) {
	for _, v := range components {
		sum += v
	}
	return sum
}

// addErrors adds the leave-one-part-out errors of the components v, their shares and their sum.
func (d *Decomposition) addErrors(v []float64) {
	over := func(of func([]float64) float64) float64 { return jackknife(d.without, of) }
	if d.without != nil {
		d.Error = over(variance)
	}
	for i := range d.Components {
		c := &d.Components[i]
		c.Error, c.ShareError = math.NaN(), math.NaN()
		if d.without != nil {
			set := c.set()
			c.Error = over(func(v []float64) float64 { return v[set] })
			c.ShareError = over(func(v []float64) float64 { return shareOf(v, set) })
		}
	}
}

// jackknife returns the standard error of a number of the parts, from its values without each part
// (Tukey 1958).
func jackknife(without [][]float64, of func([]float64) float64) float64 {
	values := make([]float64, len(without))
	for k, v := range without {
		values[k] = of(v)
	}
	n := float64(len(values))
	return math.Sqrt((n - 1) * stat.PopVariance(values, nil))
}

// shareOf returns the share that a set of axes has of all components above 0.
func shareOf(v []float64, set int) float64 {
	sum := 0.0
	for _, x := range v[1:] {
		sum += max(0, x)
	}
	if sum == 0 {
		return 0
	}
	return max(0, v[set]) / sum
}

// Measurable reports whether the parts agree on the effects of the axes by more than one error;
// with fewer than three parts, whose error is not known, by more than 0.
func (d *Decomposition) Measurable() bool {
	sum := 0.0
	for _, c := range d.Components {
		sum += c.Variance
	}
	return sum > 0 && !(sum <= d.Error)
}

// marginalProducts returns, for each set of axes as bits, the mean product of the marginal means of
// two tables of scores over the other axes, less their grand means.
func marginalProducts(shape []int, a, b []float64) []float64 {
	out := make([]float64, 1<<len(shape))
	var walk func(axis int, a, b []float64, set int)
	walk = func(axis int, a, b []float64, set int) {
		if axis == len(shape) {
			out[set] = floats.Dot(a, b) / float64(len(a))
			return
		}
		walk(axis+1, a, b, set|1<<axis)
		values, cells := shape[axis], product(shape[axis+1:])
		walk(axis+1, meanAlong(a, values, cells), meanAlong(b, values, cells), set)
	}
	walk(0, centred(a), centred(b), 0)
	out[0] = 0 // the grand means were taken off
	return out
}

// centred returns scores less their mean.
func centred(scores []float64) []float64 {
	mean := 0.0
	for _, u := range scores {
		mean += u / float64(len(scores))
	}
	out := slices.Clone(scores)
	floats.AddConst(-mean, out)
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
func subtractSubsets(v []float64) []float64 {
	for bit := 1; bit < len(v); bit <<= 1 {
		for set := range v {
			if set&bit != 0 {
				v[set] -= v[set&^bit]
			}
		}
	}
	return v
}

// components lists the variances of the sets of axes with their shares.
func components(v []float64) []Component {
	out := make([]Component, 0, len(v)-1)
	for set := 1; set < len(v); set++ {
		c := Component{Variance: v[set], Share: shareOf(v, set)}
		for rest := uint(set); rest != 0; rest &= rest - 1 {
			c.Axes = append(c.Axes, bits.TrailingZeros(rest))
		}
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b Component) int {
		return cmp.Or(cmp.Compare(len(a.Axes), len(b.Axes)), slices.Compare(a.Axes, b.Axes))
	})
	return out
}

// set returns the axes of a component as bits.
func (c *Component) set() (set int) {
	for _, axis := range c.Axes {
		set |= 1 << axis
	}
	return set
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
