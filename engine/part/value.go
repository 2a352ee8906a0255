package part

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// Value is an optional number. The zero Value does not apply to a point and is left out of
// its JSON.
type Value struct {
	X  float64
	OK bool
}

// Num returns a Value that applies.
func Num(x float64) Value { return Value{x, true} }

// IsZero reports whether the value does not apply (for omitzero).
func (v Value) IsZero() bool { return !v.OK }

// String returns the shortest text that reads back as the same number, or "".
func (v Value) String() string {
	if !v.OK {
		return ""
	}
	return strconv.FormatFloat(v.X, 'g', -1, 64)
}

// MarshalJSON writes the number; see [Float] for NaN and infinities.
func (v Value) MarshalJSON() ([]byte, error) { return Float(v.X).MarshalJSON() }

// UnmarshalJSON reads what MarshalJSON writes.
func (v *Value) UnmarshalJSON(b []byte) error {
	var f Float
	if err := f.UnmarshalJSON(b); err != nil {
		return err
	}
	*v = Num(float64(f))
	return nil
}

// Float is a float64 whose JSON is the shortest round-trip form, with NaN and
// the infinities as the strings "NaN", "Infinity" and "-Infinity".
type Float float64

// Floats converts numbers to Floats for JSON.
func Floats(values []float64) []Float {
	out := make([]Float, len(values))
	for i, v := range values {
		out[i] = Float(v)
	}
	return out
}

// Numbers converts Floats to numbers.
func Numbers(values []Float) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = float64(v)
	}
	return out
}

// MarshalJSON writes the number, or its name in quotes if it is not finite.
func (f Float) MarshalJSON() ([]byte, error) {
	x := float64(f)
	switch {
	case math.IsNaN(x):
		return []byte(`"NaN"`), nil
	case math.IsInf(x, 1):
		return []byte(`"Infinity"`), nil
	case math.IsInf(x, -1):
		return []byte(`"-Infinity"`), nil
	}
	return json.Marshal(x)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (f *Float) UnmarshalJSON(b []byte) error {
	switch string(b) {
	case `"NaN"`:
		*f = Float(math.NaN())
		return nil
	case `"Infinity"`:
		*f = Float(math.Inf(1))
		return nil
	case `"-Infinity"`:
		*f = Float(math.Inf(-1))
		return nil
	}
	var x float64
	if err := json.Unmarshal(b, &x); err != nil {
		return fmt.Errorf("part: number: %w", err)
	}
	*f = Float(x)
	return nil
}

// Flag is an optional switch. The zero Flag does not apply to a point and is left out of
// its JSON.
type Flag int

// The values of a Flag.
const (
	FlagUnset Flag = iota
	FlagOff
	FlagOn
)

// IsZero reports whether the flag does not apply (for omitzero).
func (f Flag) IsZero() bool { return f == FlagUnset }

// MarshalJSON writes true or false.
func (f Flag) MarshalJSON() ([]byte, error) { return json.Marshal(f == FlagOn) }

// UnmarshalJSON reads true or false.
func (f *Flag) UnmarshalJSON(b []byte) error {
	var on bool
	if err := json.Unmarshal(b, &on); err != nil {
		return fmt.Errorf("part: switch: %w", err)
	}
	*f = FlagOff
	if on {
		*f = FlagOn
	}
	return nil
}
