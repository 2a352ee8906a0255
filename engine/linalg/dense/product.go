package dense

import (
	"context"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

const (
	// phaseDepth is the depth of a product that is packed at a time, which bounds its
	// memory.
	phaseDepth = 2 * simd.Depth
	// parallelWork is the number of multiplications below which a product stays on its
	// goroutine, that of 128×128 matrices: below it, starting goroutines costs more
	// than it saves (BenchmarkParallelProduct: 1.13 times as long on two processors at
	// order 64, 0.82 at 128).
	parallelWork = 1 << 21
)

// Gemm computes C = alpha · op(A) · op(B) + beta · C, where op(A) is A or, for
// blas.Trans, its transpose. With beta = 0 the previous values of C are ignored.
//
// An entry of C depends only on its row of op(A), its column of op(B) and its own
// previous value: the result is the same bit for bit whatever GOMAXPROCS, and a leading
// block of it is the product of the leading parts. The error is ctx.Err() soon after
// ctx has ended; C is then partly computed. It panics unless the shapes fit. C must not
// overlap A or B.
func Gemm(ctx context.Context, tA, tB blas.Transpose, alpha float64, a, b blas64.General, beta float64, c blas64.General) error {
	left, right := Rows(a), Columns(b)
	if tA != blas.NoTrans {
		left.layout = byColumns
	}
	if tB != blas.NoTrans {
		right.layout = byRows
	}
	if left.lines() != c.Rows || right.lines() != c.Cols || left.depth() != right.depth() {
		panic("dense: Gemm: shapes do not fit")
	}
	return Multiply(ctx, alpha, left, right, beta, c, simd.All)
}

// Multiply sets the given part of c to alpha · l · r + beta · c.
func Multiply(ctx context.Context, alpha float64, l, r Factor, beta float64, c blas64.General, where simd.Part) error {
	if c.Rows == 0 || c.Cols == 0 {
		return ctx.Err()
	}
	depth := l.depth()
	if depth == 0 || alpha == 0 {
		simd.Scale(beta, c, simd.Block{I1: c.Rows, J1: c.Cols}, where)
		return ctx.Err()
	}
	if c.Rows*c.Cols*depth < parallelWork {
		multiplySerial(alpha, l, r, beta, c, where)
		return ctx.Err()
	}
	return multiplyParallel(ctx, alpha, l, r, beta, c, where)
}

// multiplyParallel computes [Multiply] on all processors.
func multiplyParallel(ctx context.Context, alpha float64, l, r Factor, beta float64, c blas64.General, where simd.Part) error {
	depth := l.depth()
	for from := 0; from < depth; from += phaseDepth {
		p := newPair(l, r, from, min(from+phaseDepth, depth))
		err := p.pack(ctx, l, r)
		if err == nil {
			err = eachBlock(ctx, c, p.to-p.from, where, func(b simd.Block) {
				simd.AddScaled(alpha, p.left, p.right, beta, c, b, where)
			})
		}
		p.release()
		if err != nil {
			return err
		}
		beta = 1
	}
	return nil
}

// multiplySerial computes [Multiply] on this goroutine, for small products.
func multiplySerial(alpha float64, l, r Factor, beta float64, c blas64.General, where simd.Part) {
	depth, all := l.depth(), simd.Block{I1: c.Rows, J1: c.Cols}
	for from := 0; from < depth; from += phaseDepth {
		to := min(from+phaseDepth, depth)
		right := simd.NewRightFactor(to-from, c.Cols)
		r.packPart(right, from, to, 0, right.Slivers())
		left := right
		if !l.sameLines(r) {
			left = simd.NewLeftFactor(c.Rows, to-from)
			l.packPart(left, from, to, 0, left.Slivers())
		}
		simd.AddScaled(alpha, left, right, beta, c, all, where)
		beta = 1
		right.Release()
		if left != right {
			left.Release()
		}
	}
}

// eachBlock calls add for every block of the given part of c, in parallel if a product
// of the given depth is large enough.
func eachBlock(ctx context.Context, c blas64.General, depth int, where simd.Part, add func(simd.Block)) error {
	todo := blocks(c.Rows, c.Cols, where)
	grain := 1
	if c.Rows*c.Cols*depth < parallelWork {
		grain = len(todo)
	}
	return parallel.For(ctx, len(todo), grain, func(lo, hi int) {
		for _, b := range todo[lo:hi] {
			add(b)
		}
	})
}

// enoughBlocks is the number of blocks that keeps some processors busy to the end.
const enoughBlocks = 24

// blocks divides the given part of an m×n matrix into blocks. No entry depends on the
// division.
func blocks(m, n int, where simd.Part) []simd.Block {
	rows, whole := simd.BlockSize()
	columns, half := whole, max(1, whole/2/simd.BlockAlign)*simd.BlockAlign
	for m*n < enoughBlocks*rows*columns && rows > 2*simd.BlockAlign {
		rows, columns = rows/2, half
	}
	var list []simd.Block
	for i := 0; i < m; i += rows {
		for j := 0; j < n; j += columns {
			b := simd.Block{I0: i, I1: min(i+rows, m), J0: j, J1: min(j+columns, n)}
			if where == simd.Upper && b.J1 <= b.I0 || where == simd.Lower && b.I1 <= b.J0 {
				continue
			}
			list = append(list, b)
		}
	}
	return list
}

// SmallProduct returns op(a) · b.
func SmallProduct(tA blas.Transpose, a, b blas64.General) blas64.General {
	rows := a.Rows
	if tA != blas.NoTrans {
		rows = a.Cols
	}
	c := Zeros(rows, b.Cols)
	simd.Gemm(tA, blas.NoTrans, 1, a, b, 0, c)
	return c
}
