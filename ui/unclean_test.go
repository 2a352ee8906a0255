package ui

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/output"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/editor"
	"example.com/sfatui/ui/page/overview"
	preferences "example.com/sfatui/ui/page/settings"
	"example.com/sfatui/ui/replay"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/terminal"
	"example.com/sfatui/ui/uitest"
)

// hostile is a text that a file may contain to do more than be displayed: CSI, OSC and other
// strings, C0, C1, bidirectional controls, tags and invalid UTF-8. It conceals text, which no
// style does. The mark in it shows that it was drawn at all.
const (
	hostile  = landmark + "\x1b[2J\x1b[8m\x1b]0;t\x07\x1b]52;c;YQ==\x1b\\\x1bPq\x1b\\\u009b2J\u009d0;t\u009c\x00\x08\r\n\t\x7f\u0085\u202e\u2066\u200f\u200b\ufeff\u2028\U000e0041\xff\xc2"
	landmark = "¡"
)

// addHostile appends the hostile text to every non-empty exported text within x, a pointer.
func addHostile(x any) { addHostileTo(reflect.ValueOf(x)) }

func addHostileTo(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			addHostileTo(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				addHostileTo(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			addHostileTo(v.Index(i))
		}
	case reflect.String:
		if v.String() != "" {
			v.SetString(v.String() + hostile)
		}
	}
}

// clearOptional clears values that x, a pointer, may lack, and shortens some lists: a session's
// lists may be shorter than those of a sweep.
func clearOptional(x any, rng *rand.Rand) { clearOptionalIn(reflect.ValueOf(x), rng) }

func clearOptionalIn(v reflect.Value, rng *rand.Rand) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		clearOptionalIn(v.Elem(), rng)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Name != "Point" {
				clearOptionalIn(v.Field(i), rng)
			}
		}
	case reflect.Slice:
		if v.Len() == 0 {
			v.Set(reflect.MakeSlice(v.Type(), 3, 3))
		}
		if rng.IntN(3) == 0 {
			v.Set(v.Slice(0, rng.IntN(v.Len())))
		}
		for i := range v.Len() {
			clearOptionalIn(v.Index(i), rng)
		}
	}
}

// A session whose lists are too short is shown as far as possible.
func TestShortListsAreDrawn(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	tries := 8
	if os.Getenv("CI") != "" {
		tries = 40
	}
	for range tries {
		m := hostileModel(t, page.Opened, "")
		for _, r := range m.scene.Sweep.State.Results {
			clearOptional(r, rng)
		}
		for _, keys := range [][]string{{"1", "1"}, {"2", "2"}, {"3", "3"}, {"5"}, {"6"}, {"7"}, {"w"}, {"i", "tab"}, {"F"}, {"F", "v"}, {"F", "v", "v"}, {"F", "v", "v", "v"}, {"E"}, {"4", "enter"}, {"4", "c"}} {
			m.scene.Shown, m.overview().Focus, m.overview().Zoomed = page.Overview, overview.PaneTable, false
			m.keys(keys...)
			m.fakeAnswer()
			for _, size := range [][2]int{{80, 24}, {200, 50}} {
				m.scene.W, m.scene.H = size[0], size[1]
				uitest.CheckScreen(t, m.View(), m.scene.W, m.scene.H)
			}
		}
	}
}

// addHostileToPoint appends the hostile text to a point's exported texts and its words.
func addHostileToPoint(p *part.Point) {
	addHostile(p)
	for _, w := range []part.Word{
		space.Reduction, hierarchy.Layers, kernel.Indefinite, method.Rotation, graph.Name, graph.EdgesHash, graph.Direction, graph.Weights, space.Basis, readout.Name,
	} {
		if text := w.Of(*p); text != "" {
			w.Set(p, text+hostile)
		}
	}
}

// addHostileToSpec makes the texts of a sweep hostile.
func addHostileToSpec(s *sweep.Spec) {
	addHostile(s)
	for _, a := range part.Axes() {
		if text := s.Text(a.Name); text != "" {
			s.Set(a.Name, text+hostile)
		}
	}
}

