package space

import (
	"context"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

const (
	// mostMagnified bounds the factor, as a sum of squares, by which the deferred part
	// of a solve may magnify the rounding of moments: six of 53 bits.
	mostMagnified = 16
	// leastSolved is the smallest number of functions that are solved for; larger
	// numbers are this times a power of two.
	leastSolved = 64
	// inverseStrip is the number of columns of an inverse that are computed at a time.
	inverseStrip = 256
)

// Partial is a [Stable] space that is evaluated without the last part of its triangular
// solve. With G = LLᵀ and k the differences κ(z_j, ·) − κ(z_0, ·) of its functions h =
// L⁻¹k, it computes
//
//	g₁ = L₁₁⁻¹k₁ = h₁,  g₂ = k₂ − L₂₁g₁,  h = Tg with T = diag(I, L₂₂⁻¹):
//
// the first functions unchanged, and the components of the others orthogonal to the
// span of the first, not yet made orthonormal. Computations that are linear in h can be
// done on g and transformed once, which saves a solve of every sample.
//
// The rounding of T is bounded. With D² the diagonal of L₂₂L₂₂ᵀ, the squared norms of
// g₂, the error of an entry (i, j) of moments of g is a small multiple of the roundoff
// times D_iD_j, and T magnifies it at most by the product of the norms of rows i and j
// of L₂₂⁻¹D. The number of functions that are solved for is the smallest that keeps all
// of these norms, squared, at most 16; with all functions deferred (L₂₂ = L) they would
// be the scaled condition number of G, and the problem's condition would be squared. At
// least the first 64 functions are solved for, which hold most of what samples have in
// common: at large widths that is nearly everything.
type Partial struct {
	*Stable
	solved int

	first *dense.LowerSolver // of L₁₁
	l21   *simd.Packed       // L₂₁ᵀ, as a right factor
}

// Partial returns the space with as much of the solve deferred as keeps the precision
// of moments, or nil if that is nothing. Inverting L takes about as long as evaluating
// dim/3 samples. It fails only if ctx ends.
func (s *Stable) Partial(ctx context.Context) (*Partial, error) {
	magnified, err := s.magnification(ctx)
	if err != nil {
		return nil, err
	}
	solved := leastSolved
	for _, m := range magnified {
		if m <= mostMagnified {
			return s.partial(solved), nil
		}
		solved *= 2
	}
	return nil, nil
}

// partial returns the space that solves only for the first functions.
func (s *Stable) partial(solved int) *Partial {
	l := s.l.RawTriangular()
	l21 := blas64.General{Rows: l.N - solved, Cols: solved, Stride: l.Stride, Data: l.Data[solved*l.Stride:]}
	return &Partial{
		Stable: s, solved: solved,
		first: dense.NewLowerSolver(s.square(0, solved)),
		l21:   simd.Pack(blas.Trans, l21),
	}
}

// magnification returns the largest squared norm of a row of L₂₂⁻¹D if 64, 128, 256 …
// functions are solved for, for all such numbers below Dim.
func (s *Stable) magnification(ctx context.Context) ([]float64, error) {
	r := s.Dim()
	var rows [][]float64
	for from := leastSolved; from < r; from *= 2 {
		rows = append(rows, make([]float64, r))
	}
	// Strips of the transposed inverse: its row j is column j of L⁻¹, which is zero
	// above j and does not depend on where L₂₂ begins.
	for from := leastSolved; from < r; from += inverseStrip {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		to := min(from+inverseStrip, r)
		strip := mat.NewDense(to-from, r-from, nil)
		for j := from; j < to; j++ {
			strip.Set(j-from, j-from, 1)
		}
		dense.SolveLowerRows(s.square(from, r), strip)
		for j := from; j < to; j++ {
			s.addToMagnification(rows, j, from, strip.RawRowView(j-from))
		}
	}
	out := make([]float64, len(rows))
	for k, row := range rows {
		for _, v := range row {
			out[k] = max(out[k], v)
		}
	}
	return out, nil
}

// addToMagnification adds the contribution of column j of L⁻¹, given from row from on,
// to the squared norms of rows.
func (s *Stable) addToMagnification(rows [][]float64, j, from int, column []float64) {
	l := s.l.RawTriangular()
	solved := leastSolved
	for _, row := range rows {
		if solved > j {
			break
		}
		norm := simd.Dot(l.Data[j*l.Stride+solved:j*l.Stride+j+1], l.Data[j*l.Stride+solved:j*l.Stride+j+1])
		for i, v := range column {
			row[from+i] += v * v * norm
		}
		solved *= 2
	}
}

// square returns the rows and columns from … to-1 of L.
func (s *Stable) square(from, to int) *mat.TriDense {
	var t mat.TriDense
	raw := s.l.RawTriangular()
	t.SetRawTriangular(blas64.Triangular{
		N: to - from, Stride: raw.Stride, Data: raw.Data[from*raw.Stride+from : (to-1)*raw.Stride+to],
		Uplo: blas.Lower, Diag: blas.NonUnit,
	})
	return &t
}

// Begin transforms rows of [Stable.Differences] (b×Dim) to g, in place. It is safe for
// concurrent use.
func (p *Partial) Begin(rows *mat.Dense) {
	b, r := rows.Dims()
	first, rest := rows.Slice(0, b, 0, p.solved).(*mat.Dense), rows.Slice(0, b, p.solved, r).(*mat.Dense)
	p.first.SolveRows(first)
	simd.GemmPacked(blas.NoTrans, -1, first.RawMatrix(), p.l21, 1, rest.RawMatrix())
}

// Finish transforms rows g to h, in place: the result of Eval, up to rounding.
func (p *Partial) Finish(rows *mat.Dense) {
	b, r := rows.Dims()
	dense.SolveLowerRows(p.square(p.solved, r), rows.Slice(0, b, p.solved, r).(*mat.Dense))
}

// Unfinish transforms columns of h (Dim×k), or of its first functions, to those of g,
// in place: the inverse of Finish.
func (p *Partial) Unfinish(columns *mat.Dense) {
	r, k := columns.Dims()
	if r <= p.solved {
		return
	}
	rest := columns.Slice(p.solved, r, 0, k).(*mat.Dense)
	blas64.Trmm(blas.Left, blas.NoTrans, 1, p.square(p.solved, r).RawTriangular(), rest.RawMatrix())
}

// FinishSecond transforms a second moment of g, dim×dim, to that of h, in place. It
// fails only if ctx ends.
func (p *Partial) FinishSecond(ctx context.Context, c *mat.SymDense) error {
	return dense.TrailingCongruence(ctx, p.l, p.solved, c)
}

// Weights returns Tᵀa, the weights of g that correspond to the weights a (dim×p) of the
// first dim functions h. coefficients is the result of [Stable.Coefficients] for a: its
// part L⁻ᵀa is the same for the functions that are not solved for.
func (p *Partial) Weights(a, coefficients *mat.Dense) *mat.Dense {
	w := mat.DenseCopyOf(a)
	dim, columns := w.Dims()
	if dim > p.solved {
		w.Slice(p.solved, dim, 0, columns).(*mat.Dense).Copy(coefficients.Slice(1+p.solved, 1+dim, 0, columns))
	}
	return w
}
