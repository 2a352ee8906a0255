package subset

import "example.com/sfatui/engine/linalg/hugepage"

// arena is storage for rows of the factor, which lives until the end. It is asked
// for in large parts, whose pages are large, each for many rows.
type arena struct {
	chunk int // numbers
	rest  []float64
}

// maxChunk is 32 MiB.
const maxChunk = 4 << 20

// newArena is made for as much as is needed in all, at the worst.
func newArena(worst int) arena { return arena{chunk: min(worst/8, maxChunk)} }

// alloc gives n numbers.
func (r *arena) alloc(n int) []float64 {
	if n > len(r.rest) {
		r.rest = hugepage.Make(max(n, r.chunk))
	}
	out := r.rest[:n:n]
	r.rest = r.rest[n:]
	return out
}
