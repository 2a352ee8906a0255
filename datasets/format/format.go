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

	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format/unpack"
)

// Format is a way in which files are written. It is a value, not an interface:
// most of a format is what its files are called and how they begin.
type Format struct {
	// Name is what messages call a file, with its article: "an NPY file".
	Name string
	Kind data.Kind
	// Family and shown list the format in messages: "arrays", ".npy".
	Family, Shown string
	// Columns says that parts of the data have names, which the flags for
	// columns take.
	Columns bool
	// Channels says that of the flags for columns --columns and --drop choose channels,
	// named x1 …, and that no other has a meaning.
	Channels bool
	// Manifest says that a file may list the files of a set instead.
	Manifest bool
	// Folder says that all files of a folder are samples of one segment.
	Folder bool
	// Extensions are the ends of the names of files, in lower case: ".npy".
	Extensions []string
	// Pattern is what other names look like; nil for none.
	Pattern *regexp.Regexp
	// Magic are the texts of which one begins a file.
	Magic []string
	// Streams says that Read reads a file once, from its front to its end, so that a
	// compressed one need not be unpacked first.
	Streams bool
	// Looks tells a text without a magic by what stands in its beginning, which
	// may be cut off anywhere; nil for formats without.
	Looks func(head []byte) Confidence
	// Companion is a file that is read with the one at path, and not by itself;
	// "" for none. Nil for formats without.
	Companion func(on confine.Disk, path string) string
	// Inputs are the names of the inputs that a source has, by its beginning; nil
	// where that does not tell them, and for formats of which none does.
	Inputs func(ctx context.Context, src *Source, to *Sink) ([]string, error)
	// Extent tells how much a file holds before it is read; nil for formats whose
	// header does not.
	Extent Measure
	// Read reads a source and gives what it holds to the sink.
	Read func(ctx context.Context, src *Source, to *Sink) error
}

// Confidence is how sure a format is that a file is one of its own.
type Confidence int

// A name outweighs content, and a sign made for it what only looks like it.
const (
	No Confidence = iota
	ByLook
	ByContent
	ByName
)

// HeadSize is how many bytes of a file tell its format.
const HeadSize = 64 << 10

// Match tells from a file's name, and from how it begins, whether it is one of
// the format's, of a compressed file by what it is called and begins with when it
// is unpacked. head is nil where only the name is asked.
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

// Head is the beginning of a file, of a compressed one of what it becomes.
func Head(disk confine.Disk, path string) ([]byte, error) {
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

// List are those that are known.
type List []*Format

// Match is the format of a file, nil for none: the surest one, of equals the
// first.
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

// Describe lists the formats by family, for messages.
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
