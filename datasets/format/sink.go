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

// Sink receives what formats read: segments, columns of arrays, notes. It holds
// the user's options on columns and missing values and the memory budget.
type Sink struct {
	*data.Raw
	Columns Columns
	Missing Missing
	// Gaps is the treatment of gaps and backward steps in the times of rows.
	Gaps Gaps
	// InSeconds reports that a rate in Hz was requested, so that a clock
	// without a unit is taken to count seconds.
	InSeconds bool
	// Transpose reports that tables and arrays are read by columns.
	Transpose bool
	// Array is the name of the sample array in a file of several; "" for X or
	// an evident choice. ArrayNamed reports that a file was read by it.
	Array      string
	ArrayNamed bool
	// ImageSize is the size that images are scaled to; zero for that of the
	// first image.
	ImageSize image.Point
	Store     storage.Store
	// Granted is the number of bytes of values that any file may expand to, set
	// by the user; 0 for the default limits.
	Granted int64
	// Survey receives the columns as they are written; nil when a set is read.
	// With it, formats with columns fill it instead of the rest.
	Survey *survey.Survey
	// Whole reports that the only file is requested as a whole and unchanged.
	Whole bool

	values int // numbers held in memory
}

// MaxBytes is the maximum size in bytes of a set's numbers in memory.
const MaxBytes = 16 << 30

// Hold adds n to the numbers in memory, and returns an error if they exceed the
// limit.
func (to *Sink) Hold(n int, path string) error {
	to.values += n
	if most := to.Limit(); to.values > most/8 {
		return fmt.Errorf("%s: the data takes more than %d GiB as numbers: read fewer files or columns, or cut the file into parts", message.Clean(path), most>>30)
	}
	storage.Expect(8 * int64(n))
	return nil
}

// Limit returns the maximum size in bytes of a set's numbers.
func (to *Sink) Limit() int {
	if to.Store.Budget > 0 {
		return storage.MaxSpooled
	}
	return MaxBytes
}

// HoldBeside returns an error if texts and times of each bytes per row would
// exceed the memory: they are not moved to files.
func (to *Sink) HoldBeside(rows, each int, names []string) error {
	most := int64(MaxBytes)
	if to.Store.Budget > 0 {
		most = to.Store.Budget * storage.Share
	}
	if each > 0 && int64(rows) > most/int64(each) {
		return fmt.Errorf("%d rows are claimed, whose texts and times (%s) take more memory than the limit allows: raise --memory, or write the file without these columns",
			rows, message.List(names))
	}
	return nil
}

// Floats returns n zeros, in memory or in a mapped file.
func (to *Sink) Floats(n int) ([]float64, error) { return to.Store.Floats(n) }

// Stays reports whether n numbers of a file stay in memory as read: none is selected,
// scaled or transposed, and the budget suffices.
func (to *Sink) Stays(n int) bool { return to.Whole && to.Store.Holds(n) }

// Moves reports whether n numbers of a file stay as read in a mapped file that
// also fits the page cache. Numbers outside the cache would have to be read
// again for their hash.
func (to *Sink) Moves(n int) bool { return to.Whole && !to.Store.Holds(n) && storage.Cached(n) }

// Place moves the numbers of a recording to where they stay, in memory or in a
// file.
func (to *Sink) Place(r *data.Recording) (err error) {
	if !r.Placed {
		r.Placed = true
		r.X, err = to.Store.Place(r.X)
	}
	return err
}

// SetRate adds the rate of a file, 0 if unknown. The set has a rate if all
// files have the same.
func (to *Sink) SetRate(base string, rate float64) {
	switch {
	case len(to.Sources) == 0:
		to.Rate = rate
	case math.Abs(rate-to.Rate) > 1e-6*to.Rate:
		if to.Rate > 0 && rate > 0 && !to.InSeconds {
			to.Note("%s has %s, the files before it %s: the rate is left unset; give all files one with --resample %.6gHz", base, message.Sampling(rate), message.Sampling(to.Rate), to.Rate)
		}
		to.Rate = 0
	}
}

// Memory of a text and a time of a row, in bytes.
const (
	TextBytes = 16
	TimeBytes = 8
)

// NoteRoles notes inputs whose names imply another role.
func (to *Sink) NoteRoles(base string, inputs []string) {
	for _, name := range inputs {
		if _, ok := TimeName(name); ok && !to.Columns.Names(name) {
			to.Note("%s: the column %s is an input, although its name suggests a time, because its numbers are not in temporal order; leave it out with --drop %s, or use it as the time with --clock %s",
				base, name, message.Quote([]string{name}), message.Quote([]string{name}))
		}
		if role, ok := RoleOf(strings.ToLower(name), InTables); ok {
			to.Note("%s: the column %s is read as an input; if it is not a measurement, add --%v %s or --drop %s",
				base, name, role, message.Quote([]string{name}), message.Quote([]string{name}))
		}
	}
}

// NoteTimes adds a note on columns of times other than the clock, except those that an option
// leaves out.
func (to *Sink) NoteTimes(base string, names []string) {
	left := slices.DeleteFunc(slices.Clone(names), to.Columns.Drops)
	if len(left) > 0 {
		to.Note("%s: further columns of times left out: %s; choose the one to use with --clock", base, message.List(left))
	}
}

// NoteMissing notes the rows of a file with missing values.
func (to *Sink) NoteMissing(base string, rows lex.Lines, unit string) {
	what := "left out: %s"
	if to.Missing.Fill > 0 {
		what = "%s"
	}
	to.Note("%s: "+what+" (the first is %s %d)", base, message.Counted(rows.Count, "incomplete row"), unit, rows.First)
}

// NoteCounts notes the columns that were left out because they number the rows.
func (to *Sink) NoteCounts(base string, names []string) {
	for _, name := range names {
		to.Note("%s: the column %s counts the rows and is left out; rename it to make it an input", base, name)
	}
}
