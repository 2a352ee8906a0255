package gaussianprocess

import (
	"context"

	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// evaluateOn returns the likelihood of a prior for a process on inducing inputs, and its
// gradient as evaluate does, in O(nm²). With S = ααᵀ − A⁻¹, P = K_uu⁻¹K_uf, and
// B = K_uu + K_ufΛ⁻¹K_fu, the gradient is
//
//	tr(G ∂K_fu) − ½tr(H ∂K_uu) + ½Σ S_ii ∂Λ_ii,  G = PS = wαᵀ − B⁻¹K_ufΛ⁻¹,
//	H = PSPᵀ = wwᵀ − K_uu⁻¹ + B⁻¹,
//
// for the weights w of the mean. For FITC the last sum subtracts P diag(S) from G and
// P diag(S) Pᵀ from H.
func evaluateOn(ctx context.Context, prior Prior, x *mat.Dense, y []float64, u *mat.Dense, how Approximation) (Likelihood, []float64, error) {
	checkTargets(x, y)
	prior.check()
	s, err := newInducedSystem(ctx, prior, x, y, u, how)
	if err != nil {
		return Likelihood{}, nil, err
	}
	l := s.likelihood(y)
	g, own, err := s.sampleWeights(ctx)
	if err != nil {
		return l, nil, err
	}
	h, err := s.inducingWeights(ctx, own)
	if err != nil {
		return l, nil, err
	}
	gradient, err := prior.gradient(ctx, s.samplePairs, false, func(i int, w []float64) { copy(w, g.RawRowView(i)) })
	if err != nil {
		return l, nil, err
	}
	amid, err := prior.gradient(ctx, s.inducingPairs, false, func(i int, w []float64) { floats.ScaleTo(w, -0.5, h.RawRowView(i)) })
	if err != nil {
		return l, nil, err
	}
	floats.Add(gradient, amid)
	gradient[2*len(prior.Terms)] = prior.Noise * prior.Noise * floats.Sum(own)
	if s.individual {
		floats.Scale(0.5, own)
		prior.addVarianceSlopes(gradient, own, x)
	}
	return l, gradient, nil
}

// sampleWeights returns Gᵀ (n×r), and S_ii of each sample. It fails only if ctx ends.
func (s *inducedSystem) sampleWeights(ctx context.Context) (g *mat.Dense, own []float64, err error) {
	n, _ := s.v.Dims()
	g = mat.DenseCopyOf(s.v)
	known, lower := s.known.RawTriangular(), s.lower.RawTriangular()
	if err := dense.SolveTriangular(ctx, blas.Right, blas.Trans, known, g.RawMatrix()); err != nil {
		return nil, nil, err
	}
	own = make([]float64, n)
	for i := range own {
		row, d := g.RawRowView(i), s.diagonal[i]
		own[i] = s.alpha[i]*s.alpha[i] - 1/d + floats.Dot(row, row)/(d*d)
	}
	if err := dense.SolveTriangular(ctx, blas.Right, blas.NoTrans, known, g.RawMatrix()); err != nil {
		return nil, nil, err
	}
	for i := range n {
		row := g.RawRowView(i)
		floats.Scale(-1/s.diagonal[i], row)
		if s.individual {
			floats.AddScaled(row, -own[i], s.v.RawRowView(i))
		}
	}
	if err := dense.SolveTriangular(ctx, blas.Right, blas.NoTrans, lower, g.RawMatrix()); err != nil {
		return nil, nil, err
	}
	for i := range n {
		floats.AddScaled(g.RawRowView(i), s.alpha[i], s.weights)
	}
	return g, own, nil
}

// inducingWeights returns H (r×r); own holds S_ii of each sample.
func (s *inducedSystem) inducingWeights(ctx context.Context, own []float64) (*mat.Dense, error) {
	r := len(s.weights)
	// In the basis L⁻¹: −I + (MMᵀ)⁻¹, less V diag(S) Vᵀ for FITC.
	h := mat.NewDense(r, r, nil)
	for i := range r {
		h.Set(i, i, 1)
	}
	if err := dense.SolveTriangular(ctx, blas.Right, blas.Trans, s.known.RawTriangular(), h.RawMatrix()); err != nil {
		return nil, err
	}
	if err := dense.SolveTriangular(ctx, blas.Right, blas.NoTrans, s.known.RawTriangular(), h.RawMatrix()); err != nil {
		return nil, err
	}
	for i := range r {
		h.Set(i, i, h.At(i, i)-1)
	}
	if s.individual {
		scaled := mat.DenseCopyOf(s.v)
		for i, w := range own {
			floats.Scale(w, scaled.RawRowView(i))
		}
		product := mat.NewDense(r, r, nil)
		product.Mul(scaled.T(), s.v)
		h.Sub(h, product)
	}
	// Both sides into the basis of the inputs: L⁻ᵀ h L⁻¹.
	for range 2 {
		if err := dense.SolveTriangular(ctx, blas.Right, blas.NoTrans, s.lower.RawTriangular(), h.RawMatrix()); err != nil {
			return nil, err
		}
		h = mat.DenseCopyOf(h.T())
	}
	for i, v := range s.weights {
		floats.AddScaled(h.RawRowView(i), v, s.weights)
	}
	return h, nil
}
