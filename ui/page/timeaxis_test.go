package page_test

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/ui/page"
)

// The time axis has the largest unit of which the longest segment has three: 600 samples an hour
// apart are 25 days, of which the 13th sample is half a day from the first.
func TestTimeAxis(t *testing.T) {
	for _, c := range []struct {
		samples     int
		rate        float64
		unit        string
		first, step float64
	}{
		{600, 1.0 / 3600, "time days", 0.5, 1.0 / 24},
		{600, 1.0 / 60, "time h", 0.2, 1.0 / 60},
		{600, 1, "time min", 0.2, 1.0 / 60},
		{600, 8, "time s", 1.5, 0.125},
		{600, 0, "sample", 13, 1},
	} {
		sc := &page.Scene{Set: &data.Set{X: mat.NewDense(c.samples+9, 1, nil), Rate: c.rate,
			Segments: []data.Segment{{End: 9}, {Start: 9, End: 9 + c.samples}}}}
		unit, first, step := sc.TimeAxis(12)
		if string(unit) != c.unit || first != c.first || step != c.step {
			t.Errorf("%d samples, %g a second: %s, the first at %g, then each %g", c.samples, c.rate, unit, first, step)
		}
	}
}
