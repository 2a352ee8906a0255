package part

import "slices"

// Part is an exchangeable part of a computation, such as a kernel. B is the type of its
// constructor.
type Part[B any] struct {
	// Name is the word that chooses the part, Doc describes it in a line.
	Name, Doc string
	// Prefix, if set, lets every word that begins with it choose the part, such as
	// "edges:". The part's name is then not among the axis' choices.
	Prefix string
	// Read returns the canonical form of such a word, or an error that names a valid form,
	// or [ErrUnknown] if the word does not belong to the part. Nil accepts every word
	// unchanged.
	Read func(word string) (string, error)
	// Parameters holds the parameters of points that choose the part.
	Parameters []Parameter
	// Build is the constructor.
	Build B
}

// Table holds the parts that an axis chooses from.
type Table[B any] struct {
	List[B]
	axis *Axis
	none string
}

// NewTable returns an empty table of the parts that w chooses. The word none, if not "", is
// listed after the parts and chooses no part.
func NewTable[B any](w Word, none string) *Table[B] {
	t := &Table[B]{List: List[B]{what: w.axis.Name}, axis: w.axis, none: none}
	if none != "" {
		t.axis.Choices = append(t.axis.Choices, none)
	}
	return t
}

// Register adds parts in display order. Call it while the program starts. It panics if a
// name is taken.
func (t *Table[B]) Register(parts ...Part[B]) {
	for _, p := range parts {
		t.List.Register(p)
		for _, q := range p.Parameters {
			if a := q.Axis(); !slices.Contains(a.tables, partTable(t)) {
				a.tables = append(a.tables, t)
			}
		}
		t.addChoice(&p)
	}
}

// addChoice adds the part's name to the axis' choices, or lets the axis read words with the
// part's prefix.
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

// lists reports whether the part that the point chose lists a parameter.
func (t *Table[B]) lists(p *Point, id uint8) bool {
	word, _ := p.values.find(t.axis.id)
	e := t.find(word)
	return e != nil && slices.Contains(e.lists, id)
}

// need returns the axis of the table with the parts that list a parameter.
func (t *Table[B]) need(id uint8) Need {
	n := Need{Axis: t.axis}
	for _, p := range t.parts {
		if slices.Contains(t.named[p.Name].lists, id) {
			n.Parts = append(n.Parts, p.Name)
		}
	}
	return n
}

// Of returns the part that a point chose; nil for none.
func (t *Table[B]) Of(p Point) *Part[B] {
	word, _ := p.values.find(t.axis.id)
	return t.Named(word)
}

// Build returns the constructor of a point's part; the zero B if it has none.
func (t *Table[B]) Build(p Point) B {
	if q := t.Of(p); q != nil {
		return q.Build
	}
	var none B
	return none
}

// Has reports whether the part that a point chose lists the parameter.
func (t *Table[B]) Has(p Point, q Parameter) bool { return t.lists(&p, q.Axis().id) }

// Lists reports whether at least one part of the table has a parameter.
func (t *Table[B]) Lists(a *Axis) bool { return slices.Contains(a.tables, partTable(t)) }

// Copy sets the part of a point, with the parameters that it lists, to those of another
// point.
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

// Drop removes the part of a point, with the parameters that it lists.
func (t *Table[B]) Drop(p *Point) {
	word, _ := p.values.find(t.axis.id)
	if e := t.find(word); e != nil {
		for _, id := range e.lists {
			p.values = p.values.with(id, "")
		}
	}
	p.values = p.values.with(t.axis.id, "")
}
