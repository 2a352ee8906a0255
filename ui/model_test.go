package ui

import (
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page/editor"
	"example.com/sfatui/ui/page/log"
	"example.com/sfatui/ui/page/overview"

	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/terminal"
	"example.com/sfatui/ui/uitest"
)

// A small screen shows the focused chart above the table or beside it, with the focus on the
// table the chart of the accuracy; tab leads through all of them.
func TestSmallScreenShowsOneChart(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 18}} {
		m := done(t, size[0], size[1])
		m.overview().Focus = overview.PaneTable
		for _, want := range []string{"─ 3 ", "▸1 ", "▸2 ", "▸3 ", "─ 3 "} {
			if text := m.View(); !strings.Contains(text, want) || !strings.Contains(text, "4 points") {
				t.Errorf("%v: no %q with the table in\n%s", size, want, text)
			}
			m.keys("tab")
		}
		if m.keys("4", "i"); !strings.Contains(m.View(), "━▸i detail") || strings.Contains(m.View(), "4 points") {
			t.Errorf("%v: i does not show the details alone\n%s", size, m.View())
		}
		if m.keys("i"); !strings.Contains(m.View(), "━▸4 points") {
			t.Errorf("%v: i does not lead back to the table\n%s", size, m.View())
		}
	}
}

// The areas of the panes tile the body and contain every pane, a chart with the table, or the
// focused one.
func TestArrangement(t *testing.T) {
	for w := 1; w <= 200; w += 3 {
		for h := 1; h <= 60; h++ {
			for k := range 4 {
				zoomed, detail := k%2 == 1, k/2 == 1
				areas := overview.Arrangement(w, h, overview.PaneAccuracy, zoomed, detail)
				pair := len(areas) == 2 && areas[0].Pane == overview.PaneAccuracy && areas[1].Pane == overview.PaneTable
				if len(areas) != 1 && !pair && len(areas) < overview.Panes || zoomed && len(areas) != 1 {
					t.Fatalf("%dx%d: %d panes", w, h, len(areas))
				}
				covered := map[[2]int]int{}
				for _, a := range areas {
					if a.W < 1 || a.H < 1 || a.X+a.W > w || a.Y+a.H > h {
						t.Fatalf("%dx%d: pane %d at %+v", w, h, a.Pane, a)
					}
					for y := a.Y; y < a.Y+a.H; y++ {
						covered[[2]int{a.X, y}] += a.W
					}
				}
				for y := range h {
					sum, n := 0, 0
					for at, cells := range covered {
						if at[1] == y {
							sum, n = sum+cells, n+1
						}
					}
					if sum+n-1 != w {
						t.Fatalf("%dx%d: row %d has %d cells in %d panes", w, h, y, sum, n)
					}
				}
			}
		}
	}
}

// Every state fits at every size.
func TestEverySize(t *testing.T) {
	widths, heights := []int{1, 29, 30, 31, 45, 75, 76, 77, 109, 110, 160, 200}, []int{1, 7, 8, 9, 12, 20, 21, 28, 29, 50}
	if os.Getenv("CI") == "" {
		widths, heights = []int{1, 30, 76, 110}, []int{1, 8, 21, 29}
	}
	for name, make := range looks {
		m := make(t, 80, 24)
		for _, w := range widths {
			for _, h := range heights {
				m.scene.W, m.scene.H = w, h
				uitest.CheckScreen(t, m.View(), w, h)
				if t.Failed() {
					t.Fatalf("%s at %dx%d", name, w, h)
				}
			}
		}
	}
}

