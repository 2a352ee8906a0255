package data

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/datasets/survey"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

// role is what a column may be used for, by its letter.
type role struct {
	letter, flag string
	word         clean.Text
}

// roles are in the order in which a key goes through them; the first is that of a
// column without a flag.
var roles = []role{{"i", "", "input"}, {"l", "label", "label"}, {"g", "group", "group"}, {"s", "segment", "segment"}, {"t", "target", "target"},
	{"c", "clock", "time"}, {"b", "cut-by", "cut by"}, {"w", "importance", "weight"}, {"d", "drop", "drop"}}

// roleOf is the flag that gives a column its role, "" for an input.
func roleOf(o datasets.Options, column string) string {
	for _, r := range roles[1:] {
		for _, s := range recipe.Settings(o) {
			if s.Name == r.flag && slices.ContainsFunc(s.Values, func(v string) bool { return names(r.flag, v, column) }) {
				return r.flag
			}
		}
	}
	return ""
}

// names reports whether a value of a flag names a column; a unit may stand behind that
// of the clock.
func names(flag, value, column string) bool {
	if flag == "clock" {
		value = format.ParseClock(value).Column
	}
	return value == column
}

// roleWord says what a column is used for, and whether that is no more than proposed.
func (p *Page) roleWord(o datasets.Options, c *survey.Column) (word clean.Text, proposed bool) {
	flag := roleOf(o, c.Name)
	if flag == "" {
		if flag = p.proposed(c.Name); flag != "" {
			proposed = true
		}
	}
	if flag == "" && !ownReplaced(o, c) {
		flag = c.Own
	}
	for _, r := range roles[1:] {
		if r.flag == flag {
			return r.word, proposed
		}
	}
	switch asked := slices.Contains(o.Columns, c.Name); {
	case asked:
	case c.Use == survey.Time:
		return "time", false
	case c.Use == survey.Number:
		return "row number", false
	case c.Use == survey.Beside || len(o.Columns) > 0:
		return "not used", false
	case c.Textual():
		return "text", false
	}
	return "input", false
}

// ownReplaced reports whether the role that a column has from its format is given to
// another one, or the column is named as an input.
func ownReplaced(o datasets.Options, c *survey.Column) bool {
	return slices.Contains(o.Columns, c.Name) || slices.ContainsFunc(recipe.Settings(o), func(s recipe.Setting) bool { return s.Name == c.Own && len(s.Values) > 0 })
}

// withRole are options in which columns have a role. Of roles that one column has, the
// last one named has it.
func withRole(o datasets.Options, s *survey.Survey, columns []string, r role) datasets.Options {
	o = cloned(o)
	for _, other := range roles[1:] {
		var left []string
		for _, set := range recipe.Settings(o) {
			if set.Name == other.flag {
				left = slices.DeleteFunc(slices.Clone(set.Values), func(v string) bool {
					return slices.ContainsFunc(columns, func(c string) bool { return names(other.flag, v, c) })
				})
			}
		}
		mustApply(&o, other.flag, left...)
	}
	isColumn := func(v string) bool { return slices.Contains(columns, v) }
	o.Columns = slices.DeleteFunc(o.Columns, isColumn)
	switch r.flag {
	case "drop":
		if len(o.Columns) == 0 { // else what is not named is no input
			o.Drop = append(o.Drop, columns...)
		}
	case "":
		asked := slices.ContainsFunc(columns, func(name string) bool { c := s.Named(name); return c != nil && c.Use != survey.Open })
		switch {
		case len(o.Columns) > 0:
			o.Columns = append(o.Columns, columns...)
		case asked: // what the reader leaves out has to be named, and then all have
			for _, c := range s.Columns {
				if isColumn(c.Name) || c.Use == survey.Open && roleOf(o, c.Name) == "" && !c.Textual() {
					o.Columns = append(o.Columns, c.Name)
				}
			}
			o.Drop = nil
		}
	default:
		mustApply(&o, r.flag, columns[len(columns)-1])
	}
	return o
}

