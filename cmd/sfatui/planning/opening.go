package planning

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"example.com/sfatui/cmd/sfatui/exit"
	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/engine/sweep"
	"github.com/mattn/go-isatty"
)

// Open reads data within the memory of a sweep. Where that takes more than a
// second, stderr shows how far it is: on a terminal a line that is rewritten,
// else a line for every tenth.
func Open(ctx context.Context, o datasets.Options, run sweep.RunOptions, stderr io.Writer) (*data.Set, error) {
	o.Memory = run.Memory
	f, ok := stderr.(*os.File)
	r := &reading{to: stderr, live: ok && isatty.IsTerminal(f.Fd()), start: time.Now()}
	set, err := datasets.Open(ctx, o, r.progress)
	if r.live && r.shown {
		fmt.Fprint(stderr, "\r\x1b[K")
	}
	if err != nil {
		return nil, exit.Data(err)
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

// Describe says what was read, and what was skipped and why.
func Describe(w io.Writer, set *data.Set) {
	for _, line := range inspect.Summary(set) {
		fmt.Fprintln(w, line)
	}
	for _, note := range set.Notes {
		fmt.Fprintln(w, "note:", note)
	}
}
