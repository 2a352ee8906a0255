package series

import (
	"bytes"
	"context"
	"io"

	"example.com/sfatui/datasets/format/lex"
)

// sparseRow is the fewest bytes of a sparse row: its braces and the line's end.
const sparseRow = 3

// Sparse rows may become freeSparse bytes of values in any case, and maxSparse for each byte
// of text, as much as of a compressed file. Rows in which one number of a thousand is not 0
// need more, which the user grants with --memory.
const (
	freeSparse = 64 << 20
	maxSparse  = 300
)

// sparseRows is how many sparse rows, of each bytes when they are filled, a text
// has at most. They are counted only where there could be too many.
func sparseRows(ctx context.Context, text *io.SectionReader, each int) (int, error) {
	if most := int(text.Size() / sparseRow); int64(most) <= freeSparse/int64(each) {
		return most, nil
	}
	return countSparse(ctx, text)
}

// countSparse counts the lines that begin with a brace.
func countSparse(ctx context.Context, text *io.SectionReader) (rows int, err error) {
	buf := make([]byte, 256<<10)
	inside := false // a line, behind the space at its front
	for at := int64(0); at < text.Size(); {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		n, err := text.ReadAt(buf, at)
		if err != nil && err != io.EOF {
			return 0, err
		}
		at += int64(n)
		for b := buf[:n]; len(b) > 0; {
			if inside {
				end := bytes.IndexAny(b, "\r\n")
				if end < 0 {
					break
				}
				inside, b = false, b[end+1:]
				continue
			}
			if b[0] == '{' {
				rows++
			}
			inside, b = !lex.IsSpace(b[0]) && b[0] != '\r' && b[0] != '\n', b[1:]
		}
	}
	return rows, nil
}
