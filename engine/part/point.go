package part

// Frame holds the fields of a point that belong neither to its parts nor to the settings of
// its sweep: the division of the samples, and the seed and draw.
type Frame struct {
	Fold          int    `json:"fold"`
	Folds         int    `json:"folds,omitempty"`
	Repeats       int    `json:"repeats,omitempty"`
	TrainFraction Value  `json:"train_fraction,omitzero"`
	Gap           int    `json:"gap,omitempty"`      // number of samples left out on both sides of a test or validation block
	By            string `json:"split_by,omitempty"` // unit that folds keep together; "" for the data's default
	Validation    Value  `json:"validation,omitzero"`
	Inner         int    `json:"inner,omitempty"` // number of inner splits, dealt in turn; 0 for the single split of engine 0.5
	Seed          uint64 `json:"seed"`
	Draw          int    `json:"draw,omitempty"` // number of the random draw, from 0
}

// Point is a full set of parameters: everything that changes a result. Each parameter is
// read and set by the variable that declares it, such as kernel.Sigma.Of(p). Parameters
// that do not apply are absent. Points are comparable.
type Point struct {
	Frame
	values values
}

// With returns the point with some parameters set.
func (p Point) With(assignments ...Assignment) Point {
	for _, set := range assignments {
		set(&p)
	}
	return p
}

// Assignment sets one parameter of a point.
type Assignment func(*Point)

// DrawSeed returns the seed of the point's random steps other than its split.
func (p Point) DrawSeed() uint64 { return p.Seed + uint64(p.Draw)<<32 }

// Validated reports whether samples are held out for validation.
func (p Point) Validated() bool { return p.Validation.OK || p.Inner > 0 }

// Config returns the point without its fold and draw. Points with equal Configs are repeats
// of one configuration, to be averaged.
func (p Point) Config() Point {
	p.Fold, p.Draw = 0, 0
	return p
}

// Shared returns a point that has only the settings of p with a role.
func (p Point) Shared(role Role) (q Point) {
	for _, a := range settings {
		if v, ok := p.values.find(a.id); ok && a.Shared == role {
			q.values = q.values.with(a.id, v)
		}
	}
	return q
}

// Unmeasured returns the point without the settings and axes on which only the measures of
// the features depend.
func (p Point) Unmeasured() Point {
	for _, a := range declared {
		if a.Measures || a.Shared == Measuring {
			p.values = p.values.with(a.id, "")
		}
	}
	return p
}

// Text returns the point's value on the named axis, or "" if it has none. It panics if
// there is no such axis.
func (p Point) Text(axis string) string {
	a, ok := AxisNamed(axis)
	if !ok {
		panic("part: no axis " + axis)
	}
	return a.Of(&p)
}

// Number returns the point's value on the named axis. It reports false if there is no such
// axis, the axis is one of words, or the point has no value.
func (p Point) Number(axis string) (float64, bool) {
	a, ok := AxisNamed(axis)
	if !ok {
		return 0, false
	}
	return a.Number(&p)
}

// Label returns a line with the name and value of each axis that applies, as on the command
// line.
func (p Point) Label() string { return p.label(shown) }

// label returns the names and stated values of the point on the axes.
func (p Point) label(axes []*Axis) string {
	var b []byte
	for _, a := range axes {
		if text := a.Stated(&p); text != "" {
			if b != nil {
				b = append(b, ' ')
			}
			b = append(append(append(b, a.Name...), '='), text...)
		}
	}
	return string(b)
}

// SharedLabel returns a line with the settings of the point in the form of [Point.Label].
func (p Point) SharedLabel() string { return p.label(settings) }

// String returns the label of the point, which makes messages of tests readable.
func (p Point) String() string { return p.Label() }
