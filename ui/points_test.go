package ui

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/terminal"
	"example.com/sfatui/ui/uitest"
)

// shownRows returns the rows of the table.
func (m *model) shownRows() []*choose.Row {
	var rows []*choose.Row
	for _, i := range m.scene.Table.Order {
		rows = append(rows, m.scene.Sweep.Row(i))
	}
	return rows
}

// runCommand runs a command and handles its messages.
func (m *model) runCommand(cmd tea.Cmd) {
	if cmd != nil {
		m.Update(cmd())
	}
}

// A filter shows exactly the rows that meet it, for every axis and measure.
func TestFilter(t *testing.T) {
	for text, want := range map[string]func(r *choose.Row) bool{
		"":         func(r *choose.Row) bool { return true },
		"acc>=0.9": func(r *choose.Row) bool { return choose.By{Objective: "accuracy"}.Stat(r).Mean >= 0.9 },
		"test:acc>0.9 sigma<10": func(r *choose.Row) bool {
			return r.Of(measure.SegmentsRight).Mean > 0.9 && kernel.Sigma.X(r.Config) < 10
		},
		"sigma<=10 readout=lda":  func(r *choose.Row) bool { return kernel.Sigma.X(r.Config) <= 10 && readout.Name.Of(r.Config) == "lda" },
		"σ=5":                    func(r *choose.Row) bool { return kernel.Sigma.X(r.Config) == 5 },
		"lambda!=0 m=50":         func(r *choose.Row) bool { return method.Lambda.X(r.Config) != 0 && subset.M.Of(r.Config) == 50 },
		"readout=lda,perceptron": func(r *choose.Row) bool { return true },
		"readout~perc":           func(r *choose.Row) bool { return readout.Name.Of(r.Config) == "perceptron" },
		"readout!=lda":           func(r *choose.Row) bool { return readout.Name.Of(r.Config) != "lda" },
		"perceptron":             func(r *choose.Row) bool { return readout.Name.Of(r.Config) == "perceptron" },
		"violated":               sweepview.Violated,
		"ok slowness<0.05":       func(r *choose.Row) bool { return !sweepview.Violated(r) && r.Of(measure.TestSlowness).Mean < 0.05 },
		"val>=0.9":               func(r *choose.Row) bool { return choose.By{Objective: "accuracy"}.Stat(r).Mean >= 0.9 },
		"var>0.1":                func(r *choose.Row) bool { return r.Of(measure.Deviation).Mean > 0.1 },
		"train<0.03 sample>0.8": func(r *choose.Row) bool {
			return r.Of(measure.TrainingSlowness).Mean < 0.03 && r.Of(measure.SamplesRight).Mean > 0.8
		},
		"failed":                   func(r *choose.Row) bool { return r.Failed > 0 },
		"rmse<1":                   nil,
		"waiting":                  func(r *choose.Row) bool { return false },
		"seconds>0.7 folds=3 m>50": func(r *choose.Row) bool { return subset.M.Of(r.Config) == 100 && r.Failed == 0 },
	} {
		m := newFake(t, page.Live, 80, 24).withSession(uitest.Records(180, uitest.Failing))
		m.keys("/")
		m.typeText(text)
		if want == nil {
			if m.scene.Prompt.Err == nil {
				t.Errorf("%q is taken", text)
			}
			continue
		}
		if m.scene.Prompt.Err != nil {
			t.Errorf("%q: %v", text, m.scene.Prompt.Err)
		}
		m.keys("enter")
		n := 0
		for i := range m.scene.Sweep.Rows {
			n += oneIf(want(&m.scene.Sweep.Rows[i]))
		}
		rows := m.shownRows()
		if len(rows) != n || slices.ContainsFunc(rows, func(r *choose.Row) bool { return !want(r) }) {
			t.Errorf("%q shows %d rows, %d meet it", text, len(rows), n)
		}
		uitest.CheckScreen(t, m.View(), 80, 24)
		if m.keys("esc"); len(m.scene.Table.Order) != len(m.scene.Sweep.Rows) {
			t.Errorf("%q: esc leaves %d of %d rows", text, len(m.scene.Table.Order), len(m.scene.Sweep.Rows))
		}
	}
}

