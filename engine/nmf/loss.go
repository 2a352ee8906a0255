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
	n, _ := x.Dims()
	for i := range n {
		at := y.RawRowView(i)
		for j, v := range x.RawRowView(i)[:len(at)] {
			switch {
			case l == Squared:
				at[j] = (v - at[j]) * (v - at[j])
			case v != 0:
				at[j] = v*math.Log(v/max(at[j], least)) - v + at[j]
			}
		}
	}
}

// total sums the entries in the order of the rows.
func total(terms *mat.Dense) float64 {
	n, _ := terms.Dims()
	sum := 0.0
	for i := range n {
		for _, v := range terms.RawRowView(i) {
			sum += v
		}
	}
	return sum
}
