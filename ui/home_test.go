package ui

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/npz"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
	sample "example.com/sfatui/sessions/sessiontest/recorded"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/home"
	"example.com/sfatui/ui/uitest"
)

// sessionsAt records sessions in a folder, of data of these names, each an hour older than the
// previous one; alter changes the results of the first.
func sessionsAt(t testing.TB, folder string, alter func(*result.Result), names ...string) {
	t.Helper()
	for i, name := range names {
		change := alter
		if i > 0 || alter == nil {
			change = func(*result.Result) {}
		}
		s := sample.SweptWith(t, func(h *sessions.Header) {
			h.Name, h.Data.Name, h.Data.Hash = name, name, strings.Repeat(name[:1], 64)
			h.Created = uitest.Epoch.Add(-time.Duration(i) * time.Hour)
		}, change)
		if err := os.Rename(s.Dir, filepath.Join(folder, fmt.Sprintf("%s-%d.sfa", name, i))); err != nil {
			t.Fatal(err)
		}
	}
}

// homeOn runs the program at home on an emulated terminal of 80×24, on the sessions of a
// folder.
func homeOn(t *testing.T, folder string) (term *emulated, ended <-chan programResult) {
	term = newTerminal(t, 80, 24)
	c := Config{Environ: []string{"TERM=xterm-256color"}, Home: home.Local{Places: list.Places{Folders: []string{folder}}, Folder: t.TempDir()}}
	ended = term.start(c, func(c Config) (string, error) { return Home(t.Context(), c) })
	term.until("sfatui · home", "enter open")
	return term, ended
}

// quitCleanly quits the program and checks that it returns no error.
func quitCleanly(t *testing.T, term *emulated, ended <-chan programResult) {
	t.Helper()
	term.typeKeys("q")
	if got := waitForResult(term, ended); got.err != nil {
		t.Error(got.err)
	}
}

// The reason why all points failed is shown at home, and takes enter and i at a point.
func TestWhyDidTheseFail(t *testing.T) { uitest.Bubble(t, testWhyDidTheseFail) }

func testWhyDidTheseFail(t *testing.T) {
	const why = "the kernel was refused"
	folder := t.TempDir()
	sessionsAt(t, folder, func(r *result.Result) { *r = result.Result{Key: r.Key, Point: r.Point, Error: why} }, "sensors", "words")
	term, ended := homeOn(t, folder)
	term.until("✗ all failed", "–  "+why, "next  sensors: all 12 fits failed", "12 failed, most by: "+why)
	term.typeKeys("\r")
	term.until("home › sensors › ", "✗ all failed")
	term.typeKeys("i")
	term.until(why)
	quitCleanly(t, term, ended)
}

// Leaving a running sweep and coming back takes two keys; the sweep continues meanwhile, and
// home shows it.
func TestLeaveARunningSweepAndReturn(t *testing.T) {
	uitest.Bubble(t, testLeaveARunningSweepAndReturn)
}

func testLeaveARunningSweepAndReturn(t *testing.T) {
	gate := uitest.HoldFits(t)
	term := newTerminal(t, 80, 24)
	c := tinyConfig(t)
	folder := t.TempDir()
	c.Dir = func(name string) (string, error) { return filepath.Join(folder, "tiny.sfa"), nil }
	c.Home = home.Local{Places: list.Places{Folders: []string{folder}}, Folder: t.TempDir()}
	c.AutoStart = true
	ended := term.start(c, func(c Config) (string, error) { return Workbench(t.Context(), c) })
	term.until("● running", "/12 fits")
	term.typeKeys("\x1b")
	gate.Pass(t, 4)
	term.until("sfatui · home", "●", "1   tiny ")
	term.typeKeys("1")
	term.until("home › tiny.csv › ", "/12 fits")
	term.typeKeys("\x1b1\x1b1") // in quick succession
	term.until("home › tiny.csv › ", "/12 fits", "● running")
	gate.Open()
	term.until("12/12 fits", "✓ done")
	term.typeKeys("q")
	if got := waitForResult(term, ended); got.err != nil || got.last != filepath.Join(folder, "tiny.sfa") {
		t.Errorf("it ended with %q, %v", got.last, got.err)
	}
}

// A sweep that is started while another is computed waits for its turn, and can be cancelled
// with x.
func TestSecondSweepWaits(t *testing.T) { uitest.Bubble(t, testSecondSweepWaits) }

