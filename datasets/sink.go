package datasets

import (
	"fmt"
	"image"
	"math"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/storage"
)

// sink takes what formats read: segments, columns of arrays, remarks. It knows
// what the user asks of columns and of missing numbers, and how much memory
// there may be.
type sink struct {
	*data.Raw
	columns columns
	missing missing
	// transpose reads tables and arrays by their columns.
	transpose bool
	// imageSize is what images are brought to; the first image settles it where
	// it is zero.
	imageSize image.Point
	store     storage.Store
	// whole says that all of the only file is asked for as it is.
	whole bool

	values int // numbers held
}

// maxBytes is the most memory that the numbers of a set may take.
const maxBytes = 16 << 30

// Hold accounts for n more numbers in memory and refuses what does not fit.
func (to *sink) Hold(n int, path string) error {
	to.values += n
	if most := to.limit(); to.values > most/8 {
		return fmt.Errorf("%s: the data takes more than %d GiB as numbers: read fewer files or columns, or cut the file into parts", message.Clean(path), most>>30)
	}
	return nil
}

// limit is the most bytes of numbers that a set may have.
func (to *sink) limit() int {
	if to.store.Budget > 0 {
		return storage.MaxSpooled
	}
	return maxBytes
}

// holdBeside refuses texts and times, of each bytes a row, that would take all
// memory: they stay in it.
func (to *sink) holdBeside(rows, each int, names []string) error {
	most := int64(maxBytes)
	if to.store.Budget > 0 {
		most = to.store.Budget * storage.Share
	}
	if each > 0 && int64(rows) > most/int64(each) {
		return fmt.Errorf("%d rows are claimed, whose texts and times (%s) take more memory than there may be: raise --memory, or write the file without these columns",
			rows, message.List(names))
	}
	return nil
}

// Floats is an array of n zeros, in memory or in a file.
func (to *sink) Floats(n int) ([]float64, error) { return to.store.Floats(n) }

// stays reports whether n numbers of a file stay in memory as they are read:
// nothing is chosen, scaled or transposed, and there is room for them.
func (to *sink) stays(n int) bool { return to.whole && to.store.Holds(n) }

// add adds a recording and places its numbers.
func (to *sink) add(r *data.Recording) error {
	to.Recordings = append(to.Recordings, r)
	return to.place(r)
}

// place puts the numbers of a recording that is read where they stay.
func (to *sink) place(r *data.Recording) (err error) {
	if !r.Placed {
		r.Placed = true
		r.X, err = to.store.Place(r.X)
	}
	return err
}

// setRate takes the rate of a file, 0 if unknown. The set has one where all
// files have the same.
func (to *sink) setRate(base string, rate float64) {
	switch {
	case len(to.Sources) == 0:
		to.Rate = rate
	case math.Abs(rate-to.Rate) > 1e-6*to.Rate:
		if to.Rate > 0 && rate > 0 {
			to.Note("%s has %.6g samples a second, the files before it %.6g: the rate is left open", base, rate, to.Rate)
		}
		to.Rate = 0
	}
}
