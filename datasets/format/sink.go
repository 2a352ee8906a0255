package format

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/storage"
	"example.com/sfatui/datasets/survey"
)

// Sink takes what formats read: segments, columns of arrays, remarks. It knows
// what the user asks of columns and of missing numbers, and how much memory
// there may be.
type Sink struct {
	*data.Raw
	Columns Columns
	Missing Missing
	// Gaps says what is done where the times of rows leap or run back.
	Gaps Gaps
	// InSeconds says that a rate is asked for in Hz, so that a clock whose unit is not
	// known is taken to count seconds.
	InSeconds bool
	// Transpose reads tables and arrays by their columns.
	Transpose bool
	// Array names the array of samples in a file of several; "" where that is X or
	// plain. ArrayNamed says that a file was read by it.
	Array      string
	ArrayNamed bool
	// ImageSize is what images are brought to; the first image settles it where
	// it is zero.
	ImageSize image.Point
	Store     storage.Store
	// Granted is how many bytes of values a file may become in any case, as the user grants
	// them; 0 for what is reasonable.
	Granted int64
	// Survey takes the columns as they are written; nil where a set is read. With it
	// formats whose files have columns fill it in place of the rest.
	Survey *survey.Survey
	// Whole says that all of the only file is asked for as it is.
	Whole bool

	values int // numbers held
}

// MaxBytes is the most memory that the numbers of a set may take.
const MaxBytes = 16 << 30

// Hold accounts for n more numbers in memory and refuses what does not fit.
func (to *Sink) Hold(n int, path string) error {
	to.values += n
	if most := to.Limit(); to.values > most/8 {
		return fmt.Errorf("%s: the data takes more than %d GiB as numbers: read fewer files or columns, or cut the file into parts", message.Clean(path), most>>30)
	}
	return nil
}

// Limit is the most bytes of numbers that a set may have.
func (to *Sink) Limit() int {
	if to.Store.Budget > 0 {
		return storage.MaxSpooled
	}
	return MaxBytes
}

// HoldBeside refuses texts and times, of each bytes a row, that would take all
// memory: they stay in it.
func (to *Sink) HoldBeside(rows, each int, names []string) error {
	most := int64(MaxBytes)
	if to.Store.Budget > 0 {
		most = to.Store.Budget * storage.Share
	}
	if each > 0 && int64(rows) > most/int64(each) {
		return fmt.Errorf("%d rows are claimed, whose texts and times (%s) take more memory than there may be: raise --memory, or write the file without these columns",
			rows, message.List(names))
	}
	return nil
}

// Floats is an array of n zeros, in memory or in a file.
func (to *Sink) Floats(n int) ([]float64, error) { return to.Store.Floats(n) }

// Stays reports whether n numbers of a file stay in memory as they are read:
// nothing is chosen, scaled or transposed, and there is room for them.
func (to *Sink) Stays(n int) bool { return to.Whole && to.Store.Holds(n) }

// Moves reports whether n numbers of a file stay as they are read in a file that is mapped,
// and in memory, too: what is not in memory is not read once more for its hash.
func (to *Sink) Moves(n int) bool { return to.Whole && !to.Store.Holds(n) && storage.Cached(n) }

// Place puts the numbers of a recording that is read where they stay.
func (to *Sink) Place(r *data.Recording) (err error) {
	if !r.Placed {
		r.Placed = true
		r.X, err = to.Store.Place(r.X)
	}
	return err
}

// SetRate takes the rate of a file, 0 if unknown. The set has one where all
// files have the same.
func (to *Sink) SetRate(base string, rate float64) {
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

// What a text and a time of a row take in memory, in bytes.
const (
	TextBytes = 16
	TimeBytes = 8
)

// NoteRoles notes inputs whose names tell that they are something else.
func (to *Sink) NoteRoles(base string, inputs []string) {
	for _, name := range inputs {
		if _, ok := TimeName(name); ok && !to.Columns.Names(name) {
			to.Note("%s: the column %s is an input, although it is named as a time: its numbers are not in the order of times; leave it out with --drop %s, or take it as the time with --clock %s",
				base, name, message.Quote([]string{name}), message.Quote([]string{name}))
		}
		if role, ok := RoleOf(strings.ToLower(name), InTables); ok {
			to.Note("%s: the column %s is taken as an input; if it is no measurement, say --%v %s or --drop %s",
				base, name, role, message.Quote([]string{name}), message.Quote([]string{name}))
		}
	}
}

// NoteTimes notes columns of times beside the clock, but for those that somebody leaves out.
func (to *Sink) NoteTimes(base string, names []string) {
	left := slices.DeleteFunc(slices.Clone(names), to.Columns.Drops)
	if len(left) > 0 {
		to.Note("%s: further times left out: %s; take one as that of the rows with --clock", base, message.List(left))
	}
}

// NoteMissing notes the rows of a file in which a number is missing.
func (to *Sink) NoteMissing(base string, rows lex.Lines, unit string) {
	what := "left out: %s"
	if to.Missing.Fill > 0 {
		what = "%s"
	}
	to.Note("%s: "+what+" (the first is %s %d)", base, message.Counted(rows.Count, "incomplete row"), unit, rows.First)
}

// NoteCounts notes the columns that were left out as they count the rows.
func (to *Sink) NoteCounts(base string, names []string) {
	for _, name := range names {
		to.Note("%s: the column %s counts the rows and is left out; rename it to make it an input", base, name)
	}
}
