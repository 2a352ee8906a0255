package kernel

import (
	"math"
	"runtime"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/order"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// WidthRows limits the samples of the width heuristics: half a million distances
// determine a median to three digits.
const WidthRows = 1000

// HeuristicWidth returns σ₀, the Gaussian width at which half of all kernel outputs are
// above 0.5: the median distance between two samples divided by √(2 ln 2) (Böhmer et
// al. 2012, section 6.2). x is n×d; if n is large, evenly spaced rows represent it. If
// at least half of all pairs are equal, it uses the other pairs. It returns 0 if all
// samples are equal.
func HeuristicWidth(x *mat.Dense) float64 {
	defer runtime.KeepAlive(x) // its rows may be in a file that is closed with it
	rows := spacedRows(x)
	k := len(rows)
	if k < 2 {
		return 0
	}
	d := make([]float64, 0, k*(k-1)/2)
	between := distances(rows)
	for i := range k {
		d = append(d, between.RawRowView(i)[:i]...)
	}
	median := order.Nth(d, len(d)/2)
	if median == 0 {
		if d = slices.DeleteFunc(d, func(v float64) bool { return v == 0 }); len(d) > 0 {
			median = order.Nth(d, len(d)/2)
		}
	}
	return median / math.Sqrt(2*math.Ln2)
}

// MostlyEqual reports whether at least half of the pairs of samples of [HeuristicWidth]
// are equal.
func MostlyEqual(x *mat.Dense) bool {
	defer runtime.KeepAlive(x) // as above
	rows := spacedRows(x)
	slices.SortFunc(rows, slices.Compare)
	k, pairs, run := len(rows), 0, 0
	for i := 1; i < k; i++ {
		if run++; slices.Equal(rows[i], rows[i-1]) {
			pairs += run
		} else {
			run = 0
		}
	}
	return k > 1 && 2*pairs >= k*(k-1)/2
}

// nearlyEqual is the ratio of the squared distance of two rows to their squared norms
// below which the product has too few digits.
const nearlyEqual = 1e-8

// distances returns the distances of each row to the rows before it (k×k, below the
// diagonal), by one product.
func distances(rows [][]float64) *mat.Dense {
	k, d := len(rows), len(rows[0])
	from := mat.NewDense(k, d, nil) // the first row as origin: far from zero, digits would be lost
	for i, row := range rows {
		floats.SubTo(from.RawRowView(i), row, rows[0])
	}
	g := mat.NewDense(k, k, nil)
	g.Mul(from, from.T())
	for i := range k {
		for j := range i {
			sum := g.At(i, i) + g.At(j, j)
			if square := sum - 2*g.At(i, j); square > nearlyEqual*sum {
				g.Set(i, j, math.Sqrt(square))
			} else {
				g.Set(i, j, floats.Distance(rows[i], rows[j], 2))
			}
		}
	}
	return g
}

// MeanNorm returns the mean norm of a sample of x (n×d), over evenly spaced rows if n
// is large.
func MeanNorm(x *mat.Dense) float64 {
	defer runtime.KeepAlive(x) // as above
	rows := spacedRows(x)
	var s float64
	for _, r := range rows {
		s += floats.Norm(r, 2)
	}
	return s / float64(len(rows))
}

func spacedRows(x *mat.Dense) [][]float64 {
	n, _ := x.Dims()
	k := min(n, WidthRows)
	rows := make([][]float64, k)
	for i := range rows {
		rows[i] = x.RawRowView(i * n / k)
	}
	return rows
}

// SeriesWidth returns the width of kernels of the whole series in the rows of x: the
// median distance of two frames times the root of the median length (Cuturi 2011).
func SeriesWidth(x *mat.Dense) float64 {
	frames, root := framesOf(x)
	return HeuristicWidth(frames) * math.Sqrt(2*math.Ln2) * root
}

// SeriesNorm returns the mean norm of a frame times the root of the median length.
func SeriesNorm(x *mat.Dense) float64 {
	frames, root := framesOf(x)
	return MeanNorm(frames) * root
}

// framesOf returns the frames of series, and the root of their median length.
func framesOf(x *mat.Dense) (*mat.Dense, float64) {
	frames, lengths := data.StackFrames(x)
	slices.Sort(lengths)
	n := len(lengths)
	return frames, math.Sqrt(float64(lengths[(n-1)/2]+lengths[n/2]) / 2)
}
