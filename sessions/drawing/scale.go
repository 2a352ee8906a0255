package drawing

import "math"

// Tiny is the smallest magnitude with a logarithm on a [Scale]. Steps and
// logarithms of smaller numbers, most of them denormal, lose their digits.
const Tiny = 1e-300

// Scale maps values to positions along one direction of a drawing, such as
// pixels or cells, linearly or by the logarithm.
type Scale struct {
	Log      bool
	Lo, Hi   float64 // values at From and To, or their decimal logarithms if Log
	From, To float64 // positions; To may be smaller than From
	// Zero is the position of values without a logarithm, before a break of the
	// axis; NaN if there are none.
	Zero float64
	// Negative reports that a value at Zero is negative.
	Negative bool
	bare     bool // all values are at Zero
}

// Fit returns a scale that spans finite values, from the minimum at position 0
// to the maximum at position 1. Zero is 0 if some values have no logarithm. If
// no value has a position between Lo and Hi, the scale is [Scale.Empty].
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

// Empty reports whether no value has a position between Lo and Hi.
func (s *Scale) Empty() bool { return s.Lo > s.Hi }

// Broken reports whether some values are at Zero, before a break of the axis.
func (s *Scale) Broken() bool { return !math.IsNaN(s.Zero) }

// Bare reports whether all values are at Zero, so that Lo and Hi are
// meaningless.
func (s *Scale) Bare() bool { return s.bare }

// ZeroLabel returns the label of the position of values without a logarithm.
func (s *Scale) ZeroLabel() string {
	if s.Negative {
		return "≤0"
	}
	return "0"
}

// Widen moves both ends outwards by pad: a value, or decades if Log.
func (s *Scale) Widen(pad float64) { s.Lo, s.Hi = s.Lo-pad, s.Hi+pad }

// AtZero reports whether v has no logarithm on a logarithmic scale.
func (s *Scale) AtZero(v float64) bool { return s.Log && v < Tiny }

// coordinate returns v in the units of Lo and Hi.
func (s *Scale) coordinate(v float64) float64 {
	if s.Log {
		return math.Log10(v)
	}
	return v
}

// Place returns the position of v, which may be before From or after To.
func (s *Scale) Place(v float64) float64 {
	if s.AtZero(v) {
		return s.Zero
	}
	return s.From + (s.coordinate(v)-s.Lo)/(s.Hi-s.Lo)*(s.To-s.From)
}

// Holds reports whether v lies between the ends, or has a position at Zero.
func (s *Scale) Holds(v float64) bool {
	if s.AtZero(v) {
		return s.Broken()
	}
	v = s.coordinate(v)
	return v >= s.Lo && v <= s.Hi
}

// Finite reports whether v is neither NaN nor infinite.
func Finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
