package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/uitest"
)

// finishCheck completes the check that the editor waits for.
func (m *model) finishCheck() {
	planned := m.scene.Sweep.Outline
	if m.scene.Session == nil {
		planned = sweepview.Outline{}
	}
	m.finishCheckFor(planned)
}

func (m *model) typeText(text string) {
	for _, r := range text {
		m.press(input.Press{Name: string(r), Text: string(r)})
	}
}

// Every field can be written and read back, and its empty text is the default.
func TestFieldsRoundTrip(t *testing.T) {
	texts := map[string]string{"folds": "4", "repeats": "5", "train-fraction": "0.7", "validation": "0.2", "seed": "9", "tolerance": "0.1", "draws": "3", "predictability": "7", "gap": "6", "clip": "mad:5", "search-points": "8", "search-start": "2",
		"front": "pca:20,ksvd:100:4", "layers": "40:10+5:pca8:0.8exp:sfa6/all:poly2:sfa10", "cut": "0.1,0.2", "code": "own,omp:4", "decay": "0.1,1", "offset": "0,0.5", "readout-decay": "0.5", "recovery": "dct", "train-share": "0.5,1"}
	for _, f := range draft.Fields() {
		text := texts[f.Name]
		switch {
		case f.Choices != nil:
			text = f.Choices[len(f.Choices)-1]
		case text == "":
			text = "1,2"
		}
		var spec sweep.Spec
		if err := f.Set(&spec, " "+text+" "); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		if got := f.Get(spec); got != text {
			t.Errorf("%s: wrote %q, read %q", f.Name, text, got)
		}
		if err := f.Set(&spec, ""); err != nil || spec != (sweep.Spec{}) {
			t.Errorf("%s: empty is not the default: %v, %+v", f.Name, err, spec)
		}
		if f.Doc == "" {
			t.Errorf("%s is not described", f.Name)
		}
	}
	for _, name := range []string{"folds", "repeats", "train-fraction", "validation", "seed", "tolerance", "standardize", "draws", "gap", "leave-one-out"} {
		for _, f := range draft.Fields() {
			if f.Name == name && f.Set(&sweep.Spec{}, "x") == nil {
				t.Errorf("%s takes x", name)
			}
		}
	}
}

// Keys pressed while the data of an opened session is read wait for it, as if it had been there.
func TestKeysWaitForTheData(t *testing.T) {
	edit := func(early int, names ...string) *model {
		m, _ := openedFake(t, sweptDir(t))
		var read []tea.Cmd
		for i, name := range names {
			if i == early {
				runUntimed(m, tea.Batch(read...))
			}
			k := input.Press{Name: name}
			if len(name) == 1 {
				k.Text = name
			}
			if cmd := m.press(k); i < early {
				read = append(read, cmd)
			} else {
				runUntimed(m, cmd)
			}
		}
		if early >= len(names) {
			runUntimed(m, tea.Batch(read...))
		}
		return m
	}
	for _, c := range []struct {
		keys  []string
		early int // keys before the data
	}{
		{[]string{"e", "enter", "ctrl+u", "2", ",", "3", "enter"}, 5},
		{[]string{"e", "/", "s", "e", "e", "d", "enter", "enter", "4", "enter"}, 6},
		{[]string{"e", "down", "enter", "0", "enter", "u"}, 2},
	} {
		want, got := edit(1, c.keys...), edit(c.early, c.keys...)
		if g, w := got.editor().Draft, want.editor().Draft; g.Spec != w.Spec || g.At != w.At || g.Typing != w.Typing || got.scene.Shown != page.Editor {
			t.Errorf("%d of %q before the data: %q in field %d, want %q in field %d", c.early, c.keys, g.Spec.Text("sigma"), g.At, w.Spec.Text("sigma"), w.At)
		}
	}
	m, _ := openedFake(t, sweptDir(t))
	m.keys("e", "enter", "3")
	if view := m.View(); !strings.Contains(view, "reading the data… 2 keys will act after it; esc drops them") {
		t.Errorf("while keys wait:\n%s", view)
	}
	m = edit(4, "e", "enter", "3", "esc")
	if d := m.editor().Draft; d.Typing || d.Spec != m.scene.Spec || m.scene.Shown != page.Editor {
		t.Errorf("after esc the draft has %q, typing %v, on page %s", d.Spec.Text("sigma"), d.Typing, m.scene.Shown)
	}
}

