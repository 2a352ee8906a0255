package datasets

import (
	"context"
	"fmt"
	"image"

	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/storage"
)

// maxBytes is the most memory that the numbers of a set may take.
const maxBytes = 16 << 30

// recording is a segment as a reader yields it, before it is normalised and
// embedded.
type recording struct {
	name  string
	group string
	held  bool // test data
	aside bool // for validation, as the data itself says
	rows  int
	x     []float64 // rows × inputs, row by row
	// placed says that x was counted, or put into a file, when it was made.
	placed bool
	// labels is nil without labels, one text where all rows have the same,
	// else one a row; "" is a row without a label.
	labels []string
	target []float64 // nil, or one a row
	// importance and transition weigh samples and transitions; nil, or one a
	// row.
	importance, transition []float64
	latent                 []float64         // nil, or rows × latents, row by row
	fields                 map[string]string // what --where may ask for
}

// label is the label of a row, "" for none.
func (r *recording) label(row int) string {
	switch len(r.labels) {
	case 0:
		return ""
	case 1:
		return r.labels[0]
	}
	return r.labels[row]
}

// material is what the readers found: the data of one kind, with its inputs.
type material struct {
	kind       kind
	name       string
	inputs     []string
	targetName string
	latents    int
	rate       float64
	framed     bool       // samples are frames already: no default embedding
	preset     *embedding // the default of a built-in set; nil for the kind's
	recordings []*recording
	sources    []data.Source
	notes      []string
	found      data.Found
	prepared   []string
}

// note adds a remark for the user.
func (m *material) note(format string, args ...any) {
	m.notes = append(m.notes, fmt.Sprintf(format, args...))
}

// did notes a step of the preparation.
func (m *material) did(format string, args ...any) {
	m.note(format, args...)
	m.prepared = append(m.prepared, fmt.Sprintf(format, args...))
}

// job carries what every reader needs: the wish to stop, the user's choice of
// segments, and a count of the bytes read.
type job struct {
	ctx      context.Context
	o        Options
	disk     confine.Disk
	where    where
	name     *namePattern
	progress func(done, total int)
	done     int
	total    int
	told     int // done when progress was last called
	values   int // numbers held

	files     []file      // to read
	tables    []file      // those of them that are tables of text
	imageSize image.Point // that images are brought to; settled by the first
	// transpose reads tables and arrays by their columns.
	transpose bool
	// splitMissing ends a segment where a number is missing or not finite,
	// which is refused otherwise.
	splitMissing bool
	// fill is the longest run of rows that is interpolated where numbers are
	// missing; 0 for none. With it, what is missing is NaN while files are read.
	fill  int
	spool storage.Store
	later *lateHash // of the file that stays as it is; nil without
}

// read adds n bytes to what was read and reports it at every megabyte.
func (j *job) read(n int) {
	j.done += n
	if j.done-j.told >= 1<<20 || j.done == j.total {
		j.told = j.done
		j.progress(j.done, max(j.total, j.done))
	}
}

// hold accounts for n more numbers in memory and refuses what does not fit.
func (j *job) hold(n int, path string) error {
	j.values += n
	if most := j.limit(); j.values > most/8 {
		return fmt.Errorf("%s: the data takes more than %d GiB as numbers: read fewer files or columns, or cut the file into parts", message.Clean(path), most>>30)
	}
	return nil
}

// limit is the most bytes of numbers that a set may have.
func (j *job) limit() int {
	if j.spool.Budget > 0 {
		return storage.MaxSpooled
	}
	return maxBytes
}
