package ui

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/replay"
	"example.com/sfatui/ui/settings"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/terminal"
	"example.com/sfatui/ui/theme"
	"example.com/sfatui/ui/uitest"
	"example.com/sfatui/ui/uitest/golden"
)

// screens are the golden screens of this package.
var screens = golden.New("testdata/screens.golden")

// looks are the states of a screen.
var looks = map[string]func(t testing.TB, w, h int) *model{
	"loading": func(t testing.TB, w, h int) *model {
		m := newFake(t, page.Live, w, h)
		m.scene.Paths = "words.csv"
		m.ctl.Data.Open()
		m.ctl.Data.Loading.Set(3<<20, 8<<20)
		return m
	},
	"problem": func(t testing.TB, w, h int) *model {
		m := newFake(t, page.Live, w, h)
		m.ctl.Data.LoadID = m.ctl.NextID()
		m.Update(control.DataOpened{ID: m.ctl.Data.LoadID, Err: errors.New("words.csv, line 17, column speed: \"n/a\" is not a number; drop the column with --drop speed")})
		return m
	},
	"ready": newReady,
	"started": func(t testing.TB, w, h int) *model {
		return newFake(t, page.Live, w, h).computingFake(uitest.Records(0, nil))
	},
	"running": func(t testing.TB, w, h int) *model {
		return newFake(t, page.Live, w, h).computingFake(uitest.Records(100, nil))
	},
	"paused": func(t testing.TB, w, h int) *model {
		return newFake(t, page.Live, w, h).computingFake(uitest.Then(uitest.Records(60, nil), sweep.Paused, uitest.Object{}))
	},
	"cancelled": func(t testing.TB, w, h int) *model {
		return newFake(t, page.Live, w, h).withSession(uitest.Then(uitest.Records(60, nil), sweep.Ended, uitest.Object{"reason": "cancelled"}))
	},
	"done": func(t testing.TB, w, h int) *model { return done(t, w, h) },
	"cursor": func(t testing.TB, w, h int) *model {
		m := done(t, w, h)
		m.keys("1", "right", "right")
		return m
	},
	"failed": func(t testing.TB, w, h int) *model {
		m := newFake(t, page.Live, w, h).withSession(uitest.Then(uitest.Records(180, uitest.Failing), sweep.Ended, uitest.Object{"reason": "done"}))
		m.keys("G")
		return m
	},
	"replay": func(t testing.TB, w, h int) *model {
		rs := uitest.Then(uitest.Records(180, nil), sweep.Ended, uitest.Object{"reason": "done"})
		m := newFake(t, page.Replaying, w, h).withSession(nil)
		m.ctl.Player = replay.New(rs, 4, choose.By{Objective: "accuracy"})
		m.ctl.Seek(0.5)
		return m
	},
	"following": func(t testing.TB, w, h int) *model {
		m := newFake(t, page.Following, w, h).withSession(uitest.Records(60, nil))
		m.scene.Now = uitest.Epoch.Add(50 * 1e9)
		return m
	},
	"watching": func(t testing.TB, w, h int) *model {
		m := newFake(t, page.Opened, w, h).withSession(uitest.Records(60, nil))
		m.ctl.Leave = func() {}
		m.scene.Now = uitest.Epoch.Add(9 * 1e9)
		return m
	},
	"silent": func(t testing.TB, w, h int) *model {
		m := newFake(t, page.Opened, w, h).withSession(uitest.Records(60, nil))
		m.ctl.Leave = func() {}
		m.scene.Now = uitest.Epoch.Add(50 * 1e9)
		return m
	},
	"editor": func(t testing.TB, w, h int) *model {
		m := newReady(t, w, h)
		m.keys("e")
		m.keys("enter", "ctrl+u", "1", ",", "x")
		m.finishCheckFor(sweepview.Outline{})
		return m
	},
	"help": func(t testing.TB, w, h int) *model {
		m := done(t, w, h)
		m.keys("?", "s", "o", "r", "t")
		return m
	},
	"help in full": func(t testing.TB, w, h int) *model {
		m := done(t, w, h)
		m.keys("?")
		return m
	},
	"detail": func(t testing.TB, w, h int) *model {
		m := done(t, w, h)
		m.keys("enter")
		return m
	},
	"data": func(t testing.TB, w, h int) *model {
		m := newReady(t, w, h)
		m.keys("d")
		return m
	},
	"log": func(t testing.TB, w, h int) *model {
		m := newFake(t, page.Live, w, h).withSession(uitest.Records(180, uitest.Failing))
		m.keys("l")
		return m
	},
	"advised": finishedWithAdvice,
	"advice": func(t testing.TB, w, h int) *model {
		m := finishedWithAdvice(t, w, h)
		m.keys("w", "down")
		return m
	},
	"question": func(t testing.TB, w, h int) *model {
		m := newFake(t, page.Live, w, h).computingFake(uitest.Records(100, nil))
		m.keys("q")
		return m
	},
}

// computingFake simulates that this program computes the fake session.
func (m *model) computingFake(records []record.Record) *model {
	m.withSession(records)
	m.ctl.Exec = &compute.Execution{}
	m.scene.Now = uitest.Epoch.Add(6500 * 1e6)
	return m
}

func done(t testing.TB, w, h int) *model {
	return newFake(t, page.Live, w, h).withSession(uitest.Then(uitest.Records(180, nil), sweep.Ended, uitest.Object{"reason": "done"}))
}

