package elements

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/npy"
)

// Array describes an array as its NPY header does (NumPy Enhancement Proposal
// 1, versions 1 to 3).
type Array struct {
	Kind    byte // b, i, u, f, S or U, as in NumPy
	Size    int  // bytes of an element
	Big     bool // big-endian
	Fortran bool // column-major order
	Shape   []int
	Count   int // of elements
}

// ReadHeader reads the header of an array; r is then at the first element.
func ReadHeader(r io.Reader) (*Array, error) {
	h, err := npy.Read(r)
	if err != nil {
		return nil, err
	}
	a := &Array{Fortran: h.Fortran}
	if err := a.setType(h.Type); err != nil {
		return nil, err
	}
	if err := a.setShape(h); err != nil {
		return nil, err
	}
	return a, nil
}

// setType parses a type such as '<f8'.
func (a *Array) setType(descr string) error {
	if descr[0] == '[' {
		return errors.New("the array has fields (a structured dtype): save plain numbers, as with numpy.lib.recfunctions.structured_to_unstructured")
	}
	name := strings.TrimLeft(descr, "<>=|")
	a.Big = strings.HasPrefix(descr, ">")
	if name == "?" {
		name = "b1"
	}
	if name == "" {
		name = "O"
	}
	size, err := strconv.Atoi(name[1:])
	if err != nil {
		size = 0
	}
	a.Kind, a.Size = name[0], size
	switch known := fmt.Sprintf("%c%d", a.Kind, size); {
	case a.Kind == 'O':
		return errors.New("the array holds Python objects: save numbers or texts, as with a.astype(float) or a.astype(str)")
	case a.Kind == 'c':
		return errors.New("the array holds complex numbers: save their real and imaginary parts, or absolute values, as columns")
	case a.Kind == 'M' || a.Kind == 'm':
		return errors.New("the array holds dates: save numbers, as with numpy.save(f, a.astype('int64'))")
	case a.Kind == 'S' && size > 0 && size <= 1<<20:
	case a.Kind == 'U' && size > 0 && size <= 1<<20:
		a.Size = 4 * size
	case !strings.Contains(" b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 ", " "+known+" "):
		return fmt.Errorf("elements of type %q are not supported: save them as numbers, as with numpy.save(f, a.astype(float))", message.Shorten(message.Clean(descr), 20))
	}
	return nil
}

// setShape parses the shape, and returns an error if no file can contain it.
func (a *Array) setShape(h *npy.Header) (err error) {
	if a.Shape, err = h.Dims(); err != nil {
		return err
	}
	a.Count = 1
	for _, n := range a.Shape {
		if n > 0 && a.Count > math.MaxInt64/64/n/max(a.Size, 1) {
			return fmt.Errorf("the NPY header claims an array of shape %s, more than any file holds: the file is damaged; write it again", message.Shorten(message.Clean(h.Shape), 60))
		}
		a.Count *= n
	}
	return nil
}

// Describe returns the shape in words for a message.
func (a *Array) Describe() string {
	parts := make([]string, len(a.Shape))
	for i, n := range a.Shape {
		parts[i] = strconv.Itoa(n)
	}
	if len(parts) == 0 {
		return "one number"
	}
	return strings.Join(parts, "×")
}

// IsNumeric reports whether the elements are numbers.
func (a *Array) IsNumeric() bool { return a.Kind != 'S' && a.Kind != 'U' }
