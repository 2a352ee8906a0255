// Package log is the page of what happened: commands, stages and failures, the
// latest last.
package log

import (
	"fmt"
	"slices"
	"time"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// Page shows the log.
type Page struct{}

func (p *Page) Name() page.Name { return page.Log }

func (p *Page) Actions() []page.Action { return nil }

// Enter goes to the end, where the latest is.
func (p *Page) Enter(sc *page.Scene) { sc.Scroll = 1 << 20 }

func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	return sc.TextPage("9", "log", p.text(sc, size.W-2), size.W, size.H)
}

// text is what happened, the latest last.
func (p *Page) text(sc *page.Scene, w int) []clean.Text {
	var lines []clean.Text
	failed := failures(sc.Sweep.State)
	for k, l := range sc.Sweep.State.Log {
		at, text := layout.PadLeft(clean.Clock(time.Duration(l.T)*time.Millisecond), 8), l.Text
		if r := failed[k]; r != nil {
			text = fmt.Sprintf("failed: fold %d of %s: %s", r.Point.Fold+1, r.Point.Label(), r.Error)
		}
		for i, part := range layout.Wrap(clean.Of(text), max(w-10, 10)) {
			if i > 0 {
				at = layout.Blanks(8)
			}
			lines = append(lines, sc.Style.Paint(chart.Faint, at)+"  "+part)
		}
	}
	if len(lines) == 0 {
		lines = []clean.Text{sc.Style.Paint(chart.Faint, "nothing has happened yet")}
	}
	return lines
}

// failures are the results that lines of the log speak of, by line. The log
// has one line for each point that failed, without its name, and only its last
// lines are kept: so the pairs are made from the end.
func failures(st record.State) map[int]*result.Result {
	out := map[int]*result.Result{}
	k := len(st.Log) - 1
	for _, r := range slices.Backward(st.Results) {
		if r.Error == "" {
			continue
		}
		text := message.Clean("a point failed: " + r.Error)
		for k >= 0 && st.Log[k].Text != text {
			k--
		}
		if k < 0 {
			break
		}
		out[k] = r
		k--
	}
	return out
}
