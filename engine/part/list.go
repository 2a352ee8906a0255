package part

import (
	"fmt"
	"strings"
)

// List holds parts by name. A [Table] is a list that an axis chooses from. Settings that
// are no axes choose from a plain List.
type List[B any] struct {
	what  string
	parts []*Part[B]
	named map[string]*entry[B]
}

// entry is a registered part with the parameters that it lists.
type entry[B any] struct {
	part  *Part[B]
	lists []uint8 // IDs of the axes of its parameters
}

// NewList returns an empty list of the parts that the named setting chooses from.
func NewList[B any](setting string) *List[B] { return &List[B]{what: setting} }

// Register adds parts in display order. Call it while the program starts. It panics if a
// name is taken.
func (l *List[B]) Register(parts ...Part[B]) {
	for _, p := range parts {
		if l.named[p.Name] != nil {
			panic(fmt.Sprintf("part: %s %q is registered twice", l.what, p.Name))
		}
		e := &entry[B]{part: &p}
		for _, q := range p.Parameters {
			e.lists = append(e.lists, q.Axis().id)
		}
		if l.named == nil {
			l.named = map[string]*entry[B]{}
		}
		l.parts, l.named[p.Name] = append(l.parts, &p), e
	}
}

// Read returns the canonical form of a word with the prefix of a part, or [ErrUnknown].
func (l *List[B]) Read(word string) (string, error) {
	e := l.find(word)
	switch {
	case e == nil || e.part.Prefix == "":
		return "", ErrUnknown
	case e.part.Read == nil:
		return word, nil
	}
	return e.part.Read(word)
}

// find returns the entry with a name, or the one whose prefix begins word; nil for none.
func (l *List[B]) find(word string) *entry[B] {
	if e := l.named[word]; e != nil || word == "" {
		return e
	}
	for _, p := range l.parts {
		if p.Prefix != "" && strings.HasPrefix(word, p.Prefix) {
			return l.named[p.Name]
		}
	}
	return nil
}

// Named returns the part that a word chooses; nil for none.
func (l *List[B]) Named(word string) *Part[B] {
	if e := l.find(word); e != nil {
		return e.part
	}
	return nil
}

// All returns the parts in display order.
func (l *List[B]) All() []*Part[B] { return l.parts }
