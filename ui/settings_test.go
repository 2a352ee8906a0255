package ui

import (
	"bytes"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/settings"
	tea "github.com/charmbracelet/bubbletea"
)

// What is written is what is read, and leaves the rest of the file alone.
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

// What is wrong in the file is said with its line and with what to write.
func TestSettingsFileSaysWhatIsWrong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.yaml")
	for text, want := range map[string]string{
		"theme: blue": `line 1: theme: "blue": choose from dark, light, contrast, mono`, "\n\ntheem: dark": "line 3: theem: there is no such setting: write theme, color",
		"bell: on\nbell: off": "line 2: bell is written twice", "theme": "line 1: write lines such as", "a: [": "write lines such as", "theme: [a]": "choose from",
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

// A setting holds at once, and is kept where the file is the user's.
func TestSettingsPage(t *testing.T) {
	m := done(t, 80, 24)
	m.cfg.SettingsPath = filepath.Join(t.TempDir(), "config.yaml")
	m.keys("C")
	for i, f := range settings.Table {
		m.settings.at = i
		checkScreen(t, m.View(), 80, 24)
		was := f.Get(&m.cfg.Settings)
		cmd := m.press(key{name: "right"})
		if f.Get(&m.cfg.Settings) == was {
			t.Errorf("→ does not change %s", f.Name)
		}
		settled(m, cmd)
		if s, err := settings.Read(m.cfg.SettingsPath); err != nil || f.Get(&s) == was {
			t.Errorf("%s is not kept: %+v, %v, %q", f.Name, s, err, m.message)
		}
		settled(m, m.press(key{name: "left"}))
		if f.Get(&m.cfg.Settings) != was {
			t.Errorf("← does not take %s back", f.Name)
		}
	}
	m.settings.at = 0 // a key that is held: one is written after the other
	first := m.press(key{name: "right"})
	m.press(key{name: "down"})
	if second := m.press(key{name: "right"}); len(batchOf(second)) != 0 {
		t.Error("two are written at once")
	}
	settled(m, first)
	if s, err := settings.Read(m.cfg.SettingsPath); err != nil || s != m.cfg.Settings {
		t.Errorf("%+v is kept, %+v holds: %v", s, m.cfg.Settings, err)
	}
	m.keys("esc")
	if m.page != pageMain {
		t.Error("esc stays")
	}
	m.cfg.Bench = &fakeBench{}
	m.settings.at = 0
	was := m.cfg.Settings
	if m.keys("C"); len(batchOf(m.press(key{name: "right"}))) != 0 {
		t.Error("a remote user's settings are kept on this machine")
	}
	if m.cfg.Settings == was || m.message != "it holds until you leave" {
		t.Errorf("a remote user cannot change the theme: %q", m.message)
	}
}

// batchOf are the commands in a batch.
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

// Terminals that are told to have no UTF-8 get ASCII, wherever one goes, of the
// same size.
func TestASCII(t *testing.T) {
	for _, c := range []struct {
		env  environment
		set  string
		want bool
	}{
		{environment{"LANG=C", "TERM=xterm"}, "auto", true}, {environment{"LANG=de_DE.UTF-8", "LC_ALL=POSIX"}, "", true}, {environment{"LANG=C.utf8"}, "", false},
		{environment{"TERM=xterm"}, "", false}, {environment{"TERM=dumb"}, "", true}, {environment{"LANG=C"}, "unicode", false}, {environment{"LANG=en_US.UTF-8"}, "ascii", true},
		{environment{"LANG=C", "LC_CTYPE=en_US.UTF-8"}, "", false},
	} {
		if got := asciiOnly(c.env, c.set); got != c.want {
			t.Errorf("%v, glyphs %q: %v", c.env, c.set, got)
		}
	}
	for name, make := range looks {
		m := make(t, 120, 40)
		m.cfg.Settings.Glyphs = "ascii"
		m.restyle()
		text := m.View()
		if !isASCII(text) {
			t.Errorf("%s: not all is ASCII:\n%s", name, text)
		}
		if strings.Contains(text, "??") {
			t.Errorf("%s: signs without a likeness:\n%s", name, text)
		}
		checkScreen(t, text, 120, 40)
	}
	if got := toASCII("σ=1 語 \x1b[1m★\x1b[0m"); got != "s=1 ?? \x1b[1m@\x1b[0m" {
		t.Errorf("%q", got)
	}
}

// luminance is that of a colour such as #56B4E9 (WCAG 2.1, relative luminance).
func luminance(t *testing.T, hex string) float64 {
	rgb := linear(t, hex)
	return 0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2]
}

