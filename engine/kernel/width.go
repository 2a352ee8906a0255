package kernel

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// widthRows bounds how many samples the width heuristics look at: half a
// million distances pin a median to three digits.
const widthRows = 1000

// HeuristicWidth is σ₀, the Gaussian width at which half of all kernel outputs
// are above 0.5: the median distance between two samples over √(2 ln 2)
// (Böhmer et al. 2012, section 6.2). x is n×d; evenly spaced rows stand for all
// of them where there are many. It is 0 where all samples are equal.
func HeuristicWidth(x *mat.Dense) float64 {
	rows := spacedRows(x)
	var d []float64
	for i, a := range rows {
		for _, b := range rows[:i] {
			d = append(d, floats.Distance(a, b, 2))
		}
	}
	if len(d) == 0 {
		return 0
	}
	slices.Sort(d)
	return d[len(d)/2] / math.Sqrt(2*math.Ln2)
}

// MeanNorm is the mean norm of a sample of x (n×d), over evenly spaced rows
// where there are many.
func MeanNorm(x *mat.Dense) float64 {
	rows := spacedRows(x)
	var s float64
	for _, r := range rows {
		s += floats.Norm(r, 2)
	}
	return s / float64(len(rows))
}

func spacedRows(x *mat.Dense) [][]float64 {
	n, _ := x.Dims()
	k := min(n, widthRows)
	rows := make([][]float64, k)
	for i := range rows {
		rows[i] = x.RawRowView(i * n / k)
	}
	return rows
}
