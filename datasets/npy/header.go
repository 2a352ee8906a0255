package npy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/message"
)

// Magic begins a file in the NPY format.
const Magic = "\x93NUMPY"

// maxHeader is the maximum size in bytes of the header of an array of numbers.
const maxHeader = 1 << 20

// mostDims is NumPy's maximum number of dimensions.
const mostDims = 32

// Header holds the header of an NPY file as written.
type Header struct {
	Version int    // 1, 2 or 3
	Type    string // of the elements, such as <f8; [… for a structured one
	Fortran bool   // column-major order
	Shape   string // such as (100, 3)
}

// Read reads a header. The reader is then at the first element.
func Read(r io.Reader) (*Header, error) {
	var b [12]byte
	if _, err := io.ReadFull(r, b[:8]); err != nil || string(b[:6]) != Magic {
		return nil, errors.New("not an NPY file: it does not begin with \\x93NUMPY; write it with numpy.save")
	}
	lengthBytes := 4
	switch b[6] {
	case 1:
		lengthBytes = 2
	case 2, 3:
	default:
		return nil, fmt.Errorf("NPY version %d is not supported: write it with numpy.save", b[6])
	}
	if _, err := io.ReadFull(r, b[8:8+lengthBytes]); err != nil {
		return nil, errors.New("the NPY header is cut short: copy the file again")
	}
	length := binary.LittleEndian.Uint32(b[8:])
	if length > maxHeader {
		return nil, fmt.Errorf("the NPY header claims %d bytes, more than an array of numbers has: the file is damaged; write it again", length)
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, errors.New("the NPY header is cut short: copy the file again")
	}
	h, err := parse(string(text))
	if err != nil {
		return nil, err
	}
	h.Version = int(b[6])
	return h, nil
}

// parse parses the Python dictionary of a header.
func parse(text string) (*Header, error) {
	p := &parser{rest: text}
	values := map[string]string{}
	p.expect("{")
	for !p.failed && !p.next("}") {
		key := p.text()
		p.expect(":")
		values[key] = p.value()
		if !p.next(",") {
			p.expect("}")
			break
		}
	}
	h := &Header{Type: values["descr"], Fortran: values["fortran_order"] == "True", Shape: values["shape"]}
	if p.failed || h.Type == "" || !h.Fortran && values["fortran_order"] != "False" || !strings.HasPrefix(h.Shape, "(") {
		return nil, fmt.Errorf("the NPY header %q is not understood: write the file again with numpy.save", message.Shorten(message.Clean(text), 80))
	}
	return h, nil
}

// Dims returns the lengths of the dimensions; none for a single element.
func (h *Header) Dims() ([]int, error) {
	var dims []int
	for part := range strings.SplitSeq(strings.Trim(h.Shape, "()"), ",") {
		part = strings.TrimSuffix(strings.TrimSpace(part), "L") // as written by Python 2
		if part == "" {
			continue
		}
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || len(dims) == mostDims {
			return nil, fmt.Errorf("the shape %q of the NPY header is not understood: write the file again with numpy.save", message.Shorten(message.Clean(h.Shape), 60))
		}
		dims = append(dims, n)
	}
	return dims, nil
}

// Append appends a header of format version 1.0 to b, for elements of a type
// such as <f8 in C order. Its length is a multiple of 64. Without dimensions
// the array is a single element.
func Append(b []byte, elements string, dims ...int) []byte {
	shape := strings.Trim(strings.ReplaceAll(fmt.Sprint(dims), " ", ", "), "[]")
	if len(dims) == 1 {
		shape += ","
	}
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", elements, shape)
	const fixed = len(Magic) + 2 + 2
	pad := 63 - (fixed+len(text))%64
	text += strings.Repeat(" ", pad) + "\n"
	b = append(append(b, Magic...), 1, 0)
	return append(binary.LittleEndian.AppendUint16(b, uint16(len(text))), text...)
}
