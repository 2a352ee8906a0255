package index

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/glossary"
)

// Kind is the kind of an entry.
type Kind int

// The kinds, in the order of display.
const (
	Setting Kind = iota
	Value
	Action
	Command
	Session
	Point
	Word
)

// String returns the heading of a kind.
func (k Kind) String() string {
	return [...]string{"settings", "values", "places and keys", "commands", "sessions", "points", "words"}[k]
}

// Entry is an item with a name.
type Entry struct {
	Kind  Kind
	Name  clean.Text
	Names []string     // other names: symbols, aliases
	Says  clean.Text   // description in a line
	Now   clean.Text   // current value, or its effect
	Key   clean.Text   // key of the action
	Text  []clean.Text // full description, by paragraphs
	Off   clean.Text   // why it cannot be done now; "" where it can
	Fill  string       // text that completion writes; "" for the name
	Do    func() tea.Cmd
}

// IsNamed reports whether a word is the entry's name or one of its other names; case is ignored.
func (e *Entry) IsNamed(word string) bool {
	word = strings.TrimSpace(word)
	return strings.EqualFold(string(e.Name), word) || slices.ContainsFunc(e.Names, func(name string) bool { return strings.EqualFold(name, word) })
}

// Completion returns the text that completes to the entry.
func (e *Entry) Completion() string {
	if e.Fill != "" {
		return e.Fill
	}
	return string(e.Name)
}

// rank is the quality of a match; smaller is better.
type rank struct{ class, gaps int }

// The classes of matches, best first, and no match.
const (
	exact = iota
	prefix
	contained
	fuzzy
	described
	noMatch
)

// Search returns the entries that match a query. The kind with the best match comes first;
// within a kind the exact name, then names that begin with the query, names that contain it,
// names that contain its letters in order, and matching descriptions. An empty query matches
// all.
func Search(entries []Entry, query string) []Entry {
	query = strings.ToLower(strings.Join(strings.Fields(query), " "))
	type answer struct {
		rank
		*Entry
	}
	var found []answer
	best := map[Kind]int{}
	for i := range entries {
		e := &entries[i]
		r := e.rank(query)
		if r.class == noMatch {
			continue
		}
		found = append(found, answer{r, e})
		if b, ok := best[e.Kind]; !ok || r.class < b {
			best[e.Kind] = r.class
		}
	}
	slices.SortStableFunc(found, func(a, b answer) int {
		switch {
		case a.Kind != b.Kind && best[a.Kind] != best[b.Kind]:
			return best[a.Kind] - best[b.Kind]
		case a.Kind != b.Kind:
			return int(a.Kind - b.Kind)
		case a.class != b.class:
			return a.class - b.class
		}
		return a.gaps - b.gaps
	})
	out := make([]Entry, len(found))
	for i, a := range found {
		out[i] = *a.Entry
	}
	return out
}

// rank returns the quality of the entry's best match.
func (e *Entry) rank(query string) rank {
	if query == "" {
		return rank{}
	}
	best := rank{class: noMatch}
	for _, name := range append([]string{string(e.Name)}, e.Names...) {
		name = strings.ToLower(name)
		switch r := rankName(name, query); {
		case r.class < best.class, r.class == best.class && r.gaps < best.gaps:
			best = r
		}
	}
	if best.class == noMatch && e.containsWords(query) {
		best.class = described
	}
	return best
}

// rankName returns the quality of a name's match.
func rankName(name, query string) rank {
	switch at := strings.Index(name, query); {
	case name == query:
		return rank{class: exact}
	case at == 0:
		return rank{prefix, len(name) - len(query)}
	case at > 0:
		return rank{contained, at}
	}
	if gaps, ok := gapsIn([]rune(name), []rune(query)); ok {
		return rank{fuzzy, 100*gaps + len(name)}
	}
	return rank{class: noMatch}
}

// gapsIn returns the number of letters between those of a query in a name, and whether the name
// contains them in order with no more gaps than letters.
func gapsIn(name, query []rune) (int, bool) {
	if len(query) < 2 || slices.Contains(query, ' ') {
		return 0, false
	}
	at := slices.Index(name, query[0])
	if at < 0 {
		return 0, false
	}
	gaps := 0
	for _, r := range query[1:] {
		next := slices.Index(name[at+1:], r)
		if next < 0 {
			return 0, false
		}
		gaps, at = gaps+next, at+1+next
	}
	return gaps, gaps <= len(query)
}

