package ui

import (
	"encoding/csv"
	"image/png"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/theme"
	"example.com/sfatui/ui/uitest"
)

// writeShown writes what the screen shows to a file and returns the file's text.
func (m *model) writeShown(t *testing.T, name string) string {
	t.Helper()
	m.keys("Y")
	if m.scene.Prompt == nil {
		t.Fatalf("Y asks for no file: %q", m.scene.Message)
	}
	m.keys("ctrl+u")
	m.typeText(name)
	m.runCommand(m.press(input.Press{Name: "enter"}))
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("%v: %q", err, m.scene.Message)
	}
	return string(text)
}

// checkImage writes the picture that is shown as an image, and checks its width.
func (m *model) checkImage(t *testing.T, name string) {
	t.Helper()
	m.writeShown(t, name)
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if config, err := png.DecodeConfig(f); err != nil || config.Width != 1280 {
		t.Errorf("the image is %d wide, %v", config.Width, err)
	}
}

// Every picture of a session is written as it is shown, with its axes and the data's name.
func TestPicturesAreWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		name string
		keys []string
		want []string
	}{
		{"slowness", []string{"1"}, []string{"<title>test slowness ↓ lower is better", "· m=100 · fake · bars ±SE of 3</title>", ">σ</text>", "<polyline"}},
		{"slowness-alone", []string{"1", "1"}, []string{"<title>test slowness", "<polyline"}},
		{"variance", []string{"2", "2"}, []string{"tolerance", "|var−1| of each feature"}},
		{"accuracy", []string{"3"}, []string{"<title>validation, ", "higher is better"}},
		{"accuracy-alone", []string{"3", "3"}, []string{"predicted as", "score of each group", "first p features"}},
		{"map", []string{"5"}, []string{"<title>map of ", ">best</text>"}},
		{"importance", []string{"6"}, []string{"share of the variance", ">the rest</text>"}},
		{"features", []string{"F"}, []string{"features · training", "features · test", ">φ1 "}},
		{"features-scatter", []string{"F", "v"}, []string{"φ2 over φ1"}},
		{"features-predictability", []string{"F", "v", "v", "v"}, []string{"predictability ↓ over neighbours q", "past 2", "white noise", ">q</text>"}},
		{"graph", []string{"E"}, []string{"<svg "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newFake(t, page.Opened, 80, 24).withSession(uitest.Records(len(uitest.Points()), nil))
			m.scene.Set = uitest.Set()
			m.keys(c.keys...)
			m.fakeAnswer()
			text := m.writeShown(t, c.name+".svg")
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("no %q in the figure of\n%s", want, m.View())
				}
			}
			if string(m.scene.Message) != "wrote "+c.name+".svg" {
				t.Errorf("the message is %q", m.scene.Message)
			}
			if testenv.Full() || slices.Contains([]string{"slowness", "map", "features"}, c.name) { // all others are lines and texts, too
				m.checkImage(t, c.name+".png")
			}
			for i, line := range strings.Split(m.writeShown(t, c.name+".txt"), "\n")[1:] {
				if i == 3 && !strings.Contains(ansi.Strip(m.View()), strings.TrimSpace(line)) {
					t.Errorf("line %q is not on the screen\n%s", line, m.View())
				}
			}
		})
	}
}

// The text of a map has shades where the screen has colours, which the text has not.
func TestTextOfAMapHasShades(t *testing.T) {
	t.Chdir(t.TempDir())
	m := newFake(t, page.Opened, 80, 24).withSession(uitest.Records(60, nil))
	m.keys("5")
	plain := m.writeShown(t, "plain.txt")
	m.scene.Style = newStyle(m.cfg.Out, m.cfg.Environ, "256")
	if text := m.writeShown(t, "colour.txt"); text != plain || !strings.Contains(text, "░") || strings.Contains(text, "▀") {
		t.Errorf("the text is\n%s\nwithout colours\n%s", text, plain)
	}
}

