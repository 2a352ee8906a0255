package datasets

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/prepare"
	"gonum.org/v1/gonum/mat"
)

// windowCount is the number of windows that a recording contributes to a set.
type windowCount struct {
	r       *data.Recording
	windows int
}

// assemble embeds all recordings, applies the limit and creates the set.
func (r *reading) assemble(e prepare.Embedding) (*data.Set, error) {
	m := r.to.Raw
	series := r.o.Unit == "segment"
	limit := r.o.Limit
	if series { // the limit counts segments
		m.Recordings = firstRecordings(m, limit)
		limit = 0
	}
	parts, n, err := stretches(m, e, limit, r.o.Few)
	if err != nil {
		return nil, err
	}
	d := len(m.Inputs) * e.Width()
	if most := r.to.Limit(); n > most/8/d {
		return nil, e.TooLarge(n, d, most)
	}
	s := &data.Set{
		Name: m.Name, Inputs: e.Names(m.Inputs), Files: m.Sources,
		TargetName: m.TargetName, Rate: m.Rate / float64(e.Step()), Disk: r.from.Disk,
	}
	if series {
		err = r.fillSeries(s, e, parts)
	} else {
		err = r.fillX(s, e, parts, n)
	}
	if err != nil {
		return nil, err
	}
	start := 0
	for _, p := range parts {
		s.Segments = append(s.Segments, data.Segment{Name: p.r.Name, Group: p.r.Group, Start: start, End: start + p.windows, Held: p.r.Held, Aside: p.r.Aside, Series: p.r.Series})
		start += p.windows
	}
	fillLabels(s, e, parts, n)
	fillNumbers(m, s, e, parts, n)
	if series {
		if err := ofSegments(m, s); err != nil {
			return nil, err
		}
	}
	noteClasses(m, s)
	if names := constantInputs(s); names != nil {
		m.Note("constant in all samples, kept: %s (%s)", message.Counted(len(names), "input"), message.List(names))
	}
	s.Notes, s.Found, s.Prepared = m.Notes, m.Found, m.Prepared
	return s, nil
}

// stretches returns the number of windows that each recording contributes, and
// n, their sum. The limit applies to the data and to the test data separately.
// With few, samples without a pair are allowed.
func stretches(m *data.Raw, e prepare.Embedding, limit int, few bool) (parts []windowCount, n int, err error) {
	var short []string
	longest := m.Recordings[0]
	for _, r := range m.Recordings {
		if r.Rows > longest.Rows {
			longest = r
		}
		if w := e.Windows(r.Rows); w > 0 {
			parts = append(parts, windowCount{r, w})
		} else {
			short = append(short, r.Name)
		}
	}
	if len(parts) == 0 {
		return nil, 0, e.TooShort(longest)
	}
	if short != nil {
		m.Found.Short = len(short)
		m.Note("skipped, shorter than %s: %s (%s)", message.Counted(e.Span(), "sample"), message.Counted(len(short), "segment"), message.List(short))
	}
	data := firstWindows(m, parts, limit, false)
	test := firstWindows(m, parts, limit, true)
	if !few {
		err = checkPairs(m, data, "the data")
	}
	if err == nil && !few && m.HasHeld() {
		err = checkPairs(m, test, "the test data")
	}
	if err != nil {
		return nil, 0, err
	}
	parts = append(data, test...)
	for _, p := range parts {
		n += p.windows
	}
	return parts, n, nil
}

