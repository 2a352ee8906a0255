package propose

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/datasets/survey"
)

// Mending returns the fewest settings that remove the error of data that cannot
// be opened. It uses the proposed settings, or else one that the error itself
// names and with which the data opens. All are tried by opening the data. It
// returns nil if none is found before ctx ends.
func Mending(ctx context.Context, o datasets.Options, s *survey.Survey, failed error) []Change {
	if s == nil {
		s = &survey.Survey{}
	}
	m := remedySearch{ctx: ctx, o: o, kind: kindOf(failed, s), survey: s}
	var proposed [][]Change
	for _, p := range All(Situation{Options: o, Survey: s}) {
		var changes []Change
		for _, c := range p.Changes {
			if known, _ := recipe.Apply(&datasets.Options{}, c.Flag); p.Urgent && known && !slices.Contains(slices.Concat(proposed...), c) {
				changes = append(changes, c)
			}
		}
		if strings.HasPrefix(p.ID, leavesEmpty) {
			proposed = append(proposed, changes)
			continue
		}
		for _, c := range changes {
			proposed = append(proposed, []Change{c})
		}
	}
	if len(proposed) > 0 && m.removesError(slices.Concat(proposed...)) {
		return m.minimise(proposed)
	}
	for _, c := range remedies(failed.Error()) {
		if m.opensWith(c) {
			return c
		}
	}
	return nil
}

// remedySearch is a search for the settings that remove an error.
type remedySearch struct {
	ctx    context.Context
	o      datasets.Options
	kind   kind
	survey *survey.Survey
}

// removesError reports whether data opens with changes, or fails for another
// reason.
func (m *remedySearch) removesError(changes []Change) bool {
	o, err := With(m.o, changes)
	if err == nil {
		_, err = datasets.Open(m.ctx, o, nil)
	}
	var asked *message.UsageError
	return m.ctx.Err() == nil && (err == nil || !errors.As(err, &asked) && !m.kind.sameSubject(kindOf(err, m.survey)))
}

// opensWith reports whether data opens with changes.
func (m *remedySearch) opensWith(changes []Change) bool {
	o, err := With(m.o, changes)
	if err == nil {
		_, err = datasets.Open(m.ctx, o, nil)
	}
	return err == nil
}

// minimise removes the changes without which the others suffice. Those of one
// element stay together.
func (m *remedySearch) minimise(changes [][]Change) []Change {
	for i := len(changes) - 1; i >= 0 && len(changes) > 1; i-- {
		if less := slices.Delete(slices.Clone(changes), i, i+1); m.removesError(slices.Concat(less...)) {
			changes = less
		}
	}
	if m.ctx.Err() != nil { // the rest was not tried
		return nil
	}
	return slices.Concat(changes...)
}

// With returns the options with changes of how data is read.
func With(o datasets.Options, changes []Change) (datasets.Options, error) {
	for _, c := range changes {
		values := []string{c.Value}
		if c.Adds {
			values = append(slices.Clone(recipe.Values(o, c.Flag)), c.Value)
		}
		if _, err := recipe.Apply(&o, c.Flag, values...); err != nil {
			return o, err
		}
	}
	return o, nil
}

// kind is the subject of an error: its columns or, if it names none, its words.
type kind struct {
	columns []string
	words   string
}

var (
	remedy   = regexp.MustCompile(`--([a-z][a-z-]*)(?: ('[^']*'|[^\s'"]+))?`)
	quoted   = regexp.MustCompile(`"[^"]*"`)
	digit    = regexp.MustCompile(`[0-9]+`)
	ofColumn = regexp.MustCompile(`columns? (.+?)(?: is | are | holds? | has | have |: |; |$)`)
)

// kindOf returns the subject of an error. The names of columns follow the word
// column.
func kindOf(err error, s *survey.Survey) kind {
	text := quoted.ReplaceAllString(remedy.ReplaceAllString(err.Error(), ""), "")
	var k kind
	if behind := ofColumn.FindStringSubmatch(text); behind != nil {
		for _, c := range s.Columns {
			if regexp.MustCompile(`(^|[ ,])` + regexp.QuoteMeta(c.Name) + `($|[ ,:])`).MatchString(behind[1]) {
				k.columns = append(k.columns, c.Name)
			}
		}
	}
	k.words = digit.ReplaceAllString(text, "0")
	return k
}

// sameSubject reports whether two errors have the same subject.
func (k kind) sameSubject(other kind) bool {
	if slices.ContainsFunc(k.columns, func(name string) bool { return slices.Contains(other.columns, name) }) {
		return true
	}
	return k.words == other.words
}

// leavesOut reports whether a change leaves out a column or a file.
func (c Change) leavesOut() bool { return c.Flag == "drop" || c.Value == "leave-out" }

// remedies returns the settings in the text of an error, with their values: one
// at a time, or several for a list. Those that leave something out come last.
func remedies(text string) [][]Change {
	var found [][]Change
	for _, at := range remedy.FindAllStringSubmatch(text, -1) {
		o, value := datasets.Options{}, strings.Trim(strings.TrimRight(at[2], ".,;:)"), "'")
		if _, err := recipe.Apply(&o, at[1], value); err != nil { // a switch followed by other words
			value = "true"
		}
		if known, err := recipe.Apply(&o, at[1], value); !known || err != nil || value == "" {
			continue
		}
		if !slices.Contains([]string{"drop", "columns", "missing-value"}, at[1]) {
			found = append(found, []Change{{Flag: at[1], Value: value}})
			continue
		}
		var several []Change
		for _, word := range strings.Split(value, ",") {
			several = append(several, Change{Flag: at[1], Value: word, Adds: true})
		}
		found = append(found, several)
	}
	slices.SortStableFunc(found, func(a, b []Change) int { return btoi(a[0].leavesOut()) - btoi(b[0].leavesOut()) })
	return found
}
