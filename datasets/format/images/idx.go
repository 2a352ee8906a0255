package images

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/elements"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/sandbox"
)

// IDX reads arrays of the MNIST database, with labels in a separate file.
var IDX = format.Format{Name: "an IDX file", Kind: data.Table, Family: "arrays", Shown: "IDX", Columns: true, Read: readIDX,
	Extensions: []string{".idx"}, Pattern: idxName, Magic: []string{"\x00\x00\x08\x03", "\x00\x00\x08\x01"}, Companion: idxLabels, Extent: idxExtent}

// idxName matches the names of IDX files: digits-images-idx3-ubyte.
var idxName = regexp.MustCompile(`(?i)[-.]idx[1-8](-[a-z]+)?$`)

// idxTypes maps the element types of an IDX file to those of NPY.
var idxTypes = map[byte]elements.Array{
	0x08: {Kind: 'u', Size: 1}, 0x09: {Kind: 'i', Size: 1}, 0x0b: {Kind: 'i', Size: 2},
	0x0c: {Kind: 'i', Size: 4}, 0x0d: {Kind: 'f', Size: 4}, 0x0e: {Kind: 'f', Size: 8},
}

// readIDXHeader reads the header of an IDX file (Y. LeCun, the MNIST database),
// whose numbers are big-endian; r is then at the first element.
func readIDXHeader(r io.Reader) (*elements.Array, error) {
	var b [4]byte
	if _, err := io.ReadFull(r, b[:]); err != nil || b[0] != 0 || b[1] != 0 {
		return nil, errors.New("not an IDX file: it does not begin with two zero bytes; unpack it first if it is a .gz")
	}
	a, ok := idxTypes[b[2]]
	if !ok || b[3] == 0 || b[3] > 8 {
		return nil, fmt.Errorf("the IDX file claims elements of type %d in %d dimensions: the file is damaged", b[2], b[3])
	}
	a.Big, a.Count = true, 1
	for range b[3] {
		var n [4]byte
		if _, err := io.ReadFull(r, n[:]); err != nil {
			return nil, errors.New("the IDX header is cut short: copy the file again")
		}
		size := int(binary.BigEndian.Uint32(n[:]))
		if size > 0 && a.Count > math.MaxInt64/64/size {
			return nil, errors.New("the IDX header claims more elements than any file holds: the file is damaged; copy it again")
		}
		a.Shape = append(a.Shape, size)
		a.Count *= size
	}
	return &a, nil
}

// decodeIDX decodes a file of size bytes, with a row for each index of the
// first dimension. It allocates no more than the file contains.
func decodeIDX(ctx context.Context, to *format.Sink, r io.ReaderAt, size int64) (*format.Frame, error) {
	in := io.NewSectionReader(r, 0, size)
	a, err := readIDXHeader(in)
	if err != nil {
		return nil, err
	}
	at, _ := in.Seek(0, io.SeekCurrent)
	if have := size - at; int64(a.Count)*int64(a.Size) > have {
		return nil, fmt.Errorf("the IDX header claims %s elements of %s, but only %d of their bytes are there: the file was cut short; copy it again",
			a.Describe(), message.Counted(a.Size, "byte"), have)
	}
	if a.Count == 0 {
		return nil, fmt.Errorf("the array is %s: it holds no samples", a.Describe())
	}
	d := a.Count / a.Shape[0]
	if d > data.MaxInputs {
		return nil, fmt.Errorf("the array is %s, %d inputs a sample: more than %d are not read", a.Describe(), d, data.MaxInputs)
	}
	if err := to.Hold(a.Count, "the array"); err != nil {
		return nil, err
	}
	x, err := a.Numbers(ctx, &to.Store, in, a.Count)
	if err != nil {
		return nil, err
	}
	return &format.Frame{Rows: a.Shape[0], Names: elementNames(a.Shape[1:]), X: x, Array: len(a.Shape) < 3, Trailing: size - at - int64(a.Count)*int64(a.Size)}, nil
}

// elementNames returns names for the elements of a sample of the given shape:
// x1 … for a vector, r1c1 … for an image by row and column, r1c1k1 … for one
// with channels.
func elementNames(shape []int) []string {
	names := []string{""}
	switch len(shape) {
	case 0:
		return []string{"x1"}
	case 1:
		return format.Numbered(shape[0])
	}
	for i, n := range shape {
		letter := string("rck"[min(i, 2)])
		if i > 2 {
			letter += strconv.Itoa(i-1) + "_"
		}
		longer := make([]string, 0, len(names)*n)
		for _, name := range names {
			for e := range n {
				longer = append(longer, name+letter+strconv.Itoa(e+1))
			}
		}
		names = longer
	}
	return names
}

// readIDX reads images or vectors and, if there is a file of labels next to it,
// their labels.
func readIDX(ctx context.Context, src *format.Source, to *format.Sink) error {
	fr, err := decodeIDX(ctx, to, src, src.Len())
	if err != nil {
		return src.Fail(err)
	}
	fr.Path = src.Shown()
	if path := idxLabels(src.Disk, src.File.Path); path != "" {
		labels, err := src.Open(path)
		if err != nil {
			return err
		}
		defer labels.Close()
		if err := readIDXLabels(ctx, to, labels, fr); err != nil {
			return err
		}
		if err := src.Add(labels); err != nil {
			return err
		}
		to.Note("%s: labels read from %s", src.Base(), message.Clean(filepath.Base(path)))
	}
	return to.Frame(ctx, fr, src.File)
}

// readIDXLabels adds the labels in a file of one value per sample to a frame.
func readIDXLabels(ctx context.Context, to *format.Sink, file *format.Content, fr *format.Frame) error {
	labels, err := decodeIDX(ctx, to, file, file.Len())
	if err != nil {
		return file.Fail(err)
	}
	if len(labels.X) != fr.Rows {
		return fmt.Errorf("%s has %s but %s has %s: they do not belong together; rename one of them",
			file.Name, message.Counted(len(labels.X), "label"), fr.Path, message.Counted(fr.Rows, "sample"))
	}
	fr.Further = append(fr.Further, format.Column{Name: "label", Numbers: labels.X})
	fr.Own = map[format.Role]string{format.Label: "label"}
	return nil
}

// idxLabels returns the file of labels that belongs to a file of images by its
// name, "" for none.
func idxLabels(d sandbox.Disk, path string) string {
	dir, base := filepath.Split(path)
	name := base
	for _, r := range [][2]string{{"images", "labels"}, {"data", "labels"}} {
		if strings.Contains(base, r[0]) {
			name = strings.Replace(base, r[0], r[1], 1)
			break
		}
	}
	if name == base {
		return ""
	}
	for _, n := range []string{strings.Replace(strings.Replace(name, "idx3", "idx1", 1), "idx2", "idx1", 1), name} {
		if d.Regular(dir + n) {
			return dir + n
		}
	}
	return ""
}

// idxExtent returns the number of images and of their elements from the header.
func idxExtent(_ context.Context, _ format.File, r io.ReaderAt, size int64) (e format.Extent, err error) {
	a, err := readIDXHeader(io.NewSectionReader(r, 0, size))
	if err == nil && a.Count > 0 {
		e.Rows, e.Columns = a.Shape[0], a.Count/a.Shape[0]
	}
	return e, err
}
