package datasets

import (
	"errors"
	"fmt"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"gonum.org/v1/gonum/mat"
)

// stretch is the part of a recording that goes into a set.
type stretch struct {
	r       *recording
	windows int
}

// assemble embeds all recordings, cuts them to the limit and makes the set.
func (m *material) assemble(j *job, e embedding) (*data.Set, error) {
	parts, n, err := m.stretches(e, j.o.Limit)
	if err != nil {
		return nil, err
	}
	d := len(m.inputs) * e.width()
	if most := j.limit(); n > most/8/d {
		return nil, e.tooLarge(n, d, most)
	}
	s := &data.Set{
		Name: m.name, Inputs: e.names(m.inputs), Files: m.sources,
		TargetName: m.targetName, Rate: m.rate / float64(e.step()), Disk: j.disk,
	}
	if err := m.fillX(j, s, e, parts, n); err != nil {
		return nil, err
	}
	start := 0
	for _, p := range parts {
		s.Segments = append(s.Segments, data.Segment{Name: p.r.name, Group: p.r.group, Start: start, End: start + p.windows, Held: p.r.held, Aside: p.r.aside})
		start += p.windows
	}
	fillLabels(s, e, parts, n)
	m.fillNumbers(s, e, parts, n)
	m.noteClasses(s)
	if names := constantInputs(s); names != nil {
		m.note("constant in all samples, kept: %s (%s)", message.Counted(len(names), "input"), message.List(names))
	}
	s.Notes, s.Found, s.Prepared = m.notes, m.found, m.prepared
	return s, nil
}

// stretches says how many windows of which recording the set has, n in all.
// The limit holds for the data and for the test data, each.
func (m *material) stretches(e embedding, limit int) (parts []stretch, n int, err error) {
	var short []string
	longest := m.recordings[0]
	for _, r := range m.recordings {
		if r.rows > longest.rows {
			longest = r
		}
		if w := e.windows(r.rows); w > 0 {
			parts = append(parts, stretch{r, w})
		} else {
			short = append(short, r.name)
		}
	}
	if len(parts) == 0 {
		return nil, 0, e.tooShort(longest)
	}
	if short != nil {
		m.found.Short = len(short)
		m.note("skipped, shorter than %s: %s (%s)", message.Counted(e.span(), "sample"), message.Counted(len(short), "segment"), message.List(short))
	}
	data := m.cut(parts, limit, false)
	test := m.cut(parts, limit, true)
	if err := m.checkPairs(data, "the data"); err != nil {
		return nil, 0, err
	}
	if m.hasHeld() {
		if err := m.checkPairs(test, "the test data"); err != nil {
			return nil, 0, err
		}
	}
	parts = append(data, test...)
	for _, p := range parts {
		n += p.windows
	}
	return parts, n, nil
}

// hasHeld reports whether test data was read, even if it is too short to use.
func (m *material) hasHeld() bool {
	return len(m.recordings) > 0 && m.recordings[len(m.recordings)-1].held
}

// cut keeps the first windows, at most limit (0: all), of the test data or of
// the rest.
func (m *material) cut(parts []stretch, limit int, held bool) []stretch {
	var kept []stretch
	total, left := 0, limit
	for _, p := range parts {
		if p.r.held != held {
			continue
		}
		total += p.windows
		if limit > 0 {
			p.windows = min(p.windows, left)
			left -= p.windows
		}
		if p.windows > 0 {
			kept = append(kept, p)
		}
	}
	if limit > 0 && total > limit {
		m.note("the first %d of %d %s kept", limit, total, map[bool]string{false: "samples", true: "test samples"}[held])
	}
	return kept
}

// checkPairs refuses data without two consecutive samples, but for labelled data
// and such with a target, which a graph may join without them.
func (m *material) checkPairs(parts []stretch, what string) error {
	n := 0
	for _, p := range parts {
		if p.windows > 1 {
			return nil
		}
		n += p.windows
	}
	if n < 2 {
		return fmt.Errorf("%s: %s is too little: slowness needs at least two consecutive samples; give more data, raise --limit or lower delta of --embed", what, message.Counted(n, "sample"))
	}
	if slices.ContainsFunc(parts, func(p stretch) bool { return p.r.labels != nil || p.r.target != nil }) {
		m.note("%s: no segment has two consecutive samples, so slowness cannot be measured, and only training graphs over labels or a target have edges", what)
		return nil
	}
	return errors.New(what + ": no segment has two consecutive samples, so there is no change over time to measure: segments must be longer (is the column of --segment or --group the right one?)")
}