// An invalid filter shows its error while it is typed, and the last valid one stays in effect;
// Esc restores the previous filter.
func TestFilterReportsFaults(t *testing.T) {
	m := done(t, 100, 24)
	for text, want := range map[string]string{
		"colour>1": "no such axis or measure; write sigma", "sigma<x": `"x" is not a number`, "acc>": "a number is missing",
		"readout<lda": "is a word: write readout=lda", "lda >": "no such axis", "bogus": "write a condition such as", "by:colour": "no such column", "readout=": "a word is missing",
	} {
		m.keys("/")
		m.typeText("m=50 " + text)
		if m.scene.Prompt.Err == nil || !strings.Contains(m.scene.Prompt.Err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, m.scene.Prompt.Err, want)
		}
		if last := m.View()[strings.LastIndex(m.View(), "\n"):]; !strings.Contains(last, "✗") {
			t.Errorf("%q: the line does not say what is wrong: %q", text, last)
		}
		if m.keys("enter"); m.scene.Prompt == nil {
			t.Fatalf("%q: enter takes what cannot be", text)
		}
		m.keys("esc")
		if m.scene.Prompt != nil || len(m.scene.Table.Order) != len(m.scene.Sweep.Rows) {
			t.Errorf("%q: esc leaves %d rows", text, len(m.scene.Table.Order))
		}
	}
}

// by: sorts by any column and measure, including measures without a column.
func TestFilterSorts(t *testing.T) {
	m := done(t, 80, 24)
	for text, of := range map[string]func(r *choose.Row) float64{
		"by:slowness":  func(r *choose.Row) float64 { return r.Of(measure.TestSlowness).Mean },
		"by:-train":    func(r *choose.Row) float64 { return -r.Of(measure.TrainingSlowness).Mean },
		"by:-sigma":    func(r *choose.Row) float64 { return -kernel.Sigma.X(r.Config) },
		"by:-test:acc": func(r *choose.Row) float64 { return -r.Of(measure.SegmentsRight).Mean },
	} {
		m.keys("/", "ctrl+u")
		m.typeText(text)
		m.keys("enter")
		if rows := m.shownRows(); !slices.IsSortedFunc(rows, func(a, b *choose.Row) int {
			return sweepview.CompareKeys(sweepview.SortKey{Number: of(a), Word: ""}, sweepview.SortKey{Number: of(b), Word: ""}, false)
		}) {
			t.Errorf("%s: not in order", text)
		}
	}
	m.keys("o")
	if m.scene.Table.Filter.By != "" {
		t.Error("o does not take the place of by:")
	}
}

// Results that arrive one by one produce the same rows as results that arrive at once.
func TestRowsGrow(t *testing.T) {
	rs := uitest.Records(180, uitest.Failing)
	for i, r := range rs { // folds of a point arrive out of order
		if j := i * 7919 % len(rs); r.Result != nil && rs[j].Result != nil {
			rs[i], rs[j] = rs[j], rs[i]
		}
	}
	m := newFake(t, page.Live, 80, 24).withSession(nil)
	at := 0
	for _, n := range []int{1, 2, 40, 41, 100, 170, len(rs)} {
		m.ctl.Reduce(rs[at:n])
		at = n
		want := choose.Summarize(m.scene.Sweep.State.Results)
		if len(want) != len(m.scene.Sweep.Rows) {
			t.Fatalf("%d rows after %d records, want %d", len(m.scene.Sweep.Rows), n, len(want))
		}
		for i := range want {
			got := m.scene.Sweep.Rows[i]
			if fmt.Sprint(got) != fmt.Sprint(want[i]) {
				t.Fatalf("row %d after %d records: %+v, want %+v", i, n, got, want[i])
			}
		}
		if len(m.scene.Sweep.Rows)+len(m.scene.Sweep.Waiting) != len(m.scene.Sweep.Outline.Configs) {
			t.Errorf("%d rows and %d waiting of %d", len(m.scene.Sweep.Rows), len(m.scene.Sweep.Waiting), len(m.scene.Sweep.Outline.Configs))
		}
	}
}

// B selects the best row of each measure in turn.
func TestBestOfEach(t *testing.T) {
	m := done(t, 120, 40)
	seen := map[string]bool{}
	for range 7 {
		m.keys("B")
		q, _ := m.scene.Sweep.QuantityNamed(m.scene.Table.BestBy)
		here := m.scene.Table.Row(&m.scene.Sweep)
		if !strings.Contains(m.View(), string(m.scene.Message)) || !strings.Contains(string(m.scene.Message), string(q.Write(q.Of(here)))) {
			t.Errorf("%s: %q", q.ID, m.scene.Message)
		}
		for i := range m.scene.Sweep.Rows {
			r := &m.scene.Sweep.Rows[i]
			if q.ID != "validation" && r.VarianceOK && float64(q.Better)*q.Of(r) > float64(q.Better)*q.Of(here) {
				t.Errorf("%s: %v is better than %v", q.ID, q.Of(r), q.Of(here))
			}
		}
		seen[q.ID] = true
	}
	for _, id := range []string{"validation", "slowness", "variance", "segment", "sample", "train"} {
		if !seen[id] {
			t.Errorf("%s is never the measure", id)
		}
	}
}

