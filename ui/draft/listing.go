package draft

import (
	"slices"
	"strings"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
)

// The groups of fields, in the order of display.
const (
	axesGroup   = "axes (a list makes an axis)"
	splitsGroup = "choice and splits"
	partsGroup  = "space, graph and readout"
)

// mainAxes are the axes that most sweeps vary, in their order.
var mainAxes = []string{"sigma", "lambda", "m", "p", "method", "readout"}

// groupOf returns the group of an axis.
func groupOf(axis string) clean.Text {
	if slices.Contains(mainAxes, axis) {
		return axesGroup
	}
	return partsGroup
}

// groupFields sorts fields by their groups.
func groupFields(fields []Field) []Field {
	place := func(f Field) int {
		switch i := slices.Index(mainAxes, f.Name); {
		case i >= 0:
			return i
		case f.Group == "":
			return len(mainAxes)
		}
		return len(mainAxes) + 1
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

// needsOf returns the choices that an axis needs to have an effect, "" for none.
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

// hasEffect reports whether the field has an effect in a plan.
func (f Field) hasEffect(p *sweep.Plan) bool {
	switch a, ok := part.AxisNamed(f.Name); {
	case f.Name == "train-fraction":
		return p.Spec.Split.Repeats > 0
	case ok:
		return p.Has(a)
	}
	return true
}

// OffField returns why a field has no effect in the current sweep; "" if it has, or if that is
// not known yet.
func (e *Draft) OffField(f Field) clean.Text {
	if acts, known := e.Check.Acts[f.Name]; !known || acts {
		return ""
	}
	if f.Needs != "" {
		return f.Needs
	}
	return "does not apply with the other settings"
}

// Written reports whether the user has set a field.
func (e *Draft) Written(f Field) bool { return f.Get(e.Spec) != "" }

// Varied reports whether a field is set, or has several values.
func (e *Draft) Varied(f Field) bool {
	return e.Written(f) || f.Many && strings.Contains(string(e.Check.Words[f.Name]), " ")
}

// containsWords reports whether a field contains every word, in its name, its documentation or
// its choices.
func (f Field) containsWords(words string) bool {
	hay := strings.ToLower(f.Name + " " + string(f.Symbol) + " " + string(f.Doc) + " " + strings.Join(f.Choices, " "))
	for word := range strings.FieldsSeq(strings.ToLower(words)) {
		if !strings.Contains(hay, word) {
			return false
		}
	}
	return true
}

// Listed returns the indices of the listed fields: those that match the search words and have
// an effect or are set, or all that match.
func (e *Draft) Listed() []int {
	var out []int
	for i, f := range Fields() {
		if f.containsWords(e.Find) && (e.All || i == e.At && e.Find == "" || e.Written(f) || e.OffField(f) == "") {
			out = append(out, i)
		}
	}
	return out
}

// Move moves the cursor over the listed fields.
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

// Default returns the text shown for an empty field.
func (e *Draft) Default(f Field) clean.Text {
	if text := e.Check.Filled[f.Name]; text != "" {
		return text + " (default)"
	}
	return "default"
}