func testSecondSweepWaits(t *testing.T) {
	uitest.HoldFits(t)
	term := newTerminal(t, 80, 24)
	c := tinyConfig(t)
	folder := t.TempDir()
	c.Dir = func(name string) (string, error) { return filepath.Join(folder, name+".sfa"), nil }
	data := t.TempDir()
	var text strings.Builder
	text.WriteString("u,v\n")
	for i := range 240 {
		fmt.Fprintf(&text, "%d.5,%d\n", i%17, i*i%23)
	}
	if err := os.WriteFile(filepath.Join(data, "other.csv"), []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	c.Home = home.Local{Places: list.Places{Folders: []string{folder}}, Folder: data, Spec: sweep.Spec{Split: split.Options{Folds: 2, Validation: 0.25}}.With("m", "20")}
	c.AutoStart = true
	ended := term.start(c, func(c Config) (string, error) { return Workbench(t.Context(), c) })
	term.until("● running", "/12 fits")
	term.typeKeys("\x1b")
	term.until("sfatui · home", "other.csv")
	term.typeKeys("\t\r")
	term.until("home › other.csv", "● tiny.csv", "○ not started")
	term.typeKeys("s")
	term.until("other.csv › new sweep › settings")
	term.typeKeys("s")
	term.until("◌ queued")
	term.typeKeys("x")
	term.until("○ not started")
	term.typeKeys("\x1b\x1b") // to the data, and then home
	term.until("sfatui · home", "1   tiny ")
	term.typeKeys("1x")
	term.until("Cancel?")
	term.typeKeys("y")
	term.until("‖ stopped at")
	quitCleanly(t, term, ended)
}

// countingSource is a source that counts readings.
type countingSource struct {
	items  []list.Item
	reads  map[string]int
	stamps map[string]string
	lists  int
}

func (c *countingSource) Sessions(context.Context) ([]list.Item, error) {
	c.lists++
	return append([]list.Item(nil), c.items...), nil
}

func (c *countingSource) Where(it *list.Item) clean.Text { return clean.Of(it.Dir) }

func (c *countingSource) Stamp(dir string) string { return c.stamps[dir] }

func (c *countingSource) Fill(it *list.Item) {
	c.reads[it.Dir]++
	it.Status, it.Points, it.Planned, it.Configs, it.ConfigsPlanned = record.Done, 2, 2, 2, 2
}

func (c *countingSource) Open(string) (*sessions.Session, error) { return nil, os.ErrNotExist }

func (c *countingSource) Data(context.Context) ([]home.Datum, error) { return home.BuiltIn(), nil }

func (c *countingSource) Proposed() sweep.Spec { return sweep.Spec{Inner: "auto"} }

// newManySessions returns a source of n sessions.
func newManySessions(n int) *countingSource {
	c := &countingSource{reads: map[string]int{}, stamps: map[string]string{}}
	for i := range n {
		it := list.Item{Dir: fmt.Sprintf("s%04d.sfa", i), Created: uitest.Epoch.Add(-time.Duration(i) * time.Minute)}
		it.Header.Data.Name, it.Header.UUID = "vowels", it.Dir
		c.items = append(c.items, it)
		c.stamps[it.Dir] = "1"
	}
	return c
}

// atHomeOf returns home on a source, before anything is read.
func atHomeOf(t testing.TB, src home.Source) *model {
	c := fakeConfig()
	c.Home = src
	m := newModel(c, page.AtHome)
	m.ctl.Work = control.NewGroup(t.Context())
	m.scene.W, m.scene.H = 80, 24
	return m
}

// lookAll reads everything that home reads, without running clocks.
func lookAll(m *model) {
	p := m.page(page.Home).(*home.Page)
	cmds := []tea.Cmd{p.Refresh(m.scene)}
	for len(cmds) > 0 {
		cmd := cmds[0]
		if cmds = cmds[1:]; cmd == nil {
			continue
		}
		answered := make(chan tea.Msg, 1)
		go func() { answered <- cmd() }()
		select {
		case msg := <-answered:
			if batch, ok := msg.(tea.BatchMsg); ok {
				cmds = append(cmds, batch...)
				continue
			}
			_, next := m.Update(msg)
			cmds = append(cmds, next)
		case <-time.After(time.Second): // a clock
		}
	}
}

// Home shows a frame before it has read anything, reads each session once, and reads only
// changed sessions again.
func TestHomeReadsNothingTwice(t *testing.T) { uitest.Bubble(t, testHomeReadsNothingTwice) }

func testHomeReadsNothingTwice(t *testing.T) {
	const n = 1000
	src := newManySessions(n)
	m := atHomeOf(t, src)
	uitest.CheckScreen(t, m.View(), 80, 24)
	if view := m.View(); !strings.Contains(view, "looking for sessions") || len(src.reads) > 0 {
		t.Errorf("before anything is read:\n%s", view)
	}
	lookAll(m)
	if src.lists != 1 || len(src.reads) != n {
		t.Errorf("listed %d times, read %d sessions", src.lists, len(src.reads))
	}
	for dir, times := range src.reads {
		if times != 1 {
			t.Fatalf("%s was read %d times", dir, times)
		}
	}
	view := m.View()
	if list, _, _ := strings.Cut(view, "─ data "); strings.Contains(list, "…  ") || !strings.Contains(view, "1,000 · newest first") {
		t.Errorf("after all is read:\n%s", view)
	}
	src.stamps["s0003.sfa"] = "2"
	before := maps.Clone(src.reads)
	lookAll(m)
	for dir, times := range src.reads {
		if want := before[dir] + oneIf(dir == "s0003.sfa"); times != want {
			t.Fatalf("%s was read %d times, want %d", dir, times, want)
		}
	}
}

// At every size, in every state of home, lines fit and no key panics.
func TestHomeFits(t *testing.T) { uitest.Bubble(t, testHomeFits) }

func testHomeFits(t *testing.T) {
	wider, higher := 69, 21
	if os.Getenv("CI") != "" {
		wider, higher = 23, 7
	}
	for _, n := range []int{0, 1, 30} {
		src := newManySessions(n)
		m := atHomeOf(t, src)
		lookAll(m)
		for w := 60; w < 200; w += wider {
			for h := 15; h < 60; h += higher {
				m.scene.W, m.scene.H = w, h
				for _, key := range []string{"down", "t", "tab", "down", "G", "w", "esc", "tab", "up", "T", "/", "x", "esc", "D", "d", "G", "o", "c", "D", "down"} {
					m.keys(key)
					uitest.CheckScreen(t, m.View(), w, h)
				}
			}
		}
	}
}

// The list is filtered while words are typed, and sessions keep their numbers.
func TestHomeFind(t *testing.T) { uitest.Bubble(t, testHomeFind) }

func testHomeFind(t *testing.T) {
	src := newManySessions(20)
	src.items[7].Header.Data.Name = "gestures"
	m := atHomeOf(t, src)
	lookAll(m)
	m.keys("/", "g", "e", "s", "t")
	if view := m.View(); !strings.Contains(view, "›8   gestures") || strings.Contains(view, "9   vowels") {
		t.Errorf("found:\n%s", view)
	}
	m.keys("enter", "esc")
	if view := m.View(); !strings.Contains(view, "1   vowels") {
		t.Errorf("esc does not show all:\n%s", view)
	}
}

// BenchmarkHome measures opening home with a thousand sessions up to the first frame with the
// newest of them.
func BenchmarkHome(b *testing.B) {
	dir := b.TempDir()
	for i := range 1000 {
		h := sample.Header()
		h.UUID, h.Created = fmt.Sprintf("%036d", i), uitest.Epoch.Add(-time.Duration(i)*time.Minute)
		if _, err := sessions.Create(filepath.Join(dir, fmt.Sprintf("s%04d.sfa", i)), h, sessiontest.Plan(1)); err != nil {
			b.Fatal(err)
		}
	}
	src := home.Local{Places: list.Places{Folders: []string{dir}}, Folder: dir}
	for b.Loop() {
		m := atHomeOf(b, src)
		items, err := src.Sessions(b.Context())
		if err != nil || len(items) != 1000 {
			b.Fatal(len(items), err)
		}
		_ = m.View()
	}
}

// Home lists data by names first, and then shows its sizes; a model file is not listed as data.
func TestHomeShowsTheSizeOfData(t *testing.T) { uitest.Bubble(t, testHomeShowsTheSizeOfData) }

func testHomeShowsTheSizeOfData(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("sensors.csv", "x,who\n"+strings.Repeat("1.5,ann\n2.5,bob\n", 1440))
	write("broken.npy", "\x93NUMPY")
	wav := "RIFF\x2c\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x80\x3e\x00\x00\x02\x00\x10\x00data\x08\x00\x00\x00" + strings.Repeat("\x01\x00", 4)
	for _, name := range []string{"s01_head", "s01_heed", "s02_head", "s02_heed"} {
		write("words/"+name+"_1.wav", wav)
		write("words/"+name+"_2.wav", wav)
	}
	var saved bytes.Buffer
	z := npz.NewWriter(&saved)
	z.Text("config", `{"format":"sfatui-model"}`)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	write("model.npz", saved.String())

	src := home.Local{Places: list.Places{Folders: []string{t.TempDir()}}, Folder: folder}
	m := atHomeOf(t, src)
	m.scene.W, m.scene.H = 100, 40
	list, err := src.Data(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range list {
		if d.Name == "model.npz" || strings.Contains(string(d.Facts), "row") {
			t.Errorf("listed at once: %s, %s", d.Name, d.Facts)
		}
	}
	lookAll(m)
	for _, want := range []string{"2,880 rows × 2 columns, 22.5 KiB", "1 column of text", "8 WAV files, 8 kHz, 0.0 s", "names look like group_label_rep", "NPY file, 6 B"} {
		if view := m.View(); !strings.Contains(view, want) {
			t.Errorf("there is no %q:\n%s", want, view)
		}
	}
}

// Data opened by its path gets the same sweep as data in the list.
func TestDataByPathHasTheProposedSweep(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.csv")
	if err := os.WriteFile(path, []byte("a,b\n1,2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	chosen := resolveName(t.Context(), &countingSource{}, path, true)
	if chosen.Err != nil || chosen.Datum.Spec.Inner != "auto" || chosen.Datum.Options.Paths[0] != path {
		t.Errorf("%+v", chosen)
	}
}
