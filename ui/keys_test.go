package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/uitest"
)

// On every page, a key stands for one action only.
func TestKeysMeanOneThing(t *testing.T) {
	table := newModel(Config{}, page.Live).actions
	for _, md := range []page.Mode{page.Live, page.Following, page.Replaying, page.Opened} {
		for _, pg := range []page.Name{page.Overview, page.Point, page.Data, page.Log, page.Advice, page.Editor} {
			seen := map[string]string{}
			for _, a := range table {
				if !a.Applies(md, pg) {
					continue
				}
				for _, k := range a.Keys {
					if other, ok := seen[k]; ok {
						t.Errorf("mode %d, page %s: %q is both %q and %q", md, pg, k, other, a.ID)
					}
					seen[k] = a.ID
				}
			}
			for _, k := range []string{"?", "q", "esc", "ctrl+c"} {
				if seen[k] == "" {
					t.Errorf("mode %d, page %s: %q does nothing", md, pg, k)
				}
			}
		}
	}
}

func TestKeyTableHoldsEveryAction(t *testing.T) {
	table := KeyTable()
	for _, a := range newModel(Config{}, page.Live).actions {
		if !strings.Contains(table, string(" | "+a.Long+" |\n")) {
			t.Errorf("%s is missing", a.ID)
		}
	}
	if !strings.HasPrefix(table, "| Home | |\n|---|---|\n| `enter` | open") {
		t.Errorf("the table begins with %q", table[:60])
	}
}

// Letters received in one read are separate keys, and so is Esc before a key.
func TestKeysOf(t *testing.T) {
	for _, c := range []struct {
		msg  tea.KeyMsg
		want []string
	}{
		{tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("dq")}, []string{"d", "q"}},
		{tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("e"), Alt: true}, []string{"esc", "e"}},
		{tea.KeyMsg{Type: tea.KeyTab, Alt: true}, []string{"esc", "tab"}},
		{tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}, []string{" "}},
		{tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("1,2\x1b[31m"), Paste: true}, []string{"paste"}},
		{tea.KeyMsg{Type: tea.KeyCtrlC}, []string{"ctrl+c"}},
	} {
		var got []string
		for _, k := range input.Of(c.msg) {
			got = append(got, k.Name)
			if strings.Contains(k.Text, "\x1b") {
				t.Errorf("%v: control sequence in %q", c.msg, k.Text)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: keys %q, want %q", c.msg, got, c.want)
		}
	}
}

// A key that cannot be used now shows the reason, and does nothing.
func TestDisabledKeysShowTheReason(t *testing.T) {
	m := done(t, 80, 24)
	for key, want := range map[string]string{
		" ": "no sweep is running", "x": "no sweep is running", "s": "every point is computed",
		"=": "choose a chart first", "e": "not ready",
	} {
		m.keys(key)
		if !strings.Contains(string(m.scene.Message), want) {
			t.Errorf("%q shows %q, want %q", key, m.scene.Message, want)
		}
		if !strings.Contains(m.View(), want) {
			t.Errorf("%q: the screen does not say %q", key, want)
		}
	}
	if m.scene.Shown != page.Overview || m.scene.Ask != nil {
		t.Errorf("page %s, question %v after keys that are disabled", m.scene.Shown, m.scene.Ask)
	}
}

// q asks while a sweep runs; only a second q or y quits.
func TestQuitAsksOnce(t *testing.T) {
	quits := func(m *model, name string) bool {
		cmd := m.press(input.Press{Name: name, Text: name})
		if cmd == nil {
			return false
		}
		_, ok := cmd().(tea.QuitMsg)
		return ok
	}
	m := newFake(t, page.Live, 80, 24).computingFake(uitest.Records(30, nil))
	if quits(m, "q") || m.scene.Ask == nil {
		t.Fatal("q left a running sweep without a question")
	}
	if quits(m, "n") || m.scene.Ask != nil {
		t.Fatal("n left, or the question stayed")
	}
	quits(m, "q")
	if !quits(m, "q") {
		t.Error("the second q did not leave")
	}
	if !quits(done(t, 80, 24), "q") {
		t.Error("q asked though no sweep was running")
	}
	if m = newFake(t, page.Live, 80, 24).computingFake(uitest.Records(30, nil)); !quits(m, "ctrl+c") || !m.departure.interrupted {
		t.Error("ctrl+c did not leave at once")
	}
}

