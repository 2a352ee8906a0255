package format

import (
	"fmt"
)

// Limits of what a file may become as numbers.
const (
	// MaxDeflate is how many bytes deflate packs into one at most.
	MaxDeflate = 1032
	// MaxExpansion is how many bytes of values a byte of a file may stand for.
	// Sparse rows in which one number of a thousand is not 0 need half of it.
	MaxExpansion = 2 * MaxDeflate
	// FreeExpansion is what a file may become in any case.
	FreeExpansion = 256 << 20
)

// CheckExpansion refuses a file of size bytes that would become rows of each
// bytes: a few bytes must not fill memory and disk with one value.
func CheckExpansion(rows, each int, size int64) error {
	most := max(FreeExpansion, MaxExpansion*size)
	if each == 0 || int64(rows) <= most/int64(each) {
		return nil
	}
	return fmt.Errorf("its %d bytes would unpack to %.3g GiB of values, of which %.3g GiB are reasonable: it is damaged, or next to nothing in it changes; leave out rows and columns that stay the same, or write it unpacked, as .npy or .wav",
		size, float64(rows)*float64(each)/(1<<30), float64(most)/(1<<30))
}
