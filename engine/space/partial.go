package space

import (
	"context"

	"example.com/sfatui/engine/linalg"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// mostMagnified bounds how much the part of a solve that is put off may magnify
// the rounding of moments, as a sum of squares: six of 53 bits.
const mostMagnified = 64

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
// squared, below 64; with all functions put off (L₂₂ = L) they would be the
// scaled condition number of G, and the problem's condition would be squared. At
// least the first 256 functions are solved for, which hold most of what samples
// have in common: at large widths that is nearly everything.
type Partial struct {
	*Stable
	solved int
}

// Partial gives the space with as much of the solve put off as keeps the
// precision of moments, or nil where that is nothing. Inverting L takes about as
// long as evaluating dim/3 samples. It fails only when ctx ends.
func (s *Stable) Partial(ctx context.Context) (*Partial, error) {
	magnified, err := s.magnification(ctx)
	if err != nil {
		return nil, err
	}
	for i, m := range magnified {
		if m <= mostMagnified {
			return &Partial{s, (i + 1) * linalg.SolveStep}, nil
		}
	}
	return nil, nil
}

// magnification is the largest squared norm of a row of L₂₂⁻¹D for 1, 2, … steps
// of the solve that are not put off.
func (s *Stable) magnification(ctx context.Context) ([]float64, error) {
	const step = linalg.SolveStep
	r := s.Dim()
	steps := (r - 1) / step // that leave something
	rows := make([][]float64, steps)
	for k := range rows {
		rows[k] = make([]float64, r)
	}
	// Strips of the transposed inverse: row j of it is column j of L⁻¹, which is
	// zero above j and does not depend on where L₂₂ begins.
	for from := step; from < r; from += step {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		to := min(from+step, r)
		strip := mat.NewDense(to-from, r-from, nil)
		for j := from; j < to; j++ {
			strip.Set(j-from, j-from, 1)
		}
		linalg.SolveLowerRows(s.trailing(from, r), strip)
		for j := from; j < to; j++ {
			column, l := strip.RawRowView(j-from), s.l.RawTriangular()
			var d float64
			for k := from/step - 1; k >= 0; k-- {
				// The squared norm of g_j with k+1 steps solved.
				begin := (k + 1) * step
				end := min(begin+step, j+1)
				for _, v := range l.Data[j*l.Stride+begin : j*l.Stride+end] {
					d += v * v
				}
				for i, v := range column {
					rows[k][from+i] += v * v * d
				}
			}
		}
	}
	out := make([]float64, steps)
	for k, row := range rows {
		for _, v := range row {
			out[k] = max(out[k], v)
		}
	}
	return out, nil
}

// trailing is the rows and columns from … to-1 of L.
func (s *Stable) trailing(from, to int) *mat.TriDense {
	var t mat.TriDense
	raw := s.l.RawTriangular()
	t.SetRawTriangular(blas64.Triangular{
		N: to - from, Stride: raw.Stride, Data: raw.Data[from*raw.Stride+from : (to-1)*raw.Stride+to],
		Uplo: blas.Lower, Diag: blas.NonUnit,
	})
	return &t
}

// Begin writes g of each row of x (b×d) into dst (b×Dim). Several goroutines may
// call it at once.
func (p *Partial) Begin(dst, x *mat.Dense) {
	p.Differences(dst, x)
	p.solver.SolveFirst(dst, p.solved)
}

// Finish turns rows g into h, in place. What [Partial.Begin] gave becomes what
// Eval gives, bit for bit.
func (p *Partial) Finish(rows *mat.Dense) { p.solver.SolveRest(rows, p.solved) }

// FinishSecond turns a second moment of g, dim×dim, into that of h, in place. It
// fails only when ctx ends.
func (p *Partial) FinishSecond(ctx context.Context, c *mat.SymDense) error {
	return linalg.TrailingCongruence(ctx, p.l, p.solved, c)
}

// Weights gives Tᵀa: what weighs g as a (dim×p) weighs the first dim functions h.
func (p *Partial) Weights(a *mat.Dense) *mat.Dense {
	w := mat.DenseCopyOf(a)
	dim, columns := w.Dims()
	if dim > p.solved {
		rest := w.Slice(p.solved, dim, 0, columns).(*mat.Dense)
		blas64.Trsm(blas.Left, blas.Trans, 1, p.trailing(p.solved, dim).RawTriangular(), rest.RawMatrix())
	}
	return w
}
