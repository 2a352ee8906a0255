package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"github.com/mattn/go-isatty"
	"github.com/spf13/pflag"
)

// progress shows a sweep that runs without a screen: a line that is rewritten
// where stderr is a terminal, a line for every tenth where it is not, and with
// --json each result on stdout.
type progress struct {
	stdout, stderr io.Writer
	json, live     bool

	mu      sync.Mutex
	waiting bool // for begin to know the session
	early   []record.Record
	state   record.State
	by      choose.By
	last    time.Time
	tenth   int
	best    string    // ★ so far
	judged  time.Time // when that was found
}

func newProgress(stdout, stderr io.Writer, asJSON bool) *progress {
	f, ok := stderr.(*os.File)
	return &progress{stdout: stdout, stderr: stderr, json: asJSON, live: ok && isatty.IsTerminal(f.Fd())}
}

// begin starts a sweep and takes what its session holds; records that come
// before that wait for it.
func (p *progress) begin(start func() (*compute.Execution, error)) (*compute.Execution, error) {
	p.waiting = true
	e, err := start()
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state, p.by = e.Session().State(), e.Session().By()
	p.tenth = p.tenths()
	p.waiting = false
	for _, r := range p.early {
		p.take(r)
	}
	p.early = nil
	return e, nil
}

// tenths is the progress in steps that are worth a line.
func (p *progress) tenths() int { return 10 * len(p.state.Results) / max(1, p.state.Total) }

// record takes one record of the session; the sweep's workers call it.
func (p *progress) record(r record.Record) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.waiting {
		p.early = append(p.early, r)
		return
	}
	p.take(r)
}

// take shows one record.
func (p *progress) take(r record.Record) {
	p.state = record.Reduce(p.state, r)
	p.round(r)
	if r.Kind == record.KindPlanned {
		p.tenth = p.tenths() // of a sweep that has grown
	}
	if r.Kind != string(sweep.PointDone) {
		return
	}
	if p.json && r.Result != nil {
		printLine(p.stdout, p.by.Printed(r.Result))
	}
	done, total := len(p.state.Results), p.state.Total
	switch tenth := p.tenths(); {
	case p.live && time.Since(p.last) > 100*time.Millisecond:
		p.last = time.Now()
		fmt.Fprintf(p.stderr, "\r\x1b[K%s", p.line(done, total))
	case !p.live && tenth > p.tenth:
		p.tenth = tenth
		fmt.Fprintln(p.stderr, p.line(done, total))
	}
}

func (p *progress) line(done, total int) string {
	text := fmt.Sprintf("%d of %d fits · %s", done, total, p.state.Elapsed().Round(time.Second))
	if left, ok := p.state.Remaining(); ok && done < total {
		text += fmt.Sprintf(" · %s left", left.Round(time.Second))
	}
	if best := p.bestSoFar(); best != "" {
		text += " · ★ " + best
	}
	return string(layout.Cut(clean.Of(text), screenColumns()-1))
}

// bestSoFar is the best of what is finished. It is found anew once a second at most: of a
// large sweep that takes a while.
func (p *progress) bestSoFar() string {
	if time.Since(p.judged) < time.Second && p.live {
		return p.best
	}
	p.judged, p.best = time.Now(), ""
	rows := choose.Summarize(p.state.Results)
	if c := p.by.Choose(rows); c.Best >= 0 {
		p.best = fmt.Sprintf("%s %s", p.by.Score(&rows[c.Best]), sessions.LabelsOf(rows)(rows[c.Best].Config))
	}
	return p.best
}

// end clears the live line.
func (p *progress) end() {
	if p.live {
		fmt.Fprint(p.stderr, "\r\x1b[K")
	}
}

// openData reads data within the memory of a sweep. Where that takes more than a
// second, stderr shows how far it is: on a terminal a line that is rewritten,
// else a line for every tenth.
func openData(ctx context.Context, o datasets.Options, run sweep.RunOptions, stderr io.Writer) (*data.Set, error) {
	o.Memory = run.Memory
	f, ok := stderr.(*os.File)
	r := &reading{to: stderr, live: ok && isatty.IsTerminal(f.Fd()), start: time.Now()}
	set, err := datasets.Open(ctx, o, r.progress)
	if r.live && r.shown {
		fmt.Fprint(stderr, "\r\x1b[K")
	}
	if err != nil {
		return nil, dataError{err}
	}
	return set, nil
}

// reading tells how far data is read.
type reading struct {
	to    io.Writer
	live  bool
	start time.Time
	last  time.Time // when the line was written
	tenth int
	shown bool
}

// quiet is how long reading may take before anything is said.
const quiet = time.Second

// progress shows the bytes read of all.
func (r *reading) progress(done, total int) {
	if total == 0 || time.Since(r.start) < quiet {
		return
	}
	text := fmt.Sprintf("reading %s of %s, %d %%", sweep.FormatBytes(int64(done)), sweep.FormatBytes(int64(total)), 100*done/total)
	switch tenth := 10 * done / total; {
	case r.live && time.Since(r.last) > 100*time.Millisecond:
		fmt.Fprintf(r.to, "\r\x1b[K%s", text)
	case !r.live && tenth > r.tenth:
		r.tenth = tenth
		fmt.Fprintln(r.to, text)
	default:
		return
	}
	r.last, r.shown = time.Now(), true
}

// holdMemory has the collector keep to the memory that the user sets: garbage
// counts too.
func holdMemory(f *pflag.FlagSet, o sweep.RunOptions) {
	if f.Changed("memory") {
		debug.SetMemoryLimit(o.Memory)
	}
}
