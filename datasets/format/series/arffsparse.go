package series

import (
	"bytes"
	"context"
	"io"

	"example.com/sfatui/datasets/format/lex"
)

// sparseRow is the minimum size of a sparse row in bytes: its braces and the
// line's end.
const sparseRow = 3

// Sparse rows may expand to freeSparse bytes of values in any case, and to
// maxSparse for each byte of text, as much as a compressed file. Rows with
// fewer than about one non-zero value in a thousand need more, which the user
// grants with --memory.
const (
	freeSparse = 64 << 20
	maxSparse  = 300
)

// sparseRows returns the maximum number of sparse rows in a text, each of which
// expands to so many bytes. It counts them only if there could be too many.
func sparseRows(ctx context.Context, text *io.SectionReader, each int) (int, error) {
	if most := int(text.Size() / sparseRow); int64(most) <= freeSparse/int64(each) {
		return most, nil
	}
	return countSparse(ctx, text)
}

// countSparse returns the number of lines that begin with a brace.
func countSparse(ctx context.Context, text *io.SectionReader) (rows int, err error) {
	buf := make([]byte, 256<<10)
	inside := false // within a line, after its leading space
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