// An edit before the start changes the plan; Esc while typing restores the text, and u undoes
// the edit afterwards.
func TestEditing(t *testing.T) {
	m := newReady(t, 80, 24)
	points := len(m.scene.Plan.Entries)
	m.keys("e", "enter")
	m.typeText(",x")
	if m.editor().Draft.Bad == nil || !strings.Contains(m.View(), `"x" is not a number`) {
		t.Fatal("x is accepted as a σ")
	}
	if m.keys("enter"); !m.editor().Draft.Typing {
		t.Fatal("invalid text is kept")
	}
	m.keys("esc")
	m.finishCheck()
	for range 2 { // to m, whose values must not exceed the samples
		m.keys("down")
	}
	m.keys("enter")
	m.typeText(",1000000")
	if m.keys("enter"); m.editor().Draft.Typing {
		t.Fatal("a valid list waits for the check")
	}
	m.keys("s") // before the check has ended
	m.finishCheck()
	if d := &m.editor().Draft; !d.Typing || m.ctl.Starting || !strings.HasSuffix(d.Input.String(), ",1000000") {
		t.Fatalf("a text that the check refuses is not opened again, or the sweep starts: %q", m.scene.Message)
	}
	m.keys("esc")
	m.finishCheck()
	if m.editor().Draft.Check.Err != nil || m.editor().Draft.Spec != m.scene.Spec {
		t.Fatalf("esc does not take the edit back: %v", m.editor().Draft.Check.Err)
	}
	m.keys("g", "enter")
	m.typeText(",5")
	m.keys("enter")
	m.finishCheck()
	m.keys("u")
	m.finishCheck()
	if m.editor().Draft.Spec != m.scene.Spec {
		t.Fatal("u does not take the edit back")
	}
	m.keys("g", "enter", "ctrl+u")
	m.typeText("1,2")
	m.keys("esc")
	if m.editor().Draft.Typing || m.editor().Draft.Spec != m.scene.Spec {
		t.Error("esc does not bring back what was before")
	}
	m.keys("enter", "ctrl+u")
	m.typeText("1,2")
	m.keys("enter")
	m.finishCheck()
	m.keys("esc")
	if got := len(m.scene.Plan.Entries); got != points*2/7 || m.scene.Spec.Text("sigma") != "1,2" {
		t.Errorf("%d points after σ = %q, want %d", got, m.scene.Spec.Text("sigma"), points*2/7)
	}
	if !strings.Contains(m.View(), "σ          1 2") {
		t.Errorf("the screen does not show the new σ:\n%s", m.View())
	}
}

// Editing starts at the present text, that of the default if none was written. A default that
// is left as it was stays the default.
func TestEditingStartsAtThePresentText(t *testing.T) {
	m := newReady(t, 80, 24)
	m.keys("e", "enter")
	d := &m.editor().Draft
	if got := d.Input.String(); got != "rel:0.5:4:7" {
		t.Fatalf("typing starts at %q", got)
	}
	m.keys("x", "backspace", "enter")
	m.finishCheck()
	if d.Typing || d.Spec != m.scene.Spec || len(d.Undo) != 0 {
		t.Errorf("an unchanged default is written as %q", d.Spec.Text("sigma"))
	}
	m.keys("up", "enter")
	m.typeText(",9")
	m.keys("enter")
	if got := d.Spec.Text("sigma"); got != "rel:0.5:4:7,9" {
		t.Errorf("a value appended to the default gives %q", got)
	}
}

// No error stands beside text that does not contain it: errors appear with the key that makes
// them and vanish with the key that mends them, without a check of the whole sweep.
func TestErrorsLeaveWithTheirText(t *testing.T) {
	m := newReady(t, 80, 24)
	m.keys("e", "enter", "ctrl+u")
	for _, c := range []struct{ key, wrong string }{
		{"1", ""}, {",", "a number is missing"}, {"y", `"y" is not a number`}, {"backspace", "a number is missing"}, {"2", ""},
		{"backspace", "a number is missing"}, {"-", `"-" is not a number`}, {"3", "σ = -3"}, {"backspace", `"-"`}, {"backspace", "a number is missing"}, {"backspace", ""},
	} {
		m.keys(c.key)
		shown := strings.Contains(m.View(), "✗")
		if shown != (c.wrong != "") || !strings.Contains(m.View(), c.wrong) {
			t.Errorf("after %s at %q the screen does not show %q alone:\n%s", c.key, m.editor().Draft.Input.String(), c.wrong, m.View())
		}
	}
	m.keys("ctrl+u")
	m.typeText("1")
	m.keys("enter", "down", "enter", "ctrl+u") // to m
	m.typeText("1000000")
	m.finishCheck()
	if !strings.Contains(m.View(), "✗ m: ") {
		t.Fatalf("too many supports are not refused:\n%s", m.View())
	}
	if m.keys("backspace", "backspace", "backspace", "backspace"); strings.Contains(m.View(), "✗") {
		t.Errorf("the error of 1000000 stands beside %s:\n%s", m.editor().Draft.Input.String(), m.View())
	}
}

