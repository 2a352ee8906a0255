package part

// Parameter is a declared parameter: a [Number], [Count], [Word] or [Switch].
type Parameter interface{ Axis() *Axis }

// parameter holds the axis that all kinds of parameters have.
type parameter struct{ axis *Axis }

// Axis returns the parameter's axis.
func (p parameter) Axis() *Axis { return p.axis }

// Number is a parameter that is a number, such as a width.
type Number struct{ parameter }

// NewNumber declares a number.
func NewNumber(a Axis) Number { return Number{parameter{declare(a, number)}} }

// Of returns the point's value; the zero Value if it has none.
func (n Number) Of(p Point) Value {
	if v, ok := p.values.find(n.axis.id); ok {
		return Num(floatOf(v))
	}
	return Value{}
}

// X returns the point's value as a float64; 0 if it has none.
func (n Number) X(p Point) float64 { return n.Of(p).X }

// Set sets the point's value. The zero Value removes it.
func (n Number) Set(p *Point, v Value) {
	text := ""
	if v.OK {
		text = ofFloat(v.X)
	}
	p.values = p.values.with(n.axis.id, text)
}

// As returns the assignment of v. The zero Value removes the parameter.
func (n Number) As(v Value) Assignment { return func(p *Point) { n.Set(p, v) } }

// Is returns the assignment of x.
func (n Number) Is(x float64) Assignment { return func(p *Point) { n.Set(p, Num(x)) } }

// Count is a parameter that is a whole number above 0, such as a size.
type Count struct{ parameter }

// NewCount declares a count.
func NewCount(a Axis) Count { return Count{parameter{declare(a, count)}} }

// Of returns the point's value; 0 if it has none.
func (c Count) Of(p Point) int {
	if v, ok := p.values.find(c.axis.id); ok {
		return intOf(v)
	}
	return 0
}

// Set sets the point's value; 0 removes it.
func (c Count) Set(p *Point, n int) {
	text := ""
	if n != 0 {
		text = ofInt(n)
	}
	p.values = p.values.with(c.axis.id, text)
}

// Is returns the assignment of n.
func (c Count) Is(n int) Assignment { return func(p *Point) { c.Set(p, n) } }

// Word is a parameter that is a word, such as the name of a part.
type Word struct{ parameter }

// NewWord declares a word.
func NewWord(a Axis) Word { return Word{parameter{declare(a, word)}} }

// Of returns the point's word; "" if it has none.
func (w Word) Of(p Point) string {
	v, _ := p.values.find(w.axis.id)
	return v
}

// Set sets the point's word; "" removes it.
func (w Word) Set(p *Point, text string) { p.values = p.values.with(w.axis.id, text) }

// Is returns the assignment of text.
func (w Word) Is(text string) Assignment { return func(p *Point) { w.Set(p, text) } }

// Switch is a parameter that is on or off.
type Switch struct{ parameter }

// NewSwitch declares a switch. Its choices are on and off.
func NewSwitch(a Axis) Switch {
	a.Choices = []string{"on", "off"}
	return Switch{parameter{declare(a, toggle)}}
}

// Of returns the point's value; FlagUnset if it has none.
func (s Switch) Of(p Point) Flag {
	v, _ := p.values.find(s.axis.id)
	return flagOf(v)
}

// On reports whether the point's value is on.
func (s Switch) On(p Point) bool { return s.Of(p) == FlagOn }

// Set sets the point's value. FlagUnset removes it.
func (s Switch) Set(p *Point, f Flag) { p.values = p.values.with(s.axis.id, f.String()) }

// Is returns the assignment of f.
func (s Switch) Is(f Flag) Assignment { return func(p *Point) { s.Set(p, f) } }

// flagOf returns the Flag for "on" or "off", and FlagUnset for other texts.
func flagOf(text string) Flag {
	switch text {
	case "on":
		return FlagOn
	case "off":
		return FlagOff
	}
	return FlagUnset
}

// String returns "on", "off" or "".
func (f Flag) String() string { return [...]string{"", "off", "on"}[f] }
