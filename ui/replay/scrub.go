package replay

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

// MarkKind is why a record is worth going to. Of those at one place on the
// scrub bar, the greatest is shown.
type MarkKind uint8

const (
	MarkBest      MarkKind = 1 + iota // another configuration is the best
	MarkViolation                     // a point violates unit variance
	MarkNote                          // the user's
	MarkError                         // a point or the sweep failed, or a conflict
)

// Signs are how marks are shown, in the roles that they have elsewhere.
var Signs = map[MarkKind]struct {
	Sign clean.Text
	role chart.Role
}{
	MarkBest: {"★", chart.Good}, MarkViolation: {"✗", chart.Warn}, MarkNote: {"✎", chart.Accent}, MarkError: {"▲", chart.Bad},
}

// mark is a record of a replay that is worth going to.
type mark struct {
	Record int // index
	Kind   MarkKind
	text   clean.Text
}

// marker finds the marks as records come, each in a time that does not grow
// with their number, but where the best becomes worse.
type marker struct {
	Marks []mark
	by    choose.By
	Rows  []choose.Row
	at    map[part.Point]int
	Best  int  // index into rows, or -1
	apart bool // there are scores that cannot be compared
}

// NewMarker marks nothing yet.
func NewMarker(by choose.By) marker {
	return marker{by: by, at: map[part.Point]int{}, Best: -1}
}

// look marks a record by what it made of the state before.
func (k *marker) look(i int, before record.State, r record.Record, after record.State) {
	add := func(kind MarkKind, text clean.Text) { k.Marks = append(k.Marks, mark{i, kind, text}) }
	switch {
	case len(after.Conflicts) > len(before.Conflicts):
		add(MarkError, "conflict: a point was computed again with other results")
	case after.Status == record.Failed && before.Status != record.Failed:
		add(MarkError, "the sweep failed: "+clean.Of(after.Reason))
	case r.Kind == record.KindNote && len(after.Notes) >= len(before.Notes) && !slices.Equal(after.Notes, before.Notes):
		n := after.Notes[len(after.Notes)-1]
		add(MarkNote, clean.Of(n.Text)+" · "+clean.Of(n.Point.Label()))
	}
	if len(after.Results) == len(before.Results) {
		return
	}
	res := after.Results[len(after.Results)-1]
	if res.Error != "" {
		add(MarkError, clean.Sprintf("%s fold %d: %s", res.Point.Label(), res.Point.Fold+1, res.Error))
		return
	}
	if !res.Variance.OK {
		add(MarkViolation, "unit variance is violated: "+clean.Of(res.Point.Label()))
	}
	if k.Take(res) {
		best := &k.Rows[k.Best]
		add(MarkBest, clean.Sprintf("best so far, validation %s %s: %s", k.by.Objective, k.by.Score(best), best.Config.Label()))
	}
}

// Take counts a result, and reports whether another row is the best since.
func (k *marker) Take(res *result.Result) bool {
	config := res.Point.Config()
	i, ok := k.at[config]
	if !ok {
		i = len(k.Rows)
		k.at[config] = i
		k.Rows = append(k.Rows, choose.Row{})
	}
	k.Rows[i] = choose.Summarize(append(k.Rows[i].Results, res))[0]
	was := k.Best
	switch {
	case k.apart:
	case was < 0 || was == i: // it may have become worse than another
		stars := k.by.Stars(k.Rows)
		k.apart, k.Best = len(stars) > 1, -1
		if len(stars) == 1 {
			k.Best = stars[0]
		}
	default:
		switch stars := k.by.Stars([]choose.Row{k.Rows[was], k.Rows[i]}); {
		case len(stars) > 1: // of two graphs
			k.apart, k.Best = true, -1
		case len(stars) == 1 && stars[0] == 1:
			k.Best = i
		}
	}
	return k.Best != was && k.Best >= 0
}

// Mark goes to the next mark, or the one before, and says what it is.
func (p *Player) Mark(by int) (text clean.Text) {
	marks := p.Marker.Marks
	if by > 0 {
		for _, m := range marks {
			if m.Record >= p.Next {
				return p.goTo(m)
			}
		}
		return "there is no mark after this"
	}
	for n := len(marks) - 1; n >= 0; n-- {
		if marks[n].Record < p.Next-1 {
			return p.goTo(marks[n])
		}
	}
	return "there is no mark before this"
}

// goTo pauses at a mark, and says all that the record is marked for.
func (p *Player) goTo(m mark) clean.Text {
	p.Playing = false
	p.Show(m.Record + 1)
	var texts []clean.Text
	for _, other := range p.Marker.Marks {
		if other.Record == m.Record {
			texts = append(texts, Signs[other.Kind].Sign+" "+other.text)
		}
	}
	return clean.Join(texts, " · ")
}

// ScrubBar is the whole of the replay in w cells: what was played, where it is,
// and the marks.
func (p *Player) ScrubBar(st *theme.Style, w int) clean.Text {
	cells := make([]MarkKind, w)
	cell := func(at float64) int { return min(int(at*float64(w)), w-1) }
	for _, k := range p.Marker.Marks {
		if p.Length() > 0 {
			i := cell(float64(p.times[k.Record]) / p.Length())
			cells[i] = max(cells[i], k.Kind)
		}
	}
	head := cell(p.share())
	var b clean.Builder
	for i, kind := range cells {
		switch {
		case i == head:
			b.Add(st.Paint(theme.Strong, "●"))
		case kind != 0:
			b.Add(st.Paint(Signs[kind].role, Signs[kind].Sign))
		case i < head:
			b.Add(st.Paint(chart.Accent, "━"))
		default:
			b.Add(st.Paint(chart.Faint, "─"))
		}
	}
	return b.Text()
}

// Line is where the replay is: the scrub bar, in a width that does not
// depend on the text, and what is shown.
func (p *Player) Line(style *theme.Style, st record.State, w int) clean.Text {
	sign := "▶ " + speedText(p.Speed)
	switch {
	case p.Live():
		sign = "● live"
	case !p.Playing:
		sign = "‖ " + speedText(p.Speed)
	}
	at := time.Duration(p.Now()) * time.Millisecond
	text := clean.Sprintf("%s  %s · %s/%s points", sign, humanize.Clock(at), humanize.Count(len(st.Results)), humanize.Count(st.Total))
	if st.Stage != "" && !p.Ended() {
		text += " · " + clean.Of(st.Stage)
	}
	if w < 48 {
		return layout.Cut(" "+text, w)
	}
	bar := max(w*2/5, w-64)
	return " " + p.ScrubBar(style, bar) + "  " + layout.Cut(text, w-bar-3)
}

// speedText writes the speed of a replay.
func speedText(speed float64) clean.Text {
	if math.IsInf(speed, 1) {
		return "max"
	}
	return clean.Sprintf("%g×", speed)
}
