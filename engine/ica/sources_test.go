package ica

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// laplace returns n×p independent noise of a double exponential density and unit
// variance.
func laplace(seed uint64, n, p int) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 0))
	return filled(n, p, func(int, int) float64 {
		return math.Copysign(rng.ExpFloat64(), rng.Float64()-0.5) / math.Sqrt2
	})
}

// normal returns n×p standard normal noise.
func normal(seed uint64, n, p int) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 0))
	return filled(n, p, func(int, int) float64 { return rng.NormFloat64() })
}

func filled(n, p int, f func(i, j int) float64) *mat.Dense {
	x := mat.NewDense(n, p, nil)
	for i := range n {
		for j := range p {
			x.Set(i, j, f(i, j))
		}
	}
	return x
}

// orthogonal returns a random rotation.
func orthogonal(seed uint64, p int) *mat.Dense {
	var qr mat.QR
	var q mat.Dense
	qr.Factorize(normal(seed, p, p))
	qr.QTo(&q)
	return &q
}

func mul(a, b mat.Matrix) *mat.Dense {
	var out mat.Dense
	out.Mul(a, b)
	return &out
}
