package linalg

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
)

// unitRoundoff is the largest relative error of one rounding, 2⁻⁵³.
const unitRoundoff = 0x1p-53

// merge joins the eigensystems of the parts lo … mid-1 and mid … hi-1 of a
// tridiagonal matrix to that of lo … hi-1. In the basis of the two it is the
// matrix D + rho z zᵀ with D diagonal.
type merge struct {
	lo, mid, hi int
	rho         float64

	z     []float64 // hi-lo numbers in the order of rows
	kept  []int     // rows that take part, by ascending eigenvalue
	done  []int     // rows that are eigenvectors already
	reach []reach   // for each row, on which columns it is not zero
}

// reach is a set of the two column ranges lo … mid-1 and mid … hi-1.
type reach uint8

const (
	first  reach = 1
	second reach = 2
)

// source says where one eigenvector of the merged part comes from.
type source struct {
	value float64
	root  int // the root of the secular equation, or -1
	row   int // the row of y where it stands, if it is no root
}

// run does the merge; of the eigenvectors it makes the lowest want.
func (m *merge) run(ctx context.Context, c *conquest, want int) error {
	m.makeVector(c)
	m.deflate(c)
	s := secular{rho: m.rho, d: make([]float64, len(m.kept)), z: make([]float64, len(m.kept))}
	for k, i := range m.kept {
		s.d[k], s.z[k] = c.values[m.lo+i], m.z[i]
	}
	if err := s.solve(ctx); err != nil {
		return err
	}
	columns := m.gather(c)
	order := make([]source, 0, m.hi-m.lo)
	for k, v := range s.roots {
		order = append(order, source{value: v, root: k})
	}
	for k, i := range m.done {
		order = append(order, source{value: c.values[m.lo+i], root: -1, row: m.lo + len(m.kept) + k})
	}
	slices.SortStableFunc(order, func(a, b source) int { return cmp.Compare(a.value, b.value) })
	for k, o := range order {
		c.values[m.lo+k] = o.value
	}
	return m.multiply(ctx, c, &s, columns, order[:want])
}

// makeVector sets z to the unit vector along Qᵀu, and rho to go with it.
func (m *merge) makeVector(c *conquest) {
	n := m.hi - m.lo
	m.z, m.reach = make([]float64, n), make([]reach, n)
	sign := math.Copysign(math.Sqrt2/2, m.rho)
	for i := range n {
		row := c.x.Data[(m.lo+i)*c.n:]
		if m.lo+i < m.mid {
			m.z[i], m.reach[i] = row[m.mid-1]*math.Sqrt2/2, first
		} else {
			m.z[i], m.reach[i] = row[m.mid]*sign, second
		}
	}
	m.rho = 2 * math.Abs(m.rho)
}

// deflate sorts the rows into those that take part and those that are
// eigenvectors of the whole already up to rounding: where z is negligible, and,
// after a rotation between them, one of two rows with nearly equal eigenvalues.
func (m *merge) deflate(c *conquest) {
	d := c.values[m.lo:m.hi]
	byValue := make([]int, len(d))
	var largest float64
	for i := range byValue {
		byValue[i] = i
		largest = max(largest, math.Abs(d[i]), math.Abs(m.z[i]))
	}
	slices.SortStableFunc(byValue, func(i, j int) int { return cmp.Compare(d[i], d[j]) })
	tol := 8 * unitRoundoff * largest
	for _, i := range byValue {
		switch {
		case m.rho*math.Abs(m.z[i]) <= tol:
			m.done = append(m.done, i)
		case len(m.kept) > 0 && m.rotate(c, m.kept[len(m.kept)-1], i, tol):
			m.done = append(m.done, m.kept[len(m.kept)-1])
			m.kept[len(m.kept)-1] = i
		default:
			m.kept = append(m.kept, i)
		}
	}
}

