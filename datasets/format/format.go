package format

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format/unpack"
	"example.com/sfatui/datasets/sandbox"
)

// A Format is a file format. It is a value, not an interface: most of a format
// consists of file names and magic bytes.
type Format struct {
	// Name is the name in messages, with its article: "an NPY file".
	Name string
	Kind data.Kind
	// Family and Shown list the format in messages: "arrays", ".npy".
	Family, Shown string
	// Columns reports that parts of the data have names, which the flags for
	// columns accept.
	Columns bool
	// Channels reports that --columns and --drop choose channels, named x1 …,
	// and that no other flag for columns applies.
	Channels bool
	// Manifest reports that a file may instead list the files of a set.
	Manifest bool
	// Folder reports that all files of a folder are samples of one segment.
	Folder bool
	// Extensions holds the file name extensions in lower case: ".npy".
	Extensions []string
	// Pattern matches other file names; nil for none.
	Pattern *regexp.Regexp
	// Magic holds the texts with which a file may begin.
	Magic []string
	// Streams reports that Read reads a file once, from start to end, so that a
	// compressed file need not be unpacked first.
	Streams bool
	// Looks recognises a text file without magic bytes from its beginning,
	// which may be cut off anywhere; nil for formats without.
	Looks func(head []byte) Confidence
	// Companion returns the path of the file that is read only together with the
	// one at path; "" for none. Nil for formats without such files.
	Companion func(on sandbox.Disk, path string) string
	// Inputs returns the names of a source's inputs from its beginning, or nil
	// if it does not contain them. Nil for formats without names.
	Inputs func(ctx context.Context, src *Source, to *Sink) ([]string, error)
	// Extent measures a file before it is read; nil for formats whose header
	// does not contain the size.
	Extent Measure
	// Read reads a source into the sink.
	Read func(ctx context.Context, src *Source, to *Sink) error
}

// Confidence is the certainty of a format that a file is one of its own.
type Confidence int

// A name outweighs content, and magic bytes outweigh mere appearance.
const (
	No Confidence = iota
	ByLook
	ByContent
	ByName
)

// HeadSize is the number of bytes from which a format is recognised.
const HeadSize = 64 << 10

// Match returns how well a file's name and beginning fit the format. For a
// compressed file both are those of the unpacked file. head is nil to match the
// name only.
func (f *Format) Match(name string, head []byte) Confidence {
	name = unpack.TrimName(name)
	if f.Pattern != nil && f.Pattern.MatchString(name) || slices.Contains(f.Extensions, strings.ToLower(filepath.Ext(name))) {
		return ByName
	}
	for _, magic := range f.Magic {
		if bytes.HasPrefix(head, []byte(magic)) {
			return ByContent
		}
	}
	if f.Looks != nil && len(head) > 0 {
		return f.Looks(head)
	}
	return No
}

// Head returns the first [HeadSize] bytes of a file, decompressed where it is
// compressed.
func Head(disk sandbox.Disk, path string) ([]byte, error) {
	f, err := OpenContent(From{Ctx: context.Background(), Disk: disk}, path, nil)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := f.Beginning()
	if err != nil {
		return nil, f.Fail(err)
	}
	b := make([]byte, HeadSize)
	n, err := io.ReadFull(r, b)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, f.Fail(err)
	}
	return b[:n], nil
}

// A List holds the known formats.
type List []*Format

// Match returns the most confident format for a file, the first of equals, or
// nil for none.
func (l List) Match(name string, head []byte) *Format {
	var best *Format
	sure := No
	for _, f := range l {
		if c := f.Match(name, head); c > sure {
			best, sure = f, c
		}
	}
	return best
}

// Describe returns the formats grouped by family, for messages.
func (l List) Describe() string {
	var families []string
	lists := map[string]string{}
	for _, f := range l {
		list, ok := lists[f.Family]
		switch {
		case !ok:
			families = append(families, f.Family)
		case strings.HasPrefix(f.Shown, "."):
			list += " "
		default:
			list += ", "
		}
		lists[f.Family] = list + f.Shown
	}
	for i, family := range families {
		families[i] = fmt.Sprintf("%s (%s)", family, lists[family])
	}
	return strings.Join(families, ", ")
}
