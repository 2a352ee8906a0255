package data

import (
	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// text describes the data, the division into parts and the sweep.
func (p *Page) text(sc *page.Scene, w int) []clean.Text {
	var lines []clean.Text
	add := func(name, value clean.Text) { lines = append(lines, layout.Entry(sc.Style, name, value, w)...) }
	switch {
	case sc.Set != nil:
		for i, line := range inspect.Summary(sc.Set) {
			name := clean.Text("")
			if i == 0 {
				name = "data"
			}
			add(name, clean.Of(line))
		}
		for i, note := range sc.Set.Notes {
			name := clean.Text("")
			if i == 0 {
				name = "notes"
			}
			add(name, clean.Of(note))
		}
	case sc.Session != nil:
		name, facts := sc.DataFacts()
		add("data", name+": "+facts)
	default:
		add("data", "not read yet")
	}
	if sc.Session != nil {
		h := sc.Session.Header
		for _, s := range h.Data.Sources {
			add("file", clean.Of(s.Path))
		}
		lines = append(lines, "")
		add("session", clean.Of(sc.Session.Dir))
		add("made", clean.Of(h.Created.Local().Format("2006-01-02 15:04:05"))+" on "+clean.Of(h.Host))
		add("arithmetic", clean.Of(h.KernelPath)+", engine "+clean.Of(h.Engine))
		for _, d := range sc.Session.Damage() {
			add("damaged", clean.Of(d.String()))
		}
	}
	if sc.Plan != nil {
		lines = append(lines, "")
		add("sweep", clean.Sprintf("%s, about %s of memory with %s", humanize.Counted(len(sc.Plan.Entries), "point"),
			sweep.FormatBytes(sc.Memory.Total()), humanize.Counted(sc.Memory.Workers, "worker")))
	}
	if len(sc.Sweep.Axes) > 0 || sc.Plan != nil {
		lines = append(lines, "")
		lines = append(lines, sc.SweepText(w)...)
	}
	return lines
}
