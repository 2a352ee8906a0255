package moments

import (
	"math"
	"math/bits"
	"slices"

	"example.com/sfatui/engine/linalg/simd"
)

// maxChunk is the length of a full chunk. BlockRows is a multiple of it, so that blocks
// divide no chunk. Chunks twice as long would save half of the rows besides the
// samples, but halve the rows of each wave, so that the products take longer.
const maxChunk = simd.CosineLength

// The kinds of rows of the panel: 1 … 15 are the cosine rows y_f of angle πk/16, that
// is f = k·L/16 in a chunk of length L.
const (
	chunkMeans = 0        // the means of chunks, merged; for C alone
	chunkSteps = maxChunk // the differences between chunks; for Ċ alone
	kinds      = maxChunk + 1
)

// panelRows is a row number, or a number of rows, for each kind.
type panelRows [kinds]int

// take returns the next row of kind k and counts it.
func (r *panelRows) take(k int) int {
	r[k]++
	return r[k] - 1
}

// total returns the number of rows.
func (r *panelRows) total() int {
	sum := 0
	for _, rows := range r {
		sum += rows
	}
	return sum
}

// waves returns the number of rows of waves.
func (r *panelRows) waves() int { return r.total() - r[chunkMeans] - r[chunkSteps] }

// maxOfFrequency returns the number of rows of the wave with the most rows.
func (r *panelRows) maxOfFrequency() int { return slices.Max(r[chunkMeans+1 : chunkSteps]) }

// chunk is a stretch of 1, 2, 4, 8 or 16 samples of one segment inside a block.
type chunk struct {
	row, length int
	joined      bool // the sample before it is of the same segment
	// scale and gain merge the chunk's mean into that of the n samples before it: with
	// L its length, √(nL/(n+L)) and L/(n+L).
	scale, gain float64
	rows        panelRows // its rows of the kinds that it contributes to
	// waves are the rows of f = 1 … length−1, once the batch is laid out.
	waves [maxChunk]simd.PackedRow
}

// chunkLength returns the length of the next chunk of the remaining samples of a
// segment: 16, then powers of two. Their angles πf/L are among those of 16, so that the
// rows of tails and short segments share products with the others. A chunk of 7 would
// save two rows of nine, but need products of its own.
func chunkLength(left int) int {
	return min(maxChunk, 1<<(bits.Len(uint(left))-1))
}

// cutChunks divides block b into chunks, the first with n samples before it, and
// appends them to chunks. It takes their rows from used.
func cutChunks(chunks []chunk, b Block, n int, used *panelRows) []chunk {
	first := b.first
	for row, rows := 0, b.End-b.Start; row < rows; {
		joined := len(first) == 0 || first[0] > row
		if !joined {
			first = first[1:]
		}
		end := rows
		if len(first) > 0 {
			end = first[0]
		}
		for ; row < end; joined = true {
			c := chunk{row: row, length: chunkLength(end - row), joined: joined}
			na, nb := float64(n), float64(c.length)
			c.scale, c.gain = math.Sqrt(na*nb/(na+nb)), nb/(na+nb)
			c.rows[chunkMeans] = used.take(chunkMeans)
			if joined {
				c.rows[chunkSteps] = used.take(chunkSteps)
			}
			for k := maxChunk / c.length; k < maxChunk; k += maxChunk / c.length {
				c.rows[k] = used.take(k)
			}
			chunks = append(chunks, c)
			n += c.length
			row += c.length
		}
	}
	return chunks
}

// BlockRows is the number of rows in a full block.
const BlockRows = 256

// Block is a stretch of rows [Start, End) that is evaluated together. It may hold
// several short segments.
type Block struct {
	Start, End int
	first      []int // rows, counted from Start, at which a segment starts
}

// Blocks divides consecutive segments of the given lengths into blocks of at most size
// rows, as full as chunks allow: a segment that does not fit is cut at a multiple of
// the longest chunk from its own start.
func Blocks(lengths []int, size int) []Block {
	var out []Block
	var b Block
	for _, n := range lengths {
		for left := n; left > 0; {
			piece := min(left, size-(b.End-b.Start))
			if piece < left {
				piece = piece / maxChunk * maxChunk
			}
			if piece == 0 && b.End > b.Start {
				out, b = append(out, b), Block{Start: b.End, End: b.End}
				continue
			}
			if piece == 0 { // a block is shorter than a chunk
				piece = size
			}
			if left == n {
				b.first = append(b.first, b.End-b.Start)
			}
			b.End += piece
			left -= piece
		}
	}
	if b.End > b.Start {
		out = append(out, b)
	}
	return out
}