// rotate turns the rows i and j, with d_i ≤ d_j, so that z_i becomes zero, and
// reports true, unless that would couple the two by more than tol.
func (m *merge) rotate(c *conquest, i, j int, tol float64) bool {
	d := c.values[m.lo:m.hi]
	norm := math.Hypot(m.z[i], m.z[j])
	cs, sn := m.z[j]/norm, -m.z[i]/norm
	if math.Abs((d[j]-d[i])*cs*sn) > tol {
		return false
	}
	m.z[i], m.z[j] = 0, norm
	m.reach[i] |= m.reach[j]
	m.reach[j] = m.reach[i]
	d[i], d[j] = d[i]*cs*cs+d[j]*sn*sn, d[i]*sn*sn+d[j]*cs*cs
	ri := c.x.Data[(m.lo+i)*c.n+m.lo : (m.lo+i)*c.n+m.hi]
	rj := c.x.Data[(m.lo+j)*c.n+m.lo : (m.lo+j)*c.n+m.hi]
	blas64.Rot(blas64.Vector{N: len(ri), Data: ri, Inc: 1}, blas64.Vector{N: len(rj), Data: rj, Inc: 1}, cs, sn)
	return true
}

// gather copies the rows into y, so that x is free for the result: the kept ones
// without the half where they are zero, packed from row lo on in each half, and
// the done ones whole after row lo+len(kept). It returns for each half which
// kept rows those packed ones are.
func (m *merge) gather(c *conquest) (columns [2][]int) {
	move := func(from, to, lo, hi int) {
		copy(c.y.Data[to*c.n+lo:to*c.n+hi], c.x.Data[(m.lo+from)*c.n+lo:(m.lo+from)*c.n+hi])
	}
	for k, i := range m.kept {
		if m.reach[i]&first != 0 {
			move(i, m.lo+len(columns[0]), m.lo, m.mid)
			columns[0] = append(columns[0], k)
		}
		if m.reach[i]&second != 0 {
			move(i, m.lo+len(columns[1]), m.mid, m.hi)
			columns[1] = append(columns[1], k)
		}
	}
	for k, i := range m.done {
		move(i, m.lo+len(m.kept)+k, m.lo, m.hi)
	}
	return columns
}

// multiply writes the eigenvectors in order to the rows of x from lo on.
func (m *merge) multiply(ctx context.Context, c *conquest, s *secular, columns [2][]int, order []source) error {
	n := m.hi - m.lo
	return ParallelRows(ctx, len(order), stripRows, func(from, to int) {
		roots := make([]int, 0, to-from)
		for k, o := range order[from:to] {
			if o.root >= 0 {
				roots = append(roots, o.root)
				continue
			}
			copy(c.x.Data[(m.lo+from+k)*c.n+m.lo:(m.lo+from+k)*c.n+m.hi],
				c.y.Data[o.row*c.n+m.lo:o.row*c.n+m.hi])
		}
		if len(roots) == 0 {
			return
		}
		out := blas64.General{Rows: len(roots), Cols: n, Stride: n, Data: make([]float64, len(roots)*n)}
		for half, bounds := range [2]span{{m.lo, m.mid}, {m.mid, m.hi}} {
			w := len(columns[half])
			if w == 0 {
				continue
			}
			a := blas64.General{Rows: len(roots), Cols: w, Stride: w, Data: make([]float64, len(roots)*w)}
			for r, root := range roots {
				s.vector(root, columns[half], a.Data[r*w:(r+1)*w])
			}
			addProduct(part(out, 0, len(roots), bounds.lo-m.lo, bounds.hi-m.lo), a,
				part(c.y, m.lo, m.lo+w, bounds.lo, bounds.hi))
		}
		r := 0
		for k, o := range order[from:to] {
			if o.root >= 0 {
				copy(c.x.Data[(m.lo+from+k)*c.n+m.lo:], out.Data[r*n:(r+1)*n])
				r++
			}
		}
	})
}
