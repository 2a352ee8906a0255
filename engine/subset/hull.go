package subset

import (
	"cmp"
	"context"
	"math"
	"slices"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// hullSupports returns the picks of a choice of up to m at a point. If these span all
// samples, it adds samples outside their affine hull. Features have coefficients that
// sum to zero: they are functions κ(z, ·) − κ(z₀, ·) of the affine hull of the picks,
// not of their span. If the span contains no constant, as for the linear kernel, one
// more pick completes the hull. If κ is nearly 1 between all samples, as at large σ,
// the residuals of κ − 1 are large when those of κ are zero.
func hullSupports(ctx context.Context, at part.Point, from Candidates, m int, p Picks, err error) (*Supports, error) {
	s, err := supportsOf(p, err)
	if err != nil || len(s.Index) == 0 || !p.Spans || len(s.Index) >= m {
		return s, err
	}
	h, err := newHull(ctx, at, from, m, s.Index[0])
	if err != nil {
		return nil, err
	}
	for len(s.Index) < m {
		t, err := h.next(ctx, s.Index)
		if err != nil {
			return nil, err
		}
		if t < 0 {
			break
		}
		if !slices.Contains(s.Index, t) {
			s.Index = append(s.Index, t)
		}
	}
	return s, nil
}

// reliableShare is the share of the largest value from which a residual is accurate to
// many digits.
const reliableShare = 1e-10

// hull picks samples by their distance to the affine hull of the previous picks: by
// matching pursuit as [MPMAH], with the kernel κ(x, y) − κ(x, z₀) − κ(z₀, y) + κ(z₀,
// z₀).
type hull struct {
	greedyChoice
	shift    bool      // κ−1 is evaluated, whose differences are the same
	base     []float64 // κ(z₀, ·), or κ−1, of all samples
	baseSelf float64   // base of z₀ itself
}

// newHull returns the hull of the first pick, for up to m picks. It takes O(nr²) time
// for r picks and O(nm) memory.
func newHull(ctx context.Context, at part.Point, from Candidates, m, first int) (*hull, error) {
	k := kernel.At(at)
	r, err := newResiduals(k, from.X, from.Mean)
	if err != nil {
		return nil, err
	}
	n := len(r.eps)
	h := &hull{
		greedyChoice: greedyChoice{residuals: r, l: mat.NewDense(n, m, nil), exhausted: make([]bool, n)},
		shift:        k.CanShift(),
	}
	if h.base, err = h.kernelAt(ctx, first); err != nil {
		return nil, err
	}
	h.baseSelf = h.base[first]
	if h.shift {
		r.largest = 0
	}
	for t, self := range r.eps {
		if h.shift {
			self-- // exactly 0, because such kernels depend on differences
			r.largest = max(r.largest, math.Abs(h.base[t]))
		}
		r.eps[t] = self - 2*h.base[t] + h.baseSelf
	}
	r.eps[first] = 0
	return h, nil
}

// kernelAt returns κ(x_t, ·), or κ−1, of all samples.
func (h *hull) kernelAt(ctx context.Context, t int) ([]float64, error) {
	n, d := h.x.Dims()
	z := kernel.NewSupportsAt(rowsOf(h.x, []int{t}), h.origin)
	v := make([]float64, n)
	err := parallel.For(ctx, n, rowGrain, func(lo, hi int) {
		kernel.Matrix(mat.NewDense(hi-lo, 1, v[lo:hi]), h.k, h.x.Slice(lo, hi, 0, d).(*mat.Dense), z, h.shift)
	})
	return v, err
}

// tryPick picks sample t and returns true, unless its residual is negligible.
func (h *hull) tryPick(ctx context.Context, t int) (bool, error) {
	if !h.eligible(t) {
		return false, nil
	}
	if ok, err := h.significant(t); !ok {
		return false, err
	}
	v, err := h.kernelAt(ctx, t)
	if err != nil {
		return false, err
	}
	j, own := h.factor.size, h.l.RawRowView(t)
	err = parallel.For(ctx, len(v), rowGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			v[i] = v[i] - h.base[i] - h.base[t] + h.baseSelf - floats.Dot(h.l.RawRowView(i)[:j], own[:j])
		}
	})
	if err != nil {
		return false, err
	}
	return true, h.pick(t, v)
}

// next picks the sample with the largest residual, but prefers one of those chosen
// before if its residual is reliable or at least a thousandth of that. It returns the
// index of the sample, or −1 if all residuals are negligible.
func (h *hull) next(ctx context.Context, chosen []int) (int, error) {
	for {
		worst := -1
		for t, e := range h.eps {
			if h.eligible(t) && (worst < 0 || e > h.eps[worst]) {
				worst = t
			}
		}
		if worst < 0 {
			return -1, nil
		}
		if c := slices.MaxFunc(chosen, func(a, b int) int { return cmp.Compare(h.eps[a], h.eps[b]) }); h.eligible(c) && (h.eps[c] > reliableShare*h.largest || h.eps[c] > h.eps[worst]/1000) {
			worst = c
		}
		if ok, err := h.tryPick(ctx, worst); ok || err != nil {
			return worst, err
		}
	}
}
