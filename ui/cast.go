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

// CastOptions configures the recording of a replay.
type CastOptions struct {
	// Width and Height are the size of the terminal, in cells.
	Width, Height int
	// Speed is as in [Replay]; 0 selects the smallest speed ≥ 1 at which the replay takes at
	// most a minute.
	Speed float64
	// Color is as in the settings; "" and auto mean 256.
	Color string
}

// longestCast is the longest duration of a recording at automatic speed.
const longestCast = time.Minute

// lastFrameTime is the time for which the last frame is shown.
const lastFrameTime = 2 * time.Second

// frameInterval returns the time between two frames of a session of the given number of points.
// Frames take longer to draw with more points, so there are fewer.
func frameInterval(points int) time.Duration {
	return control.UpdateEvery * time.Duration(1+points/2000)
}

// Check returns an error for invalid options.
func (o CastOptions) Check() error {
	switch {
	case o.Width < overview.LeastWidth || o.Height < overview.LeastHeight || o.Width > 500 || o.Height > 200:
		return fmt.Errorf("a screen of %d×%d: use a size from %d×%d to 500×200", o.Width, o.Height, overview.LeastWidth, overview.LeastHeight)
	case !(o.Speed >= 0):
		return fmt.Errorf("a speed of %g: must be above 0", o.Speed)
	}
	return nil
}

// Cast records the replay of a session as an asciicast (version 2) for terminal players: the
// screens that [Replay] shows, on a terminal of the given size. Equal sessions and options give
// equal bytes.
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
	m.ctl.SetSession(s)
	p := replay.New(s.Records(), o.Speed, m.scene.Sweep.By)
	m.ctl.Player = p
	if o.Speed == 0 {
		p.Speed = max(1, p.Length()/float64(longestCast.Milliseconds()))
	}
	m.Update(tea.WindowSizeMsg{Width: o.Width, Height: o.Height})
	m.ctl.ShowState(p.State)
	c := &caster{out: bufio.NewWriter(w), shown: make([]string, o.Height)}
	if err := c.begin(s, o); err != nil {
		return err
	}
	c.frame(0, m.View())
	at, every := time.Duration(0), frameInterval(s.Planned())
	for !p.Ended() && c.err == nil {
		if err := ctx.Err(); err != nil {
			return err
		}
		at += every
		if rest := every - control.UpdateEvery; rest > 0 { // the rest is advanced by the tick
			p.Advance(rest)
			m.scene.Now = m.scene.Now.Add(rest)
		}
		now = s.Header.Created.Add(at)
		m.Update(control.Ticked{Now: now})
		c.frame(at, m.View())
	}
	c.event(at+lastFrameTime, "\x1b[0m\x1b[?25h")
	if c.err != nil {
		return c.err
	}
	return c.out.Flush()
}

// caster writes the frames of a recording.
type caster struct {
	out   *bufio.Writer
	shown []string // lines on the screen
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

// line writes a line of JSON without escaping "<" and ">".
func (c *caster) line(v any) error {
	e := json.NewEncoder(c.out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// frame writes the lines that changed on the screen.
func (c *caster) frame(at time.Duration, view string) {
	var b strings.Builder
	if at == 0 {
		b.WriteString("\x1b[?25l\x1b[2J")
	}
	for i, line := range strings.Split(view, "\n") {
		if i < len(c.shown) && line != c.shown[i] {
			// The line is erased first: erasing after a full line would remove its last cell.
			fmt.Fprintf(&b, "\x1b[%d;1H\x1b[0m\x1b[K%s\x1b[0m", i+1, line)
			c.shown[i] = line
		}
	}
	if b.Len() > 0 {
		c.event(at, b.String())
	}
}

// event writes terminal output that appeared at a time after the start.
func (c *caster) event(at time.Duration, text string) {
	if c.err == nil {
		c.err = c.line([]any{math.Round(at.Seconds()*1e3) / 1e3, "o", text})
	}
}
