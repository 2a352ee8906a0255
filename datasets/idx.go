package datasets

import (
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
func decodeIDX(j *job, r io.ReaderAt, size int64) (*frame, error) {
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
	if d > maxColumns {
		return nil, fmt.Errorf("the array is %s, %d inputs a sample: more than %d are not read", a.describe(), d, maxColumns)
	}
	if err := j.hold(a.count, "the array"); err != nil {
		return nil, err
	}
	x, err := a.numbers(j, in, a.count)
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
func (j *job) readIDX(f file, m *material) error {
	s, err := j.open(f.path)
	if err != nil {
		return err
	}
	defer s.close()
	fr, err := decodeIDX(j, s, s.size)
	if err != nil {
		return s.fail(err)
	}
	source, err := s.finish()
	if err != nil {
		return err
	}
	fr.path = s.path
	sources := []data.Source{source}
	if labels := idxLabels(j.disk, f.path); labels != "" {
		source, err := j.readIDXLabels(labels, fr)
		if err != nil {
			return err
		}
		sources = append(sources, source)
		m.note("%s: labels read from %s", f.base(), message.Clean(filepath.Base(labels)))
	}
	if err := j.take(fr, f, m); err != nil {
		return err
	}
	m.sources = append(m.sources, sources...)
	return nil
}

// readIDXLabels gives a frame the labels of a file of one value a sample.
func (j *job) readIDXLabels(path string, fr *frame) (data.Source, error) {
	s, err := j.open(path)
	if err != nil {
		return data.Source{}, err
	}
	defer s.close()
	labels, err := decodeIDX(j, s, s.size)
	if err != nil {
		return data.Source{}, s.fail(err)
	}
	if len(labels.x) != fr.rows {
		return data.Source{}, fmt.Errorf("%s has %s but %s has %s: they do not belong together; rename one of them",
			s.path, message.Counted(len(labels.x), "label"), fr.path, message.Counted(fr.rows, "sample"))
	}
	fr.beside = append(fr.beside, besideColumn{name: "label", numbers: labels.x})
	fr.own = map[string]string{"label": "label"}
	return s.finish()
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

// isIDXLabels reports whether a file is the labels of another of the files.
func isIDXLabels(d confine.Disk, f file, files []file) bool {
	for _, other := range files {
		if other.format == &formatIDX && other.path != f.path && filepath.Clean(idxLabels(d, other.path)) == filepath.Clean(f.path) {
			return true
		}
	}
	return false
}
