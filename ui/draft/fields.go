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

// Field is something of a sweep that can be edited: an axis or a setting.
type Field struct {
	Name        string
	Group       clean.Text // the heading that it is under
	Needs       clean.Text // what has to be chosen for it to act; "" where it always does
	Symbol, Doc clean.Text
	Choices     []string
	Many        bool // several of the choices may be taken
	yes         bool // on or off, which is true or false in a file
	Get         func(sweep.Spec) string
	Set         func(*sweep.Spec, string) error
}

// table is what Fields has made, of so many axes with so many choices.
var table struct {
	sync.Mutex
	axes, choices int
	all           []Field
}

// Fields are all that can be edited, group by group: those that are registered now.
// They may not be written to.
func Fields() []Field {
	choices := 0
	for _, a := range part.Axes() {
		choices += len(a.Choices)
	}
	table.Lock()
	defer table.Unlock()
	if n := len(part.Axes()); n != table.axes || choices != table.choices {
		table.axes, table.choices, table.all = n, choices, grouped(slices.Concat(axisFields(), settingFields()))
	}
	return table.all
}

func axisFields() []Field {
	var out []Field
	for _, a := range part.Axes() {
		out = append(out, Field{Name: a.Name, Group: groupOf(a.Name), Needs: needsOf(a), Symbol: clean.Of(a.Symbol), Doc: clean.Of(a.Doc), Choices: a.Choices, Many: true,
			Get: func(s sweep.Spec) string { return s.Text(a.Name) },
			Set: func(s *sweep.Spec, text string) error {
				s.Set(a.Name, strings.TrimSpace(text))
				return nil
			}})
	}
	return out
}

func settingFields() []Field {
	var out []Field
	for _, set := range sweep.Settings() {
		out = append(out, Field{Name: set.Name, Symbol: clean.Of(set.Symbol), Doc: clean.Of(set.Doc), Choices: set.Choices(), yes: set.Switch,
			Get: func(s sweep.Spec) string { return set.Get(&s) },
			Set: func(s *sweep.Spec, text string) error { return unnamed(set.Set(s, text)) }})
	}
	return out
}

// unnamed returns the error without the name of the setting, which stands beside it.
func unnamed(err error) error {
	var refused *part.SpecError
	if errors.As(err, &refused) {
		return errors.New(refused.Unnamed())
	}
	return err
}

// expands is what a field's text means in a plan: the distinct values of its
// axis among the plan's points, or the setting that was filled in.
func (f Field) expands(p *sweep.Plan, points []part.Point) clean.Text {
	i := slices.IndexFunc(sweepview.Parameters(), func(d sweepview.Parameter) bool { return d.Name == f.Name })
	if i < 0 || !slices.ContainsFunc(part.Axes(), func(a *part.Axis) bool { return a.Name == f.Name }) {
		return clean.Of(f.Get(p.Spec))
	}
	return sweepview.EnumerateAxis(sweepview.Parameters()[i].Over(points))
}
