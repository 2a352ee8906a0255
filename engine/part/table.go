package part

import "slices"

// Part is one exchangeable part of a computation, such as a kernel, with all that the
// engine knows of it. B is how it is made.
type Part[B any] struct {
	// Name is the word that chooses it, Doc a line about it.
	Name, Doc string
	// Prefix, where there is one, chooses the part by every word that begins with it,
	// such as "edges:"; it is then none of the axis' choices.
	Prefix string
	// Read gives the one form of such a word, or says what to write instead; [ErrUnknown]
	// where it is none of the part's. Nil takes every word as it is.
	Read func(word string) (string, error)
	// Parameters are those that a point has that chose the part.
	Parameters []Parameter
	// Build is how the engine makes one.
	Build B
}

// Table holds the parts that an axis chooses from.
type Table[B any] struct {
	List[B]
	axis *Axis
	none string
}

// NewTable makes the empty table of the parts that w chooses. The word none, where it is
// not "", stands behind the parts and chooses none of them.
func NewTable[B any](w Word, none string) *Table[B] {
	t := &Table[B]{List: List[B]{what: w.axis.Name}, axis: w.axis, none: none}
	if none != "" {
		t.axis.Choices = append(t.axis.Choices, none)
	}
	return t
}

// Register adds parts, in the order they are shown. It is called while the program
// starts, and panics where a name is taken.
func (t *Table[B]) Register(parts ...Part[B]) {
	for _, p := range parts {
		t.List.Register(p)
		for _, q := range p.Parameters {
			if a := q.Axis(); !slices.Contains(a.owners, owner(t)) {
				a.owners = append(a.owners, t)
			}
		}
		t.addChoice(&p)
	}
}

// addChoice makes the part's name a choice of the axis, or has words with its prefix
// read.
func (t *Table[B]) addChoice(p *Part[B]) {
	if p.Prefix != "" {
		t.axis.Read = t.Read
		return
	}
	at := len(t.axis.Choices)
	if t.none != "" {
		at--
	}
	t.axis.Choices = slices.Insert(t.axis.Choices, at, p.Name)
	if t.axis.Docs == nil {
		t.axis.Docs = map[string]string{}
	}
	t.axis.Docs[p.Name] = p.Doc
}

// lists says that the part that the point chose lists a parameter.
func (t *Table[B]) lists(p *Point, id uint8) bool {
	word, _ := p.values.find(t.axis.id)
	e := t.find(word)
	return e != nil && slices.Contains(e.lists, id)
}

// having are the parts that list a parameter, and the axis that chooses them.
func (t *Table[B]) having(id uint8) Need {
	n := Need{Axis: t.axis}
	for _, p := range t.parts {
		if slices.Contains(t.named[p.Name].lists, id) {
			n.Parts = append(n.Parts, p.Name)
		}
	}
	return n
}

// Of is the part that a point chose; nil where it has none.
func (t *Table[B]) Of(p Point) *Part[B] {
	word, _ := p.values.find(t.axis.id)
	return t.Named(word)
}

// Build is how the part of a point is made; the zero B where it has none.
func (t *Table[B]) Build(p Point) B {
	if q := t.Of(p); q != nil {
		return q.Build
	}
	var none B
	return none
}

// Has says that the part that a point chose lists the parameter.
func (t *Table[B]) Has(p Point, q Parameter) bool { return t.lists(&p, q.Axis().id) }

// Lists says that some part of the table has a parameter.
func (t *Table[B]) Lists(a *Axis) bool { return slices.Contains(a.owners, owner(t)) }

// Copy gives a point the part that another chose, and the parameters that it lists.
func (t *Table[B]) Copy(to *Point, from Point) {
	word, ok := from.values.find(t.axis.id)
	if !ok {
		return
	}
	to.values = to.values.with(t.axis.id, word)
	if e := t.find(word); e != nil {
		for _, id := range e.lists {
			v, _ := from.values.find(id)
			to.values = to.values.with(id, v)
		}
	}
}

// Drop takes the part that a point chose away from it, and the parameters that it lists.
func (t *Table[B]) Drop(p *Point) {
	word, _ := p.values.find(t.axis.id)
	if e := t.find(word); e != nil {
		for _, id := range e.lists {
			p.values = p.values.with(id, "")
		}
	}
	p.values = p.values.with(t.axis.id, "")
}
