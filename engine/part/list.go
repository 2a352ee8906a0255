package part

import (
	"fmt"
	"strings"
)

// List holds parts by their names. A [Table] is one that an axis chooses from; other
// settings, which are no axes, choose from a List alone.
type List[B any] struct {
	what  string
	parts []*Part[B]
	named map[string]*entry[B]
}

type entry[B any] struct {
	part  *Part[B]
	lists []uint8 // the numbers of its parameters
}

// NewList makes the empty list of the parts that a setting of this name chooses.
func NewList[B any](setting string) *List[B] { return &List[B]{what: setting} }

// Register adds parts, in the order they are shown. It is called while the program
// starts, and panics where a name is taken.
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

// Read gives the one form of a word with the prefix of a part.
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

// Named is the part that a word chooses; nil for none.
func (l *List[B]) Named(word string) *Part[B] {
	if e := l.find(word); e != nil {
		return e.part
	}
	return nil
}

// All are the parts, in the order they are shown.
func (l *List[B]) All() []*Part[B] { return l.parts }
