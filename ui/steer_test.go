package ui

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/keys"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/editor"
	"example.com/sfatui/ui/parameter"
	"example.com/sfatui/ui/snapshot"
	"example.com/sfatui/ui/uitest"
	tea "github.com/charmbracelet/bubbletea"
)

func TestBetween(t *testing.T) {
	near := func(a, b []float64) bool {
		return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) <= 1e-9*math.Abs(y) })
	}
	for _, c := range []struct {
		values []float64
		at     float64
		log    bool
		want   []float64
	}{
		{[]float64{1, 4, 16}, 4, true, []float64{2, 8}},
		{[]float64{1, 4, 16}, 1, true, []float64{0.5, 2}},
		{[]float64{1, 4, 16}, 16, true, []float64{8, 32}},
		{[]float64{0, 1e-7, 1e-5}, 0, true, []float64{1e-7 / math.Sqrt(10)}},
		{[]float64{0, 1e-7, 1e-5}, 1e-7, true, []float64{1e-7 / math.Sqrt(10), 1e-6}},
		{[]float64{0, 1e-7}, 1e-7, true, []float64{1e-7 / math.Sqrt(10), 1.5e-7}},
		{[]float64{100, 200, 400}, 200, false, []float64{150, 300}},
		{[]float64{100, 200, 400}, 400, false, []float64{300, 500}},
		{[]float64{3}, 3, true, nil},
		{[]float64{1, 2}, 7, true, nil},
	} {
		if got := between(c.values, c.at, c.log); !near(got, c.want) {
			t.Errorf("between %v at %g: %v, want %v", c.values, c.at, got, c.want)
		}
	}
}

