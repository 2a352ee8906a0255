package ui

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/uitest"
)

// + asks with the number of points and the time, and other keys cancel.
func TestFinerAsks(t *testing.T) {
	m := newReady(t, 80, 24)
	plan := m.scene.Plan
	m.withSession(nil)
	m.scene.Sweep.SetPlan(sweepview.OutlineOf(pointsOf(plan)), m.scene.Sweep.Criterion)
	m.scene.Arrange()
	before := len(m.scene.Sweep.Outline.Points)
	m.runCommand(m.press(input.Press{Name: "+", Text: "+"}))
	if m.scene.Ask == nil || !strings.Contains(string(m.scene.Ask.Text), "points (σ ") || !strings.Contains(m.View(), "Add ") {
		t.Fatalf("+ asks %+v; %q", m.scene.Ask, m.scene.Message)
	}
	m.keys("n")
	if len(m.scene.Sweep.Outline.Points) != before || m.scene.Ask != nil {
		t.Error("another key takes points up")
	}
	m.runCommand(m.press(input.Press{Name: "+", Text: "+"}))
	m.press(input.Press{Name: "y", Text: "y"}) // its command would start the sweep
	if got := len(m.scene.Sweep.Outline.Points); got <= before || len(m.scene.Sweep.Waiting) != len(m.scene.Sweep.Outline.Configs) {
		t.Errorf("%d points of %d planned, %d waiting", got, before, len(m.scene.Sweep.Waiting))
	}
}

func pointsOf(p *sweep.Plan) []part.Point {
	var out []part.Point
	for _, e := range p.Entries {
		out = append(out, e.Point)
	}
	return out
}

// A saved sweep is read back, and errors in a file are reported by line.
func TestSweepFiles(t *testing.T) {
	m := newReady(t, 80, 24)
	m.keys("e")
	path := filepath.Join(t.TempDir(), "mine.yaml")
	want := sweep.Spec{Draws: 3, Objective: "slowness"}.With("standardize", "on", "predictability", "5", "tolerance", "0.1", "sigma", "rel:0.5:4:7", "lambda", "0,1e-7", "readout", "lda,perceptron", "shift", "on")
	want.Inner = "last"
	want.Set("clip", "mad:5")
	want.Split = split.Options{LeaveOneOut: true, By: "segment", Gap: 3, Seed: 18446744073709551615}
	m.editor().Draft.Spec = want
	file := func(key string) {
		if key == ":read" {
			runUntimed(m, m.actionNamed("read").Take(m.scene, path))
			return
		}
		m.keys(key, "ctrl+u")
		m.typeText(path)
		m.runCommand(m.press(input.Press{Name: "enter"}))
	}
	file("Y")
	if !strings.Contains(string(m.scene.Message), "saved") {
		t.Fatal(m.scene.Message)
	}
	file("Y")
	if m.scene.Ask == nil || !strings.Contains(string(m.scene.Ask.Text), "exists.") {
		t.Errorf("a file is written over: %q", m.scene.Message)
	}
	m.runCommand(m.press(input.Press{Name: "y", Text: "y"}))
	m.editor().Draft.Spec = sweep.Spec{}
	file(":read")
	if m.editor().Draft.Spec != want {
		t.Errorf("read %+v, saved %+v: %q", m.editor().Draft.Spec, want, m.scene.Message)
	}
	if m.keys("u"); m.editor().Draft.Spec != (sweep.Spec{}) {
		t.Error("u does not take back what was read")
	}
	for text, want := range map[string]string{
		"sigma: 1\nlabel: state": "line 2: label: not an axis or setting", "folds: x": "line 1: folds: x: not a whole number", "- 1": "write lines such as",
		"sigma: 1\n\nsigma: 2": "line 3: sigma: written twice", "m: {a: 1}": "line 1: m: write a number", "a: [": "yaml", "standardize: maybe": "standardize: maybe: must be on or off",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		file(":read")
		if !strings.Contains(string(m.scene.Message), want) {
			t.Errorf("%q: %q, want %q", text, m.scene.Message, want)
		}
	}
	spec, err := draft.DecodeSweep([]byte("sigma: [1, 2]\nm: 20"))
	if err != nil || spec.Text("sigma") != "1,2" || spec.Text("m") != "20" || spec.Split.Validation != split.DefaultValidation {
		t.Errorf("a list gives %+v, %v", spec, err)
	}
	if spec, err = draft.DecodeSweep([]byte("repeats: 5")); err != nil || spec.Split.TrainFraction != 2.0/3 {
		t.Errorf("repeats alone give %+v, %v", spec.Split, err)
	}
}

// Users of a server can neither read nor write its files.
func TestRemoteUsersHaveNoFiles(t *testing.T) {
	m := newReady(t, 80, 24)
	m.cfg.Host = &fakeBench{}
	m.keys("e", "Y")
	if m.scene.Prompt != nil || !strings.Contains(string(m.scene.Message), "not available over a server") {
		t.Errorf("Y shows %q", m.scene.Message)
	}
}

// Actions that wait for the data show the error if it cannot be read.
func TestActionsThatNeedDataShowTheReason(t *testing.T) {
	m := newFake(t, page.Opened, 80, 24).withSession(uitest.Records(60, nil))
	m.scene.Set, m.ctl.Data.LoadID = nil, m.ctl.NextID()
	done := false
	m.ctl.Data.Then, m.scene.Message = func() tea.Cmd { done = true; return nil }, "reading the data…"
	m.Update(control.DataOpened{ID: m.ctl.Data.LoadID, Err: errors.New("words.csv is gone")})
	if done || m.scene.Message != "this needs the data. words.csv is gone" {
		t.Errorf("done %v, %q", done, m.scene.Message)
	}
}
