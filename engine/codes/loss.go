package codes

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/mat"
)

// tinyShare is the share of the mean entry that replaces a smaller denominator.
const tinyShare = 1e-300

// Loss selects the minimised function.
type Loss int

// The losses: ‖X − AD‖², and Σ x·ln(x/y) − x + y for y = AD.
const (
	Squared Loss = iota
	KullbackLeibler
)

// value returns the loss of a factorisation; it overwrites storage, N×n.
func (l Loss) value(x, codes, parts, storage *mat.Dense) float64 {
	n, _ := x.Dims()
	least := denominatorFloor(x)
	_ = parallel.For(context.Background(), n, blockRows, func(lo, hi int) {
		y := rows(storage, lo, hi)
		y.Mul(rows(codes, lo, hi), parts)
		l.terms(y, rows(x, lo, hi), least)
	})
	return total(storage)
}

// terms replaces the entries of y = AD by the terms of the loss.
func (l Loss) terms(y, x *mat.Dense, least float64) {
	n := pieceCount(x, y)
	for i := range n {
		of := piece(x, n, i)
		at := piece(y, n, i)[:len(of)]
		if l == Squared {
			for j, v := range of {
				apart := v - at[j]
				at[j] = apart * apart
			}
			continue
		}
		for j, v := range of {
			if v != 0 {
				at[j] = v*math.Log(v/max(at[j], least)) - v + at[j]
			}
		}
	}
}

// total returns the sum of the entries, in the order of the rows.
func total(terms *mat.Dense) float64 {
	n, sum := pieceCount(terms), 0.0
	for i := range n {
		for _, v := range piece(terms, n, i) {
			sum += v
		}
	}
	return sum
}

// totals returns the sums of the entries of two matrices of one shape. Computed side by
// side they take as long as one sum, in which each addition waits for the one before.
func totals(a, b *mat.Dense) (ofA, ofB float64) {
	n := pieceCount(a, b)
	for i := range n {
		p := piece(a, n, i)
		q := piece(b, n, i)[:len(p)]
		for j, v := range p {
			ofA += v
			ofB += q[j]
		}
	}
	return ofA, ofB
}

// pieceCount returns the number of pieces in which the entries of matrices of one shape
// are contiguous in all of them: the rows, or a single piece, as thin rows take longer
// one by one.
func pieceCount(of ...*mat.Dense) int {
	n, d := of[0].Dims()
	for _, a := range of {
		if a.RawMatrix().Stride != d {
			return n
		}
	}
	return 1
}

// piece returns piece i of n of a matrix.
func piece(a *mat.Dense, n, i int) []float64 {
	if n == 1 {
		rows, d := a.Dims()
		return a.RawMatrix().Data[:rows*d]
	}
	return a.RawRowView(i)
}

// denominatorFloor returns the least denominator for samples x.
func denominatorFloor(x *mat.Dense) float64 {
	n, d := x.Dims()
	return tinyShare * max(mat.Sum(x)/float64(n*d), tinyShare)
}
