package space

import (
	"context"
	"errors"
	"fmt"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/iterative"
	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// errOverflow is the error for a kernel matrix that is not finite.
var errOverflow = errors.New("the kernel of two supports overflows or is not a number: scale the inputs down or standardise them")

// supportGram returns the kernel matrix of the supports z. It fails unless all entries
// are finite, and if ctx ends.
func supportGram(ctx context.Context, k kernel.Kernel, z *mat.Dense, shift bool) (*mat.SymDense, error) {
	g, err := kernel.Gram(ctx, k, z, shift)
	if err != nil {
		return nil, err
	}
	return g, checkOverflow(ctx, g)
}

// checkOverflow returns errOverflow if an entry of g is not finite, or an error if ctx
// has ended.
func checkOverflow(ctx context.Context, g *mat.SymDense) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if dense.CheckFinite(g) != nil {
		return errOverflow
	}
	return nil
}

// upperRow returns row i from the diagonal on.
func upperRow(g *mat.SymDense, i int) []float64 {
	r := g.RawSymmetric()
	return r.Data[i*r.Stride+i : i*r.Stride+r.N]
}

// differenceGram replaces g by the inner products of κ(z_j, ·) − κ(z_0, ·) for j above
// 0, in place. It fails only if ctx ends.
func differenceGram(ctx context.Context, g *mat.SymDense) (*mat.SymDense, error) {
	m := g.SymmetricDim()
	base := upperRow(g, 0)
	err := parallel.For(ctx, m-1, 64, func(lo, hi int) {
		for i := lo + 1; i <= hi; i++ {
			for j, row := 0, upperRow(g, i); j < len(row); j++ {
				row[j] = row[j] - base[i] - base[i+j] + base[0]
			}
		}
	})
	return g.SliceSym(1, m).(*mat.SymDense), err
}

// centre returns HgH with H = I − 11ᵀ/m: the inner products of functions whose
// coefficients sum to zero, as those of features do.
func centre(g *mat.SymDense) *mat.SymDense {
	m := g.SymmetricDim()
	// Subtract a constant of their size, which H removes, so that sums of similar
	// entries are small.
	constant := g.At(0, 0)
	c := dense.NewSym(m)
	means := make([]float64, m)
	for i := range m {
		out := upperRow(c, i)
		for j, v := range upperRow(g, i) {
			out[j] = v - constant
			means[i] += out[j]
			if j > 0 {
				means[i+j] += out[j]
			}
		}
	}
	floats.Scale(1/float64(m), means)
	mean := floats.Sum(means) / float64(m)
	for i := range m {
		out := upperRow(c, i)
		for j := range out {
			out[j] -= means[i] + (means[i+j] - mean)
		}
	}
	return c
}

// gramError returns a bound of the rounding error of the eigenvalues of the centred
// kernel matrix of the supports z.
func gramError(k kernel.Kernel, z *mat.Dense, shift bool) float64 {
	m, _ := z.Dims()
	return float64(max(m, 8)) * kernel.EntryError(k, z, shift)
}

// checkDefinite returns a [kernel.IndefiniteError] if the centred kernel matrix of the
// supports z, whose kernel matrix is g, has a negative eigenvalue beyond rounding. A
// Cholesky factor of the matrix plus a bound of its rounding error proves that there is
// none (Rump, BIT Numer. Math. 46, 2006); only if that fails, the smallest eigenvalue
// is computed.
func checkDefinite(ctx context.Context, k kernel.Kernel, z *mat.Dense, shift bool, g *mat.SymDense) error {
	centred := centre(g)
	m := centred.SymmetricDim()
	slack := gramError(k, z, shift)
	raised := dense.NewSym(m)
	raised.CopySym(centred)
	for i := range m {
		raised.SetSym(i, i, raised.At(i, i)+slack)
	}
	_, kept, err := dense.CholeskyInOrder(ctx, raised, 0)
	if err != nil || len(kept) == m {
		return err
	}
	values, _, err := iterative.Lowest(ctx, centred, 1)
	if err != nil || values[0] >= -slack {
		return err
	}
	return &kernel.IndefiniteError{
		Kernel: k.Name(), Least: values[0],
		Evidence: fmt.Sprintf("on the %d supports: the smallest eigenvalue of their centred kernel matrix is %.3g, its trace %.3g", m, values[0], mat.Trace(centred)),
		Advice:   "take another kernel or other parameters for it, or have negative eigenvalues clipped",
	}
}
