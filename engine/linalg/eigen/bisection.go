package eigen

import (
	"context"
	"math"
	"sort"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
)

const (
	// firstPoints is the number of points that roughly bracket the highest wanted
	// eigenvalue.
	firstPoints = 32
	// pointsPerValue is the number of points per eigenvalue that then divide the
	// interval, before each eigenvalue is bisected.
	pointsPerValue = 4
	// bisectGrain is the number of eigenvalues that are bisected together.
	bisectGrain = 16
	// bisectWidth is the final width of a bracket, slightly below the rounding of the
	// matrix, because most errors of the counts are smaller than their bound.
	bisectWidth = 0x1p-57
)

// bisection computes the lowest eigenvalues of a tridiagonal matrix whose largest
// entries are about one. Eigenvalue i is at least lo[i] and below hi[i], up to the
// rounding of the matrix.
type bisection struct {
	s      *simd.Sturm
	lo, hi []float64
}

// lowestByBisection returns the p lowest eigenvalues, ascending (Barth, Martin and
// Wilkinson, Numer. Math. 9, 1967).
func lowestByBisection(ctx context.Context, d, e []float64, p int) ([]float64, error) {
	b := bisection{s: simd.NewSturm(d, e), lo: make([]float64, p), hi: make([]float64, p)}
	lo, hi := gershgorin(d, e)
	for i := range p {
		b.lo[i], b.hi[i] = lo, hi
	}
	for _, points := range []int{firstPoints, pointsPerValue * p} {
		if err := b.narrowBrackets(ctx, points); err != nil {
			return nil, err
		}
	}
	if err := parallel.For(ctx, p, bisectGrain, b.bisect); err != nil {
		return nil, err
	}
	values := b.lo
	for i := range values {
		values[i] += (b.hi[i] - values[i]) / 2
		if i > 0 {
			values[i] = max(values[i], values[i-1])
		}
	}
	return values, nil
}

// gershgorin returns bounds of all eigenvalues.
func gershgorin(d, e []float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	var left float64
	for i, v := range d {
		var right float64
		if i < len(e) {
			right = math.Abs(e[i])
		}
		lo, hi = min(lo, v-left-right), max(hi, v+left+right)
		left = right
	}
	const more = 0x1p-45 // allows for rounding
	return lo - more, hi + more
}

// narrowBrackets narrows all brackets by counts at equally spaced points between the
// lowest bound and the highest.
func (b *bisection) narrowBrackets(ctx context.Context, number int) error {
	lo, hi := b.lo[0], b.hi[len(b.hi)-1]
	points, counts := make([]float64, number), make([]int, number)
	for k := range points {
		points[k] = lo + (hi-lo)*float64(k+1)/float64(number+1)
	}
	err := parallel.For(ctx, number, bisectGrain, func(from, to int) { b.s.Below(points[from:to], counts[from:to]) })
	for k := 1; k < number; k++ {
		counts[k] = max(counts[k], counts[k-1]) // Rounding may violate monotonicity.
	}
	for i := range b.lo {
		k := sort.SearchInts(counts, i+1) // first point above eigenvalue i
		if k > 0 {
			b.lo[i] = max(b.lo[i], points[k-1])
		}
		if k < number {
			b.hi[i] = min(b.hi[i], points[k])
		}
	}
	return err
}

// bisect bisects the brackets of the eigenvalues from … to-1.
func (b *bisection) bisect(from, to int) {
	lo, hi := b.lo[from:to], b.hi[from:to]
	var points [bisectGrain]float64
	var counts [bisectGrain]int
	for {
		open := false
		for i := range lo {
			points[i] = lo[i] + (hi[i]-lo[i])/2
			open = open || hi[i]-lo[i] > bisectWidth && points[i] > lo[i] && points[i] < hi[i]
		}
		if !open {
			return
		}
		b.s.Below(points[:len(lo)], counts[:len(lo)])
		for i, c := range counts[:len(lo)] {
			if c > from+i {
				hi[i] = points[i]
			} else {
				lo[i] = points[i]
			}
		}
	}
}
