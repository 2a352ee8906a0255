package choose

import (
	"slices"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
)

// detectorsTie reports whether ★ is a detector that ties with points of another readout
// because the objective scores features alone.
func (c *Choice) detectorsTie() bool {
	best := c.Row.Config
	return c.By.FirstFeatures() && readout.Detects(best) && slices.ContainsFunc(c.Tied, func(i int) bool {
		other := &c.candidates[i].row.Config
		return slices.ContainsFunc(part.Axes(), func(a *part.Axis) bool { return a.Readout && a.Of(&best) != a.Of(other) })
	})
}
