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

// A Decomposition is the functional analysis of variance of a score over a full grid:
// the share of the variance that each axis explains alone, and that each set of axes
// explains jointly beyond its subsets.
type Decomposition struct {
	// Variance is the variance of the mean score over the cells of the grid.
	Variance float64
	// Noise is the share of the variance on which the parts disagree, so that no
	// component explains it; NaN for a single part, which cannot separate noise.
	Noise float64
	// Error is the leave-one-part-out error of the sum of the components; NaN for fewer
	// than three parts.
	Error float64
	// Components holds the components of all non-empty sets of axes, smaller sets first.
	Components []Component

	without [][]float64 // components without each part, by set; nil for fewer than three parts
}

// A Component is the contribution of a set of axes.
type Component struct {
	Axes     []int   // from 0
	Variance float64 // may be negative by chance where the true variance is 0
	Share    float64 // of the sum of the positive components
	// Error and ShareError are the leave-one-part-out errors of both; NaN for fewer
	// than three parts.
	Error, ShareError float64
}

// Decompose decomposes the variance of scores over a full grid (Sobol' 1993; Hutter,
// Hoos and Leyton-Brown 2014, here exact). parts[k] holds the scores of all cells on
// part k, the last axis running fastest. Every value of an axis has the same weight.
// With two parts or more, the variance of a component is the mean over pairs of
// different parts of the product of their components, so that independent noise
// cancels. It panics if there is no part or a part does not have one score for each
// cell.
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
		v = d.agreeingComponents(shape, parts, mean)
	}
	d.Components = components(v)
	d.addErrors()
	return d
}

// agreeingComponents returns the components of the variance on which the parts agree,
// by set. It also sets d.Noise and, for three parts or more, the components without
// each part.
func (d *Decomposition) agreeingComponents(shape []int, parts [][]float64, mean []float64) []float64 {
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
			for set := range of { // each pair is counted in the products of both parts
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

// addErrors sets the leave-one-part-out errors of the components, of their shares and of
// their sum.
func (d *Decomposition) addErrors() {
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

// jackknife returns the jackknife standard error of the statistic of, from its values
// without each part (Tukey 1958).
func jackknife(without [][]float64, of func([]float64) float64) float64 {
	values := make([]float64, len(without))
	for k, v := range without {
		values[k] = of(v)
	}
	n := float64(len(values))
	return math.Sqrt((n - 1) * stat.PopVariance(values, nil))
}

// shareOf returns the component of a set of axes as a share of the sum of the positive
// components.
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

// Measurable reports whether the sum of the components exceeds its error. With fewer
// than three parts, whose error is unknown, it reports whether the sum is positive.
func (d *Decomposition) Measurable() bool {
	sum := 0.0
	for _, c := range d.Components {
		sum += c.Variance
	}
	return sum > 0 && !(sum <= d.Error)
}

// marginalProducts returns, for each set of axes as bits, the mean product of the
// marginal means of two centred tables of scores over the other axes.
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
	out[0] = 0 // the tables are centred
	return out
}

// centred returns scores minus their mean.
func centred(scores []float64) []float64 {
	mean := 0.0
	for _, u := range scores {
		mean += u / float64(len(scores))
	}
	out := slices.Clone(scores)
	floats.AddConst(-mean, out)
	return out
}

// meanAlong returns the mean of a table over an axis with the given number of values;
// cells is the number of cells below each value.
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

// subtractSubsets subtracts from the value of each set the values of its proper
// subsets, in place, and returns v (Möbius inversion).
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

// components returns the variances of the non-empty sets of axes with their shares,
// smaller sets first.
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

// BetterHalf returns the scores of each part, clipped at their median over the cells.
// The remaining differences are those among the better half.
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

// FullGrid returns values of each axis, in order, such that every cell of their grid
// exists. cells lists the coordinates of the existing cells; a coordinate runs from 0
// to the size of its axis minus one. It repeatedly drops the value with the largest
// share of holes until there are none; ties go to the later axis, then to the later
// value.
func FullGrid(shape []int, cells [][]int) [][]int {
	kept := make([][]int, len(shape))
	for axis, size := range shape {
		for v := range size {
			kept[axis] = append(kept[axis], v)
		}
	}
	for {
		there, total := 0, 1
		count := make([][]int, len(shape)) // number of cells with each value
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
				continue // an axis of one value cannot be reduced
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

// within reports whether all coordinates of a cell are kept.
func within(kept [][]int, cell []int) bool {
	for axis, v := range cell {
		if _, ok := slices.BinarySearch(kept[axis], v); !ok {
			return false
		}
	}
	return true
}
