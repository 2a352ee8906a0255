package run

import (
	"slices"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/simd"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
)

// rooms is storage that a worker's last job has left to its next: the jobs of a
// sweep need about the same, and fresh memory takes longer to touch than it takes to
// compute what is written there. No rooms are as good as empty ones.
type workspace struct{ free [][]float64 }

// take gives n numbers of any values.
func (r *workspace) take(n int) []float64 {
	if r == nil {
		return simd.Make(n)
	}
	best := -1
	for i, room := range r.free {
		if len(room) >= n && len(room) <= n+n/4 && (best < 0 || len(room) < len(r.free[best])) {
			best = i
		}
	}
	if best < 0 {
		return simd.Make(n)
	}
	room := r.free[best]
	r.free = slices.Delete(r.free, best, best+1)
	return room
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

// partRoom is the storage that a model has for one of its parts.
type partBuffers struct {
	values   []float64 // nil where they are not kept
	features buffer
}

// keep makes room for the features of a part that are kept and, where they are few,
// keeps its values between passes.
func (m *model) keep(v *moments.Values, n int, r *partBuffers, u sweep.Use) {
	if u.Keep || u.Sums != 0 && v.Few() {
		r.features.free = m.spare.take(n * min(m.LargestP(), m.space.Dim()))
	}
	switch {
	case m.fullKernel: // Other samples' kernel values are had sooner than the solve of what is kept.
	case 8*int64(sweep.RowsOf(m.Fold))*int64(m.space.Dim()) > sweep.KeptBytes:
	case m.Plan.Set.Spooled:
		v.KeepNone()
	default:
		r.values = m.spare.take(v.KeptSize())
		v.KeepIn(r.values)
	}
}

// release leaves the storage of the model, which is not used any more, to the next
// job.
func (m *model) release() {
	for _, r := range []*partBuffers{&m.trainBuffers, &m.heldBuffers} {
		m.spare.giveBack(r.values)
		m.spare.giveBack(r.features.free)
	}
}

// giveBack ends the use of features: the next ones overwrite them. Fresh memory
// takes longer to touch than it takes to compute small features.
func (m *model) giveBack(f *features) {
	m.trainBuffers.features.giveBack(f.train)
	m.heldBuffers.features.giveBack(f.held)
}

// room is storage for a matrix that is made again and again.
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
