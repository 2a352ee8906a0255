package list

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/archive"
	"example.com/sfatui/sessions/store"
)

// Newest is the word for the newest session.
const Newest = "-"

// Path returns the path of the session that a word means. Its error is an
// *[AmbiguousError] if several sessions have the word in their names, and an
// *[UnknownError] if none has. It returns the path of any existing file
// unchanged, and of any folder whose name has no other meaning, so that opening
// it reports what is wrong.
func (p Places) Path(word string) (string, error) {
	if IsSession(word) || isFile(word) || strings.ContainsRune(word, filepath.Separator) {
		return word, nil
	}
	items, err := p.All()
	if err != nil {
		return "", err
	}
	i, err := Among(items, word)
	if err == nil {
		return items[i].Dir, nil
	}
	if _, unknown := err.(*UnknownError); unknown && word != "" && store.Exists(word) {
		return word, nil
	}
	return "", err
}

// Among returns the index of the item that a word means, among those that
// [Places.All] returns. A word with the extension of sessions must be a
// complete name.
func Among(items []Item, word string) (int, error) {
	if i, ok := numbered(items, word); ok {
		return i, nil
	}
	for _, means := range []func(it *Item) bool{
		func(it *Item) bool { return Name(it) == Bare(word) || filepath.Base(it.Dir) == word },
		func(it *Item) bool { return isData(it, word) },
	} {
		if i := slices.IndexFunc(items, func(it Item) bool { return means(&it) }); i >= 0 {
			return i, nil
		}
	}
	e := &AmbiguousError{Word: word}
	for i := range items {
		if word != "" && Bare(word) == word && strings.Contains(strings.ToLower(Name(&items[i])), strings.ToLower(word)) {
			e.Items, e.Numbers = append(e.Items, items[i]), append(e.Numbers, i+1)
		}
	}
	switch len(e.Items) {
	case 0:
		return -1, &UnknownError{Word: word, Near: similarNames(items, word), Sessions: len(items)}
	case 1:
		return e.Numbers[0] - 1, nil
	}
	return -1, e
}

// numbered returns the index of the item with a number, or of the newest.
func numbered(items []Item, word string) (int, bool) {
	if word == Newest && len(items) > 0 {
		return 0, true
	}
	n, err := strconv.Atoi(word)
	return n - 1, err == nil && n >= 1 && n <= len(items)
}

// Number returns the number of the session at a path, 0 if it is not among the
// items.
func Number(items []Item, path string) int {
	path, err := filepath.Abs(path)
	return 1 + slices.IndexFunc(items, func(it Item) bool {
		dir, err2 := filepath.Abs(it.Dir)
		return err == nil && err2 == nil && dir == path
	})
}

// isData reports whether a session is of the named data set; the extension of
// its file is optional.
func isData(it *Item, word string) bool {
	for _, name := range []string{it.Header.Data.Name, it.Header.Name} {
		if name != "" && (strings.EqualFold(name, word) || strings.EqualFold(strings.TrimSuffix(name, filepath.Ext(name)), word)) {
			return true
		}
	}
	return false
}

// Name returns the name of a session: that of its directory or file without the
// extension.
func Name(it *Item) string { return Bare(filepath.Base(it.Dir)) }

// Bare returns the name of a session's directory or file without the extension.
func Bare(name string) string {
	return strings.TrimSuffix(strings.TrimSuffix(name, archive.Ext), sessions.Ext)
}

// similarNames returns names similar to a word.
func similarNames(items []Item, word string) []string {
	var names []string
	for i := range items {
		if name := items[i].Header.Data.Name; name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for i := range items {
		names = append(names, Name(&items[i]))
	}
	return message.Nearest(word, names)
}

// AmbiguousError reports that a word is part of the names of several sessions.
type AmbiguousError struct {
	Word string
	// Items holds those sessions, the newest first, and Numbers their numbers.
	Items   []Item
	Numbers []int
}

func (e *AmbiguousError) Error() string {
	var names []string
	for i := range e.Items[:min(len(e.Items), 3)] {
		names = append(names, fmt.Sprintf("%d %s", e.Numbers[i], message.Clean(Name(&e.Items[i]))))
	}
	rest := ""
	if n := len(e.Items) - len(names); n > 0 {
		rest = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("%d sessions have %q in their names: %s%s; name one by its number", len(e.Items), message.Clean(e.Word), strings.Join(names, ", "), rest)
}

// UnknownError reports that no session matches a word.
type UnknownError struct {
	Word string
	// Near holds similar names.
	Near []string
	// Sessions is the number of sessions.
	Sessions int
}

func (e *UnknownError) Error() string {
	text := fmt.Sprintf("there is no session %q", message.Clean(e.Word))
	switch {
	case e.Word == "":
		text = "no session is named"
	case Bare(e.Word) != e.Word:
		text = "there is no session at " + message.Clean(e.Word)
	}
	switch {
	case len(e.Near) > 0:
		return text + "; " + message.Question(e.Word, e.Near, nil)
	case e.Sessions == 0:
		return text + ", nor any other: sfatui run creates one"
	}
	return text + ": sfatui ls lists the existing ones"
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}
