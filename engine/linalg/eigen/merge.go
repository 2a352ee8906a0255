package eigen

import (
	"cmp"
	"context"
	"math"
	"slices"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// eigensystems holds those of the parts of a tridiagonal matrix of order n.
// Eigenvectors are rows. At each time x is block diagonal: rows and columns lo … hi-1
// hold the eigenvectors of the part lo … hi-1 of the matrix, and values[lo:hi] the
// eigenvalues of those rows, in no particular order. Entries outside the blocks are
// undefined.
type eigensystems struct {
	n      int
	values []float64
	x      blas64.General
	y      blas64.General // scratch of the same shape; a merge uses its own rows
}

// merge joins the eigensystems of the parts lo … mid-1 and mid … hi-1 of a tridiagonal
// matrix to that of lo … hi-1. In the basis of the two it is the matrix D + rho z zᵀ
// with D diagonal.
type merge struct {
	lo, mid, hi int
	rho         float64

	z        []float64 // hi-lo values in the order of rows
	active   []int     // rows of the secular equation, by ascending eigenvalue
	deflated []int     // rows that are already eigenvectors
	support  []halves  // for each row, the column ranges where it is not zero
}

// halves is a subset of the column ranges lo … mid-1 and mid … hi-1.
type halves uint8

const (
	firstHalf  halves = 1
	secondHalf halves = 2
)

// run merges the two parts. It computes the want lowest eigenvectors, in the rows from
// lo on.
func (m *merge) run(ctx context.Context, c *eigensystems, want int) error {
	m.rankOneVector(c)
	m.deflate(c)
	s := secular{rho: m.rho, d: make([]float64, len(m.active)), z: make([]float64, len(m.active))}
	for k, i := range m.active {
		s.d[k], s.z[k] = c.values[m.lo+i], m.z[i]
	}
	if err := s.solve(ctx); err != nil {
		return err
	}
	columns, err := m.gather(ctx, c)
	if err != nil {
		return err
	}
	finished := make([]float64, len(m.deflated))
	for k, i := range m.deflated {
		finished[k] = c.values[m.lo+i]
	}
	roots, done := mergeLowest(s.roots, finished, want)
	for k, i := range done {
		copy(c.row(c.x, m.lo+roots+k)[m.lo:m.hi], c.row(c.y, m.lo+len(m.active)+i)[m.lo:m.hi])
		c.values[m.lo+roots+k] = finished[i]
	}
	copy(c.values[m.lo:], s.roots[:roots])
	return m.multiply(ctx, c, &s, columns, roots)
}

// mergeLowest selects the want lowest of two sets of values. It returns the number
// selected from the first set, which is ascending, and the selected indices of the
// other one.
func mergeLowest(ascending, others []float64, want int) (number int, indices []int) {
	order := dense.Iota(len(others))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(others[i], others[j]) })
	for number+len(indices) < want {
		k := len(indices)
		if k == len(order) || number < len(ascending) && ascending[number] <= others[order[k]] {
			number++
		} else {
			indices = append(indices, order[k])
		}
	}
	return number, indices
}

// rankOneVector sets z to the unit vector along Qᵀu, and rho to match.
func (m *merge) rankOneVector(c *eigensystems) {
	n := m.hi - m.lo
	m.z, m.support = make([]float64, n), make([]halves, n)
	sign := math.Copysign(math.Sqrt2/2, m.rho)
	for i := range n {
		row := c.row(c.x, m.lo+i)
		if m.lo+i < m.mid {
			m.z[i], m.support[i] = row[m.mid-1]*math.Sqrt2/2, firstHalf
		} else {
			m.z[i], m.support[i] = row[m.mid]*sign, secondHalf
		}
	}
	m.rho = 2 * math.Abs(m.rho)
}

// deflate divides the rows into active ones and those that are already eigenvectors of
// the whole matrix, up to rounding: rows with negligible z and, after a rotation
// between them, one of two rows with nearly equal eigenvalues.
func (m *merge) deflate(c *eigensystems) {
	d := c.values[m.lo:m.hi]
	byValue := make([]int, len(d))
	var largest float64
	for i := range byValue {
		byValue[i] = i
		largest = max(largest, math.Abs(d[i]), math.Abs(m.z[i]))
	}
	slices.SortStableFunc(byValue, func(i, j int) int { return cmp.Compare(d[i], d[j]) })
	tol := 8 * dense.UnitRoundoff * largest
	for _, i := range byValue {
		switch {
		case m.rho*math.Abs(m.z[i]) <= tol:
			m.deflated = append(m.deflated, i)
		case len(m.active) > 0 && m.rotate(c, m.active[len(m.active)-1], i, tol):
			m.deflated = append(m.deflated, m.active[len(m.active)-1])
			m.active[len(m.active)-1] = i
		default:
			m.active = append(m.active, i)
		}
	}
}

