package draft

import (
	"slices"
	"strings"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
)

// The groups of fields, in the order they are shown.
const (
	axesGroup   = "axes: a list makes one"
	splitsGroup = "choosing and splits"
	partsGroup  = "space, graph and readout"
)

// leading are the axes that most sweeps vary, in their order.
var leading = []string{"sigma", "lambda", "m", "p", "method", "readout"}

func groupOf(axis string) clean.Text {
	if slices.Contains(leading, axis) {
		return axesGroup
	}
	return partsGroup
}

// grouped puts fields in the order of their groups.
func grouped(fields []Field) []Field {
	place := func(f Field) int {
		switch i := slices.Index(leading, f.Name); {
		case i >= 0:
			return i
		case f.Group == "":
			return len(leading)
		}
		return len(leading) + 1
	}
	slices.SortStableFunc(fields, func(f, g Field) int { return place(f) - place(g) })
	for i := range fields {
		if fields[i].Group == "" {
			fields[i].Group = splitsGroup
		}
		if fields[i].Name == "train-fraction" {
			fields[i].Needs = "needs repeats"
		}
	}
	return fields
}

func needsOf(a *part.Axis) clean.Text {
	var needs []clean.Text
	for _, n := range a.Needs() {
		needs = append(needs, clean.Of(n.Axis.Name+" "+strings.Join(n.Parts, " ")))
	}
	if needs == nil {
		return ""
	}
	return "needs " + clean.Join(needs, ", or ")
}

func (f Field) acts(p *sweep.Plan) bool {
	switch a, ok := part.AxisNamed(f.Name); {
	case f.Name == "train-fraction":
		return p.Spec.Split.Repeats > 0
	case ok:
		return p.Has(a)
	}
	return true
}

// OffField says why a field changes nothing in the sweep as it is; "" where it acts, or where
// that is not known yet.
func (e *Draft) OffField(f Field) clean.Text {
	if acts, known := e.Check.Acts[f.Name]; !known || acts {
		return ""
	}
	if f.Needs != "" {
		return f.Needs
	}
	return "another choice rules it out"
}

// Written says that a field has a text of the user's.
func (e *Draft) Written(f Field) bool { return f.Get(e.Spec) != "" }

// Varied says that a field is set, or gives several values.
func (e *Draft) Varied(f Field) bool {
	return e.Written(f) || f.Many && strings.Contains(string(e.Check.Words[f.Name]), " ")
}

// has says that a field has every word, in its name, what it does or its choices.
func (f Field) has(words string) bool {
	hay := strings.ToLower(f.Name + " " + string(f.Symbol) + " " + string(f.Doc) + " " + strings.Join(f.Choices, " "))
	for word := range strings.FieldsSeq(strings.ToLower(words)) {
		if !strings.Contains(hay, word) {
			return false
		}
	}
	return true
}

// Listed are the fields that are shown, by their numbers: those that act or are set, or
// all, of those that are looked for.
func (e *Draft) Listed() []int {
	var out []int
	for i, f := range Fields() {
		if f.has(e.Find) && (e.All || i == e.At && e.Find == "" || e.Written(f) || e.OffField(f) == "") {
			out = append(out, i)
		}
	}
	return out
}

// Move moves the cursor over the fields that are listed.
func (e *Draft) Move(by int) {
	listed := e.Listed()
	if len(listed) == 0 {
		return
	}
	at, exact := slices.BinarySearch(listed, e.At)
	if !exact && by > 0 {
		at--
	}
	e.At = listed[min(max(at+by, 0), len(listed)-1)]
}

// Default is what an empty field stands for.
func (e *Draft) Default(f Field) clean.Text {
	if text := e.Check.Filled[f.Name]; text != "" {
		return text + " (default)"
	}
	return "default"
}
