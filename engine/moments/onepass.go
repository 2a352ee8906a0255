package moments

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// manyRows is the number of samples per function from which the moments of a part
	// of them cost little compared with those of all.
	manyRows = 8
	// sampledRows is the number of samples per function in that part.
	sampledRows = 2
	// mostVariance is the limit of the root mean square of the variances of z, along
	// the eigenvectors of its moments, up to which these are accurate: 2 on a series of
	// 500 components, 20 to 50 in the worst case on one of seven, at any width and for
	// randomly picked supports.
	mostVariance = 64
)

// OnePass reports whether n samples are so many for each of the functions of a stable
// space that [StreamSphered] takes less time than [Stream] followed by [Sphere].
func OnePass(n, functions int) bool { return n >= manyRows*functions }

// OnePass reports whether [StreamSphered] accepts the values and is the faster way.
func (v *Values) OnePass() bool {
	n, _ := v.x.Dims()
	return v.stable != nil && v.atSupports == nil && OnePass(n, v.space.Dim())
}

// StreamSphered computes [Stream] and [Sphere] in one pass. It spheres by an
// approximation of C: with LLᵀ = C′ + εI for the C′ of a regular subset of the samples
// and, so that no function is missed, of the supports,
//
//	C = L C_z Lᵀ, Ċ = L Ċ_z Lᵀ, h̄ = h̄′ + L z̄.
//
// These are as precise as direct sums, and more so along directions of little variance:
// rows of L are as long as functions deviate, and so are their rounding errors.
//
// The properties of V and z in [Sphered] hold up to factors. With n′ of n samples
// taken, and supports that are samples, C′ is at most (1 + n/n′)C: columns of V are at
// most as long as the root of that, and about 1 if the subset is representative. The
// variance of z in excess of 1, along directions in which it is not, is measured. If it
// is large, or if C′ + εI is not positive definite up to rounding, there are no sphered
// moments, and those of h are summed directly.
//
// It panics unless [Values.OnePass]. It fails only if ctx ends.
func StreamSphered(ctx context.Context, v *Values, share float64) (*Moments, *Sphered, error) {
	if !v.OnePass() || !(share > 0) {
		panic(fmt.Sprintf("moments: too few values to sphere by a part of them, or by a share of %g", share))
	}
	s, mean, err := v.sphereBySample(ctx, share)
	if err != nil {
		return nil, nil, err
	}
	if s == nil {
		m, err := Stream(ctx, v)
		return m, nil, err
	}
	m, err := s.unsphered(ctx, mean)
	return m, s, err
}

// sphereBySample measures z of h minus mean. It returns nil if the subset does not
// sphere h.
func (v *Values) sphereBySample(ctx context.Context, share float64) (s *Sphered, mean []float64, err error) {
	about, err := v.sample(ctx)
	if err != nil {
		return nil, nil, err
	}
	l, err := shiftedFactor(ctx, about.C, share)
	if l == nil {
		return nil, nil, err
	}
	s = &Sphered{l: l}
	if err := s.measure(ctx, v, about.Mean); err != nil {
		return nil, nil, err
	}
	if !(mat.Norm(s.Moments.C, 2) <= mostVariance*math.Sqrt(float64(v.space.Dim()))) {
		return nil, nil, nil
	}
	return s, about.Mean, s.findRoots(ctx)
}

// sample returns the moments of a regular subset of the samples; C includes the
// supports, with their share among all samples.
func (v *Values) sample(ctx context.Context) (*Moments, error) {
	n, d := v.x.Dims()
	r := v.space.Dim()
	stride := n / (sampledRows * r)
	x := mat.NewDense((n-1)/stride+1, d, nil)
	for i := 0; i*stride < n; i++ {
		x.SetRow(i, v.x.RawRowView(i*stride))
	}
	rows, _ := x.Dims()
	some := NewValues(v.stable, x, []int{rows})
	if len(v.passStorage) >= some.PassSize() {
		some.PassIn(v.passStorage)
	}
	m, err := Stream(ctx, some)
	if err != nil {
		return nil, err
	}
	supports, err := v.stable.SupportCovariance(ctx)
	if err != nil {
		return nil, err
	}
	share := float64(r+1) / float64(n)
	c, add := dense.RawSym(m.C), dense.RawSym(supports)
	for i := range r {
		floats.AddScaled(c.Data[i*c.Stride+i:i*c.Stride+r], share, add.Data[i*add.Stride+i:i*add.Stride+r])
	}
	return m, nil
}

// unsphered returns the moments of h from those of z, which is h minus mean, sphered.
func (s *Sphered) unsphered(ctx context.Context, mean []float64) (*Moments, error) {
	z := s.Moments
	m := &Moments{N: z.N, Pairs: z.Pairs, Mean: append([]float64(nil), z.Mean...)}
	blas64.Trmv(blas.NoTrans, s.l.RawTriangular(), blas64.Vector{N: len(mean), Inc: 1, Data: m.Mean})
	floats.Add(m.Mean, mean)
	var err error
	if m.C, err = s.unspheredMoment(ctx, s.root, z.C); err != nil {
		return nil, err
	}
	m.Cdot, err = s.unspheredMoment(ctx, s.rootDot, z.Cdot)
	return m, err
}

// unspheredMoment returns L M Lᵀ for the moment M of z, by its root if there is one.
func (s *Sphered) unspheredMoment(ctx context.Context, root *mat.TriDense, moment *mat.SymDense) (*mat.SymDense, error) {
	if root != nil {
		return dense.LowerSquare(ctx, root)
	}
	return dense.LowerCongruence(ctx, s.l, moment)
}