// Words are selected, numbers are typed, and new points are counted.
func TestEditingAGrownSweep(t *testing.T) {
	m := newReady(t, 100, 40)
	plan := m.scene.Plan
	m.withSession(nil)
	m.scene.Set, m.scene.Hash = uitest.Set(), "fake"
	m.scene.Sweep.SetPlan(m.editor().Draft.Check.Outline, m.scene.Sweep.Criterion)
	m.keys("e")
	m.finishCheck()
	m.keys("s")
	if !strings.Contains(string(m.scene.Message), "planned already") {
		t.Errorf("nothing is new, but s shows %q", m.scene.Message)
	}
	for draft.Fields()[m.editor().Draft.At].Name != "method" {
		m.keys("down")
	}
	m.keys(" ")
	m.finishCheck()
	if m.scene.Spec = m.editor().Draft.Spec; m.scene.Spec.Text("method") != "pca" {
		t.Fatalf("method %q after space", m.scene.Spec.Text("method"))
	}
	if n := m.editor().Draft.Check.Fresh; n != len(plan.Entries)/4 { // pca has no λ
		t.Errorf("%d new points, want %d", n, len(plan.Entries)/4)
	}
	m.keys("up", "up", "left")
	if !strings.Contains(string(m.scene.Message), "m is a list of numbers") {
		t.Errorf("left on a number shows %q", m.scene.Message)
	}
}

// Every invalid row is marked, and its error is shown under the cursor. Values are shown for
// valid rows only, and are never outdated.
func TestEveryBadRowIsMarked(t *testing.T) {
	m := newReady(t, 120, 60)
	m.keys("e")
	m.finishCheck()
	d := &m.editor().Draft.Spec
	d.Split.Validation = 2
	d.Set("sigma", "1,x")
	d.Set("lambda", "-1")
	d.Set("m", "lin:10:20:3")
	d.Set("readout", "lda,none,lda")
	m.finishCheck()
	row := func(name string) string {
		for line := range strings.Lines(m.View()) {
			if !strings.HasPrefix(line, " ✗") && strings.HasPrefix(strings.TrimLeft(line, "› ✗σλ"), name+" ") {
				return strings.TrimRight(line, " \n")
			}
		}
		t.Fatalf("no row of %s:\n%s", name, m.View())
		return ""
	}
	for name, want := range map[string]string{"sigma": "1,x", "lambda": "-1", "validation": "2"} {
		if got := row(name); !strings.HasPrefix(got, "✗") || strings.Fields(strings.TrimLeft(got, "✗ σλ"))[1] != want {
			t.Errorf("the row of %s, which cannot be, is %q", name, got)
		}
	}
	for name, want := range map[string]string{"m": "lin:10:20:3 10 15 20", "readout": "lda,none,lda lda none", "folds": "3 (default) whole groups are dealt out"} {
		if got := strings.Join(strings.Fields(row(name)), " "); got != name+" "+want {
			t.Errorf("the row of %s is %q", name, got)
		}
	}
	if got := draft.SpecMessage(m.editor().Draft.Check.Bad["validation"]); !strings.HasPrefix(string(got), "validation 2: ") {
		t.Errorf("the error of a share is %q", got)
	}
	m.keys("j")
	if !strings.Contains(m.View(), "✗ lambda: λ = -1: must be 0 or above") {
		t.Errorf("the screen does not say what is wrong with λ:\n%s", m.View())
	}
	listed := m.editor().Draft.Listed()
	last := listed[len(listed)-1]
	for key, want := range map[string]int{"G": last, "g": 0, "end": last, "home": 0} {
		m.editor().Draft.At = 3
		if m.keys(key); m.editor().Draft.At != want {
			t.Errorf("%s goes to row %d, want %d", key, m.editor().Draft.At, want)
		}
	}
}
