package moments

import (
	"sync"

	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/mat"
)

// buffers is a pool of matrices of BlockRows rows.
type buffers struct {
	mu   sync.Mutex
	free []*mat.Dense
}

// get returns a buffer with the given number of columns and arbitrary content.
func (b *buffers) get(columns int) *mat.Dense {
	b.mu.Lock()
	defer b.mu.Unlock()
	for last := len(b.free) - 1; last >= 0; last-- {
		buffer := b.free[last]
		b.free = b.free[:last]
		if _, c := buffer.Dims(); c == columns {
			return buffer
		}
	}
	return dense.New(BlockRows, columns)
}

// put returns a buffer to the pool.
func (b *buffers) put(buffer *mat.Dense) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.free = append(b.free, buffer)
}