// The help finds actions by words and runs the selected one.
func TestHelpRunsWhatIsPicked(t *testing.T) {
	m := done(t, 80, 24)
	m.keys("?", "z", "o", "o", "m")
	if n := len(m.palette().Found()); n == 0 || n > 3 {
		t.Fatalf("%d actions match zoom", n)
	}
	m.keys("enter")
	if m.scene.Shown != page.Overview || !m.overview().Zoomed {
		t.Errorf("page %s, zoomed %v after picking zoom", m.scene.Shown, m.overview().Zoomed)
	}
}

// The selection stays on its configuration as rows are added and sorted.
func TestSelectionStays(t *testing.T) {
	m := newFake(t, page.Live, 80, 24).withSession(uitest.Records(60, nil))
	m.keys("down", "down")
	chosen := m.scene.Table.Chosen
	m.ctl.Reduce(uitest.Records(180, nil))
	m.keys("o", "o", "O", "o")
	if got := m.scene.Table.Row(&m.scene.Sweep).Config; got != chosen {
		t.Errorf("the selection went from %v to %v", chosen, got)
	}
	m.keys("b")
	if got := m.scene.Table.Order[m.scene.Table.At]; got != m.scene.Sweep.Best {
		t.Errorf("b selects row %d, the best is %d", got, m.scene.Sweep.Best)
	}
}

// Every column sorts, and rows without a value are last in both directions.
func TestSorting(t *testing.T) {
	m := newFake(t, page.Live, 120, 40).withSession(uitest.Records(180, uitest.Failing))
	columns := sweepview.ColumnsOf(&m.scene.Sweep, sweepview.Terse)
	for range columns {
		m.keys("o")
		for range 2 {
			c, down := m.scene.Table.Sorted(&m.scene.Sweep, columns)
			for i := 1; i < len(m.scene.Table.Order); i++ {
				a, b := &m.scene.Sweep.Rows[m.scene.Table.Order[i-1]], &m.scene.Sweep.Rows[m.scene.Table.Order[i]]
				if sweepview.CompareKeys(c.Key(a), c.Key(b), down) > 0 {
					t.Errorf("by %s, down %v: row %d is out of order", c.ID, down, i)
				}
			}
			if last := m.scene.Sweep.Rows[m.scene.Table.Order[len(m.scene.Table.Order)-1]]; c.ID == "slowness" && last.Measured() {
				t.Errorf("by slowness, down %v: the rows that failed are not last", down)
			}
			m.keys("O")
		}
	}
}

// [ and ] move the cursor along a held axis, and the charts follow.
func TestLens(t *testing.T) {
	m := done(t, 80, 24)
	m.keys("1")
	held := func() string { return string(m.paneView(overview.PaneSlowness).Title("")) }
	if held() != "m=100" {
		t.Fatalf("the chart holds %q at first", held())
	}
	m.keys("]")
	if held() != "m=50" || subset.M.Of(m.scene.Table.Chosen) != 50 {
		t.Errorf("the chart holds %q after ], and the cursor is at %v", held(), m.scene.Table.Chosen)
	}
	m.keys("[")
	if held() != "m=100" || !m.scene.Sweep.IsBest(m.scene.Table.Row(&m.scene.Sweep)) {
		t.Errorf("the chart holds %q after ]", held())
	}
	v := m.paneView(overview.PaneSlowness)
	names, series := m.overview().Slowness.Series(&m.scene.Sweep, v)
	if len(names) != 3 || names[0] != "λ=0" || len(series[0]) != 5 {
		t.Errorf("series %v of %d points, want three λ over five σ", names, len(series[0]))
	}
	for _, s := range series {
		for _, q := range s {
			if subset.M.Of(q.Row.Config) != 100 {
				t.Errorf("a point of m = %d is in the chart of m = 100", subset.M.Of(q.Row.Config))
			}
		}
	}
}

