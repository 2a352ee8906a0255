package run

import (
	"slices"

	"example.com/sfatui/datasets/storage"
	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/mat"
)

// workspace holds storage that a worker reuses from one job to the next. The jobs of a sweep
// need about the same amount, and touching fresh memory takes longer than computing what is
// written there. A nil workspace is ready to use.
type workspace struct {
	free    [][]float64
	passing []float64 // for passes over values, one at a time
}

// take returns n numbers of undefined values.
func (r *workspace) take(n int) []float64 {
	if r == nil {
		return storage.Make(n)
	}
	best := -1
	for i, room := range r.free {
		if len(room) >= n && len(room) <= n+n/4 && (best < 0 || len(room) < len(r.free[best])) {
			best = i
		}
	}
	if best < 0 {
		return storage.Make(n)
	}
	room := r.free[best]
	r.free = slices.Delete(r.free, best, best+1)
	return room
}

// forPass returns at least n numbers of undefined values for a pass over values, valid until
// the next call; nil from a nil workspace.
func (r *workspace) forPass(n int) []float64 {
	if r == nil {
		return nil
	}
	if len(r.passing) < n {
		r.passing = storage.Make(n)
	}
	return r.passing
}

// giveBack makes storage available to later calls of take.
func (r *workspace) giveBack(room []float64) {
	if r != nil && len(room) > 0 {
		r.free = append(r.free, room)
	}
}

// drop frees the storage that the current job does not use.
func (r *workspace) drop() {
	if r != nil {
		r.free = nil
	}
}

// partBuffers is the storage of a model for one of its parts.
type partBuffers struct {
	values   []float64 // nil if values are not kept
	features buffer
}

// buffer is storage for a matrix that is repeatedly computed.
type buffer struct{ free []float64 }

// take returns an r×c matrix of undefined values, in the buffer's storage if that is large
// enough.
func (r *buffer) take(rows, columns int) *mat.Dense {
	if len(r.free) < rows*columns {
		return dense.New(rows, columns)
	}
	out := mat.NewDense(rows, columns, r.free[:rows*columns])
	r.free = nil
	return out
}

// giveBack makes the storage of a matrix available again; the matrix may be nil.
func (r *buffer) giveBack(a *mat.Dense) {
	if a == nil {
		return
	}
	if data := a.RawMatrix().Data; cap(data) > len(r.free) {
		r.free = data[:cap(data)]
	}
}