func TestProfile(t *testing.T) {
	for _, c := range []struct {
		env     terminal.Environment
		choice  string
		profile termenv.Profile
		color   bool
	}{
		{terminal.Environment{"TERM=xterm"}, "", termenv.ANSI, true},
		{terminal.Environment{"TERM=screen"}, "auto", termenv.ANSI, true},
		{terminal.Environment{"TERM=tmux-256color"}, "", termenv.ANSI256, true},
		{terminal.Environment{"TERM=xterm-256color", "COLORTERM=truecolor"}, "", termenv.TrueColor, true},
		{terminal.Environment{"TERM=xterm-256color", "NO_COLOR=1"}, "", termenv.ANSI256, false},
		{terminal.Environment{"TERM=xterm-256color"}, "never", termenv.ANSI256, false},
		{terminal.Environment{"TERM=dumb", "COLORTERM=truecolor"}, "", termenv.Ascii, false},
		{terminal.Environment{}, "", termenv.Ascii, false},
		{terminal.Environment{"TERM=dumb"}, "16", termenv.ANSI, true},
		{terminal.Environment{"TERM=xterm", "NO_COLOR=1"}, "true", termenv.TrueColor, true},
	} {
		if profile, color := terminal.Profile(c.env, c.choice); profile != c.profile || color != c.color {
			t.Errorf("%v, %q: profile %v, colour %v, want %v, %v", c.env, c.choice, profile, color, c.profile, c.color)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want clean.Text }{
		{clean.Number(0.0123456), "0.0123"}, {clean.Number(0), "0"}, {clean.Number(math.NaN()), "–"}, {clean.Number(1.5e-7), "1.5e-7"},
		{clean.Number(123.4), "123"}, {clean.Number(2e10), "2e10"}, {clean.Number(-0.5), "−0.500"}, {clean.Number(math.Inf(1)), "+Inf"},
		{clean.Share(0.98765), "0.988"}, {clean.Count(1234567), "1,234,567"}, {clean.Count(-1234), "-1,234"}, {clean.Counted(1, "class"), "1 class"},
		{clean.Counted(2, "class"), "2 classes"}, {clean.Counted(8640, "sample"), "8,640 samples"},
		{clean.Clock(7 * time.Second), "0:07"}, {clean.Clock(3723 * time.Second), "1:02:03"}, {clean.Clock(-time.Second), "0:00"},
		{clean.About(500 * time.Millisecond), "done in a moment"}, {clean.About(61 * time.Second), "61 s left"}, {clean.About(3 * time.Hour), "3.0 h left"},
		{layout.Pad("σλ", 4), "σλ  "}, {layout.PadLeft("日本", 5), " 日本"}, {layout.Cut("abcdef", 4), "abc…"}, {layout.AlignEnds("left", "right", 8), "l… right"},
		{clean.WithError(0.109, 0.0119, clean.Number), "0.109±0.012"}, {clean.WithError(0.5, math.NaN(), clean.Share), "0.500"}, {clean.WithError(2e-7, 1e-8, clean.Number), "2e-7±1e-8"},
		{clean.Join(layout.Wrap("set --label or mp-mah", 14), "|"), "set --label or|mp-mah"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// Control sequences from outside never reach the screen.
func TestErrorsAreCleaned(t *testing.T) {
	m := newFake(t, page.Live, 80, 24)
	m.ctl.Data.LoadID = m.ctl.NextID()
	m.Update(control.DataOpened{ID: m.ctl.Data.LoadID, Err: errors.New("bad \x1b[31mcell\x07")})
	if text := m.View(); strings.ContainsAny(text, "\x1b\x07") || !strings.Contains(text, "bad cell") {
		t.Errorf("the screen holds %q", text)
	}
	m = done(t, 80, 24)
	m.Update(control.Started{ID: m.ctl.RunID, Err: errors.New("no \x1b]0;x\x07space")})
	if text := m.View(); strings.ContainsAny(text, "\x1b\x07") || !strings.Contains(text, "no space") {
		t.Errorf("the screen holds %q", text)
	}
}

// Answers to outdated requests are ignored.
func TestStaleMessages(t *testing.T) {
	m := newReady(t, 80, 24)
	plan := m.scene.Plan
	m.Update(control.DataOpened{ID: m.ctl.Data.LoadID - 1, Err: errors.New("old")})
	m.Update(editor.Checked{Check: draft.Check{ID: m.editor().Draft.Check.ID - 1, Err: errors.New("old")}})
	m.Update(control.Started{ID: m.ctl.RunID + 7, Err: errors.New("old")})
	m.Update(control.Arrived{ID: m.ctl.RunID + 7, Batch: control.Batch{Records: uitest.Records(9, nil), Closed: true}})
	if m.scene.Problem != nil || m.ctl.Stopped != nil || m.scene.Plan != plan || m.scene.Sweep.State.Total != 0 || m.editor().Draft.Check.Err != nil {
		t.Error("a stale message changed the model")
	}
}

// The remaining time is marked as rough while few fits are finished, and a finished replay
// shows no stage.
func TestProgressLine(t *testing.T) {
	for n, want := range map[int]string{6: "by few fits", 17: "by few fits", 20: " left", 120: " left"} {
		m := newFake(t, page.Live, 120, 40).computingFake(uitest.Records(n, nil))
		m.scene.Now = uitest.Epoch.Add(time.Duration(m.scene.Sweep.State.Last) * time.Millisecond)
		if line := m.header.Progress(120); !strings.Contains(string(line), want) || strings.Contains(string(line), " left") != (want == " left") {
			t.Errorf("%d of 180 points: %q, want %q", n, line, want)
		}
	}
	m := looks["replay"](t, 120, 40)
	if line := m.header.Progress(120); !strings.Contains(string(line), "moments") {
		t.Errorf("half way: %q", line)
	}
	m.keys("end")
	if line := m.header.Progress(120); strings.Contains(string(line), "moments") || !strings.Contains(string(line), "180/180") {
		t.Errorf("at the end: %q", line)
	}
}

// The log names every failed point, even after the state has dropped its first lines.
func TestLogNamesFailures(t *testing.T) {
	fails := func(p part.Point) bool { return kernel.Sigma.X(p) <= 2 && subset.M.Of(p) == 100 || uitest.Failing(p) }
	m := newFake(t, page.Live, 200, 40).withSession(nil)
	var rs []record.Record
	var want []string
	for i := range 3 { // the same number of points with other seeds
		for _, r := range uitest.Records(180, fails)[1:] {
			if r.Result != nil {
				res := *r.Result
				res.Point.Seed += uint64(i)
				res.Key = uitest.Key(res.Point)
				res.Error = strings.Replace(res.Error, "larger", fmt.Sprintf("%d× larger", i+2), 1)
				data := fmt.Sprintf(`{"key":%q,"cost":0.001}`, res.Key)
				r.Result, r.Data = &res, []byte(data)
				if res.Error != "" {
					want = append(want, fmt.Sprintf("failed: fold %d of %s: %s", res.Point.Fold+1, message.Exponents(res.Point.Label()), res.Error))
				}
			}
			r.T += int64(i) * 60_000
			rs = append(rs, r)
		}
	}
	m.ctl.Reduce(rs)
	if m.scene.Sweep.State.Failed != len(want) || len(want) < 60 {
		t.Fatalf("%d failed of %d: not what this test is about", m.scene.Sweep.State.Failed, len(want))
	}
	var got []string
	open := false
	lines := new(log.Page).View(m.scene, layout.Size{W: 1002, H: 10000})
	for _, line := range lines[slices.IndexFunc(lines, func(l clean.Text) bool { return strings.Contains(string(l), "▸9 log") }):] {
		_, text, ok := strings.Cut(string(line), "  failed: ")
		switch {
		case ok:
			got = append(got, "failed: "+text)
		case open && strings.HasPrefix(string(line), "           "): // continues the entry
			got[len(got)-1] += " " + strings.TrimSpace(string(line))
		}
		open = ok || open && strings.HasPrefix(string(line), "           ")
		if strings.Contains(string(line), "a point failed") {
			t.Errorf("a failure without a name: %q", line)
		}
	}
	if len(got) == 0 || !slices.Equal(got, want[len(want)-len(got):]) {
		t.Errorf("%d named failures, which are not the last of the %d", len(got), len(want))
	}
}
