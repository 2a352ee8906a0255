package roofline

import (
	"context"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/mat"
)

// Reached is the rate of a kind of work and its share of the limits.
type Reached struct {
	What string
	// Rate is floating-point operations per second.
	Rate float64
	// Share is the shortest time that the limits allow divided by the time taken: 1 at
	// the limit.
	Share float64
}

// Shares measures the share of the limits of the active path that the engine's kernels
// reach, in about half a second.
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

// momentsRate returns the rate of adding the rows of one batch to C and Ċ.
func momentsRate() float64 {
	const m, waves, rows = 1200, 15, 240
	panel, c, cdot := simd.NewRightFactor(waves*rows, m), dense.NewSym(m), dense.NewSym(m)
	defer panel.Release()
	var groups []simd.Group
	for k := range waves {
		groups = append(groups, simd.Group{Size: rows, Weight: float64(k)})
	}
	panel.CutGroups(groups)
	panel.PackColumns(filledMatrix(waves*rows, m).RawMatrix(), 0, panel.Slivers())
	return bestRate(func() float64 {
		// The background context never ends, so there is no error.
		_ = dense.SyrkAddBoth(context.Background(), c, cdot, panel)
		return waves * rows * m * (m + 1)
	})
}

// exponentialOperations is the number of operations of one exponential, where each
// instruction counts as a fused multiply-add: 6 to reduce the argument, 11 of the
// polynomial and 2 to scale.
const exponentialOperations = 2 * (6 + 11 + 2)

// exponentialsRate returns the rate of exponentials of rows that fit the first-level
// cache.
func exponentialsRate() float64 {
	const length, rounds = 2048, 64
	workers := parallel.Processors()
	return bestRate(func() float64 {
		forEachWorker(workers, func(int) {
			from, x := filledMatrix(1, length).RawRowView(0), make([]float64, length)
			for range rounds {
				copy(x, from)
				simd.Exp(x)
			}
		})
		return float64(exponentialOperations * length * rounds * workers)
	})
}

// reductionRate returns the rate of the reduction of a symmetric matrix to tridiagonal
// form, and its share. Computing the eigenvalues adds little to the ⁴⁄₃n³ operations.
// Half of them are products of matrices, and half are products of a matrix with a
// vector, each of which reads the remaining matrix: n³/6 values altogether. If the
// caches hold these, the share may exceed 1.
func reductionRate(l Limits) (rate, share float64) {
	const n = 1200
	const operations, read = 4. / 3 * n * n * n, 8. / 6 * n * n * n
	x := filledMatrix(n, n)
	a := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			a.SetSym(i, j, x.At(i, j))
		}
	}
	rate = bestRate(func() float64 {
		// The background context never ends, so there is no error.
		_, _ = eigen.Values(context.Background(), a)
		return operations
	})
	return rate, (operations/2/l.All + read/l.Bandwidth) * rate / operations
}

// filledMatrix returns a matrix of values with few repetitions.
func filledMatrix(rows, columns int) *mat.Dense {
	x := dense.New(rows, columns)
	for i := range rows {
		for j, row := 0, x.RawRowView(i); j < columns; j++ {
			row[j] = float64((i*columns+j)*7919%10007)/10007 - 0.5
		}
	}
	return x
}
