package sessions

import (
	"cmp"
	"encoding/csv"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
)

// Commands returns the command lines that compute the session's points again. A session with
// one plan has one line, its sweep as written, which reproduces the points bit for bit.
// Lines for points added later reproduce them to rounding. rest is the number of points
// that are not a full combination of values and have no line.
func Commands(s *Session) (lines []string, rest int) {
	written := s.Command(s.Header.Spec)
	plans := s.Plans()
	if len(plans) < 2 {
		return []string{written}, 0
	}
	if specs, rest := sweepsOf(s.Points(), s.Header.Data.Overlap); rest == 0 {
		for _, spec := range specs {
			lines = append(lines, s.Command(spec))
		}
		return lines, 0
	}
	lines = []string{written}
	for _, points := range plans[1:] {
		specs, left := sweepsOf(points, s.Header.Data.Overlap)
		for _, spec := range specs {
			lines = append(lines, s.Command(spec))
		}
		rest += left
	}
	return lines, rest
}

// Sweep returns the sweep that computes the given points of one configuration, as a user
// would write it. overlap is the distance in rows within which samples of the data overlap.
// It reports false unless the points are all folds and draws of the configuration.
func Sweep(points []part.Point, overlap int) (sweep.Spec, bool) {
	if len(points) == 0 {
		return sweep.Spec{}, false
	}
	return sweepOf(points, overlap)
}

// Command returns the command line of a sweep over the session's data. Points that the
// session also has get the same keys there, and the same numbers to rounding.
func (s *Session) Command(spec sweep.Spec) string {
	spec.Objective = s.Header.Spec.Objective
	if spec.Inner == "" && spec.Split.Validation > 0 {
		spec.Inner = "last"
	}
	return CommandLine(s.Header.Data.Options, spec, "run")
}

// CommandLine returns the command line that reads the data and sweeps over it. command
// holds the words of the command, such as "run".
func CommandLine(o datasets.Options, spec sweep.Spec, command ...string) string {
	words := append([]string{"sfatui"}, command...)
	for _, path := range o.Paths {
		words = append(words, shellQuote(path))
	}
	flags := DataFlags(o)
	for axis, text := range spec.Texts() {
		flags = append(flags, Flag{axis.Name, text})
	}
	flags = append(flags, Flags(spec)...)
	for _, f := range flags {
		words = append(words, "--"+f.Name)
		if f.Value != "" {
			words = append(words, shellQuote(f.Value))
		}
	}
	return strings.Join(words, " ")
}

// Flag is a flag of the command line; a switch has no value.
type Flag struct{ Name, Value string }

// DataFlags returns the flags for reading and preparing data that differ from their
// defaults.
func DataFlags(o datasets.Options) (flags []Flag) {
	for _, s := range recipe.Settings(o) {
		f := Flag{Name: s.Name}
		switch {
		case s.List:
			f.Value = csvLine(s.Values)
		case !s.Switch:
			f.Value = s.Values[0]
		}
		flags = append(flags, f)
	}
	return flags
}

// Flags returns the flags of a sweep's settings that differ from their defaults. The
// sweep's axes are not included.
func Flags(spec sweep.Spec) (flags []Flag) {
	for _, set := range sweep.Settings() {
		switch text := cmp.Or(set.Get(&spec), set.Zero); {
		case text == "" || text == set.Default:
		case set.Switch:
			flags = append(flags, Flag{Name: set.Name})
		default:
			flags = append(flags, Flag{set.Name, text})
		}
	}
	return flags
}

// csvLine returns words as a line of CSV.
func csvLine(words []string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write(words)
	w.Flush() // cannot fail in memory
	return strings.TrimSuffix(b.String(), "\n")
}

// shellSafe matches words that need no quotes in a shell.
var shellSafe = regexp.MustCompile(`^[A-Za-z0-9_./:,=+@%^-]+$`)

// shellQuote returns a word quoted for a shell and cleaned for a terminal.
func shellQuote(word string) string {
	word = message.Clean(word)
	if shellSafe.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// sweepsOf returns sweeps that expand to the given points, one for each signature. rest
// counts the points of signatures that are not a full combination of values.
func sweepsOf(points []part.Point, overlap int) (specs []sweep.Spec, rest int) {
	var order []string
	sets := map[string][]part.Point{}
	for _, p := range points {
		k := signature(p)
		if sets[k] == nil {
			order = append(order, k)
		}
		sets[k] = append(sets[k], p)
	}
	for _, k := range order {
		spec, ok := sweepOf(sets[k], overlap)
		if !ok {
			rest += len(sets[k])
			continue
		}
		specs = append(specs, spec)
	}
	return specs, rest
}

// signature returns a text that is equal for points of one command line. It contains the
// names of the axes that apply and the values of the settings.
func signature(p part.Point) string {
	var b strings.Builder
	for _, a := range part.Axes() {
		if a.Of(&p) != "" {
			b.WriteString(a.Name + " ")
		}
	}
	for _, set := range sweep.InPoints() {
		b.WriteString(set.Name + "=" + set.Of(p) + " ")
	}
	return b.String()
}

// sweepOf returns the sweep that expands to the given points of one signature. It reports
// false if they are not a full combination of values.
func sweepOf(points []part.Point, overlap int) (sweep.Spec, bool) {
	p := points[0]
	spec := sweep.Spec{
		Split: split.Options{
			Folds: p.Folds, Repeats: p.Repeats, TrainFraction: p.TrainFraction.X, Validation: p.Validation.X,
			Gap: max(0, p.Gap-overlap), By: p.By, Seed: p.Seed,
		},
		Inner: innerText(p),
	}
	for _, a := range part.Settings() {
		spec.Set(a.Name, a.Of(&p))
	}
	if p.Inner > 0 && !p.Validation.OK {
		spec.Split.Validation = split.DefaultValidation // the flag does not set the size of blocks
	}
	folds, draws := Distinct(points, func(p part.Point) int { return p.Fold }), Distinct(points, func(p part.Point) int { return p.Draw })
	spec.Draws = len(draws)
	if len(folds) != max(p.Folds, p.Repeats, 1) || slices.Max(draws) >= len(draws) {
		return spec, false
	}
	count := len(folds) * len(draws)
	for _, a := range part.Axes() {
		values := Distinct(points, func(p part.Point) string { return a.Of(&p) })
		count *= len(values)
		if a.List && len(values) > 1 {
			return spec, false
		}
		if values[0] == "" {
			values = nil
			if a.Unset != "" && !a.Measures && a.Applies(&p) {
				values = []string{a.Unset}
			}
		}
		if len(values) == 1 && a.Of(&p) != "" && a.Stated(&p) == "" {
			values = nil // an implied value is not written
		}
		spec.Set(a.Name, strings.Join(inOrder(values), ","))
	}
	return spec, count == len(points)
}

// innerText returns a point's number of inner splits in the notation of --inner.
func innerText(p part.Point) string {
	if p.Inner == 0 {
		return "last"
	}
	return strconv.Itoa(p.Inner)
}

// Annotate records what write writes in a new journal of a session that this program does
// not compute; another process may. It returns the new records.
func (s *Session) Annotate(write func(*journal.Writer) error) (records []record.Record, err error) {
	fresh, err := s.Reopen() // the new records follow the latest one
	if err != nil {
		return nil, err
	}
	w, err := fresh.Writer(time.Now)
	if err != nil {
		return nil, err
	}
	w.Watch(func(r record.Record) { records = append(records, r) })
	err = write(w)
	if closeErr := w.Close(); err == nil {
		err = closeErr
	}
	return records, err
}
