package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/replay"
	"example.com/sfatui/ui/settings"
)

// wheelStep is the number of rows or lines per step of the mouse wheel.
const wheelStep = 3

// progressLine is the line of the screen with the progress, in a replay with the scrub bar.
const progressLine = 1

// mouseOn reports whether the mouse is enabled in the settings.
func (c *Config) mouseOn() bool {
	f, _ := settings.Named("mouse")
	return f.Get(&c.Settings) == "on"
}

// pointer is the mouse on the screen of a place.
type pointer struct {
	m         *model
	scrubbing bool // the mouse drags the scrub bar
}

// handle handles a wheel step, a click or a drag. A key exists for each of its effects.
func (pt *pointer) handle(msg tea.MouseMsg) tea.Cmd {
	sc := pt.m.scene
	if msg.Action == tea.MouseActionRelease {
		pt.scrubbing = false
	}
	if sc.Ask != nil || sc.Prompt != nil || !pt.m.cfg.mouseOn() || sc.W < overview.LeastWidth || sc.H < overview.LeastHeight {
		return nil
	}
	x, y := msg.X, msg.Y-bodyTop
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		return pt.wheel("up", x, y)
	case msg.Button == tea.MouseButtonWheelDown:
		return pt.wheel("down", x, y)
	case msg.Button != tea.MouseButtonLeft:
		return nil
	case msg.Action == tea.MouseActionMotion && pt.scrubbing:
		pt.scrub(x)
		return nil
	case msg.Action != tea.MouseActionPress:
		return nil
	case msg.Y == sc.H-1:
		return pt.clickFooter(x)
	}
	sc.Message = ""
	if msg.Y == progressLine && pt.scrubBarShown() {
		pt.scrubbing = pt.scrub(x)
		return nil
	}
	if name := sc.TabAt(x, sc.W); y == 0 && name != "" {
		pt.m.show(name)
		return nil
	}
	if p, ok := pt.m.page(sc.Shown).(page.Clicker); ok {
		return p.Click(sc, pt.m.bodySize(), x, y)
	}
	return nil
}

// wheel presses an arrow key several times, with the focus on the pane under the mouse.
func (pt *pointer) wheel(key string, x, y int) tea.Cmd {
	if p, ok := pt.m.page(pt.m.scene.Shown).(page.Wheeler); ok {
		p.Point(pt.m.scene, pt.m.bodySize(), x, y)
	}
	var cmds []tea.Cmd
	for range wheelStep {
		cmds = append(cmds, pt.m.press(input.Press{Name: key}))
	}
	return tea.Batch(cmds...)
}

// scrubBarShown reports whether the second line of the screen contains the scrub bar.
func (pt *pointer) scrubBarShown() bool {
	p, ok := pt.m.page(pt.m.scene.Shown).(page.Liner)
	return pt.m.ctl.Player != nil && (!ok || p.Second(pt.m.scene, pt.m.scene.W) == "")
}

// scrub moves the replay to the place of a column on the scrub bar, if the user may move it. It
// returns false for columns beside the bar where no drag has begun.
func (pt *pointer) scrub(x int) bool {
	left, w := replay.BarAt(pt.m.scene.W)
	if w == 0 || !pt.scrubbing && (x < left || x >= left+w) {
		return false
	}
	if a := pt.m.actionFor("home"); a == nil || pt.m.Reason(a) != "" {
		return false
	}
	pt.m.ctl.Seek(float64(min(max(x-left, 0), w-1)) / float64(max(w-1, 1)))
	return true
}

// clickFooter presses the key that is shown at a column of the footer.
func (pt *pointer) clickFooter(x int) tea.Cmd {
	if pt.m.scene.Message != "" {
		pt.m.scene.Message = ""
		return nil
	}
	hints, _ := pt.m.footerHints()
	for _, h := range placeHints(hints, pt.m.scene.W) {
		if x >= h.x && x < h.x+h.width() {
			return pt.m.press(input.Press{Name: h.Press})
		}
	}
	return nil
}