// rotate applies a Givens rotation that makes z_i zero to the rows i and j, with d_i ≤
// d_j, and reports true, unless that would couple the two by more than tol.
func (m *merge) rotate(c *eigensystems, i, j int, tol float64) bool {
	d := c.values[m.lo:m.hi]
	norm := math.Hypot(m.z[i], m.z[j])
	cs, sn := m.z[j]/norm, -m.z[i]/norm
	if math.Abs((d[j]-d[i])*cs*sn) > tol {
		return false
	}
	m.z[i], m.z[j] = 0, norm
	m.extendSupport(c, i, m.support[j])
	m.extendSupport(c, j, m.support[i])
	d[i], d[j] = d[i]*cs*cs+d[j]*sn*sn, d[i]*sn*sn+d[j]*cs*cs
	ri, rj := c.row(c.x, m.lo+i)[m.lo:m.hi], c.row(c.x, m.lo+j)[m.lo:m.hi]
	blas64.Rot(blas64.Vector{N: len(ri), Data: ri, Inc: 1}, blas64.Vector{N: len(rj), Data: rj, Inc: 1}, cs, sn)
	return true
}

// extendSupport extends row i by zeros to the columns of more.
func (m *merge) extendSupport(c *eigensystems, i int, more halves) {
	row := c.row(c.x, m.lo+i)
	if more&^m.support[i]&firstHalf != 0 {
		clear(row[m.lo:m.mid])
	}
	if more&^m.support[i]&secondHalf != 0 {
		clear(row[m.mid:m.hi])
	}
	m.support[i] |= more
}

// gather copies the rows into y, so that x is free for the result: the active ones
// without their zero half, packed from row lo on in each half, and the deflated ones in
// full after row lo+len(active). It returns for each half the indices of the packed
// active rows.
func (m *merge) gather(ctx context.Context, c *eigensystems) (columns [2][]int, err error) {
	type move struct{ from, to, lo, hi int }
	var moves []move
	for k, i := range m.active {
		if m.support[i]&firstHalf != 0 {
			moves = append(moves, move{i, len(columns[0]), m.lo, m.mid})
			columns[0] = append(columns[0], k)
		}
		if m.support[i]&secondHalf != 0 {
			moves = append(moves, move{i, len(columns[1]), m.mid, m.hi})
			columns[1] = append(columns[1], k)
		}
	}
	for k, i := range m.deflated {
		m.extendSupport(c, i, firstHalf|secondHalf)
		moves = append(moves, move{i, len(m.active) + k, m.lo, m.hi})
	}
	err = parallel.For(ctx, len(moves), vectorGrain, func(lo, hi int) {
		for _, v := range moves[lo:hi] {
			copy(c.row(c.y, m.lo+v.to)[v.lo:v.hi], c.row(c.x, m.lo+v.from)[v.lo:v.hi])
		}
	})
	return columns, err
}

// rootsAtOnce is the number of eigenvectors of one product.
const rootsAtOnce = 1024

// multiply writes the eigenvectors of the first roots to the rows of x from lo on:
// their coefficients times the rows gathered in y.
func (m *merge) multiply(ctx context.Context, c *eigensystems, s *secular, columns [2][]int, roots int) error {
	if roots == 0 {
		return nil
	}
	bounds := [2]span{{m.lo, m.mid}, {m.mid, m.hi}}
	var all [2]blas64.General
	for half := range all {
		all[half] = dense.Borrow(min(roots, rootsAtOnce), len(columns[half]))
		defer dense.Release(all[half])
	}
	for from := 0; from < roots; from += rootsAtOnce {
		to := min(from+rootsAtOnce, roots)
		err := parallel.For(ctx, to-from, vectorGrain, func(lo, hi int) {
			vector := make([]float64, len(s.d))
			for k := lo; k < hi; k++ {
				s.vector(from+k, vector)
				for half, a := range all {
					row := a.Data[k*a.Stride:]
					for g, i := range columns[half] {
						row[g] = vector[i]
					}
				}
			}
		})
		if err != nil {
			return err
		}
		for half, a := range all {
			err := dense.Gemm(ctx, blas.NoTrans, blas.NoTrans, 1, dense.Slice(a, 0, to-from, 0, a.Cols),
				dense.Slice(c.y, m.lo, m.lo+a.Cols, bounds[half].lo, bounds[half].hi),
				0, dense.Slice(c.x, m.lo+from, m.lo+to, bounds[half].lo, bounds[half].hi))
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// row returns row i of x or y.
func (c *eigensystems) row(x blas64.General, i int) []float64 { return x.Data[i*x.Stride:][:c.n] }
