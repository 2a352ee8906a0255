package moments

// BlockRows is the number of rows in a full block.
const BlockRows = 256

// Block is a stretch of rows [Start, End) that is worked on at once. It may
// hold several short segments.
type Block struct {
	Start, End int
	first      []int // rows, counted from Start, at which a segment starts
}

// Blocks cuts consecutive segments of the given lengths into blocks of at most
// size rows. A segment is cut at multiples of size from its own start, and the
// pieces are packed into blocks as long as they fit.
func Blocks(lengths []int, size int) []Block {
	var out []Block
	var b Block
	row := 0
	for _, n := range lengths {
		for at := 0; at < n; at += size {
			piece := min(size, n-at)
			if b.End-b.Start+piece > size {
				out = append(out, b)
				b = Block{Start: row, End: row}
			}
			if at == 0 {
				b.first = append(b.first, row-b.Start)
			}
			row += piece
			b.End = row
		}
	}
	if b.End > b.Start {
		out = append(out, b)
	}
	return out
}
