package ui

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/uitest"
)

// sensorTable returns a table with its own clock, two inputs, one of which depends on the
// label, and a label.
func sensorTable(t *testing.T) string {
	t.Helper()
	return writeTable(t, "tick,temp,current,fault", 240, func(i int) string {
		fault := i / 20 % 2
		return fmt.Sprintf("%d,%.4f,%.4f,%d", 10*i, math.Sin(float64(i)/40), math.Sin(float64(i)*2)+3*float64(fault), fault)
	})
}

// The panes of the data page at 80×24: i shows histograms by label, slowness and correlations;
// n, o and f show segments, a scatter and a spectrum.
func TestDataPictures(t *testing.T) {
	atData(t, datasets.Options{Paths: []string{sensorTable(t)}, Label: "fault", Clock: "tick:ms"}, func(term *emulated) {
		term.until("○ not started", "time", "100 samples a second")
		term.typeKeys("j")
		term.until("› temp")
		term.typeKeys("i")
		term.until("i temp  value counts by label", " 0  ", " 1  ", "slowness of each column alone ↓  2 is white noise", "›temp", "correlation", "current")
		term.typeKeys("k")
		term.until("i tick  time: no input", "from 0 to 2390", "100 samples a second")
		term.typeKeys("i")
		term.until("h check")
		term.typeKeys("n")
		term.until("n segments  1", "seconds", "2.4")
		term.typeKeys("o")
		term.until("o scatter  current over temp", "● 0  ▲ 1")
		term.typeKeys("a")
		term.until("o scatter  temp over current")
		term.typeKeys("f")
		term.until("f spectrum  current · mean of", "Hz")
		term.typeKeys("\t")
		term.until("h check")
		term.typeKeys("\t\t\t")
		term.until("f spectrum")
	})
}

// At 120×40 the details of the column under the cursor are shown by default, and a key hides
// them.
func TestDataDetailsBySize(t *testing.T) { uitest.Bubble(t, testDataDetailsBySize) }

func testDataDetailsBySize(t *testing.T) {
	term := newTerminal(t, 120, 40)
	c := tinyConfig(t)
	c.Data, c.FromData = datasets.Options{Paths: []string{sensorTable(t)}}, true
	ended := term.start(c, func(c Config) (string, error) { return Workbench(t.Context(), c) })
	term.until("b table", "i fault", "slowness of each column alone", "correlation with fault")
	term.typeKeys("i")
	if !term.Await(func(screen, _ string) bool { return !strings.Contains(screen, "slowness of each column alone") }) {
		t.Errorf("the details stay:\n%s", term)
	}
	term.typeKeys("q")
	waitForResult(term, ended)
}

// On the page of the data a letter selects each pane, in a replay too; its title and the footer
// show it. Digits open the pages of the sweep there as elsewhere.
func TestDataPanesHaveLetters(t *testing.T) {
	titles := map[string]string{"c": "▸c segments", "m": "▸m preparation", "b": "▸b word0", "h": "▸h check", "n": "▸n segments", "o": "▸o scatter", "f": "▸f spectrum"}
	for _, make := range []func(testing.TB, int, int) *model{looks["done"], looks["replay"]} {
		m := make(t, 120, 40)
		m.scene.Set = uitest.Set()
		m.keys("d")
		for key, title := range titles {
			if m.keys(key); !strings.Contains(m.View(), title) {
				t.Errorf("%s selects no pane with %q:\n%s", key, title, m.View())
			}
		}
		hints, _ := m.footerHints()
		if !slices.ContainsFunc(hints, func(h page.Hint) bool { return h.Shown == "cmbhnof" }) {
			t.Errorf("the footer shows no letters: %v", hints)
		}
		if m.keys("5"); m.scene.Shown != page.Map {
			t.Errorf("5 opens %q", m.scene.Shown)
		}
		if m.keys("d", "2"); m.scene.Shown != page.Overview || m.overview().Focus != overview.PaneVariance {
			t.Errorf("2 opens %q, pane %d", m.scene.Shown, m.overview().Focus)
		}
	}
}

// The letter of the time role makes a column the clock, and shows the consequences.
func TestTimeRole(t *testing.T) {
	atData(t, datasets.Options{Paths: []string{sensorTable(t)}, Label: "fault"}, func(term *emulated) {
		term.until("tick looks like a clock", "a row every 10 units", "time ?")
		term.typeKeys("gr")
		term.until("c time", "b cut by")
		term.typeKeys("c")
		term.until("240 samples of 2 inputs")
	})
}

// An observer sees the same columns of a table as its owner on the data page.
func TestWatchedColumns(t *testing.T) {
	path := sensorTable(t)
	m := newFake(t, page.Following, 80, 24).withSession(nil)
	m.scene.Session.Header.Data.Options = datasets.Options{Paths: []string{path}, Label: "fault"}
	m.keys("d")
	cmds := []tea.Cmd{m.page(page.Data).(page.Updater).Update(m.scene, nil)}
	for len(cmds) > 0 {
		cmd := cmds[0]
		if cmds = cmds[1:]; cmd == nil {
			continue
		}
		if msg := cmd(); msg != nil {
			if batch, ok := msg.(tea.BatchMsg); ok {
				cmds = append(cmds, batch...)
				continue
			}
			m.Update(msg)
		}
	}
	for _, want := range []string{"c columns  4", "tick", "current", "label"} {
		if view := m.View(); !strings.Contains(view, want) {
			t.Errorf("no %q:\n%s", want, view)
		}
	}
}
