package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/sessiontest/recorded"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/uitest"
)

// openedWithViews opens a session and reads its views from a folder.
func openedWithViews(t *testing.T, folder string, s *sessions.Session) *model {
	t.Helper()
	c := fakeConfig()
	c.ViewsPath = folder
	m := newModel(c, page.Opened)
	m.ctl.Work = control.NewGroup(t.Context())
	m.showSession(s)
	m.scene.W, m.scene.H = 100, 30
	runViews(m, m.views.read())
	return m
}

// runViews runs a command about views, and those that follow.
func runViews(m *model, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case viewsRead, viewsWritten:
		m.Update(msg)
	}
}

// typeKey presses a key and stores the view as the program does.
func typeKey(m *model, names ...string) {
	for _, name := range names {
		k := input.Press{Name: name}
		if len([]rune(name)) == 1 {
			k.Text = name
		}
		m.press(k)
		runViews(m, m.views.keep())
	}
}

// A session opens as it was left: columns, filter, order and zoom. Named views are stored and
// shown, the session's files stay as they are, and what a sweep lacks is left out and named.
func TestViewsAreKept(t *testing.T) { uitest.Bubble(t, testViewsAreKept) }

func testViewsAreKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "views")
	s := recorded.Swept(t, nil)
	before := filesOf(t, s.Dir)
	m := openedWithViews(t, folder, s)
	runViews(m, m.views.named("wide"))
	if !strings.Contains(string(m.scene.Message), "no view wide is stored; stored: none") {
		t.Errorf("an unknown view: %q", m.scene.Message)
	}
	runViews(m, m.views.columns("sigma nothing"))
	if !strings.Contains(string(m.scene.Message), "nothing: no such column") {
		t.Errorf("an unknown column: %q", m.scene.Message)
	}
	runViews(m, m.views.columns("acc"))
	if head := strings.Split(m.View(), "\n"); !strings.Contains(m.View(), "validation▼") || len(m.scene.Table.Columns) != 1 {
		t.Errorf("the column acc alone: %q", head)
	}
	runViews(m, m.views.columns("sigma lambda"))
	typeKey(m, "o", "/", "s", "i", "g", "m", "a", ">", "0", ".", "5", "enter", "z")
	left := m.views.view()
	if len(left.Table.Columns) != 2 || left.Table.Filter != "sigma>0.5" || left.Table.Sort == "" || !left.Zoom.Alone || len(m.scene.Table.Order) != 4 {
		t.Fatalf("left as %+v, %d rows", left, len(m.scene.Table.Order))
	}
	runViews(m, m.views.named("save narrow"))

	m = openedWithViews(t, folder, s)
	if got := m.views.view(); !strings.Contains(m.View(), "sigma>0.5") || got.Table.Filter != left.Table.Filter || got.Table.Sort != left.Table.Sort || got.Zoom != left.Zoom || m.scene.Message != "" {
		t.Errorf("opened as %+v, want %+v, %q", got, left, m.scene.Message)
	}
	typeKey(m, "esc", "esc")
	runViews(m, m.views.columns(""))
	if got := m.views.view(); got.Table.Columns != nil || got.Table.Filter != "" || got.Zoom.Alone {
		t.Errorf("after esc: %+v", got)
	}
	runViews(m, m.views.named("narrow"))
	if got := m.views.view(); got.Table.Filter != left.Table.Filter || len(got.Table.Columns) != 2 || got.Zoom != left.Zoom {
		t.Errorf("the named view is %+v", got)
	}

	v := m.views.book.Named["narrow"]
	v.Table.Columns, v.Table.Filter, v.Table.Sort, v.Zoom.Pane, v.Zoom.Charts[0].Zoom = []string{"sigma", "gone"}, "lost>1", "away", 99, -5
	m.views.book.Named["old"] = v
	runViews(m, m.views.named("old"))
	if want := "view old is shown without gone, sorting by away, the filter lost>1: the sweep does not have it"; string(m.scene.Message) != want {
		t.Errorf("a view of another sweep shows %q, want %q", m.scene.Message, want)
	}
	uitest.CheckScreen(t, m.View(), 100, 30)
	if got := m.views.view(); len(got.Table.Columns) != 1 || got.Table.Filter != "" {
		t.Errorf("a view of another sweep is %+v", got)
	}
	if after := filesOf(t, s.Dir); after != before {
		t.Errorf("the session has the files\n%s\nbefore\n%s", after, before)
	}
}

// A damaged file and a server's screen have no views.
func TestViewsThatCannotBeRead(t *testing.T) {
	folder := t.TempDir()
	s := recorded.Swept(t, nil)
	m := openedWithViews(t, folder, s)
	typeKey(m, "z")
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if err := os.WriteFile(filepath.Join(folder, files[0].Name()), []byte(`{"last":{"zoom":{"pa`), 0o600); err != nil {
		t.Fatal(err)
	}
	if m = openedWithViews(t, folder, s); m.views.view().Zoom.Alone || m.scene.Message != "" {
		t.Errorf("a damaged file is shown as %+v, %q", m.views.view(), m.scene.Message)
	}
	m = atBenchAs(t, control.Standing{Role: "owner"})
	m.cfg.ViewsPath = folder
	if m.views.read() != nil || !strings.Contains(string(m.Reason(m.actionNamed("view"))), "server") {
		t.Error("a server stores views of its users")
	}
}

// filesOf lists the files of a folder with their sizes.
func filesOf(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			b.WriteString(path + " " + info.ModTime().String() + "\n")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