// An image names characters that its font lacks by code points, and the message does so once.
func TestImageNamesMissingCharacters(t *testing.T) {
	t.Chdir(t.TempDir())
	m := newFake(t, page.Opened, 80, 24).withSession(uitest.Records(60, nil))
	m.scene.Session.Header.Data.Name = "慢特征 😀"
	m.keys("1")
	m.writeShown(t, "a.svg")
	if m.scene.Message != "wrote a.svg" {
		t.Errorf("the message is %q", m.scene.Message)
	}
	m.writeShown(t, "a.png")
	if want := "wrote a.png; the font of images lacks U+1F600: .svg has these characters"; string(m.scene.Message) != want {
		t.Errorf("the message is %q, want %q", m.scene.Message, want)
	}
}

// The table is written with the rows that the filter shows, in their order, and the columns on
// the screen.
func TestTableIsWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	m := newFake(t, page.Opened, 80, 24).withSession(uitest.Records(60, nil))
	m.overview().Focus = overview.PaneTable
	m.keys("/")
	m.typeText("sigma<10")
	m.keys("enter")
	rows, err := csv.NewReader(strings.NewReader(m.writeShown(t, "points.csv"))).ReadAll()
	if err != nil || len(rows) != 1+len(m.scene.Table.Order) || len(m.scene.Table.Order) == 0 || len(m.scene.Table.Order) == len(m.scene.Sweep.Rows)+len(m.scene.Sweep.Waiting) {
		t.Fatalf("%d lines for %d rows, %v", len(rows), len(m.scene.Table.Order), err)
	}
	if rows[0][0] != "mark" || rows[0][1] != "sigma" {
		t.Errorf("the head is %q", rows[0])
	}
	for k, row := range rows[1:] {
		r := m.scene.Sweep.Row(m.scene.Table.Order[k])
		for _, a := range m.scene.Sweep.Axes {
			if a.Name == "sigma" && row[1] != string(a.Label(r.Config)) && !strings.HasPrefix(row[1], strings.TrimRight(string(a.Label(r.Config)), "0")) {
				t.Errorf("row %d has σ %s, want %s", k, row[1], a.Label(r.Config))
			}
		}
	}
	lines := strings.Split(strings.TrimSpace(m.writeShown(t, "points.md")), "\n")
	if len(lines) != 2+len(m.scene.Table.Order) || !strings.HasPrefix(lines[0], "| | σ") {
		t.Errorf("%d lines, the first %q", len(lines), lines[0])
	}
	m.keys("Y", "ctrl+u")
	m.typeText("points.svg")
	if m.keys("enter"); m.scene.Prompt == nil || m.scene.Prompt.Err == nil || !strings.Contains(m.scene.Prompt.Err.Error(), ".csv all digits  .md") {
		t.Errorf("a table is written as a picture: %v", m.scene.Prompt)
	}
}

func TestFigureKeepsFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	m := newFake(t, page.Opened, 80, 24).withSession(uitest.Records(60, nil))
	m.keys("1", "Y")
	if got, want := m.scene.Prompt.Input.String(), "fake-test-slowness-lower-is-better.svg"; got != want {
		t.Errorf("the proposed name is %q, want %q", got, want)
	}
	for _, name := range []string{"", "figure", "a.jpg", ".svg", "svg"} {
		m.keys("ctrl+u")
		m.typeText(name)
		if m.keys("enter"); m.scene.Prompt == nil || m.scene.Prompt.Err == nil || !strings.Contains(m.scene.Prompt.Err.Error(), ".svg vectors  .png image  .txt") {
			t.Fatalf("%q: %v, %q", name, m.scene.Prompt, m.scene.Message)
		}
	}
	m.keys("esc")
	if err := os.WriteFile("a.txt", []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if text := m.writeShown(t, "a.txt"); text != "mine" || m.scene.Ask == nil {
		t.Errorf("a file is written over without a question: %q", text)
	}
	m.runCommand(m.press(input.Press{Name: "n", Text: "n"}))
	if text, _ := os.ReadFile("a.txt"); string(text) != "mine" {
		t.Errorf("n writes over the file: %q", text)
	}
	m.writeShown(t, "a.txt")
	m.runCommand(m.press(input.Press{Name: "y", Text: "y"}))
	if text, _ := os.ReadFile("a.txt"); !strings.HasPrefix(string(text), "test slowness") {
		t.Errorf("y does not write over the file: %q, %q", text, m.scene.Message)
	}
	m.keys("Y", "ctrl+u")
	m.typeText("missing/a.svg")
	m.runCommand(m.press(input.Press{Name: "enter"}))
	if !strings.Contains(string(m.scene.Message), "create the directory missing first") {
		t.Errorf("the message is %q", m.scene.Message)
	}
}