// Ticked points are compared side by side with their differences; without ticks, points along
// one axis are.
func TestCompare(t *testing.T) {
	m := done(t, 120, 40)
	m.keys("c")
	if view := m.View(); m.scene.Shown != page.Compare || !strings.Contains(view, "along readout") || !strings.Contains(view, "≠ readout") || strings.Contains(view, "≠ sigma") {
		t.Fatalf("not the selected point along its first axis of words:\n%s", view)
	}
	m.keys("right")
	if view := m.View(); !strings.Contains(view, "along sigma") || !strings.Contains(view, "≠ sigma") || strings.Contains(view, "≠ readout") {
		t.Errorf("→ does not go on to the next axis:\n%s", view)
	}
	if view := m.View(); !regexp.MustCompile(`A\b.* B\b.* C\b.* D\b.* E[ ›★]*\n`).MatchString(view) {
		t.Errorf("not five points along σ:\n%s", view)
	}
	m.keys("esc", "t", "down", "t", "c")
	view := m.View()
	for _, want := range []string{"2 points ticked", "≠ ", "the same", "validation", "◂", "corrected t"} {
		if !strings.Contains(view, want) {
			t.Errorf("no %q in\n%s", want, view)
		}
	}
	uitest.CheckScreen(t, view, 120, 40)
	if m.keys("right"); !strings.Contains(string(m.scene.Message), "ticks") {
		t.Errorf("→ among ticked points shows %q", m.scene.Message)
	}
	m.keys("T", "esc")
	if len(m.scene.Table.Ticks) != 0 || m.scene.Shown != page.Overview {
		t.Error("T leaves ticks")
	}
}

// y copies through the terminal, and the copied command computes the point.
func TestCopy(t *testing.T) {
	m := done(t, 80, 24)
	var out bytes.Buffer
	m.copyTo(&out)
	clip := func() string {
		_, text, ok := strings.Cut(out.String(), "\x1b]52;c;")
		if !ok {
			t.Fatalf("nothing is copied: %q, %q", out.String(), m.scene.Message)
		}
		b, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(text, "\a"))
		if err != nil {
			t.Fatal(err)
		}
		out.Reset()
		return string(b)
	}
	r := m.scene.Table.Row(&m.scene.Sweep)
	m.press(input.Press{Name: "y", Text: "y"})
	m.runCommand(m.press(input.Press{Name: "v", Text: "v"}))
	if got := clip(); got != clean.Exactly(m.scene.Sweep.By.Stat(r).Mean) {
		t.Errorf("the value is %q", got)
	}
	m.press(input.Press{Name: "y", Text: "y"})
	m.runCommand(m.press(input.Press{Name: "r", Text: "r"}))
	heads, cells, _ := strings.Cut(clip(), "\n")
	i := slices.Index(strings.Split(heads, "\t"), "slowness")
	if i < 0 || strings.Split(cells, "\t")[i] != clean.Exactly(r.Of(measure.TestSlowness).Mean) || strings.Count(heads, "\t") != strings.Count(cells, "\t") {
		t.Errorf("the row is %q and %q", heads, cells)
	}
	m.press(input.Press{Name: "y", Text: "y"})
	m.runCommand(m.press(input.Press{Name: "c", Text: "c"}))
	if got := clip(); !strings.HasPrefix(got, "sfatui run ") || !strings.Contains(got, " --sigma 5 ") || !strings.Contains(got, "--validation 0.25") && strings.Contains(got, "--validation") {
		t.Errorf("the command is %q", got)
	}
	if !strings.Contains(string(m.scene.Message), "copied the command") {
		t.Errorf("the message is %q", m.scene.Message)
	}
	for env, want := range map[string]string{"TMUX=/tmp/x": "\x1bPtmux;", "TERM=screen": "\x1bP"} {
		m.wire = terminal.NewOutput(&out, terminal.Environment{env})
		if err := m.wire.Copy("x"); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%s: %q, %v", env, out.String(), err)
		}
		out.Reset()
	}
}

// A note is written to the session, marked in the table and shown.
func TestNote(t *testing.T) {
	m := done(t, 120, 40)
	config := m.scene.Table.Row(&m.scene.Sweep).Config
	m.Update(control.Noted{Records: []record.Record{uitest.Record(900, 20000, record.KindNote, uitest.Object{"point": config, "text": "looks odd"}, nil)}})
	if m.scene.Sweep.Notes[config] != "looks odd" || !strings.Contains(m.View(), "¶") {
		t.Errorf("notes %v", m.scene.Sweep.Notes)
	}
	m.keys("n")
	if m.scene.Prompt == nil || m.scene.Prompt.Input.String() != "looks odd" {
		t.Error("n does not begin with the note that is there")
	}
	m.keys("esc", "/")
	m.typeText("noted")
	m.keys("enter")
	if rows := m.shownRows(); len(rows) != 1 || rows[0].Config != config {
		t.Errorf("%d points have notes", len(rows))
	}
}
