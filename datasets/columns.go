package datasets

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// columns say what the columns of a table are used for, as indices into the
// fields of a row; -1 for what the user did not name.
type columns struct {
	names         []string // of the header, cleaned
	rowNumbers    bool     // the first field of a row has no name
	inputs        []int
	inputNames    []string
	label         int
	segmentColumn int
	groupColumn   int
	target        int
	// What weighs samples and transitions.
	importance, transition int
}

// maxName is the most bytes that a column's name may have.
const maxName = 1000

// manyText is from how many columns of text on a table is one of texts.
const manyText = 100

// shift is how far a row's fields lie behind the header's names.
func (c *columns) shift() int {
	if c.rowNumbers {
		return 1
	}
	return 0
}

// header reads the header and the first row, which it returns, and settles
// what each column is.
func (t *tableReader) header() ([][]byte, error) {
	fields, err := t.record()
	if err == io.EOF {
		return nil, fmt.Errorf("%s is empty: a table needs a header line and rows", t.path)
	} else if err != nil {
		return nil, err
	}
	t.names = make([]string, len(fields))
	numbers := true
	for i, f := range fields {
		t.names[i] = strings.TrimSpace(Clean(string(f)))
		numbers = numbers && isNumber(string(f))
	}
	if numbers {
		return nil, t.headerless()
	}
	if t.names[0] == "" && len(t.names) > 1 {
		t.names, t.rowNumbers = t.names[1:], true
	}
	if err := t.checkNames(); err != nil {
		return nil, err
	}
	if fields, err = t.record(); err == io.EOF {
		return nil, fmt.Errorf("%s has a header line but no rows", t.path)
	} else if err != nil {
		return nil, err
	}
	if len(fields) == len(t.names)+1 {
		t.rowNumbers = true
	}
	t.width = len(t.names) + t.shift()
	if len(fields) != t.width {
		return nil, t.ragged(len(fields))
	}
	if t.rowNumbers {
		t.m.note("%s: the first column has no name; taken as row numbers and left out", t.base)
	}
	if err := t.assign(); err != nil {
		return nil, err
	}
	return fields, t.checkText(fields)
}

// headerless is the error of a table that begins with numbers.
func (t *tableReader) headerless() error {
	sep := string(t.scan.delim)
	if t.scan.delim == '\t' {
		sep = "<tab>"
	}
	n := len(t.names)
	example := "x1"
	if n > 1 {
		example += sep + "x2"
	}
	if n > 3 {
		example += sep + "…"
	}
	if n > 2 {
		example += fmt.Sprintf("%sx%d", sep, n)
	}
	return t.at("the first line is all numbers, but a table begins with a header line that names its columns: add a first line with %s, such as %s (and name the column of labels label)",
		counted(n, "name"), example)
}

// checkNames refuses names that cannot be told apart or are not there.
func (t *tableReader) checkNames() error {
	place := make(map[string]int, len(t.names))
	for i, n := range t.names {
		if len(n) > maxName {
			return t.at("the name of column %d is %d bytes long: is this line a header?", i+1+t.shift(), len(n))
		}
		if n == "" {
			return t.at("column %d has no name: name it in the header line, or take out the delimiter that makes it", i+1+t.shift())
		}
		if j, ok := place[n]; ok {
			return t.at("columns %d and %d are both named %q: rename one", j+1+t.shift(), i+1+t.shift(), n)
		}
		place[n] = i
	}
	return nil
}

// find is the field index of the column that a flag names, -1 for no name.
func (t *tableReader) find(flag, name string) (int, error) {
	if name == "" {
		return -1, nil
	}
	if i := slices.Index(t.names, Clean(name)); i >= 0 {
		return i + t.shift(), nil
	}
	return -1, usagef("--%s %s: %s has no such column; its columns are %s",
		flag, Clean(name), t.path, enumerate(nearest(t.names, name)))
}

// assign settles the roles of the columns; all that have none are inputs.
func (t *tableReader) assign() error {
	o := t.j.o
	var err error
	used := map[int]string{}
	for _, role := range []struct {
		flag, name string
		index      *int
	}{
		{"label", o.Label, &t.label}, {"segment", o.Segment, &t.segmentColumn},
		{"group", o.Group, &t.groupColumn}, {"target", o.Target, &t.target},
		{"importance", o.Importance, &t.importance}, {"transition-importance", o.TransitionImportance, &t.transition},
	} {
		if *role.index, err = t.find(role.flag, role.name); err != nil {
			return err
		}
		if *role.index >= 0 {
			used[*role.index] = role.flag
		}
	}
	for _, name := range o.Drop {
		if name == "" {
			return usagef("--drop: a column name is empty")
		}
		i, err := t.find("drop", name)
		if err != nil {
			return err
		}
		if flag, ok := used[i]; ok && flag != "drop" {
			return usagef("--drop %s: the column is also given with --%s; leave one of the two out", Clean(name), flag)
		}
		used[i] = "drop"
	}
	t.inputs, t.inputNames = nil, nil
	for i, name := range t.names {
		if _, ok := used[i+t.shift()]; !ok {
			t.inputs = append(t.inputs, i+t.shift())
			t.inputNames = append(t.inputNames, name)
		}
	}
	if len(t.inputs) == 0 {
		return usagef("%s: no column is left as an input: all of %s have another role or are dropped", t.path, enumerate(t.names))
	}
	return nil
}

// checkText refuses, all at once, the inputs that hold text in the first row.
func (t *tableReader) checkText(fields [][]byte) error {
	var names []string
	example := ""
	probe := t.decimal
	for i, c := range t.inputs {
		if _, err := probe.parse(fields[c]); err == errText {
			if names == nil {
				example = shorten(Clean(string(fields[c])), 40)
			}
			names = append(names, t.inputNames[i])
		}
	}
	if names == nil {
		return nil
	}
	if len(names) > manyText {
		return t.at("%d of %d columns hold text, not numbers (%s is %q): is this a table of numbers?", len(names), len(t.inputs), names[0], example)
	}
	what, them := "column "+names[0]+" holds", "it"
	if len(names) > 1 {
		what, them = "columns "+enumerate(names)+" hold", "them"
	}
	return t.at("%s text, not numbers (%q): leave %s out with --drop %s, or say what %s with --label, --segment or --group",
		what, example, them, quoteNames(names), map[bool]string{true: "they are", false: "it is"}[len(names) > 1])
}

// quoteNames writes column names as the value of a flag for a shell.
func quoteNames(names []string) string {
	s := strings.Join(names, ",")
	if strings.ContainsAny(s, " \t'\"\\$`!*?[](){}<>|&;#~") {
		s = "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return s
}
