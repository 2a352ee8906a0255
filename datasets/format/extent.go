package format

import (
	"context"
	"io"
)

// Extent is how much a file holds, as far as its header, its first rows and its length
// tell. What is 0 is not known.
type Extent struct {
	Rows, Columns int
	About         bool // Rows are an estimate
	// Texts is how many of the columns hold text in the first rows.
	Texts int
	// Rate is in samples a second, Seconds is how long they take.
	Rate, Seconds float64
}

// Measure tells how much a file holds of which r are size bytes, not compressed. It
// reads no more than a few megabytes, however long the file is.
type Measure func(ctx context.Context, f File, r io.ReaderAt, size int64) (Extent, error)
