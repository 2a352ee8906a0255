package data

import (
	"fmt"
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

// role is a use of a column, with the letter that selects it.
type role struct {
	letter, flag string
	word         clean.Text
}

// roles lists the roles in the order of the next-role key; the first is that of a column
// without a flag.
var roles = []role{{"i", "", "input"}, {"l", "label", "label"}, {"g", "group", "group"}, {"s", "segment", "segment"}, {"t", "target", "target"},

	{"c", "clock", "time"}, {"b", "cut-by", "cut by"}, {"w", "importance", "weight"}, {"d", "drop", "drop"}}

// roleOf returns the flag of a column's role, "" for an input.
func roleOf(o datasets.Options, column string) string {
	for _, r := range roles[1:] {
		if slices.ContainsFunc(recipe.Values(o, r.flag), func(v string) bool { return namesColumn(r.flag, v, column) }) {
			return r.flag
		}
	}
	return ""
}

// namesColumn reports whether a value of a flag names a column. The clock's value may have a
// unit appended, and that of segments may name several columns.
func namesColumn(flag, value, column string) bool {
	switch flag {
	case "clock":
		value = format.ParseClock(value).Column
	case "segment":
		return value == column || slices.Contains(format.SegmentKeys(value), column)
	}
	return value == column
}

// roleWord returns the role of a column in words, and whether it is only proposed.
func (cs *columns) roleWord(o datasets.Options, c *survey.Column) (word clean.Text, proposed bool) {
	flag := roleOf(o, c.Name)
	if flag == "" {
		if flag = cs.proposals.proposedRole(c.Name); flag != "" {
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
	case c.Name == o.TransitionImportance:
		return "transition", false
	case c.Name == o.SplitColumn:
		return "split", false
	case asked:
	case c.Use == survey.Time:
		return "time", false
	case c.Use == survey.Number:
		return "row number", false
	case c.Use == survey.OnRequest || len(o.Columns) > 0:
		return "not used", false
	case c.Textual():
		return "text", false
	}
	return "input", false
}

// ownReplaced reports whether another column has the role that the format gives to c, or c is
// listed as an input.
func ownReplaced(o datasets.Options, c *survey.Column) bool {
	return slices.Contains(o.Columns, c.Name) || len(recipe.Values(o, c.Own)) > 0
}

// withRole returns options in which the columns have a role. If a role takes one column, the
// last of them gets it; several identify a segment together.
func withRole(o datasets.Options, s *survey.Survey, columns []string, r role) datasets.Options {
	o = cloneOptions(o)
	for _, other := range roles[1:] {
		values := recipe.Values(o, other.flag)
		left := slices.DeleteFunc(slices.Clone(values), func(v string) bool {
			return slices.ContainsFunc(columns, func(c string) bool { return namesColumn(other.flag, v, c) })
		})
		if other.flag == "segment" && r.flag != "segment" && len(left) < len(values) {
			left = keysBut(values[0], columns)
		}
		mustApply(&o, other.flag, left...)
	}
	isColumn := func(v string) bool { return slices.Contains(columns, v) }
	o.Columns = slices.DeleteFunc(o.Columns, isColumn)
	switch r.flag {
	case "drop":
		if len(o.Columns) == 0 { // with a list of columns, unlisted ones are not inputs anyway
			o.Drop = append(o.Drop, columns...)
		}
	case "":
		asked := slices.ContainsFunc(columns, func(name string) bool { c := s.Named(name); return c != nil && c.Use != survey.Open })
		switch {
		case len(o.Columns) > 0:
			o.Columns = append(o.Columns, columns...)
		case asked: // columns that the reader leaves out must be listed, and then all inputs must be
			for _, c := range s.Columns {
				if isColumn(c.Name) || c.Use == survey.Open && roleOf(o, c.Name) == "" && !c.Textual() {
					o.Columns = append(o.Columns, c.Name)
				}
			}
			o.Drop = nil
		}
	case "segment":
		mustApply(&o, r.flag, strings.Join(columns, ","))
	default:
		mustApply(&o, r.flag, columns[len(columns)-1])
	}
	return o
}

// keysBut returns the value of --segment without some of its columns; nil if none is left.
func keysBut(value string, columns []string) []string {
	keys := slices.DeleteFunc(format.SegmentKeys(value), func(key string) bool { return slices.Contains(columns, key) })
	if len(keys) == 0 || slices.Contains(columns, value) {
		return nil
	}
	return []string{strings.Join(keys, ",")}
}

// mustApply sets an option. It panics if there is no such option.
func mustApply(o *datasets.Options, flag string, values ...string) {
	if known, err := recipe.Apply(o, flag, values...); !known || err != nil {
		panic("data: the role " + flag + " is not a setting")
	}
}

// targetColumns returns the columns to set a role of: the ticked ones, else those that a filter
// shows, else the one under the cursor.
func (cs *columns) targetColumns(sc *page.Scene) []string {
	var names []string
	rows := cs.rows(sc)
	for i, r := range rows {
		if r.column != nil && (cs.ticked[r.name] || len(cs.ticked) == 0 && (cs.filter != "" || i == cs.cursor)) {
			names = append(names, r.name)
		}
	}
	return names
}

// setRole sets the role of the target columns.
func (cs *columns) setRole(sc *page.Scene, r role) tea.Cmd {
	columns := cs.targetColumns(sc)
	if len(columns) == 0 {
		return nil
	}
	next := cs.found.currentSetup(sc)
	next.options = withRole(next.options, cs.found.survey, columns, r)
	clear(cs.ticked)
	if len(columns) == 1 {
		sc.Message = clean.Of(columns[0]) + ": " + r.word
	} else {
		sc.Message = clean.Counted(len(columns), "column") + ": " + r.word
	}
	return cs.changes.change(sc, next)
}

// nextRole sets the role of the column under the cursor to the next one.
func (cs *columns) nextRole(sc *page.Scene) tea.Cmd {
	rows := cs.rows(sc)
	now := roleOf(cs.found.ctl.Data.Options(), rows[cs.cursor].name)
	at := slices.IndexFunc(roles, func(r role) bool { return r.flag == now })
	return cs.setRole(sc, roles[(at+1)%len(roles)])
}

// offRole returns the reason why no role can be set; "" if one can.
func (cs *columns) offRole(sc *page.Scene) clean.Text {
	if rows := cs.rows(sc); cs.focus.pane != columnsPane || cs.cursor >= len(rows) || rows[cs.cursor].column == nil {
		return "only table columns have roles: p extracts fields from file names"
	}
	return cs.changes.offChange(sc)
}

// roleDocs describes the roles that the palette assigns to columns, by their flags.
var roleDocs = []struct {
	flag string
	doc  clean.Text
}{
	{"label", "column of the class labels"}, {"segment", "column that identifies the segment, or several (product,shop); a new value starts a new segment"},
	{"group", "column that identifies the group; a split never divides a group"}, {"target", "column with the number to predict"},
	{"importance", "column with the weight of samples"}, {"drop", "columns to exclude from the inputs, separated by commas"},
}

// roleWords returns the roles of columns as commands of the palette, by their flags.
func (cs *columns) roleWords() []page.Action {
	var out []page.Action
	for _, w := range roleDocs {
		r := roles[slices.IndexFunc(roles, func(r role) bool { return r.flag == w.flag })]
		out = append(out, page.Action{
			ID: w.flag, Group: "Data", Place: 2, Who: page.Owner, Takes: "COLUMN", Short: clean.Of(w.flag), Long: w.doc,
			Modes: page.Live | page.Opened, Pages: page.But(page.Palette), Off: cs.changes.offChange,
			Do: page.Doing(func(sc *page.Scene) {
				sc.Show(page.Data)
				cs.focus.pane, cs.focus.listed = columnsPane, false
			}),
			Take: func(sc *page.Scene, text string) tea.Cmd { return cs.giveRole(sc, r, text) },
		})
	}
	return out
}

// giveRole assigns a role to the named column, or to several names separated by commas.
func (cs *columns) giveRole(sc *page.Scene, r role, text string) tea.Cmd {
	if cs.found.survey == nil {
		sc.Message = "the columns are not known yet"
		return nil
	}
	columns := []string{strings.TrimSpace(text)}
	if (r.flag == "drop" || r.flag == "segment") && cs.found.survey.Named(columns[0]) == nil {
		columns = strings.Split(text, ",")
	}
	var all []string
	for _, c := range cs.found.survey.Columns {
		all = append(all, c.Name)
	}
	var unknown []error
	for i, name := range columns {
		columns[i] = strings.TrimSpace(name)
		if !slices.Contains(all, columns[i]) {
			unknown = append(unknown, fmt.Errorf("%s: there is no such column; %s", message.Clean(columns[i]), message.Or(columns[i], all, "the columns are "+message.List(all))))
		}
	}
	if unknown != nil {
		sc.Message = clean.Of(message.Unknown(unknown).Error())
		return nil
	}
	sc.Show(page.Data)
	next := cs.found.currentSetup(sc)
	next.options = withRole(next.options, cs.found.survey, columns, r)
	return cs.changes.change(sc, next)
}