// firstWindows returns the first windows of the test data or of the other data;
// at most limit, 0 for all.
func firstWindows(m *data.Raw, parts []windowCount, limit int, held bool) []windowCount {
	var kept []windowCount
	total, left := 0, limit
	for _, p := range parts {
		if p.r.Held != held {
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
		m.Note("the first %d of %d %s kept", limit, total, map[bool]string{false: "samples", true: "test samples"}[held])
	}
	return kept
}

// checkPairs returns an error for data without two consecutive samples, unless
// it has labels or a target, which a graph can use instead.
func checkPairs(m *data.Raw, parts []windowCount, what string) error {
	n := 0
	for _, p := range parts {
		if p.windows > 1 {
			return nil
		}
		n += p.windows
	}
	if n < 2 {
		return fmt.Errorf("%s: %s is too little: slowness needs at least two consecutive samples; give more data, raise --limit, lower delta of --embed, or read rows that are the variables with --transpose", what, message.Counted(n, "sample"))
	}
	if slices.ContainsFunc(parts, func(p windowCount) bool { return p.r.Labels != nil || p.r.Target != nil }) {
		m.Note("%s: no segment has two consecutive samples, so slowness cannot be measured, and only training graphs over labels or a target have edges", what)
		return nil
	}
	return errors.New(what + ": no segment has two consecutive samples, so there is no change over time to measure: segments must be longer (is the column of --segment or --group the right one?)")
}

// fillX embeds all parts into the n rows of X.
func (r *reading) fillX(s *data.Set, e prepare.Embedding, parts []windowCount, n int) error {
	inputs := len(r.to.Inputs)
	if e.L == 0 && len(parts) == 1 { // the table is the matrix: no copy
		s.X = mat.NewDense(n, inputs, parts[0].r.X[:n*inputs])
		return nil
	}
	x, err := r.to.Floats(n * inputs * e.Width())
	if err != nil {
		return err
	}
	s.X = mat.NewDense(n, inputs*e.Width(), x)
	start := 0
	for _, p := range parts {
		if err := e.CopyWindows(r.from.Ctx, s.X, start, p.r, p.windows, inputs); err != nil {
			return err
		}
		start += p.windows
		p.r.X = nil // the windows contain the raw samples
	}
	return nil
}

// fillLabels assigns to each window its segment's label or, if labels change
// within the segment, the label of its middle sample.
func fillLabels(s *data.Set, e prepare.Embedding, parts []windowCount, n int) {
	if !slices.ContainsFunc(parts, func(p windowCount) bool { return p.r.Labels != nil }) {
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
func eachLabel(e prepare.Embedding, parts []windowCount, f func(row int, label string)) {
	row := 0
	for _, p := range parts {
		for t := range p.windows {
			f(row, p.r.Label(t*e.Step()+e.Middle()))
			row++
		}
	}
}

// fillNumbers assigns to each window the target and the latent variables of its
// middle sample.
func fillNumbers(m *data.Raw, s *data.Set, e prepare.Embedding, parts []windowCount, n int) {
	if m.Latents > 0 {
		s.Latent = mat.NewDense(n, m.Latents, nil)
	}
	row := 0
	for _, p := range parts {
		for t := range p.windows {
			at := t*e.Step() + e.Middle()
			if p.r.Target != nil {
				s.Target = append(s.Target, p.r.Target[at])
			}
			if p.r.Importance != nil {
				s.Importance = append(s.Importance, p.r.Importance[at])
			}
			if p.r.TransitionImportance != nil {
				s.TransitionImportance = append(s.TransitionImportance, p.r.TransitionImportance[at])
			}
			if m.Latents > 0 {
				s.Latent.SetRow(row, p.r.Latent[at*m.Latents:(at+1)*m.Latents])
			}
			row++
		}
	}
}

// A warning about many labels appears from fewestMany labels on, if there are
// at most manyClasses samples per label.
const (
	fewestMany  = 10
	manyClasses = 5
)

// noteClasses notes labels from which no readout can learn: none at all, one
// class, or classes that only the test data has.
func noteClasses(m *data.Raw, s *data.Set) {
	labelled := slices.ContainsFunc(m.Recordings, func(r *data.Recording) bool { return r.Labels != nil })
	switch {
	case len(s.Classes) == 1:
		m.Note("only one class, %s: there is nothing to classify", s.Classes[0])
	case labelled && s.Classes == nil:
		m.Note("no sample has a label: all are empty")
	}
	samples := 0
	for _, c := range s.Label {
		if c >= 0 {
			samples++
		}
	}
	if n := len(s.Classes); n >= fewestMany && n*manyClasses > samples {
		remedy := "classes need several samples each"
		if !slices.ContainsFunc(s.Classes, func(name string) bool { _, err := strconv.ParseFloat(name, 64); return err != nil }) {
			remedy = "if they are numbers to predict, use --target instead of --label"
		}
		m.Note("%s in %s: %s", message.Counted(n, "different label"), message.Counted(samples, "sample"), remedy)
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
		m.Note("in the test data only: %s (%s)", message.Counted(len(only), "label"), message.List(only))
	}
}

// constantInputs returns the names of the inputs that are constant over all
// samples, except for rounding.
func constantInputs(s *data.Set) []string {
	x := s.X
	if s.Series {
		x, _ = data.StackFrames(x)
	}
	n, _ := x.Dims()
	first := x.RawRowView(0)
	left := make([]int, len(first))
	for j := range left {
		left[j] = j
	}
	for i := 1; i < n && len(left) > 0; i++ {
		row := x.RawRowView(i)
		kept := left[:0]
		for _, j := range left {
			if data.Steady(row[j], first[j]) {
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