// A point of a method without a parameter is shown for all values of that parameter.
func TestChartsOfOtherMethods(t *testing.T) {
	m := done(t, 80, 24)
	pca := uitest.Result(uitest.Points()[0])
	method.Name.Set(&pca.Point, "pca")
	method.Lambda.Set(&pca.Point, part.Value{})
	graph.Name.Set(&pca.Point, "")
	subset.M.Set(&pca.Point, 100)
	pca.Key = uitest.Key(pca.Point)
	m.ctl.Reduce([]record.Record{uitest.Record(500, 1e6, string(sweep.PointDone), uitest.Object{"key": pca.Key, "cost": 0}, pca)})
	m.keys("1")
	if title := m.paneView(overview.PaneSlowness).Title(""); title != "sfa m=100" {
		t.Fatalf("the chart holds %q", title)
	}
	names, series := m.overview().Slowness.Series(&m.scene.Sweep, m.paneView(overview.PaneSlowness))
	if len(names) != 3 || len(series[0]) != 5 {
		t.Errorf("sfa: series %q", names)
	}
	m.scene.Lens.Picked = "method"
	m.keys("]")
	names, series = m.overview().Slowness.Series(&m.scene.Sweep, m.paneView(overview.PaneSlowness))
	if len(names) != 2 || len(series[1]) != 1 || m.scene.Table.Row(&m.scene.Sweep) != series[1][0].Row {
		t.Errorf("pca: series %q", names)
	}
}

// The accuracy chart shows validation until the user selects test.
func TestAccuracyNamesItsPart(t *testing.T) {
	m := done(t, 80, 24)
	if name := m.overview().Accuracy.Name(&m.scene.Sweep, m.paneView(overview.PaneAccuracy)); name != "validation, samples right" {
		t.Errorf("the chart is called %q", name)
	}
	m.keys("v")
	if name := m.overview().Accuracy.Name(&m.scene.Sweep, m.paneView(overview.PaneAccuracy)); name != "test, segments right" {
		t.Errorf("after v the chart is called %q", name)
	}
	row := &m.scene.Sweep.Rows[m.scene.Sweep.Best]
	if got := m.overview().Accuracy.Stat(&m.scene.Sweep, row); got.String() != row.Of(measure.SegmentsRight).String() {
		t.Errorf("test accuracy %v, want %v", got, row.Of(measure.SegmentsRight))
	}
	m.keys("a")
	if over := m.paneView(overview.PaneAccuracy).X.Name; over == "sigma" {
		t.Errorf("after a the chart is still over %s", over)
	}
}

// A point that violates unit variance is counted and marked.
func TestViolationsAreMarked(t *testing.T) {
	m := done(t, 80, 24)
	if n := sweepview.Violations(&m.scene.Sweep); n != 4 { // σ = 20, λ = 0: two m, two readouts
		t.Errorf("%d violations, want 4", n)
	}
	_, series := m.overview().Variance.Series(&m.scene.Sweep, m.paneView(overview.PaneVariance))
	bad := 0
	for _, s := range series {
		for _, q := range s {
			if q.Bad {
				bad++
			}
			if q.Bad != (kernel.Sigma.Of(q.Row.Config) == part.Num(20) && method.Lambda.Of(q.Row.Config) == part.Num(0)) {
				t.Errorf("σ = %v, λ = %v: bad is %v", kernel.Sigma.Of(q.Row.Config), method.Lambda.Of(q.Row.Config), q.Bad)
			}
		}
	}
	if bad != 1 {
		t.Errorf("%d points marked in the chart, want 1", bad)
	}
}

// A key of another page shows where it works; an unknown key shows nothing.
func TestKeysOfOtherPagesShowTheReason(t *testing.T) {
	follow := looks["following"](t, 80, 24)
	replay := looks["replay"](t, 80, 24)
	here := done(t, 80, 24)
	page := done(t, 80, 24)
	page.keys("l")
	home := atHomeOf(t, newManySessions(1))
	for _, c := range []struct {
		m         *model
		key, want string
	}{
		{follow, "s", "following is read-only"}, {follow, "e", "following is read-only"}, {follow, " ", "following is read-only"}, {follow, "x", "x (cancel): following is read-only"},
		{replay, "s", "a replay is read-only"}, {replay, "e", "a replay is read-only"}, {here, ".", "works in a replay"},
		{here, "u", "works in the editor"}, {page, "o", "not available on this page"}, {home, "A", "A (atoms): open a session or data first, with enter"}, {here, "Z", ""}, {here, "ctrl+z", "no shell"},
	} {
		c.m.keys(c.key)
		switch got := c.m.scene.Message; {
		case !strings.Contains(string(got), c.want) || c.want == "" && got != "":
			t.Errorf("%q shows %q, want %q", c.key, got, c.want)
		case ansi.StringWidth(string(got)) > 80 || !strings.Contains(c.m.View(), string(got)):
			t.Errorf("%q: %q is not on the screen", c.key, got)
		}
	}
}

