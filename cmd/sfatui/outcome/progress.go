package outcome

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"github.com/mattn/go-isatty"
)

// Progress shows a sweep without a screen: a line that is rewritten if stderr
// is a terminal, else a line for every tenth, and with --json each result on
// stdout.
type Progress struct {
	stdout, Stderr io.Writer
	json, live     bool
	// After is called with a session whose sweep has ended, before it is
	// printed; nil for nothing.
	After func(*sessions.Session) (*sessions.Session, error)

	mu      sync.Mutex
	waiting bool // for Begin to set the session
	early   []record.Record
	State   record.State
	by      choose.By
	last    time.Time
	tenth   int
	best    string    // ★ so far
	judged  time.Time // when best was determined
}

// NewProgress returns a Progress that shows the sweep on stderr and, with
// asJSON, its results on stdout.
func NewProgress(stdout, stderr io.Writer, asJSON bool) *Progress {
	f, ok := stderr.(*os.File)
	return &Progress{stdout: stdout, Stderr: stderr, json: asJSON, live: ok && isatty.IsTerminal(f.Fd())}
}

// Of sets the selection criterion to that of a session that another process
// computes.
func (p *Progress) Of(s *sessions.Session) { p.by = s.By() }

// Begin starts a sweep and loads the state of its session. Records that arrive
// earlier are queued.
func (p *Progress) Begin(start func() (*compute.Execution, error)) (*compute.Execution, error) {
	p.waiting = true
	e, err := start()
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.State, p.by = e.Session().State(), e.Session().By()
	p.tenth = p.tenths()
	p.waiting = false
	for _, r := range p.early {
		p.addRecord(r)
	}
	p.early = nil
	return e, nil
}

// tenths returns the progress in tenths, each of which is printed.
func (p *Progress) tenths() int { return 10 * len(p.State.Results) / max(1, p.State.Total) }

// Record adds a record of the session. The sweep's workers call it.
func (p *Progress) Record(r record.Record) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.waiting {
		p.early = append(p.early, r)
		return
	}
	p.addRecord(r)
}

func (p *Progress) addRecord(r record.Record) {
	p.State.Take(r)
	p.round(r)
	if r.Kind == record.KindPlanned {
		p.tenth = p.tenths() // of a sweep that has grown
	}
	if r.Kind != string(sweep.PointDone) {
		return
	}
	if p.json && r.Result != nil {
		cli.JSON(p.stdout, p.by.Printed(r.Result))
	}
	done, total := len(p.State.Results), p.State.Total
	switch tenth := p.tenths(); {
	case p.live && time.Since(p.last) > 100*time.Millisecond:
		p.last = time.Now()
		fmt.Fprintf(p.Stderr, "\r\x1b[K%s", p.line(done, total))
	case !p.live && tenth > p.tenth:
		p.tenth = tenth
		fmt.Fprintln(p.Stderr, p.line(done, total))
	}
}

func (p *Progress) line(done, total int) string {
	text := fmt.Sprintf("%d of %d fits · %s", done, total, p.State.Elapsed().Round(time.Second))
	if left, ok := p.State.Remaining(); ok && done < total {
		text += fmt.Sprintf(" · %s left", left.Round(time.Second))
	}
	if best := p.bestSoFar(); best != "" {
		text += " · ★ " + best
	}
	return string(layout.Cut(clean.Of(text), cli.Columns()-1))
}

// bestSoFar returns the best finished point. It is determined at most once a
// second on a terminal, because that takes long in a large sweep.
func (p *Progress) bestSoFar() string {
	if time.Since(p.judged) < time.Second && p.live {
		return p.best
	}
	p.judged, p.best = time.Now(), ""
	rows := choose.Summarize(p.State.Results)
	if c := p.by.Choose(rows); c.Best >= 0 {
		p.best = fmt.Sprintf("%s %s", p.by.Score(&rows[c.Best]), sessions.LabelsOf(rows)(rows[c.Best].Config))
	}
	return p.best
}

// End clears the live line.
func (p *Progress) End() {
	if p.live {
		fmt.Fprint(p.Stderr, "\r\x1b[K")
	}
}

// round prints a round of the advisor or a search, as in the session's log.
func (p *Progress) round(r record.Record) {
	if r.Kind != record.KindCommand+"auto" && r.Kind != record.KindCommand+"search" && r.Kind != record.KindAutoEnded {
		return
	}
	if p.live {
		fmt.Fprint(p.Stderr, "\r\x1b[K")
	}
	if n := len(p.State.Log); n > 0 {
		fmt.Fprintln(p.Stderr, strings.TrimSpace(p.State.Log[n-1].Text))
	}
}
