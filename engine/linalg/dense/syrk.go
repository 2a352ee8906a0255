package dense

import (
	"context"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// SyrkAdd adds alpha · panelᵀ · panel to dst. panel is b×m (b rows of an accumulation
// block), dst is m×m; only its upper triangle is read and written.
//
// Each entry is summed over the rows of panel in order, cut at multiples of
// [simd.Depth]. The result is the same bit for bit whatever GOMAXPROCS, and its leading
// k×k block is the result for the first k columns.
//
// It panics unless panel has as many columns as dst.
func SyrkAdd(dst *mat.SymDense, alpha float64, panel *mat.Dense) {
	m := dst.SymmetricDim()
	if _, c := panel.Dims(); c != m {
		panic("dense: SyrkAdd: panel and dst differ in columns")
	}
	if m == 0 {
		return
	}
	p := panel.RawMatrix()
	// The background context never ends, so there is no error.
	_ = Gemmt(context.Background(), RawSym(dst), alpha, p, p)
}

// SyrkAddBoth adds panelᵀ · panel to c and panelᵀ · W · panel to d in one pass,
// computing the products once. panel is b×m, packed as a right factor and cut into
// groups with [simd.Packed.CutGroups]; c and d are m×m, and only their upper triangles
// are read and written. W is diagonal and holds the weight of a row's group.
//
// As for [SyrkAdd], bits do not depend on GOMAXPROCS or m. Each group is summed from
// zero in steps of [simd.Depth], so that few large groups are faster than many small
// ones. Groups in one call yield the same bits as in successive calls, but read and
// write c and d once.
//
// The error is ctx.Err() soon after ctx has ended; c and d are then partly updated. It
// panics unless panel, c and d agree in columns.
func SyrkAddBoth(ctx context.Context, c, d *mat.SymDense, panel *simd.Packed) error {
	m, b := panel.Shape()
	if c.SymmetricDim() != m || d.SymmetricDim() != m {
		panic("dense: SyrkAddBoth: panel, c and d differ in columns")
	}
	if m == 0 || b == 0 {
		return ctx.Err()
	}
	return eachBlock(ctx, RawSym(c), b, simd.Upper, func(block simd.Block) {
		simd.AddBoth(panel, panel, RawSym(c), RawSym(d), block, simd.Upper)
	})
}

// Gemmt adds alpha · pᵀ · r to the upper triangle of c (n×n), where p and r are k×n and
// pᵀ · r is known to be symmetric. The lower triangle of c is unchanged.
func Gemmt(ctx context.Context, c blas64.General, alpha float64, p, r blas64.General) error {
	return Multiply(ctx, alpha, Columns(p), Columns(r), 1, c, simd.Upper)
}