// The first screen of a built-in set explains itself in three lines, until a key is pressed. A
// set of the user's own does not. The expected time is there until the first point, from which on
// it is measured and shown above.
func TestFirstScreenExplainsItself(t *testing.T) {
	for _, c := range []struct {
		name    string
		records int
		want    []string
	}{
		{"vowels", 0, []string{" running  the words heed and head", " look at  chart 3, samples right: higher is better; about 50 s\n", " next     your own data: :open, then a path"}},
		{"vowels", 30, []string{" look at  chart 3, samples right: higher is better\n"}},
		{"mine", 30, nil},
	} {
		m := newFake(t, page.Live, 80, 24).computingFake(uitest.Records(c.records, nil))
		set := *uitest.Set()
		set.Name = c.name
		m.scene.Set, m.scene.Expected, m.overview().Intro = &set, 50*time.Second, true
		view := m.View()
		uitest.CheckScreen(t, view, 80, 24)
		if c.want == nil && strings.Contains(view, "running  ") {
			t.Errorf("the user's own data is explained:\n%s", view)
		}
		for _, line := range c.want {
			if !strings.Contains(view, line) {
				t.Errorf("the screen lacks %q:\n%s", line, view)
			}
		}
		if m.keys("j"); strings.Contains(m.View(), "your own data") {
			t.Error("a key does not hide the lines")
		}
	}
}

// Questions fit on a screen of 60 columns. On a narrower one the question is cut, not its keys.
func TestQuestionsFit(t *testing.T) {
	for _, key := range []string{"q", "x"} {
		for _, w := range []int{60, 30} {
			m := newFake(t, page.Live, w, 15).computingFake(uitest.Records(30, nil))
			m.keys(key)
			if m.scene.Ask == nil || w == 60 && !strings.Contains(m.View(), string(m.scene.Ask.Text)) {
				t.Fatalf("%q: the question is cut at %d columns:\n%s", key, w, m.View())
			}
			for _, a := range m.scene.Ask.Answers[:2] {
				if !strings.Contains(m.View(), a.Key+" "+string(a.Does)) {
					t.Errorf("%q: %s is cut at %d columns:\n%s", key, a.Key, w, m.View())
				}
			}
		}
	}
}

// Sorting by a measure with a better direction shows the best first.
func TestSortingShowsTheBestFirst(t *testing.T) {
	m := done(t, 80, 24)
	m.keys("down", "down", "G")
	for range sweepview.ColumnsOf(&m.scene.Sweep, sweepview.Terse) {
		m.keys("o")
		first, worst := m.scene.Sweep.Rows[m.scene.Table.Order[0]], m.scene.Sweep.Rows[m.scene.Table.Order[len(m.scene.Table.Order)-1]]
		better := map[string]bool{
			"segment":    first.Of(measure.SegmentsRight).Mean > worst.Of(measure.SegmentsRight).Mean,
			"sample":     first.Of(measure.SamplesRight).Mean > worst.Of(measure.SamplesRight).Mean,
			"validation": m.scene.Sweep.By.Stat(&first).Mean > m.scene.Sweep.By.Stat(&worst).Mean,
			"slowness":   first.Of(measure.TestSlowness).Mean < worst.Of(measure.TestSlowness).Mean,
			"variance":   first.Of(measure.Deviation).Mean < worst.Of(measure.Deviation).Mean,
		}
		if ok, judged := better[m.scene.Table.Sort]; judged && !ok {
			t.Errorf("by %s the worst comes first", m.scene.Table.Sort)
		}
	}
}

// Messages are cut after a word at any width.
func TestMessagesAreCutAfterAWord(t *testing.T) {
	const text = "wrote words.csv-model.npz: model of fold 1; sfatui transform applies it to new data"
	m := done(t, 80, 24)
	for w := 30; w < len(text); w++ {
		m.scene.Message = text
		got := strings.TrimSuffix(ansi.Strip(string(m.footer(w))), "…")
		if rest, ok := strings.CutPrefix(text, got); !ok || !strings.ContainsAny(rest[:1], " ;:") || ansi.StringWidth(got) >= w {
			t.Errorf("%d cells: %q", w, got)
		}
	}
}
