package index

import (
	"strings"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/glossary"
)

// Words are the entries of the glossary.
func Words() []Entry {
	var out []Entry
	for _, t := range glossary.All() {
		text := clean.Of(t.Text)
		first, _, _ := strings.Cut(t.Text, ": ")
		first, _, _ = strings.Cut(first, ". ")
		out = append(out, Entry{Kind: Word, Name: clean.Of(t.Name), Names: t.Aliases, Says: clean.Of(strings.TrimSuffix(first, ".")), Text: []clean.Text{text}})
	}
	return out
}

// Settings are the entries of what a sweep can vary or is set to.
func Settings() []Entry {
	var out []Entry
	for _, f := range draft.Fields() {
		e := Entry{Kind: Setting, Name: clean.Of(f.Name), Says: f.Doc, Fill: f.Name + " "}
		t, explained := glossary.Find(f.Name)
		if u, ok := glossary.Find(string(f.Symbol)); f.Symbol != "" && (!ok || u == t) { // η is a measure first
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
