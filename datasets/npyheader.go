package datasets

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

// npyArray is an array as its NPY header describes it (NumPy Enhancement
// Proposal 1, versions 1 to 3).
type npyArray struct {
	kind    byte // b, i, u, f, S or U, as NumPy writes it
	size    int  // bytes of an element
	big     bool // the high byte comes first
	fortran bool // the first index runs fastest
	shape   []int
	count   int // of elements
}

// readNPYHeader reads the header of an array; r is then at the first element.
func readNPYHeader(r io.Reader) (*npyArray, error) {
	h, err := npy.Read(r)
	if err != nil {
		return nil, err
	}
	a := &npyArray{fortran: h.Fortran}
	if err := a.setType(h.Type); err != nil {
		return nil, err
	}
	if err := a.setShape(h); err != nil {
		return nil, err
	}
	return a, nil
}

// setType reads a type such as '<f8'.
func (a *npyArray) setType(descr string) error {
	if descr[0] == '[' {
		return errors.New("the array has fields (a structured dtype): save plain numbers, as with numpy.lib.recfunctions.structured_to_unstructured")
	}
	name := strings.TrimLeft(descr, "<>=|")
	a.big = strings.HasPrefix(descr, ">")
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
	a.kind, a.size = name[0], size
	switch known := fmt.Sprintf("%c%d", a.kind, size); {
	case a.kind == 'O':
		return errors.New("the array holds Python objects: save numbers or texts, as with numpy.save(f, a.astype(float))")
	case a.kind == 'c':
		return errors.New("the array holds complex numbers: save their real and imaginary parts, or absolute values, as columns")
	case a.kind == 'M' || a.kind == 'm':
		return errors.New("the array holds dates: save numbers, as with numpy.save(f, a.astype('int64'))")
	case a.kind == 'S' && size > 0 && size <= 1<<20:
	case a.kind == 'U' && size > 0 && size <= 1<<20:
		a.size = 4 * size
	case !strings.Contains(" b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 ", " "+known+" "):
		return fmt.Errorf("elements of type %q are not read: save them as numbers, as with numpy.save(f, a.astype(float))", message.Shorten(message.Clean(descr), 20))
	}
	return nil
}

// setShape reads the shape, and refuses one that no file can hold.
func (a *npyArray) setShape(h *npy.Header) (err error) {
	if a.shape, err = h.Dims(); err != nil {
		return err
	}
	a.count = 1
	for _, n := range a.shape {
		if n > 0 && a.count > math.MaxInt64/64/n/max(a.size, 1) {
			return fmt.Errorf("the NPY header claims an array of shape %s, more than any file holds: the file is damaged; write it anew", message.Shorten(message.Clean(h.Shape), 60))
		}
		a.count *= n
	}
	return nil
}

// describe is the type and the shape for a message.
func (a *npyArray) describe() string {
	parts := make([]string, len(a.shape))
	for i, n := range a.shape {
		parts[i] = strconv.Itoa(n)
	}
	if len(parts) == 0 {
		return "one number"
	}
	return strings.Join(parts, "×")
}

// isNumeric reports whether the elements are numbers.
func (a *npyArray) isNumeric() bool { return a.kind != 'S' && a.kind != 'U' }
