package prepare

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// interpolation fills runs of up to most missing rows of an input linearly, and
// ends a segment at longer ones.
type interpolation struct{ maxGap int }

// Apply interpolates all recordings.
func (i interpolation) Apply(ctx context.Context, m *data.Raw, _ Memory) error {
	most := i.maxGap
	var whole []*data.Recording
	filled, left := 0, 0
	for _, r := range m.Recordings {
		if err := ctx.Err(); err != nil {
			return err
		}
		d := len(m.Inputs)
		for c := range d {
			n, longest := interpolate(r.X, c, d, most)
			filled, m.Spread = filled+n, max(m.Spread, longest)
		}
		pieces := complete(m, r, d)
		for _, p := range pieces {
			left -= p.Rows
		}
		left += r.Rows
		whole = append(whole, pieces...)
	}
	if len(whole) == 0 {
		return fmt.Errorf("no row is complete, not even with runs of %d interpolated: drop inputs that are mostly missing with --drop", most)
	}
	m.Recordings = whole
	m.Found.Filled, m.Found.Unfilled = filled, left
	switch {
	case left > 0:
		m.Did("%s interpolated, in runs of up to %s; segments split at %s of longer runs", message.Counted(filled, "number"), message.Counted(most, "row"), message.Counted(left, "row"))
	case filled > 0:
		m.Did("%s interpolated, in runs of up to %s", message.Counted(filled, "number"), message.Counted(most, "row"))
	}
	return nil
}

// interpolate fills the short runs of NaN in column c of rows of d numbers. It
// returns the number of filled values and the length of the longest run.
func interpolate(x []float64, c, d, most int) (filled, longest int) {
	last := -1 // row of the last number
	for t := 0; t*d < len(x); t++ {
		v := x[t*d+c]
		if math.IsNaN(v) {
			continue
		}
		if gap := t - last - 1; last >= 0 && gap > 0 && gap <= most {
			from := x[last*d+c]
			for k := 1; k <= gap; k++ {
				share := float64(k) / float64(gap+1)
				if x[(last+k)*d+c] = (1-share)*from + share*v; data.Steady(v, from) {
					x[(last+k)*d+c] = from
				}
			}
			filled, longest = filled+gap, max(longest, gap)
		}
		last = t
	}
	return filled, longest
}

// complete returns the runs of complete rows of a recording.
func complete(m *data.Raw, r *data.Recording, d int) []*data.Recording {
	var all []*data.Recording
	for t := 0; t < r.Rows; t++ {
		if hasNaN(r.X[t*d : (t+1)*d]) {
			continue
		}
		end := t + 1
		for end < r.Rows && !hasNaN(r.X[end*d:(end+1)*d]) {
			end++
		}
		if t == 0 && end == r.Rows {
			return []*data.Recording{r}
		}
		if r.Series == 0 {
			r.Series = m.NumberSeries()
		}
		piece := r.Slice(t, end, d)
		if len(all) > 0 {
			piece.Name += fmt.Sprintf("#%d", len(all)+1)
		}
		all = append(all, piece)
		t = end
	}
	return all
}

func hasNaN(x []float64) bool {
	for _, v := range x {
		if v != v {
			return true
		}
	}
	return false
}