// hostileRecords returns the records of a sweep whose texts are all hostile.
func hostileRecords(t *testing.T) []record.Record {
	rs := uitest.Records(180, uitest.Failing)
	for i := range rs {
		if r := rs[i].Result; r != nil {
			p := r.Point
			addHostileToPoint(&p)
			addHostile(r)
			r.Point = p
		}
	}
	add := func(kind string, data uitest.Object) {
		rs = append(rs, uitest.Record(uint64(len(rs)), 60_000, kind, data, nil))
	}
	note := rs[20].Result.Point.Config()
	add(record.KindNote, uitest.Object{"point": note, "text": "a note " + hostile})
	add(record.KindOpened, uitest.Object{"host": "node " + hostile})
	add(string(sweep.StageDone), uitest.Object{"stage": "stage " + hostile})
	add(string(sweep.Ended), uitest.Object{"reason": "failed: " + hostile})
	return rs
}

// hostileModel shows a session, and its data, in which every text is hostile.
func hostileModel(t *testing.T, md page.Mode, colour string) *model {
	m := newFake(t, md, 120, 40)
	m.scene.Style = newStyle(m.cfg.Out, terminal.Environment{"TERM=xterm-256color"}, colour)
	if colour == "" {
		m.scene.Style = newStyle(m.cfg.Out, terminal.Environment{"TERM=dumb"}, "")
	}
	m.withSession(nil)
	addHostile(&m.scene.Session.Header)
	addHostileToSpec(&m.scene.Session.Header.Spec)
	m.scene.Session.Dir += hostile
	points := uitest.Points()
	for i := range points {
		addHostileToPoint(&points[i])
	}
	m.scene.Sweep.SetPlan(sweepview.OutlineOf(points), sweepview.CriterionOf(sweep.Spec{}, points))
	m.scene.Set, m.scene.Hash = uitest.Set(), "fake"
	addHostile(m.scene.Set)
	m.cfg.Data.Paths = []string{hostile}
	m.ctl.Standing = control.Standing{Role: clean.Of("owner " + hostile), Watching: 2}
	if rs := hostileRecords(t); md == page.Replaying {
		m.ctl.Player = replay.New(rs, 1, choose.By{Objective: "accuracy"})
		m.ctl.Player.Seek(m.ctl.Player.Length())
		m.ctl.ShowState(m.ctl.Player.State)
	} else {
		m.ctl.Reduce(rs)
	}
	m.scene.Fold = 1
	return m
}

// checkClean checks that a screen contains only text and the styles of the program.
func checkClean(t *testing.T, m *model, what string) {
	t.Helper()
	for _, size := range [][2]int{{80, 24}, {180, 50}} {
		m.scene.W, m.scene.H = size[0], size[1]
		text := m.View()
		checkText(t, text, what)
		uitest.CheckScreen(t, text, m.scene.W, m.scene.H)
	}
}

func checkText(t *testing.T, text, what string) {
	t.Helper()
	for _, line := range strings.Split(text, "\n") {
		plain := sequence.ReplaceAllString(line, "")
		if strings.Contains(line, "\x1b[8m") || !utf8.ValidString(plain) {
			t.Fatalf("%s: %q", what, line)
		}
		for _, r := range plain {
			if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == 0x2028 {
				t.Fatalf("%s: %U in %q", what, r, line)
			}
		}
	}
}

// Whatever files, sessions, errors and users contain, screens show only text and styles.
func TestNothingUncleanIsDrawn(t *testing.T) {
	for _, c := range []struct {
		name, colour string
		mode         page.Mode
	}{{"opened", "", page.Opened}, {"in colour", "256", page.Opened}, {"live", "", page.Live}, {"replay", "", page.Replaying}, {"following", "256", page.Following}} {
		t.Run(c.name, func(t *testing.T) {
			m := hostileModel(t, c.mode, c.colour)
			drawn := 0
			for _, keys := range [][]string{{"1", "1"}, {"2", "2"}, {"3", "3"}, {"4"}, {"5"}, {"5", "v", "v"}, {"6"}, {"7"}, {"w"}, {"i", "tab"}, {"F"}, {"F", "v"}, {"F", "v", "v"}, {"E"}, {"E", "v"}, {"d"}, {"d", "v"}, {"l"}, {"l", "G"},
				{"4", "g", "enter"}, {"4", "G", "enter"}, {"4", "g", "c"}, {"4", "t", "j", "t", "c"}, {"1", "1", "right", "right"}, {"w"}, {"C"}, {"?"}, {"4", "T"}, {"n"}, {"/"}, {"Y"}, {"S"}, {"ctrl+s"}, {"1", "Y"}, {"B"}, {"o"}, {"["}, {"f", "]"}} {
				m.scene.Shown, m.scene.Prompt, m.scene.Ask, m.overview().Focus, m.overview().Zoomed = page.Overview, nil, nil, overview.PaneTable, false
				m.keys(keys...)
				addHostileToAnswer(m.fakeAnswer())
				checkClean(t, m, "keys "+strings.Join(keys, " "))
				drawn += strings.Count(m.View(), landmark)
			}
			if drawn < 200 {
				t.Errorf("the texts are on the screens %d times only", drawn)
			}
		})
	}
}

