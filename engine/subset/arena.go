package subset

import "example.com/sfatui/datasets/storage"

// arena allocates rows of the factor, which live until the end. It requests memory in
// large parts with huge pages, each for many rows.
type arena struct {
	chunk int // number of values
	rest  []float64
}

// maxChunk is 32 MiB.
const maxChunk = 4 << 20

// newArena returns an arena for at most worst values in total.
func newArena(worst int) arena { return arena{chunk: min(worst/8, maxChunk)} }

// alloc returns storage for n values.
func (r *arena) alloc(n int) []float64 {
	if n > len(r.rest) {
		r.rest = storage.Make(max(n, r.chunk))
	}
	out := r.rest[:n:n]
	r.rest = r.rest[n:]
	return out
}
