package eigen

import (
	"context"
	"runtime"
	"sync/atomic"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
)

// bulgeChasing reduces a band matrix to tridiagonal form. Sweep s reduces row s and
// chases the bulge, the entries that this fills outside the band, along the diagonal,
// span by span, to the lower end (Lang, SIAM J. Sci. Comput. 14, 1993). With R_k the
// k-th span of bandWidth rows and columns after s, B = Q T Qᵀ with Q the product of the
// reflectors H(s, k) on R_k, in the order of s and then of k.
type bulgeChasing struct {
	b bandMatrix
	// v is n×n; the vector of H(s, k) is in row s, columns R_k, and begins with one.
	v   blas64.General
	tau blas64.General // entry (s, k)
	// progress[g] is the number of finished steps of the last sweep of group g.
	progress  []atomic.Int64
	cancelled atomic.Bool
}

// groupSweeps is the number of sweeps that run interleaved on one goroutine, two spans
// apart, so that their data stays in the cache.
const groupSweeps = 8

// bandToTridiagonal reduces b, which it overwrites, to the diagonal d and the
// off-diagonal e. It stores the reflectors in the rows of v right of the diagonal.
func bandToTridiagonal(ctx context.Context, b bandMatrix, v blas64.General) (c *bulgeChasing, d, e []float64, err error) {
	groups := (b.n + groupSweeps - 1) / groupSweeps
	c = &bulgeChasing{b: b, v: v, progress: make([]atomic.Int64, groups)}
	c.tau = dense.Zeros(b.n, c.spans(0)+1)
	group := parallel.NewGroup(max(1, b.n/(8*bandWidth)))
	group.Run(func(worker int) {
		var s bulgeScratch
		for g := worker; g < groups && !c.cancelled.Load(); g += group.Size {
			if ctx.Err() != nil {
				c.cancelled.Store(true)
			}
			c.sweepGroup(g, &s)
		}
	})
	group.Release()
	d, e = make([]float64, b.n), make([]float64, b.n-1)
	for i := range d {
		d[i] = b.data[i*bandStride+i]
	}
	for i := range e {
		e[i] = b.data[i*bandStride+i+1]
	}
	return c, d, e, ctx.Err()
}

// spans returns the number of spans after row s, and span returns R_k.
func (c *bulgeChasing) spans(s int) int { return (c.b.n - 1 - s + bandWidth - 1) / bandWidth }

func (c *bulgeChasing) span(s, k int) span {
	return span{s + 1 + k*bandWidth, min(s+1+(k+1)*bandWidth, c.b.n)}
}

// sweepGroup runs the sweeps of group g, each two steps after the previous one. Step k
// of a sweep must follow step k+1 of the previous sweep.
func (c *bulgeChasing) sweepGroup(g int, scratch *bulgeScratch) {
	first := g * groupSweeps
	last := min(first+groupSweeps, c.b.n) - 1
	for t := 0; t < c.spans(first)+2*groupSweeps; t++ {
		if g > 0 && !c.waitFor(g-1, t+2) {
			return
		}
		for s := first; s <= last; s++ {
			if k := t - 2*(s-first); k >= 0 && k < c.spans(s) {
				c.step(s, k, scratch)
			}
		}
		c.progress[g].Store(int64(t + 1 - 2*(last-first)))
	}
	c.progress[g].Store(1 << 62)
}

// waitFor waits until the last sweep of group g has done the given number of steps. It
// returns false if the computation is cancelled.
func (c *bulgeChasing) waitFor(g, steps int) bool {
	for spin := 0; c.progress[g].Load() < int64(steps); spin++ {
		if c.cancelled.Load() {
			return false
		}
		if spin > parallel.Spins {
			runtime.Gosched()
		}
	}
	return true
}

// bulgeScratch is the workspace of one goroutine. The last two of the four rows are
// zero; the first two are combined with rows of the band.
type bulgeScratch struct {
	rows [4 * bandWidth]float64
	dots [bandWidth]float64
}

// pair returns the first n entries of the first two rows.
func (s *bulgeScratch) pair(n int) (first, second []float64) {
	return s.rows[:n], s.rows[bandWidth : bandWidth+n]
}

// addPair adds a times the first row and b times the second, both from entry at on, to
// y.
func (s *bulgeScratch) addPair(a, b float64, at int, y []float64) {
	simd.Four{Data: s.rows[at:], Stride: bandWidth}.Axpy(&[4]float64{a, b}, y)
}

