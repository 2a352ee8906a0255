package glossary

import (
	"slices"
	"strings"
	"sync"

	"example.com/sfatui/datasets/message"
)

// terms lists all terms.
var terms = slices.Concat(words, methodTerms)

// All returns all terms, related ones together. Callers must not modify the slice.
func All() []Term { return terms }

// Find returns the term with a name or an alias; case is ignored.
func Find(word string) (*Term, bool) {
	t, ok := byName()[fold(strings.TrimSpace(word))]
	return t, ok
}

// byName holds the terms by their folded names and aliases, of equal ones the first.
var byName = sync.OnceValue(func() map[string]*Term {
	of := map[string]*Term{}
	for i := range terms {
		for _, name := range terms[i].Names() {
			if key := fold(name); of[key] == nil {
				of[key] = &terms[i]
			}
		}
	}
	return of
})

// fold returns a text that texts which differ in case alone have in common.
func fold(text string) string { return strings.ToLower(strings.ToUpper(text)) }

// Nearest returns up to three terms similar to a word: by their names, or if no name is
// similar, by the words of their texts.
func Nearest(word string) []string {
	var names []string
	of := map[string]string{}
	for i := range terms {
		for _, name := range terms[i].Names() {
			names = append(names, name)
			of[name] = terms[i].Name
		}
	}
	var out []string
	for _, name := range message.Nearest(word, names) {
		if !slices.Contains(out, of[name]) {
			out = append(out, of[name])
		}
	}
	for i := range terms {
		if len(out) > 0 && i == 0 || len(out) == 3 || len([]rune(word)) < 3 {
			break
		}
		if strings.Contains(strings.ToLower(terms[i].Text), strings.ToLower(word)) {
			out = append(out, terms[i].Name)
		}
	}
	return out
}