// addHostileToAnswer makes the answers to inquiries hostile.
func addHostileToAnswer(m *model) {
	for _, p := range m.scene.Probes {
		if p != nil && p.Rescored != nil {
			addHostile(&p.Rescored.Groups)
			for i := range p.Rescored.Curves {
				at := &p.Rescored.Curves[i].Readout
				readout.Name.Set(at, readout.Name.Of(*at)+hostile)
			}
		}
		if p != nil && p.Inspection != nil && p.Inspection.Graph != nil {
			p.Inspection.Graph.Note = "a note " + hostile
		}
	}
}

// Texts of errors, messages, questions, prompts and pages are cleaned in the same way.
func TestNothingUncleanIsSaid(t *testing.T) {
	bad := errors.New("an error " + hostile)
	row := func(m *model) *choose.Row { return m.scene.Table.Row(&m.scene.Sweep) }
	for name, say := range map[string]func(m *model){
		"message of a copy":   func(m *model) { m.output.Update(m.scene, output.Copied{What: "it", Text: hostile}) },
		"no copy":             func(m *model) { m.output.Update(m.scene, output.Copied{Err: bad}) },
		"no note":             func(m *model) { m.ctl.Update(control.Noted{Err: bad}) },
		"export":              func(m *model) { m.Update(output.Exported{Path: hostile + ".csv"}) },
		"export of features":  func(m *model) { m.Update(output.Exported{Path: hostile + ".npz", Row: row(m)}) },
		"no export":           func(m *model) { m.Update(output.Exported{Path: hostile, Err: bad}) },
		"over an export":      func(m *model) { m.Update(output.Exported{Path: hostile, Err: fs.ErrExist}) },
		"saved":               func(m *model) { m.Update(editor.SweepSaved{Path: hostile}) },
		"not saved":           func(m *model) { m.Update(editor.SweepSaved{Path: hostile, Err: bad}) },
		"not read":            func(m *model) { m.Update(editor.SweepLoaded{Path: hostile, Err: bad}) },
		"setting":             func(m *model) { m.Update(preferences.Kept{Path: hostile}) },
		"no setting":          func(m *model) { m.Update(preferences.Kept{Path: hostile, Err: bad}) },
		"not added":           func(m *model) { m.ctl.Exec = &compute.Execution{}; m.ctl.Update(control.Added{Err: bad}) },
		"not cancelled":       func(m *model) { m.Update(control.Skipped{N: 1, Err: bad}) },
		"not refined":         func(m *model) { m.Update(overview.Refined{Err: bad}) },
		"not forked":          func(m *model) { m.ctl.RunID = 7; m.Update(control.Forked{ID: 7, Err: bad}) },
		"the sweep broke off": func(m *model) { m.ctl.Stopped, m.scene.Shown = bad, page.Overview },
		"probe": func(m *model) {
			m.scene.Shown = "features"
			m.prober.Attend()
			m.fakeAnswer().scene.Probes[page.Inspecting].Err = bad
		},
		"no data":         func(m *model) { m.scene.Set, m.scene.Problem, m.scene.Shown = nil, bad, page.Data },
		"nothing to edit": func(m *model) { m.scene.Set, m.scene.Problem, m.scene.Shown = nil, bad, page.Editor },
		"problem": func(m *model) {
			m.scene.Set, m.scene.Problem, m.scene.Session, m.scene.Shown = nil, bad, nil, page.Overview
		},
		"no sweep": func(m *model) { m.scene.Problem, m.scene.Session, m.scene.Shown = bad, nil, page.Overview },
		"reading": func(m *model) {
			m.scene.Set, m.scene.Session, m.scene.Shown, m.ctl.Data.Loading = nil, nil, page.Overview, &control.Reading{}
		},
		"filter":              func(m *model) { m.scene.Table.Filter = sweepview.Filter{Text: hostile}; m.scene.Shown = page.Overview },
		"filter without rows": func(m *model) { m.filterNothing() },
		"typing a filter": func(m *model) {
			m.scene.Shown = page.Overview
			m.keys("/")
			m.press(input.Press{Name: "paste", Text: "a " + hostile})
		},
		"typing a note": func(m *model) {
			m.scene.Shown = page.Overview
			m.keys("n")
			m.press(input.Press{Name: "paste", Text: "a " + hostile})
		},
		"typing in the help": func(m *model) { m.keys("?"); m.press(input.Press{Name: "paste", Text: "a " + hostile}) },
		"cursor on what is none": func(m *model) {
			m.scene.Shown = page.Overview
			m.keys("/")
			m.press(input.Press{Name: "paste", Text: "\x1b"})
			m.keys("left")
		},
		"editor":               func(m *model) { m.hostileDraft(); m.keys("e") },
		"typing in the editor": func(m *model) { m.hostileDraft(); m.keys("e", "enter", "home") },
		"editor, checked": func(m *model) {
			m.hostileDraft()
			m.keys("e")
			m.Update(editor.Checked{Check: draft.CheckSpec(context.Background(), m.editor().Draft.Check.ID, uitest.Set(), "fake", m.editor().Draft.Spec, sweep.RunOptions{Workers: 2}, sweepview.Outline{})})
		},
		"advice": func(m *model) { m.hostileAdvice() },
		"page of advice": func(m *model) {
			m.hostileAdvice()
			m.scene.Shown = page.Advice
		},
	} {
		m := hostileModel(t, page.Opened, "256")
		say(m)
		checkClean(t, m, name)
		if name != "cursor on what is none" && !strings.Contains(m.View(), landmark) {
			t.Errorf("%s: nothing of it is on the screen:\n%s", name, m.View())
		}
	}
}

