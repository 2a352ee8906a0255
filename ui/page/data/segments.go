package data

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
)

// segments is the pane that lists the segments.
type segments struct {
	found *findings
	focus *focus

	at  int // segment under the cursor, which the picture draws
	top int // first visible segment
}

// Keys returns the keys that draw another segment.
func (sg *segments) Keys() []page.Action {
	turn := page.Keyed(func(sc *page.Scene, key string) {
		sg.at = page.Cycle(sg.at, len(sg.found.withPreview(sc).Set.Segments), key)
	})
	return []page.Action{page.Action{ID: "segment drawn", Group: "Views", Place: 3, Who: page.Anyone, Keys: []string{"[", "]"}, Short: "segment", Long: "draw the previous and next segment of the data",
		Modes: page.Paned, Footer: 13}.With(sg.found.offSet, turn)}
}

// Update moves the cursor.
func (sg *segments) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	if set := sg.found.withPreview(sc).Set; set != nil {
		if by, ok := msg.(move); ok {
			sg.at = min(max(sg.at+int(by), 0), len(set.Segments)-1)
		}
	}
	return nil
}

// View draws the list of segments.
func (sg *segments) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	head := func(detail clean.Text) []clean.Text {
		return []clean.Text{sg.focus.header(sc, segmentsPane, "segments", detail, w)}
	}
	if sc.Set == nil {
		return append(head(""), layout.Waiting(sc.Style, "segments appear when the data is read", w, h-1)...)
	}
	all := sc.Set.Segments
	sg.at = min(sg.at, len(all)-1)
	lines := head(clean.Count(len(all)) + "; " + clean.Of(paneKeys[picturePane]) + " draws the one under the cursor")
	heads, longest := segmentHeads(), 8
	for _, s := range all {
		longest = max(longest, min(layout.Width(clean.Of(s.Name)), 24))
	}
	line := layout.Pad("  segment", longest+3)
	for _, c := range heads {
		line += layout.Pad(c.name, c.w) + " "
	}
	if sc.Set.Rate > 0 {
		line += "seconds"
	}
	lines = append(lines, sc.Style.Paint(chart.Faint, layout.Cut(line, w)))
	room := max(h-len(lines), 1)
	sg.top = max(min(min(max(sg.top, sg.at-room+1), sg.at), len(all)-room), 0)
	for i := sg.top; i < min(sg.top+room, len(all)); i++ {
		mark, name := clean.Text("  "), layout.Pad(layout.Cut(clean.Of(all[i].Name), longest), longest+1)
		if i == sg.at {
			mark, name = sc.Style.Paint(chart.Accent, "› "), sc.Style.Paint(theme.Strong, name)
		}
		line := mark + name
		for _, c := range heads {
			line += layout.Pad(c.text(row{name: all[i].Name, set: sc.Set, at: i}), c.w) + " "
		}
		if sc.Set.Rate > 0 {
			frames, _ := sc.Set.FramesOf(all[i]).Dims()
			line += clean.Sprintf("%.4g", float64(frames)/sc.Set.Rate)
		}
		lines = append(lines, layout.Cut(line, w))
	}
	return lines
}
