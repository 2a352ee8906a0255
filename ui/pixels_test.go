package ui

import (
	"bytes"
	"image"
	"regexp"
	"strconv"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/kitty"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/settings"
	"example.com/sfatui/ui/uitest"
)

// newKitty returns a model on a terminal that shows images, and what is written to it.
func newKitty(t *testing.T, w, h int, env ...string) (*model, *bytes.Buffer) {
	t.Helper()
	written := new(bytes.Buffer)
	c := fakeConfig()
	c.Out, c.Environ, c.Settings = written, append([]string{"TERM=xterm-ghostty", "COLORTERM=truecolor"}, env...), settings.Settings{}
	c.cell = func() image.Point { return image.Pt(10, 20) }
	m := newModel(c, page.Opened)
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	m.scene.Set = uitest.Set()
	return m.withSession(uitest.Records(60, nil)), written
}

// Every page has lines of the right width in pixels too, at every size, and the characters that
// it has without them.
func TestPagesInPixels(t *testing.T) {
	sizes := [][2]int{{60, 20}, {200, 50}}
	if testenv.Full() {
		sizes = append(sizes, [2]int{80, 24}, [2]int{400, 100})
	}
	for _, size := range sizes {
		m, written := newKitty(t, size[0], size[1])
		for _, key := range []string{"1", "2", "3", "5", "6", "F", "E"} {
			m.keys(key)
			text := m.fakeAnswer().View()
			uitest.CheckScreen(t, text, size[0], size[1])
			if _, err := m.wire.Write([]byte(text)); err != nil {
				t.Fatal(err)
			}
			if charts := key == "1" || key == "5" || key == "F"; charts && !strings.ContainsRune(text, kitty.Placeholder) {
				t.Errorf("page %s of %v has no image", key, size)
			}
		}
		// Each number in a colour of placeholders is that of an image that was transmitted before.
		sent := map[string]bool{}
		for _, part := range imageUse.FindAllStringSubmatch(written.String(), -1) {
			if part[1] != "" {
				sent[part[1]] = true
				continue
			}
			if n := number(part[2], part[3], part[4]); !sent[n] {
				t.Fatalf("image %s is shown before it is transmitted, after %v", n, sent)
			}
		}
		if len(sent) == 0 {
			t.Errorf("%v: no image is transmitted", size)
		}
	}
}

// imageUse matches the first sequence of an image, and the colour of placeholders.
var imageUse = regexp.MustCompile(`\x1b_Ga=T,[^;]*i=(\d+)[^;]*;|\x1b\[38;2;(\d+);(\d+);(\d+)m` + string(kitty.Placeholder))

// number returns the number that a colour encodes.
func number(r, g, b string) string {
	n := 0
	for _, part := range []string{r, g, b} {
		v, _ := strconv.Atoi(part) // the expression matches digits
		n = n<<8 | v
	}
	return strconv.Itoa(n)
}

// There are no images where they could not be shown: in tmux and screen, under serve, without
// colours, in ASCII, by the setting, and on a terminal that does not tell the size of its cells.
func TestNoPixels(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"tmux":      func(c *Config) { c.Environ = append(c.Environ, "TMUX=/tmp/tmux") },
		"screen":    func(c *Config) { c.Environ = append(c.Environ, "STY=1") },
		"serve":     func(c *Config) { c.Host = &fakeBench{} },
		"no colour": func(c *Config) { c.Environ = append(c.Environ, "NO_COLOR=1") },
		"ascii":     func(c *Config) { c.Settings.Glyphs = "ascii" },
		"off":       func(c *Config) { c.Settings.Graphics = "off" },
		"no size":   func(c *Config) { c.cell = func() image.Point { return image.Point{} } },
		"xterm":     func(c *Config) { c.Environ = append(c.Environ, "TERM=xterm-256color") },
	} {
		m, _ := newKitty(t, 80, 24)
		if m.scene.Pixels == nil {
			t.Fatal("kitty draws no pixels")
		}
		change(&m.cfg)
		m.loadStyle()
		if text := m.View(); m.scene.Pixels != nil || strings.ContainsRune(text, kitty.Placeholder) {
			t.Errorf("%s: charts are drawn in pixels", name)
		}
	}
}

// Files contain the characters of a chart, not its placeholders.
func TestFiguresInPixelsAreWrittenInCharacters(t *testing.T) {
	t.Chdir(t.TempDir())
	m, _ := newKitty(t, 80, 24)
	m.keys("1")
	if text := m.writeShown(t, "a.txt"); strings.ContainsRune(text, kitty.Placeholder) || !strings.Contains(text, "╭") {
		t.Errorf("the text is\n%s", text)
	}
}

