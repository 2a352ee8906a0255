package datasets

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
)

// unifySpellings unifies labels and groups that differ in spelling only, over
// the data and the test data: numbers of equal value, if all are numbers, and
// truth values in different case. It removes labels that mean a missing label,
// such as the words among the markers. It notes what it changed.
func unifySpellings(m *data.Raw, markers format.Markers) {
	labels, groups := newSpellings(), newSpellings()
	for _, r := range m.Recordings {
		for _, l := range r.Labels {
			labels.count(l, r.Rows/max(len(r.Labels), 1))
		}
		groups.count(r.Group, r.Rows)
	}
	missing := labels.missingLabels()
	for text := range labels.rows {
		if markers.Word([]byte(text)) {
			missing[text] = true
		}
	}
	if text := labels.missingText(missing); text != "" {
		m.Note("without a label: %s", text)
	}
	for text := range missing {
		delete(labels.rows, text)
	}
	for _, text := range labels.order {
		if rows := labels.rows[text]; rows > 0 && NoneLabel(text) && labels.rows["+"] == 0 && m.Kind == data.Table {
			m.Note("%s is a class of %s: if it stands for a missing label, say so with --missing-value %[1]s", message.Shorten(text, 40), message.Counted(rows, "row"))
		}
	}
	one := labels.canonicalSpellings()
	m.Notes = append(m.Notes, unifyNotes("labels", one)...)
	for text := range missing {
		one[text] = ""
	}
	other := groups.canonicalSpellings()
	m.Notes = append(m.Notes, unifyNotes("groups", other)...)
	if len(one)+len(other) == 0 {
		return
	}
	for _, r := range m.Recordings {
		replaceSpellings(r, one, other)
	}
}

// replaceSpellings replaces the labels and the group of a recording. It copies
// the texts, which may be shared.
func replaceSpellings(r *data.Recording, labels, groups map[string]string) {
	if slices.ContainsFunc(r.Labels, func(l string) bool { _, ok := labels[l]; return ok }) {
		r.Labels = slices.Clone(r.Labels)
		for i, l := range r.Labels {
			if to, ok := labels[l]; ok {
				r.Labels[i] = to
			}
		}
	}
	if to, ok := groups[r.Group]; ok {
		r.Group = to
	}
	for role, words := range map[format.Role]map[string]string{format.Label: labels, format.Group: groups} {
		if to, ok := words[r.Fields[role.String()]]; ok {
			r.Fields = maps.Clone(r.Fields)
			r.Fields[role.String()] = to
		}
	}
}

// spellings counts the rows with each text of a role.
type spellings struct {
	rows  map[string]int
	order []string
}

func newSpellings() *spellings { return &spellings{rows: map[string]int{}} }

func (s *spellings) count(text string, rows int) {
	if _, ok := s.rows[text]; !ok {
		s.order = append(s.order, text)
	}
	s.rows[text] += rows
}

// missingWords mean a missing label in any case. noneWord does only if another
// of them occurs or few rows have it, because it may be the name of a class.
var missingWords = []string{"na", "n/a", "nan", "null", "?", "<na>", "nil", "#n/a", `\n`, "<undefined>", "(null)", "<null>", "undef", "n.a."}

const (
	noneWord = "none"
	fewRows  = 20 // at most one in so many rows is few
)

// MissingLabel reports whether a text may mean a missing label.
func MissingLabel(text string) bool {
	word := strings.ToLower(text)
	return word == "" || NoneLabel(text) || slices.Contains(missingWords, word)
}

// NoneLabel reports whether a class may be the word or the dash for a missing
// label.
func NoneLabel(text string) bool {
	word := strings.ToLower(text)
	return word == noneWord || word == "-" || word == "--"
}

// missingLabels returns the texts that mean a missing label.
func (s *spellings) missingLabels() map[string]bool {
	out, total := map[string]bool{}, 0
	for text, rows := range s.rows {
		total += rows
		if slices.Contains(missingWords, strings.ToLower(text)) {
			out[text] = true
		}
	}
	_, empty := s.rows[""]
	some := len(out) > 0 || empty
	_, signs := s.rows["+"] // beside which - is a class
	for text, rows := range s.rows {
		if NoneLabel(text) && !signs && (some || rows*fewRows <= total) {
			out[text] = true
		}
	}
	return out
}

// missingText returns the texts of missing labels with their numbers of rows;
// "" for none.
func (s *spellings) missingText(missing map[string]bool) string {
	var parts []string
	for _, text := range s.order {
		if missing[text] {
			parts = append(parts, fmt.Sprintf("%s (%s)", message.Counted(s.rows[text], "row"), message.Shorten(text, 40)))
		}
	}
	return strings.Join(parts, ", ")
}

// canonicalSpellings maps texts that differ in spelling only to the shortest
// spelling that occurs.
func (s *spellings) canonicalSpellings() map[string]string {
	value := format.TruthText
	if !s.all(value) {
		value = format.NumberText
	}
	out := map[string]string{}
	if !s.all(value) {
		return out
	}
	best := map[string]string{}
	for _, text := range s.order {
		if _, ok := s.rows[text]; !ok || text == "" {
			continue
		}
		key, _ := value(text)
		if b, ok := best[key]; !ok || cmp.Or(cmp.Compare(len(text), len(b)), cmp.Compare(text, b)) < 0 {
			best[key] = text
		}
	}
	for _, text := range s.order {
		if _, ok := s.rows[text]; !ok || text == "" {
			continue
		}
		if key, _ := value(text); best[key] != text {
			out[text] = best[key]
		}
	}
	return out
}

// all reports whether all texts except the empty one have a value.
func (s *spellings) all(value func(string) (string, bool)) bool {
	for text := range s.rows {
		if _, ok := value(text); !ok && text != "" {
			return false
		}
	}
	return true
}

// unifyNotes returns a note of the texts that were unified.
func unifyNotes(what string, one map[string]string) []string {
	var parts []string
	for _, text := range slices.Sorted(maps.Keys(one)) {
		parts = append(parts, fmt.Sprintf("%s is %s", message.Shorten(text, 20), message.Shorten(one[text], 20)))
	}
	if parts == nil {
		return nil
	}
	return []string{fmt.Sprintf("equal %s in different notations are read as one: %s", what, message.List(parts))}
}
