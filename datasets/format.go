package datasets

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/datasets/data"
)

// format is a way in which files are written. It is a value, not an interface:
// most of a format is what its files are called and how they begin.
type format struct {
	// name is what messages call a file, with its article: "an NPY file".
	name string
	kind data.Kind
	// columns says that parts of the data have names, which the flags for
	// columns take.
	columns bool
	// folder says that all files of a folder are samples of one segment.
	folder bool
	// extensions are the ends of the names of files, in lower case: ".npy".
	extensions []string
	// pattern is what other names look like; nil for none.
	pattern *regexp.Regexp
	// magic are the texts of which one begins a file.
	magic []string
	// companion is a file that is read with the one at path, and not by itself;
	// "" for none. Nil for formats without.
	companion func(on confine.Disk, path string) string
	// read reads a source and gives what it holds to the sink.
	read func(ctx context.Context, src *source, to *sink) error
}

// confidence is how sure a format is that a file is one of its own.
type confidence int

// A name outweighs content.
const (
	no confidence = iota
	byContent
	byName
)

// headSize is how many bytes of a file tell its format.
const headSize = 64

// match tells from a file's name, and from how it begins, whether it is one of
// the format's. head is nil where only the name is asked.
func (f *format) match(name string, head []byte) confidence {
	if f.pattern != nil && f.pattern.MatchString(name) || slices.Contains(f.extensions, strings.ToLower(filepath.Ext(name))) {
		return byName
	}
	for _, magic := range f.magic {
		if bytes.HasPrefix(head, []byte(magic)) {
			return byContent
		}
	}
	return no
}

// formats are those that are known.
type formats []*format

// match is the format of a file, nil for none: the surest one, of equals the
// first.
func (l formats) match(name string, head []byte) *format {
	var best *format
	sure := no
	for _, f := range l {
		if c := f.match(name, head); c > sure {
			best, sure = f, c
		}
	}
	return best
}
