package part

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"
)

// Axis describes one parameter, as it is declared beside the part that it belongs to:
// flags, editor, JSON, keys, help and the expansion into points come from it. A package
// makes one by [NewNumber], [NewCount], [NewWord] or [NewSwitch].
type Axis struct {
	// Name is the flag's name, such as "sigma"; Symbol the papers' sign.
	Name, Symbol string
	// Doc says in a line what it is and what may be written.
	Doc string
	// Choices are the allowed words; nil for numbers. A [Table] adds its parts.
	Choices []string
	// Docs has a line about each choice that is the name of a part.
	Docs map[string]string
	// Log says that the values are usually spaced by factors.
	Log bool
	// List marks an axis whose value is a list with commas, so that a sweep has one value.
	List bool
	// Unset is the word for a value that leaves the parameter out of a point; ""
	// where there is none. On a numeric axis it may be a number, which points without
	// a value then have.
	Unset string
	// Readout says that only the supervised step depends on it.
	Readout bool
	// Measures marks an axis that only what is measured of the features depends on.
	Measures bool
	// Default is what an empty text means; "" where that depends on the data.
	Default string

	// Always says that every point has the parameter. Others have it where a part
	// that they chose lists it, and When agrees.
	Always bool
	// When is what must hold beside that; nil for nothing. It reads parameters that are
	// set before.
	When func(*Point) bool
	// Target says that it takes a target to order samples by.
	Target bool
	// NoTarget says that it applies only where no target orders samples.
	NoTarget bool
	// Optional says that a point may lack it where it applies.
	Optional bool
	// Omitted reports whether a point where it applies leaves it out for its Default; nil
	// for none that does.
	Omitted func(*Point) bool
	// Needed says that not even a recorded point may lack it where it applies.
	Needed bool
	// Written says that JSON has it even where a point has none.
	Written bool
	// Hidden says that it is no axis: no sweep varies it, and nobody writes it.
	Hidden bool
	// Shared says that it is a setting, of which all points of a sweep have one value, and
	// what has a part in it.
	Shared Role
	// Report is what reports call a setting, Says what they print of a value, "" for none,
	// and Method its clause in the text on methods; nil for the value itself and for none.
	Report string
	Says   func(value string) string
	Method func(value string) string
	// Step is the place of a setting that prepares inputs among the steps.
	Step int
	// Words are what tables show of a setting that is off or on.
	Words [2]string
	// Examples are values of a setting of words to offer.
	Examples []string

	// Must refuses numbers that no data could make sense of: it says what they must be.
	Must func(float64) string
	// Width says that multiples of the data's own scales may be written.
	Width bool
	// Multiples says that multiples may be written of a scale that each point has, which
	// is found by solving for it.
	Multiples bool
	// Prefix is a word that may stand before numbers; nil for none.
	Prefix *Prefix
	// Read gives the one form of a word that is none of the choices, or says what to
	// write instead; nil where there are no other words.
	Read func(word string) (string, error)
	// Remedy says what to write instead of an unknown word; "" names the choices.
	Remedy string
	// Adjust changes a word where other parameters of the point decide about it.
	Adjust func(p *Point, word string) string

	kind    kind
	id      uint8
	implied string  // the value of Unset where that is a number; "" elsewhere
	owners  []owner // tables of which some part lists the axis
}

// Prefix is a word before numbers, as in held:0.99, which becomes the value of another axis,
// of words. It holds for all numbers behind it.
type Prefix struct {
	Word, Axis string
	// Must refuses numbers as [Axis.Must] does, of those behind the word.
	Must func(float64) string
}

// owner is a table of parts.
type owner interface {
	lists(p *Point, id uint8) bool
	having(id uint8) Need
}

// Need is that one of an axis' parts is chosen.
type Need struct {
	Axis  *Axis
	Parts []string
}

// Needs are the parts of which a point has to choose one to have the parameter; nil
// where every point has it.
func (a *Axis) Needs() []Need {
	if a.Always {
		return nil
	}
	var out []Need
	for _, o := range a.owners {
		out = append(out, o.having(a.id))
	}
	return out
}

// Role is what a setting has a part in.
type Role uint8

// The roles of settings.
const (
	Varied    Role = iota // that of an axis, which is no setting
	Preparing             // what functions of the inputs see
	Measuring             // what is measured of the features
)