// step runs step k of sweep s. From the second step on, with E the part of the band in
// the rows R_(k-1) and the columns R_k,
//
//	E ← H(s, k-1) E H(s, k),
//
// where H(s, k) maps the first row of H(s, k-1) E to a multiple of the first unit
// vector. In the first step E is row s itself.
func (c *bulgeChasing) step(s, k int, scratch *bulgeScratch) {
	at := c.span(s, k)
	v := c.v.Data[s*c.v.Stride:][at.lo:at.hi]
	if k == 0 {
		row := c.b.data[s*bandStride:][at.lo:at.hi]
		copy(v, row)
		row[0], c.tau.Data[s*c.tau.Stride] = householder(v)
	} else {
		c.chaseBulge(s, k, v, scratch)
	}
	c.applyTwoSided(at, v, c.tau.Data[s*c.tau.Stride+k], scratch)
}

// chaseBulge computes the vector v of H(s, k) and applies the step to E.
func (c *bulgeChasing) chaseBulge(s, k int, v []float64, scratch *bulgeScratch) {
	from := c.span(s, k-1)
	e := c.b.block(from, c.span(s, k))
	u, tauU := c.v.Data[s*c.v.Stride:][from.lo:from.hi], c.tau.Data[s*c.tau.Stride+k-1]
	// w = tau Eᵀ u, so that H(s, k-1) E = E - u wᵀ.
	w, second := scratch.pair(e.Cols)
	clear(w)
	rows := simd.Four{Stride: e.Stride}
	for i := 0; i+4 <= e.Rows; i += 4 {
		rows.Data = e.Data[i*e.Stride:]
		rows.Axpy(&[4]float64{tauU * u[i], tauU * u[i+1], tauU * u[i+2], tauU * u[i+3]}, w)
	}
	row := func(i int) []float64 { return e.Data[i*e.Stride:][:e.Cols] }
	for i := e.Rows / 4 * 4; i < e.Rows; i++ {
		simd.Axpy(tauU*u[i], row(i), w)
	}
	for j, x := range row(0) {
		v[j] = x - w[j]
	}
	beta, tau := householder(v)
	c.tau.Data[s*c.tau.Stride+k] = tau
	copy(second, v)
	// The dot products of the rows of E with v, from which those of H(s, k-1) E follow.
	for i := 0; i+4 <= e.Rows; i += 4 {
		rows.Data = e.Data[i*e.Stride:]
		d := rows.Dot(v)
		copy(scratch.dots[i:], d[:])
	}
	for i := e.Rows / 4 * 4; i < e.Rows; i++ {
		scratch.dots[i] = simd.Dot(row(i), v)
	}
	wv := simd.Dot(w, v)
	for i := 1; i < e.Rows; i++ {
		scratch.addPair(-u[i], -tau*(scratch.dots[i]-u[i]*wv), 0, row(i))
	}
	clear(row(0))
	e.Data[0] = beta
}

// applyTwoSided applies the reflector of v and tau from both sides to the square D of
// the band on the diagonal: D ← D - v zᵀ - z vᵀ with
//
//	z = tau y - tau²/2 (yᵀv) v,  y = D v.
func (c *bulgeChasing) applyTwoSided(at span, v []float64, tau float64, scratch *bulgeScratch) {
	d := c.b.block(at, at)
	n := len(v)
	z, second := scratch.pair(n)
	copy(second, v)
	clear(z)
	i := 0
	for ; i+4 <= n; i += 4 {
		for r := i; r < i+4; r++ {
			symvRow(d.Data[r*d.Stride+r:r*d.Stride+i+4], v[r:], z[r:])
		}
		if i+4 < n {
			rows := simd.Four{Data: d.Data[i*d.Stride+i+4:], Stride: d.Stride}
			s := rows.Symv((*[4]float64)(v[i:]), v[i+4:], z[i+4:])
			for r, x := range s {
				z[i+r] += x
			}
		}
	}
	for ; i < n; i++ {
		symvRow(d.Data[i*d.Stride+i:i*d.Stride+n], v[i:], z[i:])
	}
	half := tau * tau * simd.Dot(z, v) / 2
	for j := range z {
		z[j] = tau*z[j] - half*v[j]
	}
	for i := range n {
		scratch.addPair(-v[i], -z[i], i, d.Data[i*d.Stride+i:i*d.Stride+n])
	}
}

// symvRow adds to y the contribution of one row of the upper triangle of a symmetric
// matrix, from the diagonal on, to its product with x.
func symvRow(row, x, y []float64) {
	x0, sum := x[0], row[0]*x[0]
	for j, v := range row[1:] {
		sum += v * x[j+1]
		y[j+1] += v * x0
	}
	y[0] += sum
}
