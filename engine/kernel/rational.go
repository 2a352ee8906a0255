package kernel

import (
	"math"

	"example.com/sfatui/engine/part"
)

// RationalQuadratic is κ(z, x) = (1 + ‖z−x‖²/(2·Alpha·σ²))^−Alpha with Alpha above 0
// (Rasmussen and Williams 2006, Eq. 4.19): a mixture of Gaussian kernels of all widths,
// which becomes [Gaussian] of width σ as Alpha grows. κ−1 =
// expm1(−α·log1p(‖z−x‖²/2ασ²)) has no cancellation.
type RationalQuadratic struct {
	differenceTraits
	Sigma, Alpha float64
}

var rationalQuadratic = part.Part[Kind]{
	Name: "rational-quadratic", Doc: "(1 + ‖x−z‖²/2ασ²)^−α", Parameters: []part.Parameter{Sigma, Alpha, Shift},
	Build: func(p part.Point) Kernel { return RationalQuadratic{Sigma: Sigma.X(p), Alpha: Alpha.X(p)} },
}

func (RationalQuadratic) Name() string { return "rational-quadratic" }

func (k RationalQuadratic) Apply(prod []float64, xx float64, zz []float64, shift bool) {
	applySquares(k, prod, xx, zz, shift)
}

func (k RationalQuadratic) ofSquares(d []float64, shift bool) {
	for j, v := range d {
		r := math.Sqrt(v) / k.Sigma // its square may overflow: then κ is zero
		d[j] = -k.Alpha * math.Log1p(r*r/(2*k.Alpha))
	}
	exponential(d, shift)
}
