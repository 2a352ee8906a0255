package npz

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/npy"
	"gonum.org/v1/gonum/mat"
)

// The arrays of an archive may have freeSize bytes in any case, else maxRatio
// times the size of the file, and at most maxArray, because a compressed
// archive can expand to far more than its size.
const (
	maxArray = 1 << 30
	freeSize = 16 << 20
	maxRatio = 300
)

// Archive holds the arrays of an archive by name, of the types that [Writer]
// writes. It records which members are still unread.
type Archive struct {
	arrays map[string]array
	unread map[string]bool // names without .npy
}

// array is one array as bytes.
type array struct {
	kind  string // "<f8", "<i8" or "<U" and the length
	shape []int
	data  []byte
}

// Read reads an archive of the given size in bytes. It may come from a
// stranger: memory grows with the contents, not with the sizes in headers.
// Arrays of other types are skipped.
func Read(in io.ReaderAt, size int64) (*Archive, error) {
	z, err := zip.NewReader(in, size)
	if err != nil {
		return nil, fmt.Errorf("not an archive of arrays: %w", err)
	}
	a, left := &Archive{map[string]array{}, map[string]bool{}}, min(maxArray, freeSize+maxRatio*min(size, maxArray))
	for _, f := range z.File {
		name, ok := strings.CutSuffix(f.Name, ".npy")
		if a.unread[name] { // one of the two was renamed, as no checksum covers names
			return nil, fmt.Errorf("array %q occurs twice: the file is damaged, or changed by hand", name)
		}
		a.unread[name] = true
		if !ok {
			continue
		}
		x, err := readArray(f, left)
		if err != nil {
			return nil, fmt.Errorf("array %q: %w", name, err)
		}
		left -= int64(len(x.data))
		if x.kind != "" {
			a.arrays[name] = x
		}
	}
	return a, nil
}

// readArray reads an array of at most limit bytes.
func readArray(f *zip.File, limit int64) (array, error) {
	var size int64
	err := unpacked(f, func(in io.Reader) (err error) {
		size, err = io.Copy(io.Discard, io.LimitReader(in, limit+1))
		return err
	})
	if err != nil {
		return array{}, err
	}
	if size > limit {
		return array{}, fmt.Errorf("the arrays have more than %d bytes, more than such a file can hold: it is damaged, or designed to fill memory", limit)
	}
	b := make([]byte, size) // unpacking twice costs less than growing memory
	err = unpacked(f, func(in io.Reader) error {
		_, err := io.ReadFull(in, b)
		return err
	})
	if err != nil {
		return array{}, err
	}
	return decode(b)
}

// unpacked calls read with the unpacked contents of a member.
func unpacked(f *zip.File, read func(io.Reader) error) error {
	in, err := f.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	return read(in)
}

// kinds matches the supported element types.
var kinds = regexp.MustCompile(`^(<f8|<i8|<U[1-9][0-9]{0,8})$`)

// decode parses an array. It returns an empty array for other types.
func decode(b []byte) (array, error) {
	if !bytes.HasPrefix(b, []byte(npy.Magic)) {
		return array{}, errors.New("not in the NPY format")
	}
	in := bytes.NewReader(b)
	h, err := npy.Read(in)
	if err != nil || h.Version != 1 {
		return array{}, errors.New("not of NPY version 1.0, or cut off")
	}
	if !kinds.MatchString(h.Type) || h.Fortran {
		return array{}, nil
	}
	dims, err := h.Dims()
	if err != nil {
		return array{}, fmt.Errorf("a shape of %s", h.Shape)
	}
	x := array{kind: h.Type, shape: dims, data: b[len(b)-in.Len():]}
	want := 8
	if length, ok := strings.CutPrefix(x.kind, "<U"); ok {
		n, _ := strconv.Atoi(length)
		want = 4 * n
	}
	for _, n := range dims {
		if n > maxArray {
			return array{}, fmt.Errorf("a shape of %s", h.Shape)
		}
		if want *= n; want > maxArray {
			return array{}, fmt.Errorf("a shape of %s", h.Shape)
		}
	}
	if want != len(x.data) {
		return array{}, fmt.Errorf("%d bytes, its shape has %d", len(x.data), want)
	}
	return x, nil
}

// Has reports whether there is an array with that name.
func (a *Archive) Has(name string) bool { return a.arrays[name].kind != "" }

// Ignore marks arrays as read.
func (a *Archive) Ignore(names ...string) {
	for _, name := range names {
		delete(a.unread, name)
	}
}

// Unread returns the sorted names of members that were neither read nor
// ignored. After a reader has read all arrays that it expects, these are
// foreign, or arrays with a damaged name, which no checksum of a ZIP file
// covers.
func (a *Archive) Unread() []string { return slices.Sorted(maps.Keys(a.unread)) }

// get returns an array of a type with the given number of dimensions.
func (a *Archive) get(name, kind string, dims int) (array, error) {
	a.Ignore(name)
	x := a.arrays[name]
	if !strings.HasPrefix(x.kind, kind) || len(x.shape) != dims {
		return x, fmt.Errorf("there is no array %q of %d dimensions and kind %s", name, dims, kind)
	}
	return x, nil
}

// Matrix returns an array of float64 with two dimensions, neither of them 0.
func (a *Archive) Matrix(name string) (*mat.Dense, error) {
	x, err := a.get(name, "<f8", 2)
	if err != nil {
		return nil, err
	}
	if x.shape[0] == 0 || x.shape[1] == 0 {
		return nil, fmt.Errorf("array %q is %d×%d", name, x.shape[0], x.shape[1])
	}
	return mat.NewDense(x.shape[0], x.shape[1], x.floats()), nil
}

// Floats returns an array of float64 with one dimension.
func (a *Archive) Floats(name string) ([]float64, error) {
	x, err := a.get(name, "<f8", 1)
	return x.floats(), err
}

// Ints returns an array of int64 with one dimension.
func (a *Archive) Ints(name string) ([]int, error) {
	x, err := a.get(name, "<i8", 1)
	if err != nil {
		return nil, err
	}
	out := make([]int, x.shape[0])
	for i := range out {
		out[i] = int(binary.LittleEndian.Uint64(x.data[8*i:]))
	}
	return out, nil
}

// Text returns an array of one text.
func (a *Archive) Text(name string) (string, error) {
	x, err := a.get(name, "<U", 0)
	if err != nil {
		return "", err
	}
	return x.texts(1)[0], nil
}

// Texts returns an array of texts with one dimension.
func (a *Archive) Texts(name string) ([]string, error) {
	x, err := a.get(name, "<U", 1)
	if err != nil {
		return nil, err
	}
	return x.texts(x.shape[0]), nil
}

func (x array) floats() []float64 {
	out := make([]float64, len(x.data)/8)
	for i := range out {
		out[i] = math.Float64frombits(binary.LittleEndian.Uint64(x.data[8*i:]))
	}
	return out
}

// texts returns n texts, without the zeros at their ends.
func (x array) texts(n int) []string {
	out := make([]string, n)
	for i := range out {
		var b strings.Builder
		size := len(x.data) / n
		for at := i * size; at < (i+1)*size; at += 4 {
			b.WriteRune(rune(binary.LittleEndian.Uint32(x.data[at:])))
		}
		out[i] = strings.TrimRight(b.String(), "\x00")
	}
	return out
}
