package record

import (
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/result"
)

// KindMeasured records the unit-variance check of a point over its training
// outputs, for the best point of a sweep that checked all points by second
// moments. It is not part of the point.
const KindMeasured = "point.measured"

// Measured is the unit-variance check of a point over its training outputs.
type Measured struct {
	Key      string           `json:"key"`
	Variance *result.Variance `json:"variance,omitempty"`
	Error    string           `json:"error,omitempty"` // why the check failed
}

// String returns the check in words.
func (m Measured) String() string {
	if m.Variance == nil {
		return "measured again over the training outputs: " + m.Error
	}
	off := math.Max(float64(m.Variance.Max)-1, 1-float64(m.Variance.Min))
	return fmt.Sprintf("measured again over the training outputs: variances within %.2g of 1, correlations at most %.2g", off, float64(m.Variance.MaxAbsCorr))
}

// MeasuredOf returns the last check of the point with the given key.
func (s State) MeasuredOf(key string) (Measured, bool) {
	i := slices.IndexFunc(s.Measured, func(m Measured) bool { return m.Key == key })
	if i < 0 {
		return Measured{}, false
	}
	return s.Measured[i], true
}

// addMeasured adds a check, which replaces an earlier one of the point.
func (s *State) addMeasured(r Record) {
	d, ok := DataOf[Measured](r)
	if !ok || !IsKey(d.Key) {
		return
	}
	// clone: earlier snapshots keep theirs
	s.Measured = append(slices.DeleteFunc(slices.Clone(s.Measured), func(old Measured) bool { return old.Key == d.Key }), d)
	s.log(r.T, Happening, "point "+d.Key[:12]+" "+d.String())
}
