package datasets

import (
	"bytes"
	"context"
	"fmt"
	"io"
)

// Limits of what a file may become as numbers.
const (
	// maxDeflate is how many bytes deflate packs into one at most.
	maxDeflate = 1032
	// maxExpansion is how many bytes of values a byte of a file may stand for.
	// Sparse rows in which one number of a thousand is not 0 need half of it.
	maxExpansion = 2 * maxDeflate
	// freeExpansion is what a file may become in any case.
	freeExpansion = 256 << 20
)

// checkExpansion refuses a file of size bytes that would become rows of each
// bytes: a few bytes must not fill memory and disk with one value.
func checkExpansion(rows, each int, size int64) error {
	most := max(freeExpansion, maxExpansion*size)
	if each == 0 || int64(rows) <= most/int64(each) {
		return nil
	}
	return fmt.Errorf("its %d bytes would unpack to %.3g GiB of values, of which %.3g GiB are reasonable: it is damaged, or next to nothing in it changes; leave out rows and columns that stay the same, or write it unpacked, as .npy or .wav",
		size, float64(rows)*float64(each)/(1<<30), float64(most)/(1<<30))
}

// sparseRow is the fewest bytes of a sparse row: its braces and the line's end.
const sparseRow = 3

// sparseRows is how many sparse rows, of each bytes when they are filled, a text
// has at most. They are counted only where there could be too many.
func sparseRows(ctx context.Context, text *io.SectionReader, each int) (int, error) {
	if most := int(text.Size() / sparseRow); checkExpansion(most, each, freeExpansion/maxExpansion) == nil {
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
			inside, b = !isSpace(b[0]) && b[0] != '\r' && b[0] != '\n', b[1:]
		}
	}
	return rows, nil
}
