package datasets

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/message"
)

// npyMagic begins a file in NumPy's format NPY.
const npyMagic = "\x93NUMPY"

// maxNPYHeader is the most bytes that the header of an array of numbers has.
const maxNPYHeader = 1 << 20

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
	var b [12]byte
	if _, err := io.ReadFull(r, b[:8]); err != nil || string(b[:6]) != npyMagic {
		return nil, errors.New("not an NPY file: it does not begin with \\x93NUMPY; write it with numpy.save")
	}
	lengthBytes := 4
	switch b[6] {
	case 1:
		lengthBytes = 2
	case 2, 3:
	default:
		return nil, fmt.Errorf("NPY version %d is not known: write it with numpy.save", b[6])
	}
	if _, err := io.ReadFull(r, b[8:8+lengthBytes]); err != nil {
		return nil, errors.New("the NPY header is cut short: copy the file again")
	}
	length := binary.LittleEndian.Uint32(b[8:])
	if length > maxNPYHeader {
		return nil, fmt.Errorf("the NPY header claims %d bytes, more than an array of numbers has: the file is damaged; write it anew", length)
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, errors.New("the NPY header is cut short: copy the file again")
	}
	a := &npyArray{}
	if err := a.parse(string(text)); err != nil {
		return nil, err
	}
	return a, nil
}

// parse reads the Python dictionary of a header.
func (a *npyArray) parse(text string) error {
	p := &npyParser{rest: text}
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
	descr, fortran, shape := values["descr"], values["fortran_order"], values["shape"]
	if p.failed || descr == "" || fortran != "True" && fortran != "False" || !strings.HasPrefix(shape, "(") {
		return fmt.Errorf("the NPY header %q is not understood: write the file anew with numpy.save", message.Shorten(message.Clean(text), 80))
	}
	a.fortran = fortran == "True"
	if err := a.setType(descr); err != nil {
		return err
	}
	return a.setShape(shape)
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

// setShape reads a shape such as (100, 3).
func (a *npyArray) setShape(shape string) error {
	a.count = 1
	for part := range strings.SplitSeq(strings.Trim(shape, "()"), ",") {
		part = strings.TrimSuffix(strings.TrimSpace(part), "L") // as Python 2 wrote
		if part == "" {
			continue
		}
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || len(a.shape) == 32 {
			return fmt.Errorf("the shape %q of the NPY header is not understood: write the file anew with numpy.save", message.Shorten(message.Clean(shape), 60))
		}
		if n > 0 && a.count > math.MaxInt64/64/n/max(a.size, 1) {
			return fmt.Errorf("the NPY header claims an array of shape %s, more than any file holds: the file is damaged; write it anew", message.Shorten(message.Clean(shape), 60))
		}
		a.shape = append(a.shape, n)
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

// npyParser reads the few forms of Python literals that an NPY header has.
type npyParser struct {
	rest   string
	failed bool
}

// next skips a token if it comes next.
func (p *npyParser) next(token string) bool {
	p.rest = strings.TrimLeft(p.rest, " \t\r\n")
	rest, ok := strings.CutPrefix(p.rest, token)
	p.rest = rest
	return ok
}

func (p *npyParser) expect(token string) { p.failed = p.failed || !p.next(token) }

// text reads a text in quotes.
func (p *npyParser) text() string {
	for _, quote := range []string{"'", `"`} {
		if p.next(quote) {
			text, rest, ok := strings.Cut(p.rest, quote)
			p.rest, p.failed = rest, p.failed || !ok
			return text
		}
	}
	p.failed = true
	return ""
}

// value reads a value and returns it as written, a text without its quotes.
func (p *npyParser) value() string {
	p.rest = strings.TrimLeft(p.rest, " \t\r\n")
	if p.rest == "" {
		p.failed = true
		return ""
	}
	if p.rest[0] == '\'' || p.rest[0] == '"' {
		return p.text()
	}
	end := strings.IndexAny(p.rest, ",}")
	switch p.rest[0] {
	case '(':
		end = strings.IndexByte(p.rest, ')') + 1
	case '[':
		end = strings.LastIndexByte(p.rest, ']') + 1
	}
	if end <= 0 {
		p.failed = true
		return ""
	}
	value := strings.TrimSpace(p.rest[:end])
	p.rest = p.rest[end:]
	return value
}