// fillX embeds all parts into the n rows of X.
func (m *material) fillX(j *job, s *data.Set, e embedding, parts []stretch, n int) error {
	inputs := len(m.inputs)
	if e.l == 0 && len(parts) == 1 { // the table is the matrix: no copy
		s.X = mat.NewDense(n, inputs, parts[0].r.x[:n*inputs])
		return nil
	}
	x, err := j.spool.Floats(n * inputs * e.width())
	if err != nil {
		return err
	}
	s.X = mat.NewDense(n, inputs*e.width(), x)
	start := 0
	for _, p := range parts {
		if err := e.copyWindows(j.ctx, s.X, start, p.r, p.windows, inputs); err != nil {
			return err
		}
		start += p.windows
		p.r.x = nil // the raw samples are in the windows now
	}
	return nil
}

// fillLabels gives each window its segment's label, or where labels change
// inside the segment the label of its middle sample.
func fillLabels(s *data.Set, e embedding, parts []stretch, n int) {
	if !slices.ContainsFunc(parts, func(p stretch) bool { return p.r.labels != nil }) {
		return
	}
	var names []string
	index := map[string]int{"": -1}
	eachLabel(e, parts, func(_ int, l string) {
		if _, ok := index[l]; !ok {
			index[l] = 0
			names = append(names, l)
		}
	})
	if names == nil {
		return
	}
	s.Classes = sortValues(names)
	for i, name := range s.Classes {
		index[name] = i
	}
	s.Label = make([]int, n)
	eachLabel(e, parts, func(row int, l string) { s.Label[row] = index[l] })
}

// eachLabel calls f with the label of each window.
func eachLabel(e embedding, parts []stretch, f func(row int, label string)) {
	row := 0
	for _, p := range parts {
		for t := range p.windows {
			f(row, p.r.label(t*e.step()+e.middle()))
			row++
		}
	}
}

// fillNumbers gives each window the target and the latent variables of its
// middle sample.
func (m *material) fillNumbers(s *data.Set, e embedding, parts []stretch, n int) {
	if m.latents > 0 {
		s.Latent = mat.NewDense(n, m.latents, nil)
	}
	row := 0
	for _, p := range parts {
		for t := range p.windows {
			at := t*e.step() + e.middle()
			if p.r.target != nil {
				s.Target = append(s.Target, p.r.target[at])
			}
			if p.r.importance != nil {
				s.Importance = append(s.Importance, p.r.importance[at])
			}
			if p.r.transition != nil {
				s.TransitionImportance = append(s.TransitionImportance, p.r.transition[at])
			}
			if m.latents > 0 {
				s.Latent.SetRow(row, p.r.latent[at*m.latents:(at+1)*m.latents])
			}
			row++
		}
	}
}

// noteClasses notes labels that no readout can learn from: none at all, one
// class, classes that only the test data has.
func (m *material) noteClasses(s *data.Set) {
	labelled := slices.ContainsFunc(m.recordings, func(r *recording) bool { return r.labels != nil })
	switch {
	case len(s.Classes) == 1:
		m.note("only one class, %s: there is nothing to tell apart", s.Classes[0])
	case labelled && s.Classes == nil:
		m.note("no sample has a label: all are empty")
	}
	trained := make([]bool, len(s.Classes))
	held := false
	for _, seg := range s.Segments {
		held = held || seg.Held
		for _, c := range s.Label[min(seg.Start, len(s.Label)):min(seg.End, len(s.Label))] {
			if c >= 0 && !seg.Held {
				trained[c] = true
			}
		}
	}
	var only []string
	for c, ok := range trained {
		if !ok {
			only = append(only, s.Classes[c])
		}
	}
	if held && only != nil {
		m.note("in the test data only: %s (%s)", message.Counted(len(only), "label"), message.List(only))
	}
}

// constantInputs names the inputs that have one value in all samples.
func constantInputs(s *data.Set) []string {
	n, _ := s.X.Dims()
	first := s.X.RawRowView(0)
	left := make([]int, len(first))
	for j := range left {
		left[j] = j
	}
	for i := 1; i < n && len(left) > 0; i++ {
		row := s.X.RawRowView(i)
		kept := left[:0]
		for _, j := range left {
			if row[j] == first[j] {
				kept = append(kept, j)
			}
		}
		left = kept
	}
	var names []string
	for _, j := range left {
		names = append(names, s.Inputs[j])
	}
	return names
}
