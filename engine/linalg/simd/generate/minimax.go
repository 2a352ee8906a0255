package main

import (
	"math"
	"math/big"
)

// precision is the number of bits of the coefficients during the computation.
const precision = 300

// quotient returns the coefficients, from the constant one up, of the polynomial of the
// given degree that agrees with (e^r - 1 - r)/r² at the Chebyshev nodes of an interval
// slightly longer than |r| ≤ ln 2/2.
func quotient(degree int) []float64 {
	nodes := make([]*big.Float, degree+1)
	slopes := make([]*big.Float, degree+1)
	for i := range nodes {
		nodes[i] = number(0.3467 * math.Cos(math.Pi*(float64(i)+0.5)/float64(degree+1)))
		slopes[i] = series(nodes[i])
	}
	// Newton's divided differences, in place.
	for step := 1; step <= degree; step++ {
		for i := degree; i >= step; i-- {
			rise := number(0).Sub(slopes[i], slopes[i-1])
			slopes[i] = rise.Quo(rise, number(0).Sub(nodes[i], nodes[i-step]))
		}
	}
	// Horner's rule on polynomials: p ← p·(r - node) + slope.
	p := []*big.Float{slopes[degree]}
	for i := degree - 1; i >= 0; i-- {
		next := append([]*big.Float{number(0)}, p...)
		for n, c := range p {
			next[n].Sub(next[n], number(0).Mul(c, nodes[i]))
		}
		next[0].Add(next[0], slopes[i])
		p = next
	}
	out := make([]float64, len(p))
	for n, c := range p {
		out[n], _ = c.Float64()
	}
	return out
}

// series returns (e^r - 1 - r)/r² = Σ rⁿ/(n+2)!.
func series(r *big.Float) *big.Float {
	sum, term := number(0), number(0.5)
	for n := 3; n < 80; n++ {
		sum.Add(sum, term)
		term.Mul(term, r)
		term.Quo(term, number(float64(n)))
	}
	return sum
}

func number(v float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(v) }
