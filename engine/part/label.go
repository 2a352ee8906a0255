package part

// Text is the point's value on an axis, or "" where it has none. It panics where there
// is no axis of the name.
func (p Point) Text(axis string) string {
	a, ok := AxisNamed(axis)
	if !ok {
		panic("part: no axis " + axis)
	}
	return a.Of(&p)
}

// Number is the point's value on a numeric axis; false where the axis is of
// words or the point has none.
func (p Point) Number(axis string) (float64, bool) {
	a, ok := AxisNamed(axis)
	if !ok {
		return 0, false
	}
	return a.Number(&p)
}

// Label names the point in a line: every axis that applies, as on the command
// line.
func (p Point) Label() string {
	var b []byte
	for _, a := range shown {
		if text := a.Of(&p); text != "" {
			if b != nil {
				b = append(b, ' ')
			}
			b = append(append(append(b, a.Name...), '='), text...)
		}
	}
	return string(b)
}

// String is the label of the point, so that messages of tests can be read.
func (p Point) String() string { return p.Label() }
