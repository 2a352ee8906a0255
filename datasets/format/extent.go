package format

import (
	"context"
	"io"
	"math"
)

// Extent is the size of a file, as far as its header, its first rows and its
// length show it. A field that is 0 is unknown.
type Extent struct {
	Rows, Columns int
	About         bool // Rows are an estimate
	// Texts is the number of columns with text in the first rows.
	Texts int
	// Rate is in samples per second; Seconds is the duration.
	Rate, Seconds float64
}

// A Measure determines the extent of a file of which r holds size bytes, not
// compressed. It reads at most a few megabytes.
type Measure func(ctx context.Context, f File, r io.ReaderAt, size int64) (Extent, error)

// MostCounted is the size in bytes up to which a [Measure] counts the rows of a
// text file. The rows of a longer file are estimated from its beginning.
const MostCounted = 4 << 20

// Roughly returns an estimated count rounded to two digits, because rows differ
// in length.
func Roughly(n float64) int {
	unit := math.Pow(10, math.Floor(math.Log10(max(n, 10)))-1)
	return int(math.Round(n/unit) * unit)
}
