package predictable

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/mat"
)

const (
	// batch bounds the stretches that are transformed at a time.
	batch = 32
	// grainWork is the number of multiplications of a goroutine at a time.
	grainWork = 1 << 15
)

// spectrum holds the real part F of the r×r spectral density of data at several
// frequencies. The density of a linear combination Zw is wᵀFw, which does not
// depend on the antisymmetric imaginary part.
//
// With N samples a window, the frequencies are the odd multiples of π/N below
// π: the midpoint rule of the integral over 0 … π. These all have the same weight
// (of the usual multiples of 2π/N, 0 and π count half), the density of white noise
// is the same at all, and the sum over them is the variance.
type spectrum struct {
	r int
	// upper holds the upper triangle of each F, row by row.
	upper [][]float64
	// frequency holds that of each F, 0 … π.
	frequency []float64
}

// newSpectrum estimates the spectrum by the average over windows that overlap
// (Welch 1967; WOSA in Goerg 2013), each under a Hann taper. Stretches shorter
// than a window are filled up with zeros. It does not subtract the mean of a
// window, as a feature slower than the windows is the most predictable of all.
// It fails only if ctx ends.
func newSpectrum(ctx context.Context, z *mat.Dense, all []stretch, window int) (*spectrum, error) {
	_, r := z.Dims()
	bins := window / 2
	density := make([]*mat.SymDense, bins)
	parts := make([]*mat.Dense, bins)
	for j := range bins {
		density[j] = mat.NewSymDense(r, nil)
		parts[j] = mat.NewDense(2*batch, r, nil)
	}
	t := newTransform(z, all, window)
	for lo := 0; lo < len(all); lo += batch {
		some := all[lo:min(lo+batch, len(all))]
		err := parallel.For(ctx, len(some), 1, func(k, _ int) {
			t.transform(k, some[k], parts)
		})
		if err != nil {
			return nil, err
		}
		err = parallel.For(ctx, bins, 1, func(j, _ int) {
			dense.SyrkAdd(density[j], 1, parts[j].Slice(0, 2*len(some), 0, r).(*mat.Dense))
		})
		if err != nil {
			return nil, err
		}
	}
	s := &spectrum{r: r, upper: make([][]float64, bins), frequency: make([]float64, bins)}
	for j := range bins {
		s.upper[j] = packUpper(density[j])
		// A frequency beyond π mirrors one below.
		f := 2 * math.Pi * (2*float64(j) + 0.5) / float64(window)
		s.frequency[j] = math.Min(f, 2*math.Pi-f)
	}
	return s, nil
}

// packUpper returns the upper triangle of a, row by row, in the memory of a.
func packUpper(a *mat.SymDense) []float64 {
	raw := a.RawSymmetric()
	to := 0
	for i := range raw.N {
		to += copy(raw.Data[to:], raw.Data[i*raw.Stride+i:i*raw.Stride+raw.N])
	}
	return raw.Data[:to:to]
}

// transform computes the Fourier transform of stretches at the odd multiples of π/N.
//
// It replaces that of N real numbers by one complex transform of half the length: with
// y_t = (x_t − i·x_t+N/2)·exp(−iπt/N), the transform of y at 0, 1, … is that of
// x at 1, 5, 9, … times π/N. The values beyond N are the conjugates of those at
// 3, 7, ….
type transform struct {
	z      *mat.Dense
	half   int
	turn   []complex128 // exp(−iπt/N) for t below N/2
	tapers map[int][]float64
	lanes  []lane
}

// lane holds the workspace of one goroutine.
type lane struct {
	fft  *fourier.CmplxFFT
	y, c []complex128
}

func newTransform(z *mat.Dense, all []stretch, window int) *transform {
	half := window / 2
	t := &transform{z: z, half: half, turn: make([]complex128, half), tapers: tapers(all), lanes: make([]lane, min(batch, len(all)))}
	for k := range half {
		sin, cos := math.Sincos(math.Pi * float64(k) / float64(window))
		t.turn[k] = complex(cos, -sin)
	}
	for k := range t.lanes {
		t.lanes[k] = lane{fourier.NewCmplxFFT(half), make([]complex128, half), make([]complex128, half)}
	}
	return t
}

// transform writes the real and the imaginary parts of stretch s to the rows 2k and
// 2k+1 of each part, one column a feature. They are scaled such that their squares add
// up to the weight of s times the mean square of the feature under the taper.
func (t *transform) transform(k int, s stretch, parts []*mat.Dense) {
	_, r := t.z.Dims()
	lane, h := t.lanes[k], t.tapers[s.length]
	scale := math.Sqrt(s.weight / float64(t.half))
	at := func(i, j int) float64 {
		if i >= s.length {
			return 0
		}
		return scale * h[i] * t.z.At(s.from+i, j)
	}
	for j := range r {
		for i := range lane.y {
			lane.y[i] = complex(at(i, j), -at(i+t.half, j)) * t.turn[i]
		}
		lane.fft.Coefficients(lane.c, lane.y)
		for f, c := range lane.c {
			parts[f].Set(2*k, j, real(c))
			parts[f].Set(2*k+1, j, imag(c))
		}
	}
}

// density writes the density of Zw at each frequency to p, as shares of sum 1; products
// is workspace for r(r+1)/2 numbers. It fails only if ctx ends.
func (s *spectrum) density(ctx context.Context, p, w, products []float64) error {
	at := 0
	for i, v := range w {
		products[at] = v * v
		for k := i + 1; k < len(w); k++ {
			products[at+k-i] = 2 * v * w[k]
		}
		at += len(w) - i
	}
	err := parallel.For(ctx, len(p), max(1, grainWork/len(products)), func(lo, hi int) {
		for j := lo; j < hi; j++ {
			p[j] = math.Max(0, simd.Dot(s.upper[j], products))
		}
	})
	if err != nil {
		return err
	}
	sum := 0.0
	for _, v := range p {
		sum += v
	}
	for j := range p {
		p[j] /= sum
	}
	return nil
}

// weightedSum returns the sum of the F, each times its weight. It fails only if ctx
// ends.
func (s *spectrum) weightedSum(ctx context.Context, weight []float64) (*mat.SymDense, error) {
	size := len(s.upper[0])
	sum := make([]float64, size)
	err := parallel.For(ctx, size, max(1, grainWork/len(weight)), func(lo, hi int) {
		for j, v := range weight {
			simd.Axpy(v, s.upper[j][lo:hi], sum[lo:hi])
		}
	})
	if err != nil {
		return nil, err
	}
	out := mat.NewSymDense(s.r, nil)
	raw := out.RawSymmetric()
	at := 0
	for i := range s.r {
		at += copy(raw.Data[i*raw.Stride+i:i*raw.Stride+s.r], sum[at:])
	}
	return out, nil
}

// frequencyWeights returns f of each frequency.
func (s *spectrum) frequencyWeights(f func(frequency float64) float64) []float64 {
	out := make([]float64, len(s.frequency))
	for j, v := range s.frequency {
		out[j] = f(v)
	}
	return out
}
