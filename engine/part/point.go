package part

// Frame is what a point has beside the parameters of its parts and the settings of its
// sweep: how the samples are divided, and what is random.
type Frame struct {
	Fold          int    `json:"fold"`
	Folds         int    `json:"folds,omitempty"`
	Repeats       int    `json:"repeats,omitempty"`
	TrainFraction Value  `json:"train_fraction,omitzero"`
	Gap           int    `json:"gap,omitempty"`      // samples left out on both sides of a test or validation block
	By            string `json:"split_by,omitempty"` // what is dealt out whole; "" for what the data suggests
	Validation    Value  `json:"validation,omitzero"`
	Inner         int    `json:"inner,omitempty"` // number of inner splits, dealt in turn; 0 for the single one of engine 0.5
	Seed          uint64 `json:"seed"`
	Draw          int    `json:"draw,omitempty"` // which draw of what is random in the point, from 0
}

// Point is one full set of parameters: everything that changes a result. It does not
// know its parameters: each is read and set by the variable that declares it, such as
// kernel.Sigma.Of(p). What does not apply is absent. Points are comparable.
type Point struct {
	Frame
	values values
}

// With is the point with some parameters set.
func (p Point) With(settings ...Assignment) Point {
	for _, set := range settings {
		set(&p)
	}
	return p
}

// Assignment gives one parameter of a point a value.
type Assignment func(*Point)

// DrawSeed is the seed of what is random in the point beside its split.
func (p Point) DrawSeed() uint64 { return p.Seed + uint64(p.Draw)<<32 }

// Validated says that something is set aside for choosing.
func (p Point) Validated() bool { return p.Validation.OK || p.Inner > 0 }

// Config is the point without its fold and draw: points of one Config are
// repeats of the same choice, to be averaged.
func (p Point) Config() Point {
	p.Fold, p.Draw = 0, 0
	return p
}

// Shared returns a point that has the settings of p with a role, and nothing else.
func (p Point) Shared(role Role) (q Point) {
	for _, a := range shared {
		if v, ok := p.values.find(a.id); ok && a.Shared == role {
			q.values = q.values.with(a.id, v)
		}
	}
	return q
}

// Unmeasured returns the point without the settings and the axes that only what is measured
// of the features depends on.
func (p Point) Unmeasured() Point {
	for _, a := range declared {
		if a.Measures || a.Shared == Measuring {
			p.values = p.values.with(a.id, "")
		}
	}
	return p
}

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
func (p Point) Label() string { return p.label(shown) }

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

// SharedLabel names the settings of the point in a line, as [Point.Label] does axes.
func (p Point) SharedLabel() string { return p.label(shared) }

// String is the label of the point, so that messages of tests can be read.
func (p Point) String() string { return p.Label() }
