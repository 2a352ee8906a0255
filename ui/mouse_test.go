package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
)

// click presses and releases the left button at a cell of the screen.
func (m *model) click(x, y int) {
	m.Update(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	m.Update(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionRelease})
}

// cellOf returns the first cell of the screen, from a line on, that shows a text.
func (m *model) cellOf(t *testing.T, text string, from int) (x, y int) {
	t.Helper()
	for y, line := range strings.Split(ansi.Strip(m.View()), "\n") {
		if before, _, ok := strings.Cut(line, text); ok && y >= from {
			return ansi.StringWidth(before), y
		}
	}
	t.Fatalf("no %q on the screen:\n%s", text, m.View())
	return 0, 0
}

// Every tab that is drawn opens by a click on its title, and a click beside the tabs opens none.
func TestClickOpensTabs(t *testing.T) {
	for _, w := range []int{80, 200} {
		m := done(t, w, 24)
		m.show(page.Point)
		for _, title := range []string{"F features", "E graph", "P parts", "S summary"} {
			x, y := m.cellOf(t, title, 0)
			for _, at := range []int{x, x + len(title) - 1} {
				m.show(page.Point)
				m.click(at, y)
				if string(m.scene.Shown) != strings.ReplaceAll(title[2:], "summary", string(page.Point)) {
					t.Errorf("a click at %d of %q shows %s", at, title, m.scene.Shown)
				}
			}
		}
	}
}

// A click on a point of a chart selects its row; the wheel scrolls the pane under the mouse.
func TestClickSelectsPointOfChart(t *testing.T) {
	m := done(t, 200, 50)
	m.View()
	was := m.scene.Table.Chosen
	x, y := m.cellOf(t, "●", 3)
	m.click(x, y)
	if m.overview().Focus != overview.PaneSlowness || m.scene.Table.Chosen == was || !m.scene.Table.Picked {
		t.Errorf("a click on ● at %d,%d focuses pane %d and selects %s", x, y, m.overview().Focus, m.scene.Table.Chosen.Label())
	}
	if at := m.View(); !strings.Contains(strings.Split(ansi.Strip(at), "\n")[y], "◉") {
		t.Errorf("◉ is not on line %d:\n%s", y, at)
	}
	at := m.scene.Table.At
	m.Update(tea.MouseMsg{X: 199, Y: 20, Button: tea.MouseButtonWheelDown}) // over the details
	if m.View(); m.scene.Table.At != at || m.overview().Focus != overview.PaneDetail {
		t.Errorf("the wheel over the details moves from row %d to %d", at, m.scene.Table.At)
	}
	x, y = m.cellOf(t, "4 points", 0)
	m.Update(tea.MouseMsg{X: x, Y: y + 2, Button: tea.MouseButtonWheelDown})
	if m.scene.Table.At != at+wheelStep || m.overview().Focus != overview.PaneTable {
		t.Errorf("the wheel over the table moves from row %d to %d", at, m.scene.Table.At)
	}
}

// A drag moves a replay while the button is held, to the first column, the last and beyond;
// motion without a press on the bar moves nothing.
func TestDragOfScrubBar(t *testing.T) {
	m := looks["replay"](t, 80, 24)
	m.ctl.Player.Playing = false
	m.ctl.Player.Jump(0.5)
	send := func(x, y int, a tea.MouseAction) float64 {
		m.Update(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: a})
		return m.ctl.Player.At / m.ctl.Player.Length()
	}
	if at := send(20, progressLine, tea.MouseActionMotion); at != 0.5 {
		t.Errorf("motion without a press moves to %g", at)
	}
	// 80 cells have a bar of 32 cells, from column 1 on.
	for _, q := range []struct {
		x, y int
		a    tea.MouseAction
		want float64
	}{{1, progressLine, tea.MouseActionPress, 0}, {32, 9, tea.MouseActionMotion, 1}, {0, 9, tea.MouseActionMotion, 0}, {79, 0, tea.MouseActionMotion, 1}, {1, 9, tea.MouseActionRelease, 1}, {5, progressLine, tea.MouseActionMotion, 1}, {50, progressLine, tea.MouseActionPress, 1}} {
		if at := send(q.x, q.y, q.a); at != q.want {
			t.Errorf("%v at %d,%d: share %g, want %g", q.a, q.x, q.y, at, q.want)
		}
	}
}
