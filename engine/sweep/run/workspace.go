package run

import (
	"slices"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/hugepage"
	"gonum.org/v1/gonum/mat"
)

// workspace is storage that a worker's last job has left to its next: the jobs of a
// sweep need about the same, and fresh memory takes longer to touch than it takes to
// compute what is written there. A nil workspace is ready to use.
type workspace struct {
	free    [][]float64
	passing []float64 // for passes over values, of which there is one at a time
}

// take gives n numbers of any values.
func (r *workspace) take(n int) []float64 {
	if r == nil {
		return hugepage.Make(n)
	}
	best := -1
	for i, room := range r.free {
		if len(room) >= n && len(room) <= n+n/4 && (best < 0 || len(room) < len(r.free[best])) {
			best = i
		}
	}
	if best < 0 {
		return hugepage.Make(n)
	}
	room := r.free[best]
	r.free = slices.Delete(r.free, best, best+1)
	return room
}

// forPass gives n numbers of any values for a pass over values, which nobody gives back.
func (r *workspace) forPass(n int) []float64 {
	if r == nil {
		return nil
	}
	if len(r.passing) < n {
		r.passing = hugepage.Make(n)
	}
	return r.passing
}

// giveBack leaves storage to the next job.
func (r *workspace) giveBack(room []float64) {
	if r != nil && len(room) > 0 {
		r.free = append(r.free, room)
	}
}

// drop lets go of what the job at hand has no use for.
func (r *workspace) drop() {
	if r != nil {
		r.free = nil
	}
}

// partBuffers is the storage that a model has for one of its parts.
type partBuffers struct {
	values   []float64 // nil where they are not kept
	features buffer
}

// buffer is storage for a matrix that is made again and again.
type buffer struct{ free []float64 }

// take gives an r×c matrix of any values.
func (r *buffer) take(rows, columns int) *mat.Dense {
	if len(r.free) < rows*columns {
		return dense.New(rows, columns)
	}
	out := mat.NewDense(rows, columns, r.free[:rows*columns])
	r.free = nil
	return out
}

// giveBack keeps the storage of a matrix, which may be nil.
func (r *buffer) giveBack(a *mat.Dense) {
	if a == nil {
		return
	}
	if data := a.RawMatrix().Data; cap(data) > len(r.free) {
		r.free = data[:cap(data)]
	}
}
