package datasets

import (
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
)

// roles say what the columns of a file are used for, as indices of columns; -1
// for a role that no column has.
type roles struct {
	label, segment, group, target int
	// What weighs samples and transitions.
	importance, transition int
	// Where it changes a segment begins; which part of a split a row is in.
	cutBy, side int
	// inputs are the columns that have no role.
	inputs []int
}

// maxName is the most bytes that a column's name may have.
const maxName = 1000

// manyText is from how many columns of text on a table is one of texts.
const manyText = 100

// named is a role and the column that a flag, or the format itself, gives it.
type named struct {
	flag, column string
	index        *int
}

// named are the roles and what columns they are given; own names the columns
// of roles that the file settles where no flag does.
func (r *roles) named(o Options, own map[string]string) []named {
	all := []named{
		{"label", o.Label, &r.label}, {"segment", o.Segment, &r.segment}, {"group", o.Group, &r.group}, {"target", o.Target, &r.target},
		{"importance", o.Importance, &r.importance}, {"transition-importance", o.TransitionImportance, &r.transition},
		{"cut-by", o.CutBy, &r.cutBy}, {"split-column", o.SplitColumn, &r.side},
	}
	dropped := func(column string) bool {
		return slices.ContainsFunc(o.Drop, func(name string) bool { return message.Clean(name) == column })
	}
	for i, n := range all {
		if column, ok := own[n.flag]; ok && n.column == "" && !dropped(column) {
			all[i].column = column
		}
	}
	return all
}

// assign settles the roles of a file's columns. All that have none, and of
// which left does not say that they are none, are inputs.
func (o Options) assign(path string, columns []string, own map[string]string, left []bool) (roles, error) {
	var r roles
	used := map[int]string{}
	for _, n := range r.named(o, own) {
		i, err := findColumn(path, columns, n.flag, n.column)
		if err != nil {
			return r, err
		}
		if *n.index = i; i >= 0 {
			used[i] = n.flag
		}
	}
	for _, name := range o.Drop {
		if name == "" {
			return r, message.Usagef("--drop: a column name is empty")
		}
		i, err := findColumn(path, columns, "drop", name)
		if err != nil {
			return r, err
		}
		if flag, ok := used[i]; ok && flag != "drop" {
			return r, message.Usagef("--drop %s: the column is also given with --%s; leave one of the two out", message.Clean(name), flag)
		}
		used[i] = "drop"
	}
	chosen, err := o.chosen(path, columns, used)
	if err != nil {
		return r, err
	}
	for i := range columns {
		_, ok := used[i]
		if chosen != nil {
			ok = !chosen[i]
		} else if left != nil {
			ok = ok || left[i]
		}
		if !ok {
			r.inputs = append(r.inputs, i)
		}
	}
	if len(r.inputs) == 0 {
		return r, message.Usagef("%s: no column is left as an input: all of %s have another role or are dropped", path, message.List(columns))
	}
	return r, nil
}

// chosen marks the columns that --columns names as inputs; nil where it names
// none. used are the columns that have a role.
func (o Options) chosen(path string, columns []string, used map[int]string) ([]bool, error) {
	if len(o.Columns) == 0 {
		return nil, nil
	}
	chosen := make([]bool, len(columns))
	for _, name := range o.Columns {
		if name == "" {
			return nil, message.Usagef("--columns: a column name is empty")
		}
		i, err := findColumn(path, columns, "columns", name)
		if err != nil {
			return nil, err
		}
		if flag, ok := used[i]; ok {
			return nil, message.Usagef("--columns %s: the column is also given with --%s; leave one of the two out", message.Clean(name), flag)
		}
		chosen[i] = true
	}
	return chosen, nil
}

// names reports whether a flag gives a column a role, or drops it.
func (o Options) names(column string) bool {
	all := slices.Concat([]string{o.Label, o.Segment, o.Group, o.Target, o.Importance, o.TransitionImportance, o.CutBy, o.SplitColumn}, o.Drop, o.Columns)
	return slices.ContainsFunc(all, func(name string) bool { return name != "" && message.Clean(name) == column })
}

