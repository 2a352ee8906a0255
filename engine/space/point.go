package space

import (
	"context"
	"errors"
	"fmt"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/subset"
	"gonum.org/v1/gonum/mat"
)

// kernelSpaces are the spaces over supports.
var kernelSpaces = part.Part[Kind]{
	Name: "kernel", Doc: "kernel functions at the supports", Parameters: []part.Parameter{kernel.Name, subset.Name, Basis},
	Build: Kind{Kernel: true, Formula: "h = the kernel of x and supports, minus 1 if point.shift is on"},
}

// OnSupports reports whether the point's space is a kernel space over supports.
func OnSupports(p part.Point) bool { return Kinds.Build(p).Kernel }

// OfSeries reports whether samples of the point's space are whole series.
func OfSeries(p part.Point) bool {
	return OnSupports(p) && kernel.Kernels.Of(p) != nil && kernel.OfSeries(kernel.At(p))
}

// Lookup provides known distances between the supports of a space: these are the
// samples numbered Rows.
type Lookup struct {
	Distances *kernel.Distances
	Rows      []int
}

// New returns the kernel space of a point over the supports z (m×d), with an origin for
// kernels of differences. known holds distances at that origin, which save time without
// changing a bit; it may be nil.
func New(ctx context.Context, p part.Point, z *mat.Dense, origin func() []float64, known *Lookup) (Space, error) {
	s, err := newKernelSpace(ctx, p, z, origin, known)
	if errors.Is(err, errEqualSupports) && kernel.Sigma.Of(p).OK {
		err = fmt.Errorf("%w, or take a smaller σ", err)
	}
	return s, err
}

func newKernelSpace(ctx context.Context, p part.Point, z *mat.Dense, origin func() []float64, known *Lookup) (Space, error) {
	k, shift := kernel.At(p), kernel.Shift.Of(p) == part.FlagOn
	how := Corrections.Of(p)
	switch {
	case how != nil:
		return NewCorrected(ctx, k, z, shift, *how)
	case Basis.Of(p) == InPrinted:
		return NewPrinted(ctx, k, z)
	case !k.TranslationInvariant():
		return NewStable(ctx, k, z, shift)
	case known != nil:
		return NewStableFrom(ctx, k, z, origin(), shift, *known)
	}
	return NewStableAt(ctx, k, z, origin(), shift)
}

// Restrict returns the space of the first dim functions of a point's space s over the
// supports z (m×d), and its supports.
func Restrict(p part.Point, s Space, z *mat.Dense, dim int) (Space, *mat.Dense) {
	switch s := s.(type) {
	case *Stable:
		kept, l := s.Parts()
		_, d := z.Dims()
		few := dense.New(1+dim, d)
		for i := range 1 + dim {
			few.SetRow(i, z.RawRowView(kept[i]))
		}
		return RestoreStable(kernel.At(p), few, l.SliceTri(0, dim).(*mat.TriDense), s.Origin(), kernel.Shift.Of(p) == part.FlagOn), few
	case *Printed:
		_, d := z.Dims()
		few := mat.DenseCopyOf(z.Slice(0, dim, 0, d))
		return RestorePrinted(kernel.At(p), few), few
	}
	return s, z
}

// Restore returns the function space of a point from the parts of a trained model: over
// d inputs, or with a kernel over the supports z (m×d), with the given basis and
// origin. It fails if the parts do not fit.
func Restore(p part.Point, d int, z, basis *mat.Dense, origin []float64) (Space, error) {
	kind := Kinds.Of(p)
	switch {
	case kind == nil:
		return nil, fmt.Errorf("this program has no function space %q", Name.Of(p))
	case kind.Build.Kernel:
		return restoreKernelSpace(p, d, z, basis, origin)
	}
	return kind.Build.New(p, d)
}

// checkSeries returns an error unless all supports are series of d channels.
func checkSeries(z *mat.Dense, d int) error {
	m, _ := z.Dims()
	for i := range m {
		if err := data.CheckSeries(z.RawRowView(i)); err != nil {
			return fmt.Errorf("support %d: %w", i+1, err)
		}
		if _, channels := data.Frames(z.RawRowView(i)); channels != d {
			return fmt.Errorf("a support of %d channels, samples of %d", channels, d)
		}
	}
	return nil
}

func restoreKernelSpace(p part.Point, d int, z, basis *mat.Dense, origin []float64) (Space, error) {
	if kernel.Kernels.Of(p) == nil {
		return nil, fmt.Errorf("this program has no kernel %q", kernel.Name.Of(p))
	}
	if z == nil {
		return nil, fmt.Errorf("a kernel space without supports")
	}
	m, width := z.Dims()
	if OfSeries(p) {
		if err := checkSeries(z, d); err != nil {
			return nil, err
		}
	} else if width != d {
		return nil, fmt.Errorf("supports of %d numbers, samples of %d", width, d)
	}
	k, shift := kernel.At(p), kernel.Shift.Of(p) == part.FlagOn
	if Basis.Of(p) == InPrinted && kernel.Indefinite.Of(p) == "" {
		return RestorePrinted(k, z), nil
	}
	if basis == nil {
		return nil, fmt.Errorf("a kernel space in the %s basis without it", Basis.Of(p))
	}
	r, c := basis.Dims()
	if Corrections.Of(p) != nil {
		if r != m {
			return nil, fmt.Errorf("a basis of %d×%d for %d supports", r, c, m)
		}
		return RestoreCorrected(k, z, basis, shift), nil
	}
	if r != c || r != m-1 {
		return nil, fmt.Errorf("a factor of %d×%d for %d supports", r, c, m)
	}
	if origin != nil && len(origin) != d {
		return nil, fmt.Errorf("an origin of %d numbers, samples of %d", len(origin), d)
	}
	l := mat.NewTriDense(r, mat.Lower, nil)
	for i := range r {
		for j := range i + 1 {
			l.SetTri(i, j, basis.At(i, j))
		}
		if !(l.At(i, i) > 0) {
			return nil, fmt.Errorf("a factor whose diagonal is not above 0")
		}
	}
	return RestoreStable(k, z, l, origin, shift), nil
}