// containsWords reports whether the entry's texts contain each word of a query.
func (e *Entry) containsWords(query string) bool {
	hay := string(e.Name) + " " + string(e.Says) + " " + string(e.Key)
	for _, t := range e.Text {
		hay += " " + string(t)
	}
	hay = strings.ToLower(hay)
	for word := range strings.FieldsSeq(query) {
		if len(word) < 2 || !strings.Contains(hay, word) {
			return false
		}
	}
	return true
}

// Words returns the entries of the glossary.
func Words() []Entry {
	var out []Entry
	headings := headings()
	for _, t := range glossary.All() {
		text := clean.Of(t.Text)
		first, _, _ := strings.Cut(t.Text, ": ")
		first, _, _ = strings.Cut(first, ". ")
		out = append(out, Entry{Kind: Word, Name: clean.Of(t.Name), Names: slices.Concat(t.Aliases, headings[t.Name]), Says: clean.Of(strings.TrimSuffix(first, ".")), Text: []clean.Text{text}})
	}
	return out
}

// headingTable holds the headings of measures by term, for the number of measures that there were.
var headingTable struct {
	sync.Mutex
	measures int
	of       map[string][]string
}

// headings returns the headings and labels of the measures that each term explains. Measures may
// be registered at any time.
func headings() map[string][]string {
	headingTable.Lock()
	defer headingTable.Unlock()
	if n := len(measure.All()); n == headingTable.measures {
		return headingTable.of
	}
	of := map[string][]string{}
	for _, m := range measure.All() {
		t, ok := glossary.Find(cmp.Or(m.Show.Term, m.ID))
		if !ok {
			continue
		}
		for _, name := range []string{m.Show.Column, m.Show.Heading, m.Show.Report, m.Label} {
			if _, taken := glossary.Find(name); name != "" && !taken && !slices.Contains(of[t.Name], name) {
				of[t.Name] = append(of[t.Name], name)
			}
		}
	}
	headingTable.measures, headingTable.of = len(measure.All()), of
	return of
}

// Measures returns the entries of the measures that no term of the glossary explains.
func Measures() []Entry {
	var out []Entry
	for _, m := range measure.All() {
		if _, ok := glossary.Find(cmp.Or(m.Show.Term, m.ID)); !ok && m.Doc != "" {
			out = append(out, Entry{Kind: Word, Name: clean.Of(m.Label), Names: []string{m.ID, m.Show.Column, m.Show.Heading, m.Show.Report}, Says: clean.Of(m.Doc), Text: []clean.Text{clean.Of(m.Doc)}})
		}
	}
	return out
}

// Values returns the entries of the words that axes take, such as the names of kernels and of
// readouts.
func Values() []Entry {
	var out []Entry
	for _, a := range part.Axes() {
		for _, word := range a.Choices {
			if doc := a.Docs[word]; doc != "" {
				of := clean.Sprintf("a value of --%s, %s", clean.Of(a.Name), clean.Of(a.Doc))
				out = append(out, Entry{Kind: Word, Name: clean.Of(word), Says: clean.Of(doc), Text: []clean.Text{clean.Of(doc), of}})
			}
		}
	}
	return out
}

// Settings returns the entries of the axes and settings of a sweep.
func Settings() []Entry {
	var out []Entry
	for _, f := range draft.Fields() {
		e := Entry{Kind: Setting, Name: clean.Of(f.Name), Says: f.Doc, Fill: f.Name + " "}
		t, explained := glossary.Find(f.Name)
		if u, ok := glossary.Find(string(f.Symbol)); f.Symbol != "" && (!ok || u == t) { // η is primarily a measure
			e.Names = []string{string(f.Symbol)}
		}
		if explained {
			e.Text = append(e.Text, clean.Of(t.Text))
		}
		e.Text = append(e.Text, f.Doc)
		if f.Choices != nil {
			e.Text = append(e.Text, "values  "+clean.Join(clean.All(f.Choices), " "))
		}
		out = append(out, e)
	}
	return out
}
