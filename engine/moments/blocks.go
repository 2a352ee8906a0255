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
// size rows, as full as chunks fill them: a segment that does not fit is cut at a
// multiple of the longest chunk from its own start.
func Blocks(lengths []int, size int) []Block {
	var out []Block
	var b Block
	for _, n := range lengths {
		for left := n; left > 0; {
			piece := min(left, size-(b.End-b.Start))
			if piece < left {
				piece = piece / longest * longest
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
