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
	// mostMagnified bounds how much the part of a solve that is put off may magnify
	// the rounding of moments, as a sum of squares: six of 53 bits.
	mostMagnified = 16
	// leastSolved functions are solved for at least, and otherwise this times a
	// power of two.
	leastSolved = 64
	// inverseStrip columns of an inverse are computed at a time.
	inverseStrip = 256
)

// Partial is a [Stable] space that is evaluated without the last part of its
// triangular solve. With G = LLᵀ and k the differences κ(z_j, ·) − κ(z_0, ·) that
// its functions h = L⁻¹k are made of, it gives
//
//	g₁ = L₁₁⁻¹k₁ = h₁,  g₂ = k₂ − L₂₁g₁,  h = Tg with T = diag(I, L₂₂⁻¹):
//
// the first functions as they are, and of the others what they have beside the
// span of the first, not yet made orthonormal. What is linear in h can be done on
// g and transformed once, which spares a solve of every sample.
//
// That T is harmless is not left to hope. With D² the diagonal of L₂₂L₂₂ᵀ, the
// squared norms of g₂, the error of an entry (i, j) of moments of g is some
// rounding times D_iD_j, and T makes of it at most the product of the norms of rows i
// and j of L₂₂⁻¹D. As few functions are solved for as keep all of these norms,
// squared, at most 16; with all functions put off (L₂₂ = L) they would be the
// scaled condition number of G, and the problem's condition would be squared. At
// least the first 64 functions are solved for, which hold most of what samples
// have in common: at large widths that is nearly everything.
type Partial struct {
	*Stable
	solved int

	first *dense.LowerSolver // of L₁₁
	l21   *simd.Packed       // L₂₁ᵀ, as a right factor
}

// Partial gives the space with as much of the solve put off as keeps the
// precision of moments, or nil where that is nothing. Inverting L takes about as
// long as evaluating dim/3 samples. It fails only when ctx ends.
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

// partial solves for the first functions only.
func (s *Stable) partial(solved int) *Partial {
	l := s.l.RawTriangular()
	l21 := blas64.General{Rows: l.N - solved, Cols: solved, Stride: l.Stride, Data: l.Data[solved*l.Stride:]}
	return &Partial{
		Stable: s, solved: solved,
		first: dense.NewLowerSolver(s.square(0, solved)),
		l21:   simd.Pack(blas.Trans, l21),
	}
}

// magnification is the largest squared norm of a row of L₂₂⁻¹D where 64, 128, 256 …
// functions are solved for, as long as some are not.
func (s *Stable) magnification(ctx context.Context) ([]float64, error) {
	r := s.Dim()
	var rows [][]float64
	for from := leastSolved; from < r; from *= 2 {
		rows = append(rows, make([]float64, r))
	}
	// Strips of the transposed inverse: row j of it is column j of L⁻¹, which is
	// zero above j and does not depend on where L₂₂ begins.
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
			s.addMagnified(rows, j, from, strip.RawRowView(j-from))
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

// addMagnified adds what column j of L⁻¹, given from row from on, has in the squared
// norms of rows.
func (s *Stable) addMagnified(rows [][]float64, j, from int, column []float64) {
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

// square is the rows and columns from … to-1 of L.
func (s *Stable) square(from, to int) *mat.TriDense {
	var t mat.TriDense
	raw := s.l.RawTriangular()
	t.SetRawTriangular(blas64.Triangular{
		N: to - from, Stride: raw.Stride, Data: raw.Data[from*raw.Stride+from : (to-1)*raw.Stride+to],
		Uplo: blas.Lower, Diag: blas.NonUnit,
	})
	return &t
}

// Begin turns rows of [Stable.Differences] (b×Dim) into g, in place. Several goroutines
// may call it at once.
func (p *Partial) Begin(rows *mat.Dense) {
	b, r := rows.Dims()
	first, rest := rows.Slice(0, b, 0, p.solved).(*mat.Dense), rows.Slice(0, b, p.solved, r).(*mat.Dense)
	p.first.SolveRows(first)
	simd.GemmPacked(blas.NoTrans, -1, first.RawMatrix(), p.l21, 1, rest.RawMatrix())
}

// Finish turns rows g into h, in place: what Eval gives, to rounding.
func (p *Partial) Finish(rows *mat.Dense) {
	b, r := rows.Dims()
	dense.SolveLowerRows(p.square(p.solved, r), rows.Slice(0, b, p.solved, r).(*mat.Dense))
}

// Unfinish turns columns of h (Dim×k), or of its first functions, into those of g, in place:
// the reverse of Finish.
func (p *Partial) Unfinish(columns *mat.Dense) {
	r, k := columns.Dims()
	if r <= p.solved {
		return
	}
	rest := columns.Slice(p.solved, r, 0, k).(*mat.Dense)
	blas64.Trmm(blas.Left, blas.NoTrans, 1, p.square(p.solved, r).RawTriangular(), rest.RawMatrix())
}

// FinishSecond turns a second moment of g, dim×dim, into that of h, in place. It
// fails only when ctx ends.
func (p *Partial) FinishSecond(ctx context.Context, c *mat.SymDense) error {
	return dense.TrailingCongruence(ctx, p.l, p.solved, c)
}

// Weights gives Tᵀa: what weighs g as a (dim×p) weighs the first dim functions h.
// coefficients is what [Stable.Coefficients] makes of a: L⁻ᵀa is the same for the
// functions that are not solved for.
func (p *Partial) Weights(a, coefficients *mat.Dense) *mat.Dense {
	w := mat.DenseCopyOf(a)
	dim, columns := w.Dims()
	if dim > p.solved {
		w.Slice(p.solved, dim, 0, columns).(*mat.Dense).Copy(coefficients.Slice(1+p.solved, 1+dim, 0, columns))
	}
	return w
}