func linear(t *testing.T, hex string) (rgb [3]float64) {
	t.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rgb {
		v := float64(n>>(16-8*i)&255) / 255
		if rgb[i] = v / 12.92; v > 0.04045 {
			rgb[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return rgb
}

// Every colour can be read on the background that its theme is for.
func TestThemesCanBeRead(t *testing.T) {
	for name, c := range map[string]struct{ background, least float64 }{"dark": {0, 4}, "light": {1, 4}, "contrast": {0, 7}} {
		th := themes[name]
		all := append([]string{th.good.TrueColor, th.warn.TrueColor, th.bad.TrueColor, th.accent.TrueColor, th.faint.TrueColor}, hexes(th)...)
		for _, hex := range all {
			l := luminance(t, hex)
			contrast := (max(l, c.background) + 0.05) / (min(l, c.background) + 0.05)
			if contrast < c.least {
				t.Errorf("%s: %s has a contrast of %.1f, want %g", name, hex, contrast, c.least)
			}
		}
	}
}

func hexes(th theme) (out []string) {
	for _, c := range th.series {
		out = append(out, c.TrueColor)
	}
	return out
}

// lab is a colour in CIELAB (D65).
func lab(rgb [3]float64) [3]float64 {
	f := func(v float64) float64 {
		if v > 216.0/24389 {
			return math.Cbrt(v)
		}
		return (24389.0/27*v + 16) / 116
	}
	x := f((0.4124*rgb[0] + 0.3576*rgb[1] + 0.1805*rgb[2]) / 0.9505)
	y := f(0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2])
	z := f((0.0193*rgb[0] + 0.1192*rgb[1] + 0.9505*rgb[2]) / 1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// Neighbouring series, and good and bad, stay apart for people who see no red,
// no green or no blue (Machado, Oliveira and Fernandes, 2009, severity 1).
func TestThemesForColourBlindEyes(t *testing.T) {
	for eye, matrix := range map[string][3][3]float64{
		"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
		"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
		"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
	} {
		seen := func(hex string) [3]float64 {
			rgb := linear(t, hex)
			var out [3]float64
			for i := range out {
				for j := range rgb {
					out[i] += matrix[i][j] * rgb[j]
				}
				out[i] = min(max(out[i], 0), 1)
			}
			return lab(out)
		}
		apart := func(name, a, b string) {
			x, y := seen(a), seen(b)
			if d := math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2]); d < 10 {
				t.Errorf("%s, %s: %s and %s are %.0f apart", name, eye, a, b, d)
			}
		}
		for name, th := range themes {
			apart(name, th.good.TrueColor, th.bad.TrueColor)
			apart(name, th.good.TrueColor, th.warn.TrueColor)
			all := hexes(th)
			for i := range 3 {
				apart(name, all[i], all[i+1])
			}
		}
	}
}

// Each theme colours, but where the environment or the user says no.
func TestThemes(t *testing.T) {
	env := environment{"TERM=xterm-256color"}
	seen := map[string]string{}
	for name := range themes {
		text := newThemedStyle(io.Discard, env, settings.Settings{Theme: name}).paint(chart.Bad, "x")
		if other, ok := seen[string(text)]; ok || !strings.Contains(string(text), "38;5;") {
			t.Errorf("%s gives %q, as %s", name, text, other)
		}
		seen[string(text)] = name
	}
	for _, c := range []struct {
		env environment
		set settings.Settings
	}{{env, settings.Settings{Theme: "mono"}}, {append(env, "NO_COLOR=1"), settings.Settings{Theme: "light"}}, {env, settings.Settings{Theme: "light", Color: "never"}}} {
		if text := newThemedStyle(io.Discard, c.env, c.set).paint(chart.Bad, "x"); strings.Contains(string(text), "38;5") {
			t.Errorf("%v, %+v: %q", c.env, c.set, text)
		}
	}
}

// The wheel moves, a click selects a row, and a click on the footer presses its
// key; with the mouse off nothing happens.
func TestMouse(t *testing.T) {
	m := done(t, 120, 40)
	m.View()
	at := m.table.at
	m.Update(tea.MouseMsg{Button: tea.MouseButtonWheelDown})
	if m.table.at != at+wheelStep {
		t.Errorf("the wheel moves from %d to %d", at, m.table.at)
	}
	lines := strings.Split(m.View(), "\n")
	y := 0
	for i, line := range lines {
		if strings.Contains(line, "points  ") || strings.Contains(line, "points ") && strings.Contains(line, "by validation") {
			y = i + 2 + 7 // below the headings, the eighth row
		}
	}
	m.keys("1")
	m.Update(tea.MouseMsg{Button: tea.MouseButtonLeft, Action: tea.MouseActionPress, X: 10, Y: y})
	m.View()
	if m.table.at != m.table.top+7 || m.focus != paneTable {
		t.Errorf("a click selects place %d, from %d on", m.table.at, m.table.top)
	}
	x := strings.Index(lines[39], "? help")
	m.Update(tea.MouseMsg{Button: tea.MouseButtonLeft, Action: tea.MouseActionPress, X: x + 3, Y: 39})
	if m.page != pageHelp {
		t.Error("a click on ? help does nothing")
	}
	m.View()
	first := m.help.lines[3] + bodyTop
	m.Update(tea.MouseMsg{Button: tea.MouseButtonLeft, Action: tea.MouseActionPress, X: 5, Y: first})
	if m.help.at != 3 {
		t.Errorf("a click picks action %d", m.help.at)
	}
	m.keys("esc")
	m.cfg.Settings.Mouse = "off"
	at = m.table.at
	m.Update(tea.MouseMsg{Button: tea.MouseButtonWheelDown})
	if m.table.at != at {
		t.Error("the wheel moves though the mouse is off")
	}
	for y := range 40 { // nowhere does a click break anything
		m.cfg.Settings.Mouse = "on"
		m.Update(tea.MouseMsg{Button: tea.MouseButtonLeft, Action: tea.MouseActionPress, X: y * 3, Y: y})
		checkScreen(t, m.View(), 120, 40)
	}
}

// The bell rings once when a sweep ends, if the user asked for it.
func TestBell(t *testing.T) {
	for _, word := range []string{"on", "off"} {
		m := newFake(t, live, 80, 24).computingFake(fakeRecords(100, nil))
		var out bytes.Buffer
		m.wire, m.cfg.Settings.Bell = newWire(&out, nil), word
		m.runID = m.id()
		f := newFeed()
		all := then(fakeRecords(180, nil), "sweep.ended", object{"reason": "done"})
		for _, msg := range []arrived{
			{m.runID, f, batch{records: all[:len(all)-1]}},
			{m.runID, f, batch{records: all[len(all)-1:], closed: true}},
		} {
			_, cmd := m.Update(msg)
			for _, part := range batchOf(cmd) {
				if msg.closed && part != nil {
					part()
				}
			}
		}
		if n := strings.Count(out.String(), "\a"); n != btoi(word == "on") {
			t.Errorf("bell %s: rang %d times", word, n)
		}
	}
}
