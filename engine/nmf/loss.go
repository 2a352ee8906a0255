package nmf

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/mat"
)

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
