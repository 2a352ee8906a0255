package format

import (
	"context"
	"io"
	"math"
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

// MostCounted is how many bytes of text a [Measure] counts the rows of one by one; those of
// a longer file are estimated from the first.
const MostCounted = 4 << 20

// Roughly is an estimated count in two digits: rows differ in length.
func Roughly(n float64) int {
	unit := math.Pow(10, math.Floor(math.Log10(max(n, 10)))-1)
	return int(math.Round(n/unit) * unit)
}
