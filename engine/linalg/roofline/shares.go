package roofline

import (
	"context"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/mat"
)

// Reached is what a kind of work reaches of the limits.
type Reached struct {
	What string
	// Rate is floating-point operations a second.
	Rate float64
	// Share is the least time that the limits allow over the time taken: 1 at the limit.
	Share float64
}

// Shares measures what the engine's kernels reach of the limits of the path that runs, in
// about half a second.
func Shares(l Limits) []Reached {
	products, moments, exponentials := dense.Speed(), momentsRate(), exponentialsRate()
	reduction, least := reductionRate(l)
	return []Reached{
		{"products", products, products / l.All},
		{"moments", moments, moments / l.All},
		{"exponentials", exponentials, exponentials / l.All},
		{"tridiagonalisation", reduction, least},
	}
}

// momentsRate is that of the rows of one batch on their way into C and Ċ.
func momentsRate() float64 {
	const m, waves, rows = 1200, 15, 240
	panel, c, cdot := simd.NewRight(waves*rows, m), dense.NewSym(m), dense.NewSym(m)
	defer panel.Release()
	var groups []simd.Group
	for k := range waves {
		groups = append(groups, simd.Group{Size: rows, Weight: float64(k)})
	}
	panel.CutGroups(groups)
	panel.PackColumns(filled(waves*rows, m).RawMatrix(), 0, panel.Slivers())
	return best(func() float64 {
		// Without a cancellable context there is nothing to report.
		_ = dense.SyrkAddBoth(context.Background(), c, cdot, panel)
		return waves * rows * m * (m + 1)
	})
}

// exponentialOperations are those of one exponential, of which each instruction counts as
// a fused multiply-add: 6 to reduce the argument, 11 of the polynomial and 2 to scale.
const exponentialOperations = 2 * (6 + 11 + 2)

// exponentialsRate is that of exponentials of rows that the first-level cache holds.
func exponentialsRate() float64 {
	const length, rounds = 2048, 64
	workers := parallel.Processors()
	return best(func() float64 {
		each(workers, func(int) {
			from, x := filled(1, length).RawRowView(0), make([]float64, length)
			for range rounds {
				copy(x, from)
				simd.Exp(x)
			}
		})
		return float64(exponentialOperations * length * rounds * workers)
	})
}

// reductionRate is that of the reduction of a symmetric matrix to tridiagonal form, from
// whose ⁴⁄₃n³ operations its eigenvalues alone take little away. Half of them are products of
// matrices, and half of a matrix with a vector, each of which reads what is left of it:
// n³/6 numbers altogether. Where the caches hold these, the share may be above 1.
func reductionRate(l Limits) (rate, share float64) {
	const n = 1200
	const operations, read = 4. / 3 * n * n * n, 8. / 6 * n * n * n
	x := filled(n, n)
	a := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			a.SetSym(i, j, x.At(i, j))
		}
	}
	rate = best(func() float64 {
		// Without a cancellable context there is nothing to report.
		_, _ = eigen.Values(context.Background(), a)
		return operations
	})
	return rate, (operations/2/l.All + read/l.Bandwidth) * rate / operations
}

// filled is a matrix of numbers of which few repeat.
func filled(rows, columns int) *mat.Dense {
	x := dense.New(rows, columns)
	for i := range rows {
		for j, row := 0, x.RawRowView(i); j < columns; j++ {
			row[j] = float64((i*columns+j)*7919%10007)/10007 - 0.5
		}
	}
	return x
}