// mustApply sets a field of the options that is there.
func mustApply(o *datasets.Options, flag string, values ...string) {
	if known, err := recipe.Apply(o, flag, values...); !known || err != nil {
		panic("data: the role " + flag + " is no setting")
	}
}

// aimed are the columns that a role is set of: those ticked, else all that a filter
// leaves, else the one under the cursor.
func (p *Page) aimed(sc *page.Scene) []string {
	var names []string
	rows := p.rows(sc)
	for i, r := range rows {
		if r.column != nil && (p.ticked[r.name] || len(p.ticked) == 0 && (p.filter != "" || i == p.at)) {
			names = append(names, r.name)
		}
	}
	return names
}

// setRole gives the columns aimed at a role.
func (p *Page) setRole(sc *page.Scene, r role) tea.Cmd {
	columns := p.aimed(sc)
	if len(columns) == 0 {
		return nil
	}
	next := p.now(sc)
	next.options = withRole(next.options, p.known.survey, columns, r)
	clear(p.ticked)
	if len(columns) == 1 {
		sc.Message = clean.Of(columns[0]) + ": " + r.word
	} else {
		sc.Message = clean.Counted(len(columns), "column") + ": " + r.word
	}
	return p.change(sc, next)
}

// nextRole gives the column under the cursor the role after its own.
func (p *Page) nextRole(sc *page.Scene) tea.Cmd {
	rows := p.rows(sc)
	now := roleOf(p.ctl.DataOptions(), rows[p.at].name)
	at := slices.IndexFunc(roles, func(r role) bool { return r.flag == now })
	return p.setRole(sc, roles[(at+1)%len(roles)])
}

func (p *Page) offRole(sc *page.Scene) clean.Text {
	if rows := p.rows(sc); p.pane != columnsPane || p.at >= len(rows) || rows[p.at].column == nil {
		return "roles are of columns of a table: p reads them off names of files"
	}
	return p.offChange(sc)
}

// roleDocs say what the roles that the palette gives columns do, by their flags.
var roleDocs = []struct {
	flag string
	doc  clean.Text
}{
	{"label", "column of the class labels"}, {"segment", "column that changes where a new segment begins"},
	{"group", "column of what stays on one side of a split"}, {"target", "column of a number to predict"},
	{"importance", "column of what samples weigh"}, {"drop", "columns that are not inputs, with commas between"},
}

// roleWords are the roles of columns as commands of the palette, by their flags.
func (p *Page) roleWords() []page.Action {
	var out []page.Action
	for _, w := range roleDocs {
		r := roles[slices.IndexFunc(roles, func(r role) bool { return r.flag == w.flag })]
		out = append(out, page.Action{
			ID: w.flag, Group: "Data", Who: page.Owner, Takes: "COLUMN", Short: clean.Of(w.flag), Long: w.doc,
			Modes: page.Live | page.Opened, Pages: page.But(page.Palette), Off: p.offChange,
			Do: page.Doing(func(sc *page.Scene) {
				sc.Show(page.Data)
				p.pane, p.listed = columnsPane, false
			}),
			Take: func(sc *page.Scene, text string) tea.Cmd { return p.giveRole(sc, r, text) },
		})
	}
	return out
}

// giveRole gives a role to the column of a name, or to several with commas between.
func (p *Page) giveRole(sc *page.Scene, r role, text string) tea.Cmd {
	if p.known.survey == nil {
		sc.Message = "the columns are not known yet"
		return nil
	}
	columns := []string{strings.TrimSpace(text)}
	if r.flag == "drop" && p.known.survey.Named(columns[0]) == nil {
		columns = strings.Split(text, ",")
	}
	var all []string
	for _, c := range p.known.survey.Columns {
		all = append(all, c.Name)
	}
	for i, name := range columns {
		columns[i] = strings.TrimSpace(name)
		if !slices.Contains(all, columns[i]) {
			sc.Message = clean.Of(columns[i]) + ": there is no such column; " + clean.Of(message.Or(columns[i], all, "the columns are "+message.List(all)))
			return nil
		}
	}
	sc.Show(page.Data)
	next := p.now(sc)
	next.options = withRole(next.options, p.known.survey, columns, r)
	return p.change(sc, next)
}
