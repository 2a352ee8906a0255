package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/uitest"
)

// onTerminal opens a computed session on an emulated terminal of 80×24, calls pressing, and
// quits. It returns the resulting session.
func onTerminal(t *testing.T, pressing func(term *emulated)) *sessions.Session {
	t.Helper()
	dir := sweptDir(t)
	c := tinyConfig(t)
	c.Data = datasets.Options{}
	s, err := sessions.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	uitest.Bubble(t, func(t *testing.T) {
		term := newTerminal(t, 80, 24)
		ended := term.start(c, func(c Config) (string, error) { return Open(t.Context(), c, s) })
		term.until("✓ done")
		pressing(term)
		term.typeKeys("\x03")
		if err := waitForResult(term, ended).err; err != nil {
			t.Error(err)
		}
	})
	if s, err = sessions.Open(dir); err != nil {
		t.Fatal(err)
	}
	return s
}

// The setting of the training graph is found by its name with two keys besides the text.
func TestTheGraphSetting(t *testing.T) {
	onTerminal(t, func(term *emulated) {
		term.typeKeys(":")
		term.typeKeys("graph")
		term.until("settings", "places and keys", "training graph", "values  time clustered")
		term.typeKeys("\r")
		term.until("set or varied", "› graph", "enter keep")
	})
}

// Adding m = 50 and running only the new points takes three keys besides the text.
func TestOnlyWhatIsNew(t *testing.T) {
	s := onTerminal(t, func(term *emulated) {
		term.typeKeys(":")
		term.typeKeys("m 20,12")
		term.until("m=20,12")
		term.typeKeys("\rs")
		term.until("✓ done", "points  48")
	})
	n := 0
	for _, r := range s.Finished() {
		if strings.Contains(r.Point.String(), "m=12") {
			n++
		}
	}
	if all := len(s.Finished()); all != 2*n || n != 72 || len(s.Missing()) > 0 {
		t.Errorf("%d of %d fits are of the new m, %d are missing", n, all, len(s.Missing()))
	}
}

// Terms, and values of settings, are explained without a key besides the one that opens the
// palette.
func TestWhatAWordMeans(t *testing.T) {
	for word, meaning := range map[string]string{"ξ": "penalty for jitter", "matern52": "a value of --kernel"} {
		onTerminal(t, func(term *emulated) {
			term.typeKeys(":")
			term.typeKeys(word)
			term.until(meaning)
		})
	}
}

// Text in the palette edits, sets, selects and performs; it is stored, and ↑ on the empty line
// restores it.
func TestPalette(t *testing.T) {
	m, _ := openedFake(t, sweptDir(t))
	m.cfg.HistoryPath = filepath.Join(t.TempDir(), "typed")
	m.recreatePages()
	enter := func() { runUntimed(m, m.press(input.Press{Name: "enter"})) }
	runUntimed(m, m.press(input.Press{Name: ":", Text: ":"}))
	m.typeText("σ=5")
	if p := m.palette(); len(p.Found()) != 2 || p.Found()[0].Name != "sigma=5" {
		t.Errorf("σ=5: %v", p.Found())
	}
	if view := m.View(); m.scene.Set != nil || strings.Count(view, " points more, 24 fits, about 0:") != 3 {
		t.Errorf("σ=5 does not say what it costs, before the data is read:\n%s", view)
	}
	m.keys("esc")
	m.typeText("lambda +1e-4")
	enter()
	if text := m.editor().Draft.Spec.Text("lambda"); m.scene.Shown != page.Editor || text != "0,0.001,1e-4" && text != "0,1e-3,1e-4" {
		t.Errorf("page %s, λ %q: %q", m.scene.Shown, text, m.scene.Message)
	}
	m.keys("u", "esc", ":")
	m.typeText("sigma x")
	enter()
	if !m.editor().Draft.Typing || !strings.Contains(m.View(), `✗`) {
		t.Errorf("a σ of x is taken:\n%s", m.View())
	}
	m.keys("esc", "esc", ":")
	m.typeText("50%")
	enter()
	if !strings.Contains(string(m.scene.Message), "not in a replay") {
		t.Errorf("50%%: %q", m.scene.Message)
	}
	m.keys("esc")
	m.typeText("read /no/such.yaml")
	enter()
	if !strings.Contains(string(m.scene.Message), "no such file") {
		t.Errorf("read: %q", m.scene.Message)
	}
	m.keys("esc", ":", "up")
	if m.View(); !strings.Contains(m.View(), ": read /no/such.yaml") {
		t.Errorf("↑ does not bring back what was typed:\n%s", m.View())
	}
	m.keys("up")
	if !strings.Contains(m.View(), ": sigma x") {
		t.Errorf("a second ↑ does not bring back previous input that:\n%s", m.View())
	}
	m.keys("down", "down")
	if kept, err := os.ReadFile(m.cfg.HistoryPath); err != nil || string(kept) != "lambda +1e-4\nsigma x\nread /no/such.yaml\n" {
		t.Errorf("kept %q, %v", kept, err)
	}
	m.typeText("perceptron 0.001 9")
	enter()
	if r := m.scene.Table.Row(&m.scene.Sweep); m.scene.Shown != page.Overview || !strings.Contains(string(m.scene.Words(r.Config)), "9") {
		t.Errorf("a point that is named is not selected: page %s, %s", m.scene.Shown, m.scene.Words(r.Config))
	}
	uitest.CheckScreen(t, m.View(), m.scene.W, m.scene.H)
}

// A percentage in the palette moves a replay.
func TestPaletteSeeks(t *testing.T) {
	m := looks["replay"](t, 80, 24)
	m.keys(":")
	m.typeText("40 %")
	m.keys("enter")
	if at := m.ctl.Player.At / m.ctl.Player.Length(); at < 0.39 || at > 0.41 || m.scene.Shown != page.Overview {
		t.Errorf("the replay is at %.2f, page %s", at, m.scene.Shown)
	}
}
