package ui

import (
	"math"
	"slices"
	"time"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/theme"
)

// markKind is why a record is worth going to. Of those at one place on the
// scrub bar, the greatest is shown.
type markKind uint8

const (
	markBest      markKind = 1 + iota // another configuration is the best
	markViolation                     // a point violates unit variance
	markNote                          // the user's
	markError                         // a point or the sweep failed, or a conflict
)

// signs are how marks are shown, in the roles that they have elsewhere.
var signs = map[markKind]struct {
	sign clean.Text
	role chart.Role
}{
	markBest: {"★", chart.Good}, markViolation: {"✗", chart.Warn}, markNote: {"✎", chart.Accent}, markError: {"▲", chart.Bad},
}

// mark is a record of a replay that is worth going to.
type mark struct {
	record int // index
	kind   markKind
	text   clean.Text
}

// marker finds the marks as records come, each in a time that does not grow
// with their number, but where the best becomes worse.
type marker struct {
	marks     []mark
	objective string
	rows      []choose.Row
	at        map[part.Point]int
	best      int // index into rows, or -1
}

func newMarker(objective string) marker {
	return marker{objective: objective, at: map[part.Point]int{}, best: -1}
}

// look marks a record by what it made of the state before.
func (k *marker) look(i int, before record.State, r record.Record, after record.State) {
	add := func(kind markKind, text clean.Text) { k.marks = append(k.marks, mark{i, kind, text}) }
	switch {
	case len(after.Conflicts) > len(before.Conflicts):
		add(markError, "conflict: a point was computed again with other results")
	case after.Status == record.Failed && before.Status != record.Failed:
		add(markError, "the sweep failed: "+clean.Of(after.Reason))
	case r.Kind == record.KindNote && len(after.Notes) >= len(before.Notes) && !slices.Equal(after.Notes, before.Notes):
		n := after.Notes[len(after.Notes)-1]
		add(markNote, clean.Of(n.Text)+" · "+clean.Of(n.Point.Label()))
	}
	if len(after.Results) == len(before.Results) {
		return
	}
	res := after.Results[len(after.Results)-1]
	if res.Error != "" {
		add(markError, clean.Sprintf("%s fold %d: %s", res.Point.Label(), res.Point.Fold+1, res.Error))
		return
	}
	if !res.Variance.OK {
		add(markViolation, "unit variance is violated: "+clean.Of(res.Point.Label()))
	}
	if k.take(res) {
		best := k.rows[k.best]
		m := criterion{objective: k.objective}
		add(markBest, clean.Sprintf("best so far, validation %s %s: %s", k.objective, m.writer()(best.Score(k.objective).Mean), best.Config.Label()))
	}
}

// take counts a result, and reports whether another row is the best since.
func (k *marker) take(res *result.Result) bool {
	config := res.Point.Config()
	i, ok := k.at[config]
	if !ok {
		i = len(k.rows)
		k.at[config] = i
		k.rows = append(k.rows, choose.Row{})
	}
	k.rows[i] = choose.Summarize(append(k.rows[i].Results, res))[0]
	was := k.best
	if was < 0 || was == i { // it may have become worse than another
		k.best = choose.Best(k.rows, k.objective)
	} else { // of equals the earlier row is the best
		a, b := min(i, was), max(i, was)
		k.best = a + (b-a)*choose.Best([]choose.Row{k.rows[a], k.rows[b]}, k.objective)
	}
	return k.best != was
}

// mark goes to the next mark, or the one before, and says what it is.
func (p *player) mark(by int) (text clean.Text) {
	marks := p.marker.marks
	if by > 0 {
		for _, m := range marks {
			if m.record >= p.next {
				return p.goTo(m)
			}
		}
		return "there is no mark after this"
	}
	for n := len(marks) - 1; n >= 0; n-- {
		if marks[n].record < p.next-1 {
			return p.goTo(marks[n])
		}
	}
	return "there is no mark before this"
}

// goTo pauses at a mark, and says all that the record is marked for.
func (p *player) goTo(m mark) clean.Text {
	p.playing = false
	p.show(m.record + 1)
	var texts []clean.Text
	for _, other := range p.marker.marks {
		if other.record == m.record {
			texts = append(texts, signs[other.kind].sign+" "+other.text)
		}
	}
	return clean.Join(texts, " · ")
}

// scrubBar is the whole of the replay in w cells: what was played, where it is,
// and the marks.
func (m *model) scrubBar(w int) clean.Text {
	p := m.player
	cells := make([]markKind, w)
	cell := func(at float64) int { return min(int(at*float64(w)), w-1) }
	for _, k := range p.marker.marks {
		if p.length() > 0 {
			i := cell(float64(p.times[k.record]) / p.length())
			cells[i] = max(cells[i], k.kind)
		}
	}
	head := cell(p.share())
	var b clean.Builder
	for i, kind := range cells {
		switch {
		case i == head:
			b.Add(m.style.Paint(theme.Strong, "●"))
		case kind != 0:
			b.Add(m.style.Paint(signs[kind].role, signs[kind].sign))
		case i < head:
			b.Add(m.style.Paint(chart.Accent, "━"))
		default:
			b.Add(m.style.Paint(chart.Faint, "─"))
		}
	}
	return b.Text()
}

// replayLine is where the replay is: the scrub bar, in a width that does not
// depend on the text, and what is shown.
func (m *model) replayLine(w int) clean.Text {
	p := m.player
	sign := "▶ " + speedText(p.speed)
	switch {
	case p.live():
		sign = "● live"
	case !p.playing:
		sign = "‖ " + speedText(p.speed)
	}
	st := m.scene.state
	at := time.Duration(p.now()) * time.Millisecond
	text := clean.Sprintf("%s  %s · %s/%s points", sign, humanize.Clock(at), humanize.Count(len(st.Results)), humanize.Count(st.Total))
	if st.Stage != "" && !p.ended() {
		text += " · " + clean.Of(st.Stage)
	}
	if w < 48 {
		return layout.Cut(" "+text, w)
	}
	bar := max(w*2/5, w-64)
	return " " + m.scrubBar(bar) + "  " + layout.Cut(text, w-bar-3)
}

// speedText writes the speed of a replay.
func speedText(speed float64) clean.Text {
	if math.IsInf(speed, 1) {
		return "max"
	}
	return clean.Sprintf("%g×", speed)
}