// What is added around a point lies next to it on one axis each and is new; a
// size that the data cannot give is left out.
func TestAround(t *testing.T) {
	m := ready(t, 80, 24)
	o := m.Sweep.Outline
	at := o.Configs[slices.IndexFunc(o.Configs, func(p part.Point) bool { return method.Lambda.X(p) == 1e-5 && readout.Name.Of(p) == "lda" })]
	subset.M.Set(&at, subset.M.Of(o.Configs[len(o.Configs)-1])) // the largest: half of the training part
	var points []part.Point
	for _, p := range o.Points {
		if p.Config() == at {
			points = append(points, p)
		}
	}
	axes := parameter.Axes(o.Configs)
	plan, err := around(m.Set, m.Hash, points, o.Configs, at, slices.DeleteFunc(slices.Clone(axes), func(a parameter.Axis) bool { return a.Number == nil }), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range plan.Entries {
		differs := 0
		for _, a := range axes {
			differs += oneIf(a.Label(e.Point) != a.Label(at))
		}
		if differs != 1 || o.Has(e.Point) {
			t.Errorf("%s differs from the point in %d axes; planned already: %v", e.Point.Label(), differs, o.Has(e.Point))
		}
	}
	if n := len(plan.Entries); n < 4*3 || n%3 != 0 {
		t.Errorf("%d points on three folds around one", n)
	}
	if _, err := around(m.Set, m.Hash, points[:1], o.Configs, at, axes, o); err == nil {
		t.Error("points around one that is not planned on all folds")
	}
}

// + asks with number and time, and another key takes nothing up.
func TestFinerAsks(t *testing.T) {
	m := ready(t, 80, 24)
	plan := m.Plan
	m.withSession(nil)
	m.Sweep.SetPlan(snapshot.OutlineOf(pointsOf(plan)), m.Sweep.Criterion)
	m.Arrange()
	before := len(m.Sweep.Outline.Points)
	m.obey(m.press(keys.Press{Name: "+", Text: "+"}))
	if m.Ask == nil || !strings.Contains(string(m.Ask.Text), "points (σ ") || !strings.Contains(m.View(), "Add ") {
		t.Fatalf("+ asks %+v; %q", m.Ask, m.Message)
	}
	m.keys("n")
	if len(m.Sweep.Outline.Points) != before || m.Ask != nil {
		t.Error("another key takes points up")
	}
	m.obey(m.press(keys.Press{Name: "+", Text: "+"}))
	m.press(keys.Press{Name: "y", Text: "y"}) // its command would start
	if got := len(m.Sweep.Outline.Points); got <= before || len(m.Sweep.Waiting) != len(m.Sweep.Outline.Configs) {
		t.Errorf("%d points of %d planned, %d waiting", got, before, len(m.Sweep.Waiting))
	}
}

func pointsOf(p *sweep.Plan) []part.Point {
	var out []part.Point
	for _, e := range p.Entries {
		out = append(out, e.Point)
	}
	return out
}

// A sweep that is saved is the one that is read, and what is wrong in a file is
// said by line.
func TestSweepFiles(t *testing.T) {
	m := ready(t, 80, 24)
	m.keys("e")
	path := filepath.Join(t.TempDir(), "mine.yaml")
	want := sweep.Spec{Standardize: true, Draws: 3, Neighbours: 5, Tolerance: 0.1, Objective: "slowness"}.With("sigma", "rel:0.5:4:7", "lambda", "0,1e-7", "readout", "lda,perceptron", "shift", "on")
	want.Clip = "mad:5"
	want.Split = split.Options{LeaveOneOut: true, By: "segment", Gap: 3, Seed: 18446744073709551615}
	m.editor.Draft = want
	m.obey(saveSweep(path, want, false))
	if !strings.Contains(string(m.Message), "saved") {
		t.Fatal(m.Message)
	}
	m.obey(saveSweep(path, want, false))
	if m.Ask == nil || !strings.Contains(string(m.Ask.Text), "is there already") {
		t.Errorf("a file is written over: %q", m.Message)
	}
	m.obey(m.press(keys.Press{Name: "y", Text: "y"}))
	m.editor.Draft = sweep.Spec{}
	m.obey(loadSweep(path))
	if m.editor.Draft != want {
		t.Errorf("read %+v, saved %+v: %q", m.editor.Draft, want, m.Message)
	}
	if m.keys("u"); m.editor.Draft != (sweep.Spec{}) {
		t.Error("u does not take back what was read")
	}
	for text, want := range map[string]string{
		"sigma: 1\nlabel: state": "line 2: label: no axis or setting", "folds: x": `line 1: folds: "x" is not a whole number`, "- 1": "write lines such as",
		"sigma: 1\n\nsigma: 2": "line 3: sigma: written twice", "m: {a: 1}": "line 1: m: write a number", "a: [": "yaml", "standardize: maybe": "write true or false",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		m.obey(loadSweep(path))
		if !strings.Contains(string(m.Message), want) {
			t.Errorf("%q: %q, want %q", text, m.Message, want)
		}
	}
	spec, err := editor.DecodeSweep([]byte("sigma: [1, 2]\nm: 20"))
	if err != nil || spec.Text("sigma") != "1,2" || spec.Text("m") != "20" || spec.Split.Validation != split.DefaultValidation {
		t.Errorf("a list gives %+v, %v", spec, err)
	}
	if spec, err = editor.DecodeSweep([]byte("repeats: 5")); err != nil || spec.Split.TrainFraction != 2.0/3 {
		t.Errorf("repeats alone give %+v, %v", spec.Split, err)
	}
}

// Where the machine is not the user's, no file of it is.
func TestRemoteUsersHaveNoFiles(t *testing.T) {
	m := ready(t, 80, 24)
	m.cfg.Host = &fakeBench{}
	m.keys("e", "w")
	if m.Prompt != nil || !strings.Contains(string(m.Message), "not over a server") {
		t.Errorf("w says %q", m.Message)
	}
}

// What waits for the data says when there is none.
func TestWhatNeedsDataSaysWhyNot(t *testing.T) {
	m := newFake(t, page.Opened, 80, 24).withSession(uitest.Records(60, nil))
	m.Set, m.loadID = nil, m.id()
	done := false
	m.then, m.Message = func() tea.Cmd { done = true; return nil }, "reading the data…"
	m.Update(dataOpened{id: m.loadID, err: errors.New("words.csv is gone")})
	if done || m.Message != "this needs the data. words.csv is gone" {
		t.Errorf("done %v, %q", done, m.Message)
	}
}
