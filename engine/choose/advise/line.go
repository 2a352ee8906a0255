package advise

import (
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
)

// A line holds the rows that differ from one of them in at most a single axis, in the
// order of its values.
type line struct {
	axis *part.Axis
	xs   []float64
	rows []*choose.Row
	at   int // index of that row
	// least is the smallest value that a rule may choose.
	least float64
	// acts is the λ that begins to act along a line of λ, 0 if unknown.
	acts float64
}

// line returns the rows along an axis through one of them.
func (f *findings) line(axis *part.Axis, through *choose.Row) line {
	l := line{axis: axis}
	if axis.Name == "p" {
		l.least = float64(f.By.Features) // fewer features are not wanted
	}
	x, _ := axis.Number(&through.Config)
	for _, r := range f.rows {
		if f.differOnOtherAxis(axis.Name, r, through) {
			continue
		}
		if v, ok := axis.Number(&r.Config); ok && axis.With(r.Config, x) == through.Config {
			i, _ := slices.BinarySearch(l.xs, v)
			l.xs, l.rows = slices.Insert(l.xs, i, v), slices.Insert(l.rows, i, r)
		}
	}
	l.at = slices.Index(l.rows, through)
	if axis.Name == "lambda" {
		l.acts = f.actsAlong(l)
	}
	return l
}

// differOnOtherAxis reports whether two rows differ on an axis other than the named one.
func (f *findings) differOnOtherAxis(name string, a, b *choose.Row) bool {
	return slices.ContainsFunc(f.varying, func(axis *part.Axis) bool { return axis.Name != name && differ(axis, &a.Config, &b.Config) })
}

// has reports whether the line has the value x, to three digits.
func (l line) has(x float64) bool {
	return slices.ContainsFunc(l.xs, func(y float64) bool { return math.Abs(x-y) <= 5e-3*math.Abs(y) })
}

// nextValue returns the nearest of values below x (side −1) or above x (side 1), and
// whether there is one.
func nextValue(values []float64, x float64, side int) (float64, bool) {
	found := false
	next := 0.0
	for _, v := range values {
		if float64(side)*(v-x) > 0 && (!found || math.Abs(v-x) < math.Abs(next-x)) {
			next, found = v, true
		}
	}
	return next, found
}
