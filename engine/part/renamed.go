package part

import (
	"slices"
	"strconv"
	"strings"
)

// Renamed says that engines before a version had another word for a part, which may be
// that of another part since.
type Renamed struct {
	Before    string // the first version that has the word of now
	Word, Now string
}

// Rename gives the point that an engine of the given version recorded the words of now.
func (p *Point) Rename(engine string) { p.values = p.values.rename(engine, (*Axis).now) }

// Rename is [Point.Rename] for lists of words.
func (t *Texts) Rename(engine string) { t.values = t.values.rename(engine, (*Axis).nowEach) }

// rename replaces the values of axes that have renamed words.
func (v values) rename(engine string, now func(a *Axis, value, engine string) string) values {
	for _, a := range declared {
		if len(a.Renamed) == 0 {
			continue
		}
		if value, ok := v.find(a.id); ok {
			if word := now(a, value, engine); word != value {
				v = v.with(a.id, word)
			}
		}
	}
	return v
}

// now is the word of now for one that an engine recorded.
func (a *Axis) now(word, engine string) string {
	for _, r := range a.Renamed {
		if r.Word == word && Older(engine, r.Before) {
			return r.Now
		}
	}
	return word
}

// Was reports whether an engine of the given version had another word for what the word
// means now.
func (a *Axis) Was(word, engine string) bool {
	return slices.ContainsFunc(a.Renamed, func(r Renamed) bool { return r.Now == word && Older(engine, r.Before) })
}

// nowEach is now for each word of a list.
func (a *Axis) nowEach(text, engine string) string {
	words := strings.Split(text, ",")
	for i, word := range words {
		words[i] = a.now(strings.TrimSpace(word), engine)
	}
	return strings.Join(words, ",")
}

// Older reports whether an engine's version is before another; what is no version is before
// all.
func Older(version, than string) bool {
	return slices.Compare(numbersOf(version), numbersOf(than)) < 0
}

// numbersOf are the numbers of a version such as 0.6.0, up to what is none.
func numbersOf(version string) []int {
	var out []int
	for text := range strings.SplitSeq(version, ".") {
		n, err := strconv.Atoi(text)
		if err != nil {
			break
		}
		out = append(out, n)
	}
	return out
}
