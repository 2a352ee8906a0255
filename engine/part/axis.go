package part

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"
)

// Axis describes one parameter and is declared beside the part that has the parameter.
// Flags, editor, JSON, keys, help and the expansion into points are derived from it.
// Packages create axes by [NewNumber], [NewCount], [NewWord] or [NewSwitch].
type Axis struct {
	// Name is the flag's name, such as "sigma"; Symbol is the sign used in papers.
	Name, Symbol string
	// Doc describes the parameter and its notation in one line.
	Doc string
	// Choices holds the allowed words; nil for numbers. A [Table] adds its parts.
	Choices []string
	// Docs maps the choices that are names of parts to a line about each.
	Docs map[string]string
	// Log reports that values are usually spaced by factors.
	Log bool
	// List reports that a value is itself a list with commas, so that a sweep has only one
	// value.
	List bool
	// Unset is the word that leaves the parameter out of a point; "" if there is none. On a
	// numeric axis it may be a number, which is then the value of points without one.
	Unset string
	// Readout reports that only the supervised step depends on the parameter.
	Readout bool
	// Measures reports that only the measures of the features depend on the parameter.
	Measures bool
	// Default is the meaning of an empty text; "" if it depends on the data.
	Default string

	// Always reports that the parameter does not depend on a part. Other parameters belong
	// to the points that chose a part which lists them.
	Always bool
	// When is a further condition for a point to have the parameter; nil for none. It may
	// read only parameters that are set before this one.
	When func(*Point) bool
	// Target reports that the axis applies only if a target orders the samples.
	Target bool
	// NoTarget reports that the axis applies only if no target orders the samples.
	NoTarget bool
	// Optional reports that a point to which the axis applies may lack it.
	Optional bool
	// Omitted reports whether a point to which the axis applies leaves it out because it
	// has the Default; nil if no point does.
	Omitted func(*Point) bool
	// Needed reports that even a recorded point must have the axis if it applies.
	Needed bool
	// Written reports that JSON contains the axis even for points without a value.
	Written bool
	// Hidden reports that no sweep varies the parameter and users cannot set it.
	Hidden bool
	// Shared is the role of a setting, which has one value for all points of a sweep;
	// Varied for an axis.
	Shared Role
	// Report is the label of a setting in reports. Says converts its value for reports,
	// where "" prints nothing. Method returns its clause in the text on methods. A nil Says
	// prints the value itself, a nil Method writes no clause.
	Report string
	Says   func(value string) string
	Method func(value string) string
	// Step is the position of a setting that prepares inputs among the preparation steps.
	Step int
	// Words holds the words for off and on in tables.
	Words [2]string
	// Examples holds values to suggest for a setting of words.
	Examples []string

	// Must returns the requirement that a number violates, or "" if the number can be
	// valid.
	Must func(float64) string
	// Width reports that values may be multiples of the data's own scales.
	Width bool
	// Multiples reports that values may be multiples of a scale that is found by solving
	// each point.
	Multiples bool
	// Prefix is a word that may precede numbers; nil for none.
	Prefix *Prefix
	// Read returns the canonical form of a word that is not among the choices, or an error
	// that names a valid form; nil if there are no other words.
	Read func(word string) (string, error)
	// Remedy is the remedy in the error for an unknown word; "" lists the choices.
	Remedy string
	// Adjust replaces a word if other parameters of the point require it.
	Adjust func(p *Point, word string) string

	kind    kind
	id      uint8
	implied string      // encoded value of a numeric Unset; "" if there is none
	tables  []partTable // tables with a part that lists the axis
}

// Prefix is a word before numbers, as in held:0.99. It becomes the value of another axis,
// a word axis, and applies to all numbers after it.
type Prefix struct {
	Word, Axis string
	// Must returns the requirement that a number after the word violates, as [Axis.Must]
	// does.
	Must func(float64) string
}

// partTable is a [Table] of any kind of part.
type partTable interface {
	lists(p *Point, id uint8) bool
	need(id uint8) Need
}

// Need is a condition for having a parameter: one of Parts is chosen on Axis.
type Need struct {
	Axis  *Axis
	Parts []string
}

// Needs returns the conditions one of which a point must meet to have the parameter; nil
// if it does not depend on a part.
func (a *Axis) Needs() []Need {
	if a.Always {
		return nil
	}
	var out []Need
	for _, o := range a.tables {
		out = append(out, o.need(a.id))
	}
	return out
}

// Role is the stage of the computation that a setting affects.
type Role uint8

// The roles of settings.
const (
	Varied    Role = iota // an axis, not a setting
	Preparing             // the inputs of the functions
	Measuring             // the measures of the features
)

type kind uint8

const (
	number kind = iota
	count
	word
	toggle
)

// Relative reports whether the text contains multiples of a scale that is found by solving.
func (a *Axis) Relative(text string) bool { return a.Multiples && strings.Contains(text, "rel:") }

// Switch reports whether the axis is on or off.
func (a *Axis) Switch() bool { return a.kind == toggle }

// InReport returns a setting's value in the wording of reports.
func (a *Axis) InReport(value string) string {
	if a.Says != nil {
		return a.Says(value)
	}
	return value
}

// Numeric reports whether the values are numbers.
func (a *Axis) Numeric() bool { return a.kind == number || a.kind == count }

// Whole reports whether the values are whole numbers.
func (a *Axis) Whole() bool { return a.kind == count }

// find returns a point's encoded value on the axis, including an implied or omitted
// default.
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

// omits reports whether a point leaves out the default word of the axis.
func (a *Axis) omits(p *Point) bool { return a.Omitted != nil && a.Omitted(p) }

// Of returns a point's value on the axis as text, or "" if it has none.
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

// Stated returns [Axis.Of], or "" for an implied number. Labels and reports leave out
// implied numbers.
func (a *Axis) Stated(p *Point) string {
	if a.implied != "" && !p.values.has(a.id) {
		return ""
	}
	return a.Of(p)
}

// Same reports whether both points have a value on the axis and the values are equal.
func (a *Axis) Same(p, q *Point) bool {
	v, ok := a.find(p)
	w, _ := a.find(q)
	return ok && v == w
}

// Number returns a point's value on a numeric axis. It reports false if the axis is one of
// words or the point has no value.
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

// With returns p with the value x on a numeric axis that applies to it. Counts are rounded.
func (a *Axis) With(p Point, x float64) Point {
	a.set(a.encoded(x))(&p)
	return p
}

// Applies reports whether a point has the parameter. The parameters that decide this must
// be set.
func (a *Axis) Applies(p *Point) bool {
	return a.applies(p, a.Target && p.values.has(a.id))
}

// AppliesTo reports whether a point has the parameter for data with or without a target.
func (a *Axis) AppliesTo(p *Point, target bool) bool { return a.applies(p, target) }

// applies reports whether the axis applies to a point, given whether there is a target.
func (a *Axis) applies(p *Point, target bool) bool {
	if a.Target && !target || a.NoTarget && target || !a.Always && !a.listed(p) {
		return false
	}
	return a.When == nil || a.When(p)
}

// listed reports whether a part that the point chose lists the parameter.
func (a *Axis) listed(p *Point) bool {
	for _, o := range a.tables {
		if o.lists(p, a.id) {
			return true
		}
	}
	return false
}

// encoded returns a number in the axis' encoding within points.
func (a *Axis) encoded(x float64) string {
	if a.kind == count {
		return ofInt(int(math.Round(x)))
	}
	return ofFloat(x)
}

// Numbers are encoded in their eight bytes, so that equal numbers are equal texts.

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
