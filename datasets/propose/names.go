package propose

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Pattern is a pattern that reads fields off file names.
type Pattern struct {
	Written string
	Fields  []Field
}

// Field is a part of file names with its values, in order of the files.
type Field struct {
	Name   string
	Values []string
}

// Of returns the field with a name, nil for none.
func (p *Pattern) Of(name string) *Field {
	for i := range p.Fields {
		if p.Fields[i].Name == name {
			return &p.Fields[i]
		}
	}
	return nil
}

var (
	separators = regexp.MustCompile(`[^\p{L}\p{N}]+`)
	digits     = regexp.MustCompile(`^\d+$`)
	counted    = regexp.MustCompile(`^\p{L}+\d+$`) // s01, subject12
)

// leastFiles is the minimum number of names from which parts are inferred.
const leastFiles = 4

// part holds the words at one place of all names.
type part struct {
	at      int
	values  []string // distinct ones
	numbers bool     // all are digits
	ids     bool     // all are letters and a number
}

// Patterns returns patterns for file names, the likeliest first. The names must
// have the same separators. A part that repeats is the label; one that repeats
// and resembles the number of a person, or has more values, is the group. It
// returns none if the names have no such parts.
func Patterns(names []string) []Pattern {
	if len(names) < leastFiles {
		return nil
	}
	gaps, rows := cutNames(names)
	if rows == nil || strings.ContainsAny(strings.Join(gaps, ""), "{}") {
		return nil
	}
	var varying []part
	for at := range rows[0] {
		if p := partAt(rows, at); len(p.values) > 1 {
			varying = append(varying, p)
		}
	}
	var patterns []Pattern
	for _, roles := range assignments(varying, len(names)) {
		patterns = append(patterns, written(gaps, rows[0], varying, roles))
	}
	return patterns
}

// cutNames divides names into words: at all separators or, if those differ
// between names, at the one separator that all have equally often. It returns
// nil if there is none.
func cutNames(names []string) (gaps []string, rows [][]string) {
	for _, between := range []*regexp.Regexp{separators, regexp.MustCompile(`_+`), regexp.MustCompile(`-+`), regexp.MustCompile(` +`), regexp.MustCompile(`\.+`)} {
		if gaps, rows = cutBy(names, between); rows != nil {
			return gaps, rows
		}
	}
	return nil, nil
}

// cutBy divides names at separators that are the same in all of them.
func cutBy(names []string, between *regexp.Regexp) (gaps []string, rows [][]string) {
	for _, name := range names {
		base := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
		row, found := between.Split(base, -1), between.FindAllString(base, -1)
		if gaps == nil {
			gaps = append(found, "")
		}
		if !slices.Equal(append(found, ""), gaps) || slices.Contains(row, "") {
			return nil, nil
		}
		rows = append(rows, row)
	}
	return gaps, rows
}

// partAt returns the words at a place and their type.
func partAt(rows [][]string, at int) part {
	p := part{at: at, numbers: true, ids: true}
	seen := map[string]bool{}
	for _, row := range rows {
		p.numbers = p.numbers && digits.MatchString(row[at])
		p.ids = p.ids && counted.MatchString(row[at])
		if !seen[row[at]] {
			seen[row[at]] = true
			p.values = append(p.values, row[at])
		}
	}
	return p
}

// assignments returns possible roles of the parts, the likeliest first; none if
// no part repeats often enough to be a label or a group.
func assignments(parts []part, files int) [][]string {
	repeats := func(p part) bool { return 2*len(p.values) <= files }
	if len(parts) == 0 || !slices.ContainsFunc(parts, repeats) {
		return nil
	}
	order := make([]int, len(parts)) // by number of values, persons' numbers last
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := parts[a], parts[b]
		if x.ids != y.ids && repeats(x) && repeats(y) {
			return cmp.Compare(btoi(x.ids), btoi(y.ids))
		}
		return cmp.Compare(len(x.values), len(y.values))
	})
	first := make([]string, len(parts))
	free := []string{"label", "group"}
	rep := repetition(parts, order)
	for _, i := range order {
		switch {
		case i == rep:
			first[i] = "rep"
		case parts[i].ids && repeats(parts[i]) && slices.Contains(free, "group"):
			first[i], free = "group", slices.DeleteFunc(free, func(s string) bool { return s == "group" })
		case repeats(parts[i]) && len(free) > 0:
			first[i], free = free[0], free[1:]
		}
	}
	if !slices.Contains(first, "label") && !slices.Contains(first, "group") {
		return nil
	}
	return append([][]string{first}, swapPairs(first)...)
}

// repetition returns the part that is a mere counter, -1 for none. It is the
// last of the numeric parts with the most values or, of at least three parts
// without a number, the one with the most values.
func repetition(parts []part, order []int) int {
	rep := -1
	for i, p := range parts {
		if p.numbers && (rep < 0 || len(p.values) >= len(parts[rep].values)) {
			rep = i
		}
	}
	switch {
	case len(parts) == 1, rep < 0 && len(parts) < 3:
		return -1
	case rep < 0:
		return order[len(order)-1]
	}
	return rep
}

// swapPairs returns the roles with each pair exchanged.
func swapPairs(first []string) [][]string {
	var others [][]string
	for i := range first {
		for j := i + 1; j < len(first); j++ {
			if first[i] != first[j] {
				other := slices.Clone(first)
				other[i], other[j] = other[j], other[i]
				others = append(others, other)
			}
		}
	}
	return others
}

// written returns the pattern with the given roles.
func written(gaps, row []string, parts []part, roles []string) Pattern {
	var p Pattern
	text, further := "", 0
	for at, word := range row {
		i := slices.IndexFunc(parts, func(p part) bool { return p.at == at })
		if i < 0 {
			text += word + gaps[at]
			continue
		}
		name := roles[i]
		if name == "" {
			if name = "part"; further > 0 {
				name += string(rune('1' + further))
			}
			further++
		}
		p.Fields = append(p.Fields, Field{name, parts[i].values})
		text += "{" + name + "}" + gaps[at]
	}
	p.Written = text
	return p
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
