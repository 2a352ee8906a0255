package nmf

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/mat"
)

// floor is the share of the mean entry below which a denominator counts as it.
const floor = 1e-300

// Loss is what a factorisation minimises.
type Loss int

// The losses: ‖X − AD‖², and Σ x·ln(x/y) − x + y for y = AD.
const (
	Squared Loss = iota
	KullbackLeibler
)

// of is the loss of a factorisation; room is N×n and is overwritten.
func (l Loss) of(x, codes, parts, room *mat.Dense) float64 {
	n, _ := x.Dims()
	least := leastOf(x)
	_ = parallel.For(context.Background(), n, blockRows, func(lo, hi int) {
		y := rows(room, lo, hi)
		y.Mul(rows(codes, lo, hi), parts)
		l.terms(y, rows(x, lo, hi), least)
	})
	return total(room)
}

// terms replaces the entries of y = AD by the terms of the loss.
func (l Loss) terms(y, x *mat.Dense, least float64) {
	n := runs(x, y)
	for i := range n {
		of := run(x, n, i)
		at := run(y, n, i)[:len(of)]
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

// total sums the entries in the order of the rows.
func total(terms *mat.Dense) float64 {
	n, sum := runs(terms), 0.0
	for i := range n {
		for _, v := range run(terms, n, i) {
			sum += v
		}
	}
	return sum
}

// totals are those of two matrices of one shape, side by side: two sums take as long as one,
// in which each addition waits for the one before.
func totals(a, b *mat.Dense) (ofA, ofB float64) {
	n := runs(a, b)
	for i := range n {
		p := run(a, n, i)
		q := run(b, n, i)[:len(p)]
		for j, v := range p {
			ofA += v
			ofB += q[j]
		}
	}
	return ofA, ofB
}

// runs is in how many pieces the entries of matrices of one shape lie one after the other in
// all of them: rows, or a single one, as thin rows take longer one by one.
func runs(of ...*mat.Dense) int {
	n, d := of[0].Dims()
	for _, a := range of {
		if a.RawMatrix().Stride != d {
			return n
		}
	}
	return 1
}

// run is piece i of n of a matrix.
func run(a *mat.Dense, n, i int) []float64 {
	if n == 1 {
		rows, d := a.Dims()
		return a.RawMatrix().Data[:rows*d]
	}
	return a.RawRowView(i)
}

// leastOf is what a denominator is at least, for samples x.
func leastOf(x *mat.Dense) float64 {
	n, d := x.Dims()
	return floor * max(mat.Sum(x)/float64(n*d), floor)
}
