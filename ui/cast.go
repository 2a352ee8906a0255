package ui

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/replay"
	"example.com/sfatui/ui/settings"
)

// CastOptions say how a replay is recorded.
type CastOptions struct {
	// Width and Height are those of the terminal, in cells.
	Width, Height int
	// Speed is as in [Replay]; 0 is the least from 1 on at which all is shown
	// within a minute.
	Speed float64
	// Color is as in [Config]; "" and auto are 256.
	Color string
}

// longestCast is how long a recording is whose speed was not chosen.
const longestCast = time.Minute

// castEnd is how long the last frame stays.
const castEnd = 2 * time.Second

// castEvery is the time between two frames of a session of so many points: what a frame takes
// grows with them, so that there are fewer.
func castEvery(points int) time.Duration {
	return control.UpdateEvery * time.Duration(1+points/2000)
}

// Check says what is wrong with the options.
func (o CastOptions) Check() error {
	switch {
	case o.Width < overview.LeastWidth || o.Height < overview.LeastHeight || o.Width > 500 || o.Height > 200:
		return fmt.Errorf("a screen of %d×%d: take one from %d×%d to 500×200", o.Width, o.Height, overview.LeastWidth, overview.LeastHeight)
	case !(o.Speed >= 0):
		return fmt.Errorf("a speed of %g: must be above 0", o.Speed)
	}
	return nil
}

// Cast records the replay of a session as an asciicast (version 2), which
// terminal players play: the screens that [Replay] shows, on a terminal of the
// given size. The same session and options give the same bytes.
func Cast(ctx context.Context, w io.Writer, s *sessions.Session, o CastOptions) error {
	if err := o.Check(); err != nil {
		return err
	}
	color := o.Color
	if color == "" || color == "auto" {
		color = "256"
	}
	now := s.Header.Created
	m := newModel(Config{Out: io.Discard, Environ: []string{"TERM=xterm-256color"}, Settings: settings.Settings{Color: color, Glyphs: "unicode"}, Now: func() time.Time { return now }}, page.Replaying)
	m.ctl.Take(s)
	p := replay.New(s.Records(), o.Speed, m.Sweep.By)
	m.ctl.Player = p
	if o.Speed == 0 {
		p.Speed = max(1, p.Length()/float64(longestCast.Milliseconds()))
	}
	m.Update(tea.WindowSizeMsg{Width: o.Width, Height: o.Height})
	m.ctl.Look(p.State)
	c := &caster{out: bufio.NewWriter(w), shown: make([]string, o.Height)}
	if err := c.begin(s, o); err != nil {
		return err
	}
	c.frame(0, m.View())
	at, every := time.Duration(0), castEvery(s.Planned())
	for !p.Ended() && c.err == nil {
		if err := ctx.Err(); err != nil {
			return err
		}
		at += every
		if rest := every - control.UpdateEvery; rest > 0 { // that of a tick comes with it
			p.Advance(rest)
			m.Now = m.Now.Add(rest)
		}
		now = s.Header.Created.Add(at)
		m.Update(control.Ticked{Now: now})
		c.frame(at, m.View())
	}
	c.event(at+castEnd, "\x1b[0m\x1b[?25h")
	if c.err != nil {
		return c.err
	}
	return c.out.Flush()
}

type caster struct {
	out   *bufio.Writer
	shown []string // the lines on the screen
	err   error
}

// begin writes the header.
func (c *caster) begin(s *sessions.Session, o CastOptions) error {
	return c.line(struct {
		Version   int               `json:"version"`
		Width     int               `json:"width"`
		Height    int               `json:"height"`
		Timestamp int64             `json:"timestamp"`
		Title     string            `json:"title"`
		Env       map[string]string `json:"env"`
	}{2, o.Width, o.Height, s.Header.Created.Unix(), "sfatui replay: " + s.Header.Name, map[string]string{"TERM": "xterm-256color"}})
}

// line writes a line of JSON. Its "<" and ">" are for no HTML.
func (c *caster) line(v any) error {
	e := json.NewEncoder(c.out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// frame writes what changed on the screen.
func (c *caster) frame(at time.Duration, view string) {
	var b strings.Builder
	if at == 0 {
		b.WriteString("\x1b[?25l\x1b[2J")
	}
	for i, line := range strings.Split(view, "\n") {
		if i < len(c.shown) && line != c.shown[i] {
			// Erased first: behind a full line, erasing would take its last cell.
			fmt.Fprintf(&b, "\x1b[%d;1H\x1b[0m\x1b[K%s\x1b[0m", i+1, line)
			c.shown[i] = line
		}
	}
	if b.Len() > 0 {
		c.event(at, b.String())
	}
}

// event writes what the terminal was sent at a time.
func (c *caster) event(at time.Duration, text string) {
	if c.err == nil {
		c.err = c.line([]any{math.Round(at.Seconds()*1e3) / 1e3, "o", text})
	}
}
