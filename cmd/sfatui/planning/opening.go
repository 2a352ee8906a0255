package planning

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-isatty"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/datasets/storage"
	"example.com/sfatui/datasets/survey"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/sweep"
)

// Memory from which garbage is collected at once while data is opened, beside perByte for each
// byte of its files: the heap would grow to twice what is in use.
const (
	leastMemory = 160 << 20
	perByte     = 4
)

// BoundMemory has garbage collected at once where opening the files of o takes more memory than
// they are worth, until it is undone. A limit that is set stands; folders have none.
func BoundMemory(o datasets.Options) (undo func()) {
	most := openingMemory(o)
	if most == 0 || debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return func() {}
	}
	debug.SetMemoryLimit(most)
	return func() { debug.SetMemoryLimit(math.MaxInt64) }
}

// openingMemory is how many bytes opening the files of o should take at most; 0 for folders and
// built-in sets.
func openingMemory(o datasets.Options) int64 {
	most := int64(leastMemory)
	for _, path := range slices.Concat(o.Paths, o.TestPaths) {
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			return 0
		}
		most += perByte * info.Size()
	}
	return most
}

// Open reads data within the memory of a sweep. Where that takes more than a
// second, stderr shows how far it is: on a terminal a line that is rewritten,
// else a line for every tenth.
func Open(ctx context.Context, o datasets.Options, run sweep.RunOptions, stderr io.Writer) (*data.Set, error) {
	defer BoundMemory(o)()
	o.Memory, o.Granted = run.Memory, run.Granted
	f, ok := stderr.(*os.File)
	r := &reading{to: stderr, live: ok && isatty.IsTerminal(f.Fd()), start: time.Now()}
	set, err := datasets.Open(ctx, o, r.progress)
	if r.live && r.shown {
		fmt.Fprint(stderr, "\r\x1b[K")
	}
	if err != nil {
		return nil, cli.Data(err)
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

// Untrained says which classes a sweep tests that it does not train on, "" where it trains on
// all; see [split.Untrained].
func Untrained(set *data.Set, spec sweep.Spec) string {
	o, err := spec.Dealt(set)
	if err != nil {
		return ""
	}
	folds, err := split.Folds(set, o)
	if err != nil {
		return ""
	}
	return split.Untrained(set, folds, o)
}

// Survey returns the survey of data; nil where it cannot be made. It may hold the data once
// more, so it comes before the data is opened.
func Survey(ctx context.Context, o datasets.Options) *survey.Survey {
	defer BoundMemory(o)()
	s, err := datasets.Survey(ctx, o)
	if err != nil {
		return nil
	}
	return s
}

// ProposalsOf returns what a survey suggests of roles and preparation; none without one.
func ProposalsOf(s *survey.Survey, o datasets.Options, spec sweep.Spec, report *inspect.Report) []propose.Proposal {
	if s == nil {
		return nil
	}
	return propose.All(propose.Seen{Options: o, Standardized: preparation.Standardize.On(spec.Shared()), Clipped: preparation.Clip.Of(spec.Shared()) != "", Folds: max(spec.Split.Folds, spec.Split.Repeats), Survey: s, Report: report})
}

// TakingFlags are the words on a command line that take a proposal.
func TakingFlags(p propose.Proposal) []string {
	var words []string
	for _, c := range p.Changes {
		value := c.Value
		if c.Adds && strings.ContainsAny(value, `,"`) { // such flags hold lists
			value = `"` + strings.ReplaceAll(value, `"`, `""`) + `"`
		}
		if words = append(words, "--"+c.Flag); value != "true" {
			words = append(words, value)
		}
	}
	return words
}

// mendTime bounds the search for what mends an error.
const mendTime = 5 * time.Second

// mostMemory is how much the memory of the process may have grown while data was refused: what
// took more is not opened again.
const mostMemory = 96 << 20

// Mender returns what adds to the error of data that cannot be opened the flags that mend it,
// which were tried. It stands before the opening, whose memory it measures.
func Mender(o datasets.Options) func(ctx context.Context, err error) error {
	before := memory()
	return func(ctx context.Context, err error) error {
		if cli.Code(err) != cli.CodeData || memory() > before+mostMemory {
			return err
		}
		trying, stop := context.WithTimeout(ctx, mendTime)
		defer stop()
		defer BoundMemory(o)()
		if !o.Granted {
			o.Memory = triedMemory
		}
		changes := propose.Mending(trying, o, Survey(trying, o), err)
		if changes == nil {
			return err
		}
		return cli.Mended(err, TakingFlags(propose.Proposal{Changes: changes}))
	}
}

// triedMemory is the memory within which remedies are tried: longer lines than lex.MaxRecord are
// refused, and larger data is kept in files.
const triedMemory = storage.Share * lex.MaxRecord

// memory is what the process has of the system, in bytes.
func memory() uint64 {
	var used runtime.MemStats
	runtime.ReadMemStats(&used)
	return used.Sys
}
