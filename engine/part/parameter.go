package part

// Parameter is one that a package declares: a [Number], [Count], [Word] or [Switch].
type Parameter interface{ Axis() *Axis }

// parameter is what all parameters have in common.
type parameter struct{ axis *Axis }

// Axis describes the parameter.
func (p parameter) Axis() *Axis { return p.axis }

// Number is a parameter that is a number, such as a width.
type Number struct{ parameter }

// NewNumber declares one.
func NewNumber(a Axis) Number { return Number{parameter{declare(a, number)}} }

// Of is the point's value; the zero Value where it has none.
func (n Number) Of(p Point) Value {
	if v, ok := p.values.find(n.axis.id); ok {
		return Num(floatOf(v))
	}
	return Value{}
}

// X is the point's value; 0 where it has none.
func (n Number) X(p Point) float64 { return n.Of(p).X }

// Set gives a point the value, or takes it away.
func (n Number) Set(p *Point, v Value) {
	text := ""
	if v.OK {
		text = ofFloat(v.X)
	}
	p.values = p.values.with(n.axis.id, text)
}

// As sets the value, or takes it away.
func (n Number) As(v Value) Assignment { return func(p *Point) { n.Set(p, v) } }

// Is sets the value.
func (n Number) Is(x float64) Assignment { return func(p *Point) { n.Set(p, Num(x)) } }

// Count is a parameter that is a whole number above 0, such as a size.
type Count struct{ parameter }

// NewCount declares one.
func NewCount(a Axis) Count { return Count{parameter{declare(a, count)}} }

// Of is the point's value; 0 where it has none.
func (c Count) Of(p Point) int {
	if v, ok := p.values.find(c.axis.id); ok {
		return intOf(v)
	}
	return 0
}

// Set gives a point the value; 0 takes it away.
func (c Count) Set(p *Point, n int) {
	text := ""
	if n != 0 {
		text = ofInt(n)
	}
	p.values = p.values.with(c.axis.id, text)
}

// Is sets the value.
func (c Count) Is(n int) Assignment { return func(p *Point) { c.Set(p, n) } }

// Word is a parameter that is a word, such as the name of a part.
type Word struct{ parameter }

// NewWord declares one.
func NewWord(a Axis) Word { return Word{parameter{declare(a, word)}} }

// Of is the point's word; "" where it has none.
func (w Word) Of(p Point) string {
	v, _ := p.values.find(w.axis.id)
	return v
}

// Set gives a point the word; "" takes it away.
func (w Word) Set(p *Point, text string) { p.values = p.values.with(w.axis.id, text) }

// Is sets the word.
func (w Word) Is(text string) Assignment { return func(p *Point) { w.Set(p, text) } }

// Switch is a parameter that is on or off.
type Switch struct{ parameter }

// NewSwitch declares one. Its choices are on and off.
func NewSwitch(a Axis) Switch {
	a.Choices = []string{"on", "off"}
	return Switch{parameter{declare(a, toggle)}}
}

// Of is the point's value; the zero Flag where it has none.
func (s Switch) Of(p Point) Flag {
	v, _ := p.values.find(s.axis.id)
	return flagOf(v)
}

// On reports whether the point's value is on.
func (s Switch) On(p Point) bool { return s.Of(p) == FlagOn }

// Set gives a point the value, or takes it away.
func (s Switch) Set(p *Point, f Flag) { p.values = p.values.with(s.axis.id, f.String()) }

// Is sets the value.
func (s Switch) Is(f Flag) Assignment { return func(p *Point) { s.Set(p, f) } }

// flagOf is the Flag of its text.
func flagOf(text string) Flag {
	switch text {
	case "on":
		return FlagOn
	case "off":
		return FlagOff
	}
	return FlagUnset
}

// String is "on", "off" or "".
func (f Flag) String() string { return [...]string{"", "off", "on"}[f] }