// filterNothing sets a filter that no row meets.
func (m *model) filterNothing() {
	m.scene.Shown = page.Overview
	m.scene.Table.Filter = sweepview.Filter{Text: hostile, Tests: []sweepview.Condition{func(*choose.Row) bool { return false }}}
	m.scene.Arrange()
}

// hostileDraft fills in a draft as a file of a sweep could.
func (m *model) hostileDraft() {
	m.scene.Shown = page.Overview
	addHostileToSpec(&m.editor().Draft.Spec)
	m.scene.Spec = m.editor().Draft.Spec
	m.editor().Draft.Check.Words = map[string]clean.Text{"method": clean.Of(hostile)}
}

// hostileAdvice makes all texts of the advisor hostile.
func (m *model) hostileAdvice() {
	m.scene.Sweep.State.Status = record.Done
	m.advice().List = []advise.Advice{{Do: "do " + hostile, Why: "why " + hostile, Axis: "sigma", Values: []float64{1}, Points: uitest.Points()[:1],
		Evidence: []advise.Evidence{{Config: m.scene.Sweep.Rows[0].Config, Keys: []string{"0123456" + hostile}, Measure: hostile}}}}
}

func TestNothingUncleanIsListed(t *testing.T) { uitest.Bubble(t, testNothingUncleanIsListed) }

func testNothingUncleanIsListed(t *testing.T) {
	src := newManySessions(3)
	for i := range src.items {
		it := &src.items[i]
		it.Stars = []list.Star{{}}
		it.Header.Data.Name, it.Header.Name, it.Note, it.Why, it.Stars[0].Label = hostile, hostile, hostile, hostile, hostile
	}
	src.items[1].Err = errors.New(hostile)
	src.items[2].Dir = hostile
	m := atHomeOf(t, src)
	checkText(t, m.View(), "home before it has read anything")
	lookAll(m)
	for range 3 {
		checkText(t, m.View(), "home")
		m.keys("t", "down")
	}
	m.keys("c")
	checkText(t, m.View(), "overlay")
	if !strings.Contains(m.View(), landmark) {
		t.Errorf("nothing of it is on the screen:\n%s", m.View())
	}
}