// Before the terminal is given back and after it was taken again, images are deleted and
// transmitted anew; a resized screen has images of its own. After the end they are deleted only.
func TestImagesOfASuspendedProgram(t *testing.T) {
	m, written := newKitty(t, 80, 24)
	show := func() string {
		written.Reset()
		m.wire.Write([]byte(m.View()))
		return written.String()
	}
	count := func(text, kind string) int { return strings.Count(text, "\x1b_Ga="+kind) }
	first := show()
	if count(first, "T") == 0 || count(show(), "T") != 0 {
		t.Fatal("images are not transmitted once")
	}
	filter := clearImages(m.cfg.images)
	if filter(nil, tea.SuspendMsg{}) != (tea.SuspendMsg{}) {
		t.Error("the filter changes a message")
	}
	if text := show(); count(text, "d") != count(first, "T") || count(text, "T") != count(first, "T") {
		t.Errorf("after a suspension %d images are deleted and %d sent", count(text, "d"), count(text, "T"))
	}
	m.Update(tea.ResumeMsg{})
	if text := show(); count(text, "T") != count(first, "T") {
		t.Errorf("after the resumption %d images are sent, not %d", count(text, "T"), count(first, "T"))
	}
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	if text := show(); count(text, "T") == 0 {
		t.Error("a resized screen shows old images")
	}
	before := m.View()
	filter(nil, tea.QuitMsg{})
	if m.View() != before {
		t.Error("the last frame changes")
	}
	if text := show(); count(text, "d") == 0 || count(text, "T") != 0 {
		t.Errorf("after the end %d images are deleted and %d sent", count(text, "d"), count(text, "T"))
	}
	m.keys("5")
	if text := show(); count(text, "T") != 0 {
		t.Error("an image is sent after the end")
	}
}

// BenchmarkPixels measures the frame of a key on a large screen, in characters and in pixels.
func BenchmarkPixels(b *testing.B) {
	for _, term := range []string{"xterm-256color", "xterm-ghostty"} {
		b.Run(term, func(b *testing.B) {
			c := fakeConfig()
			c.Environ, c.Settings = []string{"TERM=" + term}, settings.Settings{}
			c.cell = func() image.Point { return image.Pt(10, 20) }
			m := newModel(c, page.Opened)
			m.Update(tea.WindowSizeMsg{Width: 200, Height: 50})
			m.withSession(uitest.Records(60, nil)).View()
			for b.Loop() {
				m.keys("down")
				m.View()
			}
		})
	}
}

// A program whose lines are written one by one keeps its images whole: on the terminal's screen
// neighbouring placeholders name neighbouring cells, after keys and a resize, too.
func TestFramesInPixels(t *testing.T) { uitest.Bubble(t, testFramesInPixels) }

func testFramesInPixels(t *testing.T) {
	term := newTerminal(t, 80, 24)
	c := tinyConfig(t)
	c.AutoStart = true
	c.Environ = []string{"TERM=xterm-ghostty", "COLORTERM=truecolor"}
	c.cell = func() image.Point { return image.Pt(10, 20) }
	ended := term.start(c, func(c Config) (string, error) { return Workbench(t.Context(), c) })
	term.until("12/12 fits", "✓ done", string(kitty.Placeholder))
	checkPlaceholders(t, term.String())
	for _, keys := range []string{"1", "\x1b[C", "\x1b[C", "2", "\x1b[D", "5"} {
		term.typeKeys(keys)
	}
	term.until("▸5 validation accuracy", string(kitty.Placeholder))
	checkPlaceholders(t, term.String())
	term.typeKeys("q")
	if got := waitForResult(term, ended); got.err != nil {
		t.Fatal(got.err)
	}
	raw := term.Raw()
	if end := strings.LastIndex(raw, "\x1b[?1049l"); strings.LastIndex(raw[:end], "\x1b_Ga=d") < 0 || strings.Contains(raw[strings.LastIndex(raw, "\x1b_Ga=d"):], "\x1b_Ga=T") {
		t.Error("images are left on the terminal")
	}
}

// checkPlaceholders requires placeholders on a screen, whose coordinates go on from cell to cell.
func checkPlaceholders(t *testing.T, screen string) {
	t.Helper()
	index := map[rune]int{}
	for i := range 297 {
		index[kitty.Diacritic(i)] = i
	}
	above := map[int][2]int{}
	for y, line := range strings.Split(screen, "\n") {
		here := map[int][2]int{}
		x := 0
		for text := line; text != ""; x++ {
			g, _ := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
			text = text[len(g):]
			runes := []rune(g)
			if runes[0] != kitty.Placeholder {
				continue
			}
			if len(runes) != 3 {
				t.Fatalf("cell %d of line %d is %q", x, y, g)
			}
			here[x] = [2]int{index[runes[1]], index[runes[2]]}
			if left, ok := here[x-1]; ok && here[x] != [2]int{left[0], left[1] + 1} {
				t.Fatalf("cell %d of line %d shows %v beside %v", x, y, here[x], left)
			}
			if up, ok := above[x]; ok && here[x] != [2]int{up[0] + 1, up[1]} {
				t.Fatalf("cell %d of line %d shows %v below %v", x, y, here[x], up)
			}
		}
		above = here
	}
}