// findColumn is the index of the column that a flag names, -1 for no name.
func findColumn(path string, columns []string, flag, name string) (int, error) {
	if name == "" {
		return -1, nil
	}
	if i := slices.Index(columns, message.Clean(name)); i >= 0 {
		return i, nil
	}
	return -1, message.Usagef("--%s %s: %s has no such column; its columns are %s",
		flag, message.Clean(name), path, message.List(message.Suggestions(columns, name)))
}

// textInputs is the error of inputs that hold text, of which example is one.
func textInputs(names []string, example string, inputs int) error {
	if len(names) > manyText {
		return fmt.Errorf("%d of %d columns hold text, not numbers (%s is %q): is this a table of numbers?", len(names), inputs, names[0], example)
	}
	what, them, they := "column "+names[0]+" holds", "it", "it is"
	if len(names) > 1 {
		what, them, they = "columns "+message.List(names)+" hold", "them", "they are"
	}
	return fmt.Errorf("%s text, not numbers (%q): leave %s out with --drop %s, or say what %s with --label, --segment or --group",
		what, example, them, message.Quote(names), they)
}

// roleNames are names of columns that tell of a role, by the flag for it.
var roleNames = map[string]string{
	"label": "label", "labels": "label", "class": "label", "segment": "segment", "group": "group", "target": "target",
}

// noteRoles notes inputs whose names tell that they are something else.
func (m *material) noteRoles(base string, inputs []string) {
	for _, name := range inputs {
		if flag := roleNames[strings.ToLower(name)]; flag != "" {
			m.note("%s: the column %s is taken as an input; if it is no measurement, say --%s %s or --drop %s",
				base, name, flag, message.Quote([]string{name}), message.Quote([]string{name}))
		}
	}
}

// match holds the inputs and the target of a further file against the first's.
func (m *material) match(path string, inputs []string, target string) error {
	if len(m.sources) == 0 {
		m.inputs, m.targetName = inputs, target
		return nil
	}
	first := m.sources[0].Path
	if len(inputs) != len(m.inputs) {
		return fmt.Errorf("%s has %s, %s has %s: all files must have the same inputs; drop what is not in both with --drop%s",
			path, message.Counted(len(inputs), "input"), first, message.Counted(len(m.inputs), "input"), differing(inputs, m.inputs))
	}
	for i, name := range inputs {
		if name != m.inputs[i] {
			return fmt.Errorf("%s: input %d is %q, but in %s it is %q: all files must have the same inputs in the same order",
				path, i+1, name, first, m.inputs[i])
		}
	}
	if target != m.targetName {
		return fmt.Errorf("%s has the target %q, but %s has %q: all files must have the same target", path, target, first, m.targetName)
	}
	return nil
}

// differing names the inputs that only one of two files has.
func differing(a, b []string) string {
	in := func(list []string) map[string]bool {
		set := make(map[string]bool, len(list))
		for _, name := range list {
			set[name] = true
		}
		return set
	}
	var only []string
	inA, inB := in(a), in(b)
	for _, name := range slices.Concat(a, b) {
		if inA[name] != inB[name] {
			only = append(only, name)
		}
	}
	if only == nil {
		return ""
	}
	slices.Sort(only)
	return " (only in one: " + message.List(only) + ")"
}

// checkNames refuses names of columns that cannot be told apart or are not
// there; before is how many columns without names are before them.
func checkNames(names []string, before int) error {
	place := make(map[string]int, len(names))
	for i, n := range names {
		if len(n) > maxName {
			return fmt.Errorf("the name of column %d is %d bytes long: is this line a header?", i+1+before, len(n))
		}
		if n == "" {
			return fmt.Errorf("column %d has no name: name it in the header line, or take out the delimiter that makes it", i+1+before)
		}
		if j, ok := place[n]; ok {
			return fmt.Errorf("columns %d and %d are both named %q: rename one", j+1+before, i+1+before, n)
		}
		place[n] = i
	}
	return nil
}

// numbered are the names x1 … xd of inputs that have none.
func numbered(d int) []string {
	names := make([]string, d)
	for i := range names {
		names[i] = fmt.Sprintf("x%d", i+1)
	}
	return names
}