// A replay writes the state that it shows.
func TestReplayIsWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	m := newFake(t, page.Replaying, 80, 24).withSession(uitest.Records(60, nil))
	m.keys("1")
	if text := m.writeShown(t, "replay.svg"); !strings.Contains(text, "<polyline") {
		t.Errorf("the figure is\n%s", text)
	}
}

// Where the screen is ASCII, so is the text; the name of the picture has an arrow in Unicode.
func TestTextIsASCIIWhereTheScreenIs(t *testing.T) {
	t.Chdir(t.TempDir())
	m := newFake(t, page.Opened, 80, 24).withSession(uitest.Records(60, nil))
	m.cfg.Settings.Glyphs = "ascii"
	m.applySettings()
	m.keys("1")
	text := m.writeShown(t, "ascii.txt")
	if !theme.IsASCII(text) || !strings.HasPrefix(text, "test slowness v lower is better") {
		t.Errorf("the text is\n%s", text)
	}
}

// Texts from strangers reach figures without control characters, which SVG forbids.
func TestFiguresOfHostileTexts(t *testing.T) {
	t.Chdir(t.TempDir())
	m := hostileModel(t, page.Opened, "")
	for _, keys := range [][]string{{"1"}, {"3"}, {"5"}, {"F"}, {"F", "v"}, {"E"}, {"d", "b"}} {
		m.scene.Shown, m.scene.Prompt, m.scene.Ask, m.overview().Zoomed = page.Overview, nil, nil, false
		m.keys(keys...)
		addHostileToAnswer(m.fakeAnswer())
		name := strings.Join(keys, "")
		if text := m.writeShown(t, name+".svg"); strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f }) {
			t.Errorf("%s: the figure has control characters:\n%q", name, text)
		}
		if testenv.Full() || name == "3" {
			m.scene.Shown = page.Overview
			m.keys(keys...)
			m.writeShown(t, name+".png")
		}
	}
}

// On the picture of the data Y writes it; elsewhere on that page it saves the recipe.
func TestDataPictureIsWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	m := newFake(t, page.Opened, 80, 24).withSession(uitest.Records(60, nil))
	m.scene.Set = uitest.Set()
	m.keys("d", "b")
	if text := m.writeShown(t, "data.svg"); !strings.Contains(text, `stroke-width="1.2" pointer-events="none"/>`) {
		t.Errorf("the figure is\n%s", text)
	}
	m.keys("c", "Y")
	if m.scene.Prompt == nil || m.scene.Prompt.Label != "save as" {
		t.Errorf("Y on the columns asks %v: %q", m.scene.Prompt, m.scene.Message)
	}
}

func TestGuestsWriteNoFigures(t *testing.T) {
	m := newFake(t, page.Opened, 80, 24).withSession(uitest.Records(60, nil))
	m.cfg.Host = &fakeBench{}
	for _, key := range []string{"Y", "ctrl+s"} {
		if m.keys("1", key); m.scene.Prompt != nil || !strings.Contains(string(m.scene.Message), "not available over a server") {
			t.Errorf("%s says %q", key, m.scene.Message)
		}
	}
}
