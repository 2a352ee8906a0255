package array

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/elements"
	"example.com/sfatui/datasets/message"
)

// Types of data elements and classes of arrays in a MAT-file ("MAT-File
// Format", The MathWorks, Level 5).
const (
	matInt8       = 1
	matUint8      = 2
	matUint16     = 4
	matUint32     = 6
	matMatrix     = 14
	matCompressed = 15
	matUTF8       = 16
	matUTF16      = 17
	matUTF32      = 18

	matCellClass   = 1
	matCharClass   = 4
	matDoubleClass = 6
	matLastNumber  = 15
)

// matTypes maps the number types of data elements to those of NPY.
var matTypes = map[int]elements.Array{
	matInt8: {Kind: 'i', Size: 1}, matUint8: {Kind: 'u', Size: 1}, 3: {Kind: 'i', Size: 2}, matUint16: {Kind: 'u', Size: 2},
	5: {Kind: 'i', Size: 4}, matUint32: {Kind: 'u', Size: 4}, 7: {Kind: 'f', Size: 4}, 9: {Kind: 'f', Size: 8},
	12: {Kind: 'i', Size: 8}, 13: {Kind: 'u', Size: 8},
	matUTF8: {Kind: 'u', Size: 1}, matUTF16: {Kind: 'u', Size: 2}, matUTF32: {Kind: 'u', Size: 4},
}

var errMATCut = errors.New("the MAT-file is cut short or damaged: copy it again, or save it again with save(f, '-v7')")

// matVariable is an array of a MAT-file.
type matVariable struct {
	elements.Array
	name    string
	class   int
	complex bool
}

// matReader reads data elements one after another.
type matReader struct {
	r     io.Reader
	order binary.ByteOrder
	body  io.Reader // of the current element
	pad   int64     // bytes after it
}

// next advances to the next element. It returns its type and its number of
// bytes, which body then reads.
func (m *matReader) next() (kind int, size int64, err error) {
	if m.body != nil {
		if _, err := io.Copy(io.Discard, m.body); err != nil {
			return 0, 0, err
		}
		if _, err := io.CopyN(io.Discard, m.r, m.pad); err != nil {
			return 0, 0, err
		}
	}
	var tag [8]byte
	if _, err := io.ReadFull(m.r, tag[:]); err != nil {
		return 0, 0, err
	}
	first := m.order.Uint32(tag[:])
	if small := first >> 16; small > 0 {
		if small > 4 {
			return 0, 0, errMATCut
		}
		m.body, m.pad = bytes.NewReader(tag[4:4+small]), 0
		return int(first & 0xffff), int64(small), nil
	}
	size = int64(m.order.Uint32(tag[4:]))
	m.body, m.pad = io.LimitReader(m.r, size), -size&7
	if first == matCompressed {
		m.pad = 0
	}
	return int(first), size, nil
}

// expect reads a short element completely.
func (m *matReader) expect(most int64) ([]byte, error) {
	_, size, err := m.next()
	if err != nil {
		return nil, err
	}
	if size > most {
		return nil, errMATCut
	}
	b := make([]byte, size)
	_, err = io.ReadFull(m.body, b)
	return b, err
}

// variable reads the name, the class and the shape of an array. m is then at
// the element with its numbers.
func (m *matReader) variable() (*matVariable, error) {
	flags, err := m.expect(8)
	if err != nil || len(flags) < 4 {
		return nil, errMATCut
	}
	dims, err := m.expect(4 * 32)
	if err != nil || len(dims) < 8 {
		return nil, errMATCut
	}
	name, err := m.expect(format.MaxName)
	if err != nil {
		return nil, errMATCut
	}
	word := m.order.Uint32(flags)
	v := &matVariable{name: message.Clean(string(name)), class: int(word & 0xff), complex: word&0x800 != 0}
	v.Fortran, v.Count, v.Size = true, 1, 8
	for ; len(dims) >= 4; dims = dims[4:] {
		n := int(int32(m.order.Uint32(dims)))
		if n < 0 || n > 0 && v.Count > math.MaxInt64/64/n {
			return nil, errMATCut
		}
		v.Shape = append(v.Shape, n)
		v.Count *= n
	}
	switch {
	case v.class >= matDoubleClass && v.class <= matLastNumber:
		v.Kind = 'f'
	case v.class == matCharClass || v.class == matCellClass:
		v.Kind = 'U'
	}
	return v, nil
}
