package datasets

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
)

// maxBytes is the most memory that the numbers of a set may take.
const maxBytes = 16 << 30

// recording is a segment as a reader yields it, before it is normalised and
// embedded.
type recording struct {
	path  string // of the file it comes from
	name  string
	group string
	held  bool
	rows  int
	x     []float64 // rows × inputs, row by row
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
	preset     *embedding // the default of a built-in set; nil for the kind's
	recordings []*recording
	sources    []Source
	notes      []string
}

// note adds a remark for the user.
func (m *material) note(format string, args ...any) {
	m.notes = append(m.notes, fmt.Sprintf(format, args...))
}

// kind is what sort of data a file holds; it decides the defaults.
type kind int

const (
	table kind = iota
	sound
)

// job carries what every reader needs: the wish to stop, the user's choice of
// segments, and a count of the bytes read.
type job struct {
	ctx      context.Context
	o        Options
	where    where
	name     *namePattern
	progress func(done, total int)
	done     int
	total    int
	told     int // done when progress was last called
	values   int // numbers held
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
	if j.values > maxBytes/8 {
		return fmt.Errorf("%s: the data takes more than 16 GiB as numbers: read fewer files or columns, or cut the file into parts", Clean(path))
	}
	return nil
}

// countingReader tells the job of every byte that passes and hashes it.
type countingReader struct {
	j    *job
	r    io.Reader
	hash hash.Hash
}

func (c *countingReader) Read(p []byte) (int, error) {
	if err := c.j.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.r.Read(p)
	c.hash.Write(p[:n])
	c.j.read(n)
	return n, err
}

// open opens a file for one sequential pass that hashes it.
func (j *job) open(path string) (*os.File, *countingReader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot open %s: %w", Clean(path), reason(err))
	}
	return f, &countingReader{j, f, sha256.New()}, nil
}

// source is the record of a file that c has read to its end.
func (c *countingReader) source(path string) Source {
	return Source{Clean(path), hex.EncodeToString(c.hash.Sum(nil))}
}

// reason is an I/O error without the path, which the message names already.
func reason(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
