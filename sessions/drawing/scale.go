package drawing

import "math"

// Tiny is the least magnitude that has a logarithm on a [Scale]. Steps and
// logarithms of smaller numbers, most of them denormal, lose their digits.
const Tiny = 1e-300

// Scale maps values to places along one direction of a drawing, such as pixels
// or cells, linearly or by the logarithm.
type Scale struct {
	Log      bool
	Lo, Hi   float64 // what stands at From and To: values, or decimal logarithms if Log
	From, To float64 // places; To may lie before From
	// Zero is the place of values that have no logarithm, before a break of the
	// axis; NaN where there are none.
	Zero float64
	// Negative says that one of the values at Zero is below 0.
	Negative bool
	bare     bool // all values stand at Zero
}

// Fit spans finite values, from the least at place 0 to the greatest at place 1.
// Zero is 0 if some have no logarithm. Without any that has a place between Lo
// and Hi, the scale is [Scale.Empty].
func Fit(values []float64, log bool) Scale {
	s := Scale{Log: log, Lo: math.Inf(1), Hi: math.Inf(-1), To: 1, Zero: math.NaN()}
	for _, v := range values {
		if s.AtZero(v) {
			s.Zero = 0
			s.Negative = s.Negative || v < 0
			continue
		}
		v = s.coordinate(v)
		s.Lo, s.Hi = min(s.Lo, v), max(s.Hi, v)
	}
	s.bare = s.Broken() && s.Empty()
	return s
}

// Empty reports that no value has a place between Lo and Hi.
func (s *Scale) Empty() bool { return s.Lo > s.Hi }

// Broken reports that some values stand at Zero, before a break of the axis.
func (s *Scale) Broken() bool { return !math.IsNaN(s.Zero) }

// Bare reports that all values stand at Zero: numbers between Lo and Hi mean nothing.
func (s *Scale) Bare() bool { return s.bare }

// ZeroLabel returns the label of the place of values that have no logarithm.
func (s *Scale) ZeroLabel() string {
	if s.Negative {
		return "≤0"
	}
	return "0"
}

// Widen moves both ends outwards by pad: a value, or decades if Log.
func (s *Scale) Widen(pad float64) { s.Lo, s.Hi = s.Lo-pad, s.Hi+pad }

// AtZero reports that v has no logarithm where one is needed.
func (s *Scale) AtZero(v float64) bool { return s.Log && v < Tiny }

// coordinate is v as Lo and Hi count.
func (s *Scale) coordinate(v float64) float64 {
	if s.Log {
		return math.Log10(v)
	}
	return v
}

// Place is where v stands, which may be before From or after To.
func (s *Scale) Place(v float64) float64 {
	if s.AtZero(v) {
		return s.Zero
	}
	return s.From + (s.coordinate(v)-s.Lo)/(s.Hi-s.Lo)*(s.To-s.From)
}

// Holds reports that v lies between the ends, or has a place at Zero.
func (s *Scale) Holds(v float64) bool {
	if s.AtZero(v) {
		return s.Broken()
	}
	v = s.coordinate(v)
	return v >= s.Lo && v <= s.Hi
}

// Finite reports that v is neither NaN nor infinite.
func Finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
