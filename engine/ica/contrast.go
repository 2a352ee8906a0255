package ica

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
)

const (
	// normalLogCosh is E[log cosh ν], ν standard normal.
	normalLogCosh = 0.374567207491438
	// excessSpread is √n times the standard deviation of ⟨log cosh y⟩ of n normal
	// samples scaled to unit variance: that of log cosh ν − ½E[ν tanh ν]·ν².
	excessSpread = 0.0795478911798
	// pairSamples bounds the evenly spaced samples on which saddle points are sought.
	pairSamples = 4096
)

// logCosh sums log cosh v = |v| + log(1 + exp(−2|v|)) − log 2 over the entries of y. It
// takes one logarithm of the product of many factors, none of which is above 2.
func logCosh(y, scratch []float64) float64 {
	const factors = 512
	sum := 0.0
	for i, v := range y {
		v = math.Abs(v)
		scratch[i] = -2 * v
		sum += v
	}
	simd.Exp(scratch)
	for lo := 0; lo < len(scratch); lo += factors {
		product := 1.0
		for _, e := range scratch[lo:min(lo+factors, len(scratch))] {
			product *= 1 + e
		}
		sum += math.Log(product)
	}
	return sum - float64(len(y))*math.Ln2
}

// leaveSaddle rotates by 45° those pairs of components of xR that become less Gaussian
// by it, by more than chance. A fixed point that is a maximum has no such pair; then it
// returns nil.
func leaveSaddle(ctx context.Context, x, r *mat.Dense) (*mat.Dense, error) {
	y, err := sampleComponents(ctx, x, r)
	if err != nil {
		return nil, err
	}
	p, m := y.Dims()
	pair, scratch := make([]float64, m), make([]float64, m)
	excess := make([]float64, p)
	for j := range excess {
		excess[j] = pairExcess(y.RawRowView(j), y.RawRowView(j), 1, 0, pair, scratch)
	}
	chance := 4 * excessSpread / math.Sqrt(float64(m))
	// gain[k][l] is the increase of the excess of the pair.
	gain := make([][]float64, p)
	err = parallel.For(ctx, p, 1, func(k, _ int) {
		gain[k] = make([]float64, p)
		pair, scratch := make([]float64, m), make([]float64, m)
		for l := k + 1; l < p; l++ {
			if ctx.Err() != nil {
				return
			}
			sum := pairExcess(y.RawRowView(k), y.RawRowView(l), math.Sqrt2/2, math.Sqrt2/2, pair, scratch)
			difference := pairExcess(y.RawRowView(k), y.RawRowView(l), math.Sqrt2/2, -math.Sqrt2/2, pair, scratch)
			gain[k][l] = math.Hypot(sum, difference) - math.Hypot(excess[k], excess[l])
		}
	})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return rotatePairs(r, gain, chance), nil
}

// sampleComponents returns the components, one a row, of evenly spaced samples.
func sampleComponents(ctx context.Context, x, r *mat.Dense) (*mat.Dense, error) {
	n, p := x.Dims()
	m := min(n, pairSamples)
	some := mat.NewDense(m, p, nil)
	for i := range m {
		some.SetRow(i, x.RawRowView(i*n/m))
	}
	y := mat.NewDense(p, m, nil)
	return y, dense.Gemm(ctx, blas.Trans, blas.Trans, 1, r.RawMatrix(), some.RawMatrix(), 0, y.RawMatrix())
}

// pairExcess returns the excess of u·a + v·b; pair and scratch are workspace.
func pairExcess(a, b []float64, u, v float64, pair, scratch []float64) float64 {
	for i := range pair {
		pair[i] = u*a[i] + v*b[i]
	}
	return logCosh(pair, scratch)/float64(len(pair)) - normalLogCosh
}

// rotatePairs rotates the pairs that gain more than least, the largest gain first, each
// component once; nil without a pair.
func rotatePairs(r *mat.Dense, gain [][]float64, least float64) *mat.Dense {
	var out *mat.Dense
	p := len(gain)
	taken := make([]bool, p)
	for {
		best, k0, l0 := least, -1, -1
		for k := range p {
			for l := k + 1; l < p; l++ {
				if !taken[k] && !taken[l] && gain[k][l] > best {
					best, k0, l0 = gain[k][l], k, l
				}
			}
		}
		if k0 < 0 {
			return out
		}
		if out == nil {
			out = mat.DenseCopyOf(r)
		}
		taken[k0], taken[l0] = true, true
		for i := range p {
			a, b := r.At(i, k0)/math.Sqrt2, r.At(i, l0)/math.Sqrt2
			out.Set(i, k0, a+b)
			out.Set(i, l0, a-b)
		}
	}
}
