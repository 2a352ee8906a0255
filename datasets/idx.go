package datasets

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// idxTypes are the element types of an IDX file, as those of NPY.
var idxTypes = map[byte]npyArray{
	0x08: {kind: 'u', size: 1}, 0x09: {kind: 'i', size: 1}, 0x0b: {kind: 'i', size: 2},
	0x0c: {kind: 'i', size: 4}, 0x0d: {kind: 'f', size: 4}, 0x0e: {kind: 'f', size: 8},
}

// readIDXHeader reads the header of an IDX file (Y. LeCun, the MNIST database),
// whose numbers have the high byte first; r is then at the first element.
func readIDXHeader(r io.Reader) (*npyArray, error) {
	var b [4]byte
	if _, err := io.ReadFull(r, b[:]); err != nil || b[0] != 0 || b[1] != 0 {
		return nil, errors.New("not an IDX file: it does not begin with two zero bytes; unpack it first if it is a .gz")
	}
	a, ok := idxTypes[b[2]]
	if !ok || b[3] == 0 || b[3] > 8 {
		return nil, fmt.Errorf("the IDX file claims elements of type %d in %d dimensions: the file is damaged", b[2], b[3])
	}
	a.big, a.count = true, 1
	for range b[3] {
		var n [4]byte
		if _, err := io.ReadFull(r, n[:]); err != nil {
			return nil, errors.New("the IDX header is cut short: copy the file again")
		}
		size := int(binary.BigEndian.Uint32(n[:]))
		if size > 0 && a.count > math.MaxInt64/64/size {
			return nil, errors.New("the IDX header claims more elements than any file holds: the file is damaged; copy it again")
		}
		a.shape = append(a.shape, size)
		a.count *= size
	}
	return &a, nil
}

// decodeIDX decodes a file of size bytes, each index of the first dimension a
// row. It allocates no more than the bytes hold.
func decodeIDX(ctx context.Context, to *sink, r io.ReaderAt, size int64) (*frame, error) {
	in := io.NewSectionReader(r, 0, size)
	a, err := readIDXHeader(in)
	if err != nil {
		return nil, err
	}
	at, _ := in.Seek(0, io.SeekCurrent)
	if have := size - at; int64(a.count)*int64(a.size) > have {
		return nil, fmt.Errorf("the IDX header claims %s elements of %s, but only %d of their bytes are there: the file was cut short; copy it again",
			a.describe(), message.Counted(a.size, "byte"), have)
	}
	if a.count == 0 {
		return nil, fmt.Errorf("the array is %s: it holds no samples", a.describe())
	}
	d := a.count / a.shape[0]
	if d > data.MaxInputs {
		return nil, fmt.Errorf("the array is %s, %d inputs a sample: more than %d are not read", a.describe(), d, data.MaxInputs)
	}
	if err := to.Hold(a.count, "the array"); err != nil {
		return nil, err
	}
	x, err := a.numbers(ctx, to, in, a.count)
	if err != nil {
		return nil, err
	}
	return &frame{rows: a.shape[0], names: elementNames(a.shape[1:]), x: x, array: len(a.shape) < 3}, nil
}

// elementNames name the elements of a sample of that shape: x1 … of a vector,
// r1c1 … of an image by row and column, r1c1k1 … of one with channels.
func elementNames(shape []int) []string {
	names := []string{""}
	switch len(shape) {
	case 0:
		return []string{"x1"}
	case 1:
		return numbered(shape[0])
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

// readIDX reads images or vectors and, from the file of labels beside it, what
// they show.
func readIDX(ctx context.Context, src *source, to *sink) error {
	fr, err := decodeIDX(ctx, to, src, src.len())
	if err != nil {
		return src.fail(err)
	}
	fr.path = src.shown()
	if path := idxLabels(src.disk, src.file.path); path != "" {
		labels, err := src.open(path)
		if err != nil {
			return err
		}
		defer labels.close()
		if err := readIDXLabels(ctx, to, labels, fr); err != nil {
			return err
		}
		if err := src.add(labels); err != nil {
			return err
		}
		to.Note("%s: labels read from %s", src.base(), message.Clean(filepath.Base(path)))
	}
	return to.take(ctx, fr, src.file)
}

// readIDXLabels gives a frame the labels of a file of one value a sample.
func readIDXLabels(ctx context.Context, to *sink, file *content, fr *frame) error {
	labels, err := decodeIDX(ctx, to, file, file.len())
	if err != nil {
		return file.fail(err)
	}
	if len(labels.x) != fr.rows {
		return fmt.Errorf("%s has %s but %s has %s: they do not belong together; rename one of them",
			file.name, message.Counted(len(labels.x), "label"), fr.path, message.Counted(fr.rows, "sample"))
	}
	fr.beside = append(fr.beside, besideColumn{name: "label", numbers: labels.x})
	fr.own = map[Role]string{Label: "label"}
	return nil
}

// idxLabels is the file of labels that belongs to a file of images by its
// name, "" if there is none.
func idxLabels(d confine.Disk, path string) string {
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
