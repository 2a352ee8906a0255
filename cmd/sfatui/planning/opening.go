package planning

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-isatty"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/datasets/locate"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/datasets/sandbox"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/datasets/storage"
	"example.com/sfatui/datasets/survey"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/sweep"
)

// Memory beyond which garbage is collected at once while data is opened, in addition to
// perByte for each byte of its files and to the memory of columns and numbers. The program
// itself takes 24 MiB.
const (
	leastMemory = 40 << 20
	perByte     = 4
)

// BoundMemory bounds the memory of opening the files of o by [storage.Bound], until it is undone.
// Folders have no bound.
func BoundMemory(o datasets.Options) (undo func()) {
	most := openingMemory(o)
	if most == 0 {
		return func() {}
	}
	return storage.Bound(most)
}

// openingMemory returns the memory limit in bytes for opening the files of o; 0
// for folders and built-in sets.
func openingMemory(o datasets.Options) int64 {
	most := int64(leastMemory)
	for _, path := range slices.Concat(o.Paths, o.TestPaths) {
		files := locate.Matches(sandbox.Disk{Root: o.Root}, path)
		for _, file := range files {
			info, err := os.Stat(file)
			if err != nil || !info.Mode().IsRegular() {
				return 0
			}
			most += perByte * info.Size()
		}
		if files == nil {
			return 0
		}
	}
	return most
}

// Open reads data within the memory of a sweep. If it takes more than a second,
// it prints progress to stderr: on a terminal a line that is rewritten, else a
// line for every tenth.
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

// reading prints the progress of reading data.
type reading struct {
	to    io.Writer
	live  bool
	start time.Time
	last  time.Time // time of the last line
	tenth int
	shown bool
}

// progressDelay is the time before the first line.
const progressDelay = time.Second

// progress prints the number of bytes read out of the total.
func (r *reading) progress(done, total int) {
	if total == 0 || time.Since(r.start) < progressDelay {
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

// Describe prints a summary of the set and its notes.
func Describe(w io.Writer, set *data.Set) {
	for _, line := range inspect.Summary(set) {
		fmt.Fprintln(w, line)
	}
	for _, note := range set.Notes {
		fmt.Fprintln(w, "note:", note)
	}
}

// Warn prints what makes the scores of a sweep worthless: classes that it tests without training
// on them, and inputs that repeat the label.
func Warn(w io.Writer, set *data.Set, spec sweep.Spec) {
	for _, text := range []string{untrained(set, spec), inspect.LabelCopyWarning(inspect.LabelCopies(set))} {
		if text != "" {
			fmt.Fprintln(w, "warning:", message.Clean(text))
		}
	}
}

// untrained returns a warning about classes that a sweep tests without training
// on them, "" for none; see [split.Untrained].
func untrained(set *data.Set, spec sweep.Spec) string {
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

// Survey returns the survey of data, or nil if it fails. Call it before the
// data is opened, because it may hold another copy.
func Survey(ctx context.Context, o datasets.Options) *survey.Survey {
	defer BoundMemory(o)()
	s, err := datasets.Survey(ctx, o)
	if err != nil {
		return nil
	}
	return s
}

// ProposalsOf returns the proposals on roles and preparation from a survey;
// none without one.
func ProposalsOf(s *survey.Survey, o datasets.Options, spec sweep.Spec, report *inspect.Report) []propose.Proposal {
	if s == nil {
		return nil
	}
	return propose.All(propose.Situation{Options: o, Standardized: preparation.Standardize.On(spec.Shared()), Clipped: preparation.Clip.Of(spec.Shared()) != "", Folds: max(spec.Split.Folds, spec.Split.Repeats), Survey: s, Report: report})
}

// TakingFlags returns the flags that accept a proposal, as words of a command
// line.
func TakingFlags(p propose.Proposal) []string {
	var words []string
	for _, c := range p.Changes {
		value := c.Value
		if c.Adds && strings.ContainsAny(value, `,"`) { // the flag holds a list
			value = `"` + strings.ReplaceAll(value, `"`, `""`) + `"`
		}
		if words = append(words, "--"+c.Flag); value != "true" {
			words = append(words, value)
		}
	}
	return words
}

// mendTime is the time limit of the search for a remedy.
const mendTime = 5 * time.Second

// mostMemory is the growth of the process's memory above which refused data is
// not opened again.
const mostMemory = 96 << 20

// Mender returns a function that adds flags to the error of data that cannot be
// opened; the flags were tried. Call Mender before opening, because it measures
// the memory.
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
			o.Memory = remedyMemory
		}
		changes := propose.Mending(trying, o, Survey(trying, o), err)
		if changes == nil {
			return err
		}
		return cli.Mended(withDropped(err, changes), TakingFlags(propose.Proposal{Changes: changes}))
	}
}

// withDropped adds to an error the columns that changes leave out, other than those whose cells
// are the error.
func withDropped(err error, changes []propose.Change) error {
	var names, wrong []string
	var cell *format.CellError
	if errors.As(err, &cell) {
		wrong = cell.Columns
	}
	for _, c := range changes {
		if c.Flag == "drop" && !slices.Contains(wrong, c.Value) {
			names = append(names, c.Value)
		}
	}
	if names == nil {
		return err
	}
	return fmt.Errorf("%w; left out with it: %s", err, message.List(names))
}

// remedyMemory is the memory in bytes for trying remedies: longer lines than
// lex.MaxRecord are refused, and larger data is kept in files.
const remedyMemory = storage.Share * lex.MaxRecord

// memory returns the bytes that the process has obtained from the system.
func memory() uint64 {
	var used runtime.MemStats
	runtime.ReadMemStats(&used)
	return used.Sys
}