type kind uint8

const (
	number kind = iota
	count
	word
	toggle
)

// Relative reports whether the text has multiples of what is found by solving.
func (a *Axis) Relative(text string) bool { return a.Multiples && strings.Contains(text, "rel:") }

// Switch reports whether it is on or off.
func (a *Axis) Switch() bool { return a.kind == toggle }

// InReport returns a value of a setting as reports print it.
func (a *Axis) InReport(value string) string {
	if a.Says != nil {
		return a.Says(value)
	}
	return value
}

// Numeric says whether the axis is one of numbers.
func (a *Axis) Numeric() bool { return a.kind == number || a.kind == count }

// Whole says whether the axis is one of whole numbers.
func (a *Axis) Whole() bool { return a.kind == count }

// find returns a point's value on the axis, which is implied where it is left out.
func (a *Axis) find(p *Point) (value string, ok bool) {
	v, ok := p.values.find(a.id)
	switch {
	case !ok && a.implied != "" && a.Applies(p):
		return a.implied, true
	case !ok && a.omits(p) && a.Applies(p):
		return a.Default, true
	}
	return v, ok
}

// omits reports whether a point leaves the default word of the axis out.
func (a *Axis) omits(p *Point) bool { return a.Omitted != nil && a.Omitted(p) }

// Of is a point's value on the axis, or "" where it has none.
func (a *Axis) Of(p *Point) string {
	v, ok := a.find(p)
	switch {
	case !ok:
		return ""
	case a.kind == number:
		return Num(floatOf(v)).String()
	case a.kind == count:
		return strconv.Itoa(intOf(v))
	}
	return v
}

// Stated is [Axis.Of], but "" for a number that the point is without because it is implied:
// labels and reports leave it out.
func (a *Axis) Stated(p *Point) string {
	if a.implied != "" && !p.values.has(a.id) {
		return ""
	}
	return a.Of(p)
}

// Same says that two points have the same value on the axis, both one.
func (a *Axis) Same(p, q *Point) bool {
	v, ok := a.find(p)
	w, _ := a.find(q)
	return ok && v == w
}

// Number is a point's value on a numeric axis; false where the axis is of
// words or the point has none.
func (a *Axis) Number(p *Point) (float64, bool) {
	if !a.Numeric() {
		return 0, false
	}
	v, ok := a.find(p)
	switch {
	case !ok:
		return 0, false
	case a.kind == number:
		return floatOf(v), true
	}
	return float64(intOf(v)), true
}

// With is a point with another value on a numeric axis that applies to it;
// counts are rounded.
func (a *Axis) With(p Point, x float64) Point {
	a.set(a.encoded(x))(&p)
	return p
}

// Applies says whether a point has the parameter, once those that decide about it are
// set.
func (a *Axis) Applies(p *Point) bool {
	return a.applies(p, a.Target && p.values.has(a.id))
}

// AppliesTo is Applies for data with or without a target.
func (a *Axis) AppliesTo(p *Point, target bool) bool { return a.applies(p, target) }

func (a *Axis) applies(p *Point, target bool) bool {
	if a.Target && !target || a.NoTarget && target || !a.Always && !a.listed(p) {
		return false
	}
	return a.When == nil || a.When(p)
}

// listed says that some part that the point chose lists the parameter.
func (a *Axis) listed(p *Point) bool {
	for _, o := range a.owners {
		if o.lists(p, a.id) {
			return true
		}
	}
	return false
}

// encoded returns a number as points keep it on the axis.
func (a *Axis) encoded(x float64) string {
	if a.kind == count {
		return ofInt(int(math.Round(x)))
	}
	return ofFloat(x)
}

// Numbers are kept as their eight bytes, so that equal ones are equal as text.

func ofFloat(x float64) string { return ofInt(int(math.Float64bits(x))) }

func floatOf(v string) float64 { return math.Float64frombits(uint64(intOf(v))) }

func ofInt(n int) string {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(n))
	return string(b[:])
}

func intOf(v string) int {
	_ = v[7]
	return int(uint64(v[0]) | uint64(v[1])<<8 | uint64(v[2])<<16 | uint64(v[3])<<24 |
		uint64(v[4])<<32 | uint64(v[5])<<40 | uint64(v[6])<<48 | uint64(v[7])<<56)
}
