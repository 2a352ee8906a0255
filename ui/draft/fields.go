package draft

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/sweepview"
)

// Field is an editable axis or setting of a sweep.
type Field struct {
	Name        string
	Group       clean.Text // heading above it
	Needs       clean.Text // choices under which it has an effect; "" if it always has
	Symbol, Doc clean.Text
	Choices     []string
	Many        bool // several choices may be selected
	isSwitch    bool // a switch: on or off here, true or false in a file
	Get         func(sweep.Spec) string
	Set         func(*sweep.Spec, string) error
}

// fieldTable caches the result of [Fields], and the numbers of axes and choices that it was
// built from.
var fieldTable struct {
	sync.Mutex
	axes, choices int
	all           []Field
}

// Fields returns all editable fields, group by group, including those registered since the last
// call. Callers must not modify the slice.
func Fields() []Field {
	choices := 0
	for _, a := range part.Axes() {
		choices += len(a.Choices)
	}
	fieldTable.Lock()
	defer fieldTable.Unlock()
	if n := len(part.Axes()); n != fieldTable.axes || choices != fieldTable.choices {
		fieldTable.axes, fieldTable.choices, fieldTable.all = n, choices, groupFields(slices.Concat(axisFields(), settingFields()))
	}
	return fieldTable.all
}

// IndexOf returns the index of the field with a name in [Fields], -1 for none.
func IndexOf(name string) int {
	return slices.IndexFunc(Fields(), func(f Field) bool { return f.Name == name })
}

// axisFields returns the fields of the axes.
func axisFields() []Field {
	var out []Field
	for _, a := range part.Axes() {
		out = append(out, Field{Name: a.Name, Group: groupOf(a.Name), Needs: needsOf(a), Symbol: clean.Of(a.Symbol), Doc: clean.Of(a.Doc), Choices: a.Choices, Many: true,
			Get: func(s sweep.Spec) string { return s.Text(a.Name) },
			Set: func(s *sweep.Spec, text string) error {
				text = strings.TrimSpace(text)
				if err := a.CheckText(text); err != nil {
					return withoutName(err)
				}
				s.Set(a.Name, text)
				return nil
			}})
	}
	return out
}

// settingFields returns the fields of the settings.
func settingFields() []Field {
	var out []Field
	for _, set := range sweep.Settings() {
		out = append(out, Field{Name: set.Name, Symbol: clean.Of(set.Symbol), Doc: clean.Of(set.Doc), Choices: set.Choices(), isSwitch: set.Switch,
			Get: func(s sweep.Spec) string { return set.Get(&s) },
			Set: func(s *sweep.Spec, text string) error { return withoutName(set.Set(s, text)) }})
	}
	return out
}

// withoutName returns the error without the name of the setting, which is shown beside it.
func withoutName(err error) error {
	var refused *part.SpecError
	if errors.As(err, &refused) {
		return errors.New(refused.Unnamed())
	}
	return err
}

// valuesIn returns the values of a field in a plan: the distinct values of its axis among the
// points, or the setting with its default filled in.
func (f Field) valuesIn(p *sweep.Plan, points []part.Point) clean.Text {
	i := slices.IndexFunc(sweepview.Parameters(), func(d sweepview.Parameter) bool { return d.Name == f.Name })
	if i < 0 || !slices.ContainsFunc(part.Axes(), func(a *part.Axis) bool { return a.Name == f.Name }) {
		return clean.Of(f.Get(p.Spec))
	}
	return sweepview.EnumerateAxis(sweepview.Parameters()[i].Over(points))
}
