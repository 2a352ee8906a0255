package replay

import (
	"math"
	"time"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/theme"
)

// Mark moves to the next mark, or the previous one, and returns its texts.
func (p *Player) Mark(by int) (text clean.Text) {
	marks := p.Marker.Marks
	if by > 0 {
		for _, m := range marks {
			if m.Record >= p.Next {
				return p.goTo(m)
			}
		}
		return "no later mark"
	}
	for n := len(marks) - 1; n >= 0; n-- {
		if marks[n].Record < p.Next-1 {
			return p.goTo(marks[n])
		}
	}
	return "no earlier mark"
}

// goTo pauses at a mark, and returns the texts of all marks of the record.
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

// ScrubBar draws the whole replay in w cells: the played part, the position, and the marks.
func (p *Player) ScrubBar(st *theme.Style, w int) clean.Text {
	cells := make([]MarkKind, w)
	cell := func(at float64) int { return min(int(at*float64(w)), w-1) }
	for _, k := range p.Marker.Marks {
		if p.Length() > 0 {
			i := cell(float64(p.times[k.Record]) / p.Length())
			cells[i] = max(cells[i], k.Kind)
		}
	}
	head := cell(p.playedShare())
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

// Line draws the position of the replay: the scrub bar, whose width does not depend on the
// text, and the time and progress.
func (p *Player) Line(style *theme.Style, st record.State, w int) clean.Text {
	sign := "▶ " + speedText(p.Speed)
	switch {
	case p.Live():
		sign = "● live"
	case !p.Playing:
		sign = "‖ " + speedText(p.Speed)
	}
	at := time.Duration(p.Now()) * time.Millisecond
	text := clean.Sprintf("%s  %s · %s/%s fits", sign, clean.Clock(at), clean.Count(len(st.Results)), clean.Count(st.Total))
	if st.Stage != "" && !p.Ended() {
		text += " · " + clean.Of(st.Stage)
	}
	left, bar := BarAt(w)
	if bar == 0 {
		return layout.Cut(" "+text, w)
	}
	return layout.Blanks(left) + p.ScrubBar(style, bar) + "  " + layout.Cut(text, w-left-bar-2)
}

// BarAt returns the first column and the width of the scrub bar in a [Player.Line] of w cells;
// its width is 0 if there is no room.
func BarAt(w int) (left, width int) {
	if w < 48 {
		return 0, 0
	}
	return 1, max(w*2/5, w-64)
}

// speedText formats the speed of a replay.
func speedText(speed float64) clean.Text {
	if math.IsInf(speed, 1) {
		return "max"
	}
	return clean.Sprintf("%g×", speed)
}