var sizes = [][2]int{{60, 15}, {80, 24}, {120, 40}, {200, 50}}

// TestLooks compares every state with the golden screens of its page.
func TestLooks(t *testing.T) {
	for name, make := range looks {
		t.Run(name, func(t *testing.T) {
			file := ""
			checkSizes(t, name, func(size [2]int) *model {
				m := make(t, size[0], size[1])
				file = string(m.scene.Shown)
				return m
			}, func() string { return file })
		})
	}
}

// picture is a part of a screen at all sizes, without colours, and the differences with 256
// colours.
type picture struct {
	strings.Builder
	styles map[string]int
}

// add draws lines of a screen: without colours, or as differences from those.
func (p *picture) add(size [2]int, lines, mono []string) {
	if mono == nil {
		fmt.Fprintf(p, "== %d×%d ==\n%s\n", size[0], size[1], strings.Join(lines, "\n"))
		return
	}
	fmt.Fprintf(p, "== %d×%d in colour ==\n", size[0], size[1])
	for i, line := range lines {
		plain, runs := runsOf(line, p.styles)
		if plain != mono[i] {
			p.WriteString(plain + "\n")
		}
		p.WriteString(runs + "\n")
	}
}

func (p *picture) String() string {
	for i, s := range listStyles(p.styles) {
		fmt.Fprintf(p, "%d = %s\n", i, s)
	}
	return p.Builder.String()
}

// checkSizes compares the screens of a state with the golden ones: the body with that of its
// page, header and footer with those of the program.
func checkSizes(t *testing.T, section string, make func(size [2]int) *model, file func() string) {
	t.Helper()
	body, chrome := picture{styles: map[string]int{}}, picture{styles: map[string]int{}}
	for _, size := range sizes {
		var monoBody, monoChrome []string
		m := make(size)
		for _, depth := range []string{"", "256"} {
			m.scene.Style = newStyle(m.cfg.Out, m.cfg.Environ, depth)
			text := m.View()
			uitest.CheckScreen(t, text, size[0], size[1])
			lines := strings.Split(text, "\n")
			last := len(lines) - 1
			inner, outer := lines[2:last], []string{lines[0], lines[1], lines[last]}
			body.add(size, inner, monoBody)
			chrome.add(size, outer, monoChrome)
			monoBody, monoChrome = inner, outer
		}
	}
	screens.Check(t, file()+": "+section, body.String())
	screens.Check(t, "chrome: "+file()+": "+section, chrome.String())
}

// listStyles lists styles by their numbers.
func listStyles(styles map[string]int) []string {
	out := make([]string, len(styles))
	for s, i := range styles {
		out[i] = s
	}
	return out
}

var sequence = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// runsOf splits a line into its plain text and runs of cells of one style, each as style×cells.
// Styles are numbered in order of appearance.
func runsOf(line string, styles map[string]int) (plain, runs string) {
	var parts []string
	style, from := "", 0
	add := func(text string) {
		if text == "" {
			return
		}
		plain += text
		name := ""
		if style != "" {
			if _, ok := styles[style]; !ok {
				styles[style] = len(styles)
			}
			name = fmt.Sprint(styles[style])
		}
		parts = append(parts, fmt.Sprintf("%s×%d", name, ansi.StringWidth(text)))
	}
	for _, at := range sequence.FindAllStringSubmatchIndex(line, -1) {
		add(line[from:at[0]])
		from = at[1]
		if style = line[at[2]:at[3]]; style == "0" {
			style = ""
		}
	}
	add(line[from:])
	return plain, strings.Join(parts, " ")
}

func TestLookInColour(t *testing.T) {
	for _, depth := range []string{"16", "256"} {
		m := done(t, 80, 24)
		m.scene.Style = newStyle(m.cfg.Out, nil, depth)
		text := m.View()
		uitest.CheckScreen(t, text, 80, 24)
		screens.Check(t, "overview: colours of "+depth, strings.ReplaceAll(text, "\x1b", "␛"))
	}
}

// Without colours, bold and reverse remain; on a dumb terminal there are no styles.
func TestLookWithoutColour(t *testing.T) {
	for _, c := range []struct {
		env  terminal.Environment
		want string
	}{
		{terminal.Environment{"TERM=xterm-256color", "NO_COLOR=1"}, "attributes"},
		{terminal.Environment{"TERM=dumb"}, "nothing"},
	} {
		m := done(t, 80, 24)
		m.scene.Style = newStyle(m.cfg.Out, c.env, "auto")
		text := m.View()
		if strings.Contains(text, "\x1b[38") || strings.Contains(text, "\x1b[3") && strings.Contains(text, ";5;") {
			t.Errorf("%v: colours in %q", c.env, text)
		}
		if has := strings.Contains(text, "\x1b["); has != (c.want == "attributes") {
			t.Errorf("%v: escape sequences %v, want %s", c.env, has, c.want)
		}
	}
}

func TestTooSmall(t *testing.T) {
	for _, size := range [][2]int{{29, 24}, {80, 7}, {20, 5}, {5, 2}, {1, 1}} {
		m := done(t, size[0], size[1])
		uitest.CheckScreen(t, m.View(), size[0], size[1])
	}
	screens.Check(t, "overview: too small", done(t, 29, 7).View())
}

// newStyle returns the default theme for an environment and a choice of colours.
func newStyle(out io.Writer, env terminal.Environment, choice string) *theme.Style {
	return theme.New(out, env, settings.Settings{Color: choice, Glyphs: "unicode"})
}
