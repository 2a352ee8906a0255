package datasets

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/message"
)

// maxFill is the longest run of missing rows that may be interpolated.
const maxFill = 1_000_000

// parseMissing settles what a missing number does.
func (j *job) parseMissing() error {
	written := j.o.Missing
	kind, number, counted := strings.Cut(written, ":")
	switch {
	case written == "" || written == "refuse":
		return nil
	case written == "split":
		j.splitMissing = true
		return nil
	case kind == "interpolate" && counted:
		k, err := strconv.Atoi(number)
		if err != nil || k < 1 || k > maxFill {
			return message.Usagef("--missing %s: behind interpolate: stands the longest run of rows that is filled, from 1, as in interpolate:3", message.Clean(written))
		}
		j.splitMissing, j.fill = true, k
		return nil
	}
	return message.Usagef("--missing %s: choose refuse, split or interpolate:K", message.Clean(written))
}

// setMissing makes all that is not finite NaN.
func setMissing(x []float64) {
	for i, v := range x {
		if v-v != 0 {
			x[i] = math.NaN()
		}
	}
}

// noteMissing notes the rows of a file in which a number is missing.
func (m *material) noteMissing(j *job, base string, rows lines, unit string) {
	what := "left out: %s"
	if j.fill > 0 {
		what = "%s"
	}
	m.note("%s: "+what+" (the first is %s %d)", base, message.Counted(rows.count, "incomplete row"), unit, rows.first)
}

// mend fills what is missing between two numbers of an input, where no more
// than so many rows lack it, along the line between them, and ends a segment at
// what is left.
func (m *material) mend(ctx context.Context, most int) error {
	var whole []*recording
	filled, left := 0, 0
	for _, r := range m.recordings {
		if err := ctx.Err(); err != nil {
			return err
		}
		d := len(m.inputs)
		for c := range d {
			filled += interpolate(r.x, c, d, most)
		}
		pieces := r.pieces(d)
		for _, p := range pieces {
			left -= p.rows
		}
		left += r.rows
		whole = append(whole, pieces...)
	}
	if len(whole) == 0 {
		return fmt.Errorf("no row is complete, not even with runs of %d interpolated: drop inputs that are mostly missing with --drop", most)
	}
	m.recordings = whole
	m.found.Filled = filled
	switch {
	case left > 0:
		m.did("%s interpolated, in runs of up to %s; segments split at %s of longer runs", message.Counted(filled, "number"), message.Counted(most, "row"), message.Counted(left, "row"))
	case filled > 0:
		m.did("%s interpolated, in runs of up to %s", message.Counted(filled, "number"), message.Counted(most, "row"))
	}
	return nil
}

// interpolate fills the short runs of NaN in column c of rows of d numbers, and
// counts what it filled.
func interpolate(x []float64, c, d, most int) (filled int) {
	last := -1 // the row of the last number
	for t := 0; t*d < len(x); t++ {
		v := x[t*d+c]
		if math.IsNaN(v) {
			continue
		}
		if gap := t - last - 1; last >= 0 && gap > 0 && gap <= most {
			from := x[last*d+c]
			for k := 1; k <= gap; k++ {
				share := float64(k) / float64(gap+1)
				x[(last+k)*d+c] = (1-share)*from + share*v
			}
			filled += gap
		}
		last = t
	}
	return filled
}

// pieces are the runs of complete rows of a recording.
func (r *recording) pieces(d int) []*recording {
	var all []*recording
	for t := 0; t < r.rows; t++ {
		if hasNaN(r.x[t*d : (t+1)*d]) {
			continue
		}
		end := t + 1
		for end < r.rows && !hasNaN(r.x[end*d:(end+1)*d]) {
			end++
		}
		if t == 0 && end == r.rows {
			return []*recording{r}
		}
		piece := r.slice(t, end, d)
		if len(all) > 0 {
			piece.name += fmt.Sprintf("#%d", len(all)+1)
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

// slice is the recording's rows from one to before another, d numbers each.
func (r *recording) slice(from, to, d int) *recording {
	s := *r
	s.rows, s.x = to-from, r.x[from*d:to*d:to*d]
	if len(r.labels) > 1 {
		s.labels = r.labels[from:to:to]
	}
	for _, of := range []*[]float64{&s.target, &s.importance, &s.transition} {
		if *of != nil {
			*of = (*of)[from:to:to]
		}
	}
	if r.latent != nil {
		k := len(r.latent) / r.rows
		s.latent = r.latent[from*k : to*k : to*k]
	}
	return &s
}
