package sessions

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
)

// Commands are the command lines that compute the session's points anew. A
// session that was never added to has one, with the sweep as it was written,
// and gives the same points to the last bit; the others, of points that were
// added later, give them to rounding. rest is the number of points that are no
// such combination of values.
func (s *Session) Commands() (lines []string, rest int) {
	written := s.Command(s.Header.Spec)
	if len(s.plans) < 2 {
		return []string{written}, 0
	}
	if specs, rest := products(pointsOf(s.entries), s.Header.Data.Overlap); rest == 0 {
		for _, spec := range specs {
			lines = append(lines, s.Command(spec))
		}
		return lines, 0
	}
	lines = []string{written}
	for _, p := range s.plans[1:] {
		specs, left := products(pointsOf(p.entries), s.Header.Data.Overlap)
		for _, spec := range specs {
			lines = append(lines, s.Command(spec))
		}
		rest += left
	}
	return lines, rest
}

// Sweep is the sweep that computes the given points of one choice of parameters,
// as the user would write it for data of which rows so far apart overlap; false where
// they are not all of its folds and draws.
func Sweep(points []part.Point, overlap int) (sweep.Spec, bool) {
	if len(points) == 0 {
		return sweep.Spec{}, false
	}
	return product(points, overlap)
}

// Command is the command line that computes a sweep over the session's data.
// Points of the session have the same keys there, and their numbers are the same
// to rounding.
func (s *Session) Command(spec sweep.Spec) string {
	spec.Objective = s.Header.Spec.Objective
	if spec.Inner == "" && spec.Split.Validation > 0 {
		spec.Inner = "last"
	}
	return CommandLine(s.Header.Data.Options, spec, "run")
}

// CommandLine is the command line that reads data and sweeps over it, of the command
// of those words.
func CommandLine(o datasets.Options, spec sweep.Spec, command ...string) string {
	words := append([]string{"sfatui"}, command...)
	for _, path := range o.Paths {
		words = append(words, quoted(path))
	}
	flags := DataFlags(o)
	for axis, text := range spec.Texts() {
		flags = append(flags, Flag{axis.Name, text})
	}
	flags = append(flags, Flags(spec)...)
	for _, f := range flags {
		words = append(words, "--"+f.Name)
		if f.Value != "" {
			words = append(words, quoted(f.Value))
		}
	}
	return strings.Join(words, " ")
}

// Flag is a flag of the command line; a switch has no value.
type Flag struct{ Name, Value string }

// DataFlags are those that say how data is read and prepared, and are not at their
// defaults.
func DataFlags(o datasets.Options) []Flag { return flagsOf(reflect.ValueOf(o)) }

// Flags are those of a sweep's settings, without its axes, that are not at their
// defaults.
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

// flagsOf are the flags that give a struct of options its values. A flag has
// the name of the field in JSON, with - for _; what is zero is at its default.
func flagsOf(v reflect.Value) (flags []Flag) {
	for i := range v.NumField() {
		tag, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		name, f := strings.ReplaceAll(tag, "_", "-"), v.Field(i)
		switch {
		case f.Kind() == reflect.Struct:
			flags = append(flags, flagsOf(f)...)
		case name == "-", name == "paths", f.IsZero():
		case f.Kind() == reflect.Bool:
			flags = append(flags, Flag{Name: name})
		default:
			flags = append(flags, Flag{name, flagText(f)})
		}
	}
	return flags
}

// flagText writes a value as a flag takes it; a list is a line of CSV.
func flagText(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Slice:
		var b strings.Builder
		w := csv.NewWriter(&b)
		w.Write(v.Interface().([]string))
		w.Flush() // into memory: cannot fail
		return strings.TrimSuffix(b.String(), "\n")
	case reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	}
	return fmt.Sprint(v.Interface())
}

var plain = regexp.MustCompile(`^[A-Za-z0-9_./:,=+@%^-]+$`)

// quoted is a word as a shell takes it, fit for a terminal.
func quoted(word string) string {
	word = message.Clean(word)
	if plain.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// products are sweeps whose combinations are the given points, one for each
// set of parameters that apply together. rest counts the points of sets that
// are no such combination.
func products(points []part.Point, overlap int) (specs []sweep.Spec, rest int) {
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
		spec, ok := product(sets[k], overlap)
		if !ok {
			rest += len(sets[k])
			continue
		}
		specs = append(specs, spec)
	}
	return specs, rest
}

// signature is what the points of one command line have in common: the
// parameters that apply, and what no axis varies.
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

// product is the sweep whose combinations are the given points of one
// signature, false where they are no full combination.
func product(points []part.Point, overlap int) (sweep.Spec, bool) {
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
		spec.Split.Validation = split.DefaultValidation // blocks, whose size the flag does not set
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
			values = nil // it is implied
		}
		spec.Set(a.Name, strings.Join(inOrder(values), ","))
	}
	return spec, count == len(points)
}

// innerText is the number of inner splits of a point as --inner takes it.
func innerText(p part.Point) string {
	if p.Inner == 0 {
		return "last"
	}
	return strconv.Itoa(p.Inner)
}

// Note records a note on the point's choice of parameters.
func (w *Writer) Note(p part.Point, text string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.append(record.KindNote, record.Note{Point: p.Config(), Text: record.CleanNote(text)}, nil)
}

// Note records a note in a session that nothing is computed into by this
// program; another process may do so meanwhile. It returns what was recorded.
func (s *Session) Note(p part.Point, text string) (records []record.Record, err error) {
	return s.annotate(func(w *Writer) error { return w.Note(p, text) })
}

// Tag gives the session words by which it is found, or takes them from it, as [Session.Note]
// notes.
func (s *Session) Tag(tags record.Tags) (records []record.Record, err error) {
	for _, t := range slices.Concat(tags.Add, tags.Remove) {
		if err := record.CheckTag(t); err != nil {
			return nil, err
		}
	}
	return s.annotate(func(w *Writer) error { return w.Record(record.KindTags, tags) })
}

// Permuted records a permutation test of the choice.
func (s *Session) Permuted(p record.Permuted) (records []record.Record, err error) {
	return s.annotate(func(w *Writer) error { return w.Record(record.KindPermuted, p) })
}

// Unseal records a look at sealed test parts, and what was seen.
func (s *Session) Unseal(look record.Unsealed, seen []record.Tested) (records []record.Record, err error) {
	return s.annotate(func(w *Writer) error {
		if err := w.Record(record.KindUnsealed, look); err != nil {
			return err
		}
		for _, t := range seen {
			if err := w.Record(record.KindTested, t); err != nil {
				return err
			}
		}
		return nil
	})
}

// Seen reports whether a choice was measured on sealed test parts before.
func (s *Session) Seen(look record.Unsealed) bool {
	return slices.ContainsFunc(s.State().Unsealed, func(u record.Unsealed) bool {
		return slices.Equal(u.Star, look.Star) && slices.Equal(u.Nested, look.Nested)
	})
}

// annotate records in a journal of its own what is no part of the sweep.
func (s *Session) annotate(write func(*Writer) error) (records []record.Record, err error) {
	fresh, err := s.Reopen() // times go on from what is there now
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
