package ui

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/replay"
	"example.com/sfatui/ui/uitest"
)

// newRecorded returns a session of the fake sweep, with a point every 20 ms.
func newRecorded(t *testing.T, n int) *sessions.Session {
	t.Helper()
	var plan []sweep.Entry
	for _, p := range uitest.Points()[:n] {
		plan = append(plan, sweep.Entry{Point: p, Cost: 1})
	}
	plan = sessiontest.Keyed(plan, "", "portable-amd64", "fake")
	s, err := sessions.Create(filepath.Join(t.TempDir(), "fake.sfa"), sessions.Header{Name: "fake", KernelPath: "portable-amd64", Created: uitest.Epoch, Data: sessions.Data{Name: "fake", Hash: "fake"}}, plan)
	if err != nil {
		t.Fatal(err)
	}
	at := uitest.Epoch
	w, err := s.Writer(func() time.Time { at = at.Add(20 * time.Millisecond); return at })
	if err != nil {
		t.Fatal(err)
	}
	handle := func(e sweep.Event) {
		if err := w.Handle(e); err != nil {
			t.Fatal(err)
		}
	}
	handle(sweep.Event{Kind: sweep.Started, Total: n})
	for _, e := range plan {
		r := uitest.Result(e.Point)
		r.Key = e.Key
		handle(sweep.Event{Kind: sweep.PointDone, Result: r})
	}
	handle(sweep.Event{Kind: sweep.Ended, Reason: "done"})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = sessions.Open(s.Dir); err != nil {
		t.Fatal(err)
	}
	return s
}

// screenText returns the screen of an emulator without styles.
func screenText(e *vt.Emulator) string {
	var lines []string
	for line := range strings.Lines(ansi.Strip(e.Render())) {
		lines = append(lines, strings.TrimRight(line, " \r\n"))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// plainText returns a view as an emulator shows it.
func plainText(view string) string {
	var lines []string
	for line := range strings.Lines(ansi.Strip(view)) {
		lines = append(lines, strings.TrimRight(line, " \n"))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// A recording is an asciicast of version 2; played on a terminal, it shows the screens of the
// replay, the last one at the end.
func TestCast(t *testing.T) {
	s := newRecorded(t, 60)
	for _, size := range [][2]int{{80, 24}, {120, 40}, {40, 10}} {
		o := CastOptions{Width: size[0], Height: size[1], Speed: 2}
		var b, again bytes.Buffer
		if err := Cast(t.Context(), &b, s, o); err != nil {
			t.Fatal(err)
		}
		if err := Cast(t.Context(), &again, s, o); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
			t.Errorf("%v: another recording is not the same: %v", size, err)
		}
		lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
		var head struct {
			Version, Width, Height int
			Timestamp              int64
			Title                  string
		}
		if err := json.Unmarshal([]byte(lines[0]), &head); err != nil || head.Version != 2 || head.Width != size[0] || head.Height != size[1] || head.Timestamp != uitest.Epoch.Unix() || head.Title != "sfatui replay: fake" {
			t.Errorf("%v: the header is %s", size, lines[0])
		}
		screen := vt.NewEmulator(size[0], size[1])
		go io.Copy(io.Discard, screen) // reads its answers; closing it meanwhile would be a data race
		last, running, least := 0.0, 0, 5
		if size[1] == 10 {
			least = 4 // six rows of a table change less often than charts
		}
		for _, line := range lines[1:] {
			var at float64
			var kind, text string
			if err := json.Unmarshal([]byte(line), &[]any{&at, &kind, &text}); err != nil || at < last || kind != "o" {
				t.Fatalf("%v: event %s after %v s: %v", size, line, last, err)
			}
			last = at
			if _, err := screen.WriteString(text); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(screenText(screen), "● ru") {
				running++
			}
		}
		if want := 1.24/2 + 0.1 + lastFrameTime.Seconds(); math.Abs(last-want) > 0.11 {
			t.Errorf("%v: it lasts %v s, not %v", size, last, want)
		}
		m := newFake(t, page.Replaying, size[0], size[1])
		m.ctl.SetSession(s)
		m.ctl.Player = replay.New(s.Records(), 2, m.scene.Sweep.By)
		m.keys("end")
		m.ctl.Player.Playing = false
		m.ctl.ShowState(m.ctl.Player.State)
		if got, want := screenText(screen), plainText(m.View()); got != want || running < least {
			t.Errorf("%v: %d frames while running; in the end\n%s\nand not\n%s", size, running, got, want)
		}
	}
}

// The recording of a session of many points has fewer frames.
func TestCastOfManyPoints(t *testing.T) {
	for points, want := range map[int]time.Duration{0: control.UpdateEvery, 1999: control.UpdateEvery, 21_000: 11 * control.UpdateEvery} {
		if got := frameInterval(points); got != want {
			t.Errorf("%d points: a frame every %v, want %v", points, got, want)
		}
	}
}

func TestCastChoosesASpeedAndRefuses(t *testing.T) {
	s := newRecorded(t, 6)
	var b bytes.Buffer
	if err := Cast(t.Context(), &b, s, CastOptions{Width: 80, Height: 24, Color: "never"}); err != nil || strings.Contains(b.String(), "38;5") {
		t.Errorf("without colours: %v", err)
	}
	for _, o := range []CastOptions{{}, {Width: 80, Height: 4}, {Width: 1000, Height: 24}, {Width: 80, Height: 24, Speed: -1}, {Width: 80, Height: 24, Speed: math.NaN()}} {
		if err := Cast(t.Context(), io.Discard, s, o); err == nil {
			t.Errorf("%+v was recorded", o)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Cast(ctx, io.Discard, s, CastOptions{Width: 80, Height: 24}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := Cast(t.Context(), noRoom{}, s, CastOptions{Width: 80, Height: 24, Speed: 0.25}); err == nil {
		t.Error("a writer that fails was not noticed")
	}
}

// noRoom is a writer that always fails.
type noRoom struct{}

func (noRoom) Write([]byte) (int, error) { return 0, errors.New("no room") }
