package ui

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/settings"
	"example.com/sfatui/ui/terminal"
	"example.com/sfatui/ui/theme"
	"example.com/sfatui/ui/uitest"
)

// A written setting is read back, and the rest of the file is unchanged.
func TestSettingsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "config.yaml")
	if s, err := settings.Read(path); err != nil || s != (settings.Settings{}) {
		t.Fatalf("no file gives %+v, %v", s, err)
	}
	for _, f := range settings.Table {
		for _, word := range f.Choices {
			if err := settings.Write(path, f.Name, word); err != nil {
				t.Fatal(err)
			}
			s, err := settings.Read(path)
			if err != nil || f.Get(&s) != word {
				t.Errorf("%s: wrote %q, read %q, %v", f.Name, word, f.Get(&s), err)
			}
		}
	}
	if err := os.WriteFile(path, []byte("# mine\ntheme: light # at the window\nmouse: false\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := settings.Write(path, "bell", "on"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), "# mine\ntheme: light # at the window\nmouse: false\nbell:") {
		t.Errorf("the file is now %q, %v", text, err)
	}
	if s, err := settings.Read(path); err != nil || s.Mouse != "off" || s.Bell != "on" || s.Theme != "light" {
		t.Errorf("read %+v, %v", s, err)
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// Errors in the file are reported with their line and the possible words.
func TestSettingsFileReportsFaults(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.yaml")
	for text, want := range map[string]string{
		"theme: blue": `line 1: theme: "blue": choose from dark, light, contrast, mono`, "\n\ntheem: dark": "line 3: theem: no such setting: did you mean theme?",
		"bell: on\nbell: off": "line 2: bell is set twice", "theme": "line 1: write lines such as", "a: [": "write lines such as", "theme: [a]": "choose from",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := settings.Read(path); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		if err := settings.Write(path, "theme", "dark"); strings.Contains(want, "such as") && err == nil {
			t.Errorf("%q is written over", text)
		}
	}
}

// A setting applies at once, and is saved if the file is the user's.
func TestSettingsPage(t *testing.T) {
	m := done(t, 80, 24)
	m.cfg.SettingsPath = filepath.Join(t.TempDir(), "config.yaml")
	m.recreatePages()
	m.keys("C")
	for i, f := range settings.Table {
		if i > 0 {
			m.keys("down")
		}
		uitest.CheckScreen(t, m.View(), 80, 24)
		was := f.Get(&m.cfg.Settings)
		cmd := m.press(input.Press{Name: "right"})
		if f.Get(&m.cfg.Settings) == was {
			t.Errorf("→ does not change %s", f.Name)
		}
		runUntimed(m, cmd)
		if s, err := settings.Read(m.cfg.SettingsPath); err != nil || f.Get(&s) == was {
			t.Errorf("%s is not kept: %+v, %v, %q", f.Name, s, err, m.scene.Message)
		}
		runUntimed(m, m.press(input.Press{Name: "left"}))
		if f.Get(&m.cfg.Settings) != was {
			t.Errorf("← does not take %s back", f.Name)
		}
	}
	m.keys("down") // to the first; a held key writes the settings one after the other
	first := m.press(input.Press{Name: "right"})
	m.press(input.Press{Name: "down"})
	if second := m.press(input.Press{Name: "right"}); len(batchOf(second)) != 0 {
		t.Error("two are written at once")
	}
	runUntimed(m, first)
	if s, err := settings.Read(m.cfg.SettingsPath); err != nil || s != m.cfg.Settings {
		t.Errorf("%+v is kept, %+v holds: %v", s, m.cfg.Settings, err)
	}
	m.keys("esc")
	if m.scene.Shown != page.Overview {
		t.Error("esc stays")
	}
	m.cfg.Host = &fakeBench{}
	m.recreatePages()
	was := m.cfg.Settings
	if m.keys("C"); len(batchOf(m.press(input.Press{Name: "right"}))) != 0 {
		t.Error("a remote user's settings are kept on this machine")
	}
	if m.cfg.Settings == was || m.scene.Message != "it applies until you quit" {
		t.Errorf("a remote user cannot change the theme: %q", m.scene.Message)
	}
}

// batchOf returns the commands in a batch.
func batchOf(cmd tea.Cmd) []tea.Cmd {
	if cmd == nil {
		return nil
	}
	msg := cmd()
	if batch, ok := msg.(tea.BatchMsg); ok {
		return batch
	}
	return []tea.Cmd{func() tea.Msg { return msg }}
}

// Terminals without UTF-8 get ASCII of the same size on every page.
func TestASCII(t *testing.T) {
	for _, c := range []struct {
		env  terminal.Environment
		set  string
		want bool
	}{
		{terminal.Environment{"LANG=C", "TERM=xterm"}, "auto", true}, {terminal.Environment{"LANG=de_DE.UTF-8", "LC_ALL=POSIX"}, "", true}, {terminal.Environment{"LANG=C.utf8"}, "", false},
		{terminal.Environment{"TERM=xterm"}, "", false}, {terminal.Environment{"TERM=dumb"}, "", true}, {terminal.Environment{"LANG=C"}, "unicode", false}, {terminal.Environment{"LANG=en_US.UTF-8"}, "ascii", true},
		{terminal.Environment{"LANG=C", "LC_CTYPE=en_US.UTF-8"}, "", false},
	} {
		if got := terminal.ASCII(c.env, c.set); got != c.want {
			t.Errorf("%v, glyphs %q: %v", c.env, c.set, got)
		}
	}
	for name, make := range looks {
		m := make(t, 120, 40)
		m.cfg.Settings.Glyphs = "ascii"
		m.applySettings()
		text := m.View()
		if !theme.IsASCII(text) {
			t.Errorf("%s: not all is ASCII:\n%s", name, text)
		}
		if strings.Contains(text, "??") {
			t.Errorf("%s: signs without a likeness:\n%s", name, text)
		}
		uitest.CheckScreen(t, text, 120, 40)
	}
	if got := theme.ToASCII("σ=1 語 \x1b[1m★\x1b[0m", 8, false); got != "s=1 ?? \x1b[1m@\x1b[0m" {
		t.Errorf("%q", got)
	}
}

// Each theme uses colours, unless the environment or the user disables them.
func TestThemes(t *testing.T) {
	env := terminal.Environment{"TERM=xterm-256color"}
	seen := map[string]string{}
	for name := range theme.Themes {
		text := theme.New(io.Discard, env, settings.Settings{Theme: name}).Paint(chart.Bad, "x")
		if other, ok := seen[string(text)]; ok || !strings.Contains(string(text), "38;5;") {
			t.Errorf("%s gives %q, as %s", name, text, other)
		}
		seen[string(text)] = name
	}
	for _, c := range []struct {
		env terminal.Environment
		set settings.Settings
	}{{env, settings.Settings{Theme: "mono"}}, {append(env, "NO_COLOR=1"), settings.Settings{Theme: "light"}}, {env, settings.Settings{Theme: "light", Color: "never"}}} {
		if text := theme.New(io.Discard, c.env, c.set).Paint(chart.Bad, "x"); strings.Contains(string(text), "38;5") {
			t.Errorf("%v, %+v: %q", c.env, c.set, text)
		}
	}
}

// The wheel moves, a click selects a row, and a click on the footer presses its
// key; with the mouse off nothing happens.
func TestMouse(t *testing.T) {
	m := done(t, 120, 40)
	m.View()
	at := m.scene.Table.At
	m.Update(tea.MouseMsg{Button: tea.MouseButtonWheelDown})
	if m.scene.Table.At != at+wheelStep {
		t.Errorf("the wheel moves from %d to %d", at, m.scene.Table.At)
	}
	lines := strings.Split(m.View(), "\n")
	y := 0
	for i, line := range lines {
		if strings.Contains(line, "points  ") || strings.Contains(line, "points ") && strings.Contains(line, "by validation") {
			y = i + 2 + 7 // the eighth row below the headings
		}
	}
	m.keys("1")
	m.Update(tea.MouseMsg{Button: tea.MouseButtonLeft, Action: tea.MouseActionPress, X: 10, Y: y})
	m.View()
	if m.scene.Table.At != m.scene.Table.Top+7 || m.overview().Focus != overview.PaneTable {
		t.Errorf("a click selects place %d, from %d on", m.scene.Table.At, m.scene.Table.Top)
	}
	x := strings.Index(lines[39], "? keys")
	m.Update(tea.MouseMsg{Button: tea.MouseButtonLeft, Action: tea.MouseActionPress, X: x + 3, Y: 39})
	if m.scene.Shown != page.Palette {
		t.Error("a click on ? keys does nothing")
	}
	m.View()
	fourth := string(m.palette().Found()[3].Says)
	y = slices.IndexFunc(strings.Split(m.View(), "\n"), func(line string) bool { return strings.Contains(line, fourth) })
	m.Update(tea.MouseMsg{Button: tea.MouseButtonLeft, Action: tea.MouseActionPress, X: 5, Y: y})
	if line := strings.Split(m.View(), "\n")[y]; !strings.HasPrefix(strings.TrimSpace(line), "›") {
		t.Errorf("a click on the fourth action picks another: %q", line)
	}
	m.keys("esc")
	m.cfg.Settings.Mouse = "off"
	at = m.scene.Table.At
	m.Update(tea.MouseMsg{Button: tea.MouseButtonWheelDown})
	if m.scene.Table.At != at {
		t.Error("the wheel moves though the mouse is off")
	}
	for y := range 40 { // clicks anywhere do no harm
		m.cfg.Settings.Mouse = "on"
		m.Update(tea.MouseMsg{Button: tea.MouseButtonLeft, Action: tea.MouseActionPress, X: y * 3, Y: y})
		uitest.CheckScreen(t, m.View(), 120, 40)
	}
}

// The bell rings once when a sweep ends, if the user asked for it.
func TestBell(t *testing.T) {
	for _, word := range []string{"on", "off"} {
		m := newFake(t, page.Live, 80, 24).computingFake(uitest.Records(100, nil))
		var out bytes.Buffer
		m.wire, m.cfg.Settings.Bell = terminal.NewOutput(&out, nil), word
		m.ctl.RunID = m.ctl.NextID()
		f := control.NewFeed()
		all := uitest.Then(uitest.Records(180, nil), "sweep.ended", uitest.Object{"reason": "done"})
		for _, msg := range []control.Arrived{
			{ID: m.ctl.RunID, Feed: f, Batch: control.Batch{Records: all[:len(all)-1]}},
			{ID: m.ctl.RunID, Feed: f, Batch: control.Batch{Records: all[len(all)-1:], Closed: true}},
		} {
			_, cmd := m.Update(msg)
			for _, part := range batchOf(cmd) {
				if msg.Closed && part != nil {
					part()
				}
			}
		}
		if n := strings.Count(out.String(), "\a"); n != oneIf(word == "on") {
			t.Errorf("bell %s: rang %d times", word, n)
		}
	}
}

// The command curves sets the next word of the setting, and charts follow it at once.
func TestCurvesAreChosen(t *testing.T) {
	m := newFake(t, page.Opened, 80, 24).withSession(uitest.Records(60, nil))
	m.keys("1")
	braille := func() bool {
		return strings.ContainsFunc(m.View(), func(r rune) bool { return r > 0x2800 && r <= 0x28ff })
	}
	for _, want := range []struct {
		word    string
		braille bool
	}{{"lines", false}, {"braille", true}, {"auto", false}} { // seven points are no dense curve
		m.actionNamed("curves").Do(m.scene, "")
		if m.cfg.Settings.Curves != want.word || braille() != want.braille || string(m.scene.Message) != "curves: "+want.word {
			t.Errorf("the setting is %q, want %q; braille %v; %q\n%s", m.cfg.Settings.Curves, want.word, braille(), m.scene.Message, m.View())
		}
	}
}
