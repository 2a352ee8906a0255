package message

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxSuggestions is the maximum number of names suggested.
const maxSuggestions = 3

// Nearest returns up to three names that a word may mean, the likeliest first:
// those of which one is a prefix of the other, and those at most two edits
// away. It ignores case.
func Nearest(word string, names []string) []string {
	type near struct {
		name     string
		distance int
	}
	var found []near
	for _, name := range names {
		if d := distanceOf(word, name); d >= 0 && !slices.ContainsFunc(found, func(n near) bool { return n.name == name }) {
			found = append(found, near{name, d})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return a.distance - b.distance })
	var out []string
	for _, n := range found[:min(len(found), maxSuggestions)] {
		out = append(out, n.name)
	}
	return out
}

// distanceOf returns the distance of a name from a word in half edits, or -1 if
// it is too large. Short words have a smaller limit, because each would
// otherwise be near every short name. The dashes of flags are no letters.
func distanceOf(word, name string) int {
	w, n := strings.ToLower(word), strings.ToLower(name)
	if strings.HasPrefix(w, "--") && strings.HasPrefix(n, "--") {
		w, n = w[2:], n[2:]
	}
	d := editDistance([]rune(w), []rune(n))
	switch letters := utf8.RuneCountInString(w); {
	case letters == 0:
		return -1
	case d <= min(1, letters/2):
		return 2 * d
	case letters >= 2 && (strings.HasPrefix(n, w) || utf8.RuneCountInString(n) >= 3 && strings.HasPrefix(w, n)):
		return 3
	case d <= min(2, letters/2):
		return 2 * d
	}
	return -1
}

// Slip reports whether a word differs from a name by one typing error and both have at least
// four letters.
func Slip(word, name string) bool {
	w, n := []rune(strings.ToLower(word)), []rune(strings.ToLower(name))
	return editDistance(w, n) <= 1 && min(len(w), len(n)) >= 4
}

// Question returns the question whether one of the nearest names was meant, "" if none
// is near. mark decorates the names, as with dashes for flags; nil leaves them
// unchanged.
func Question(word string, names []string, mark func(string) string) string {
	near := Nearest(word, names)
	for i := range near {
		near[i] = Clean(near[i])
		if mark != nil {
			near[i] = mark(near[i])
		}
	}
	switch n := len(near); n {
	case 0:
		return ""
	case 1:
		return "did you mean " + near[0] + "?"
	default:
		return "did you mean " + strings.Join(near[:n-1], ", ") + " or " + near[n-1] + "?"
	}
}

// Mistake is an error about an unknown name, with the nearest known one.
type Mistake struct {
	Err         error
	Word, Meant string
}

func (m *Mistake) Error() string { return m.Err.Error() }

func (m *Mistake) Unwrap() error { return m.Err }

// Mistaken returns err as a *[Mistake] if a name is near the word, else err
// itself. It does not change the text, which [Or] writes.
func Mistaken(err error, word string, names []string) error {
	if near := Nearest(word, names); near != nil {
		return &Mistake{err, word, near[0]}
	}
	return err
}

// maxUnknown is the largest number of unknown names for which an error has a sentence each.
const maxUnknown = 4

// unknown is the error of several unknown names.
type unknown []error

func (u unknown) Error() string {
	var texts []string
	for _, err := range u[:min(len(u), maxUnknown)] {
		texts = append(texts, err.Error())
	}
	if len(u) > maxUnknown {
		texts = append(texts, fmt.Sprintf("in all %d names are unknown", len(u)))
	}
	return strings.ReplaceAll(strings.Join(texts, "; "), "?; ", "? ")
}

func (u unknown) Unwrap() []error { return u }

// Unknown joins the errors of unknown names, so that all can be corrected at once. It returns nil
// for no errors, and a single error unchanged.
func Unknown(errs []error) error {
	var all unknown
	for _, err := range errs {
		if several, ok := err.(unknown); ok {
			all = append(all, several...)
			continue
		}
		all = append(all, err)
	}
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	return all
}

// Mistakes returns the mistakes behind an error: one, or one for each unknown name. It returns nil
// if the right word of any of them is unknown.
func Mistakes(err error) []*Mistake {
	errs := []error{err}
	var several unknown
	if errors.As(err, &several) {
		errs = several
	}
	var all []*Mistake
	for _, err := range errs {
		var m *Mistake
		if !errors.As(err, &m) {
			return nil
		}
		all = append(all, m)
	}
	return all
}

// Or returns a question that suggests the nearest names, or instead if none is
// near.
func Or(word string, names []string, instead string) string {
	if question := Question(word, names, nil); question != "" {
		return question
	}
	return instead
}

// Choose returns the request to choose one of the names, with a question that
// suggests the nearest ones.
func Choose(word string, names []string) string {
	text := "choose from " + strings.Join(names, ", ")
	if question := Question(word, names, nil); question != "" {
		text += "; " + question
	}
	return text
}

// editDistance returns the minimum number of letters inserted, removed,
// replaced or swapped with the next that turns a into b (optimal string
// alignment). It uses the first 64 letters only, which limits the work on
// hostile headers.
func editDistance(a, b []rune) int {
	a, b = a[:min(len(a), 64)], b[:min(len(b), 64)]
	before, last, now := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		now[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			now[j+1] = min(last[j]+cost, last[j+1]+1, now[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				now[j+1] = min(now[j+1], before[j-1]+1)
			}
		}
		before, last, now = last, now, before
	}
	return last[len(b)]
}
