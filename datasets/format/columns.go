package format

import (
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
)

// Role is what a column may be used for instead of as an input.
type Role int

// The roles.
const (
	Label Role = iota
	SegmentName
	Group
	Target
	Importance           // weighs samples
	TransitionImportance // weighs transitions
	CutBy                // where it changes a segment begins
	SplitColumn          // which part of a split a row is in
	Time                 // the time of each row
	roleCount
)

// flags are the flags that name the roles' columns.
var flags = [roleCount]string{"label", "segment", "group", "target", "importance", "transition-importance", "cut-by", "split-column", "clock"}

// String is the flag that names the role's column.
func (r Role) String() string { return flags[r] }

// CheckNumber refuses a number of a column with the role that no graph can be weighed by.
// The error lacks the place.
func (r Role) CheckNumber(column string, x float64) error {
	switch {
	case r == Importance && x < 0:
		return fmt.Errorf("column %s is %v: an importance of samples must be 0 or above: correct it, or leave out --%v", column, x, r)
	case r == TransitionImportance && x <= 0:
		return fmt.Errorf("column %s is %v: an importance of transitions must be above 0: correct it, or leave out --%v", column, x, r)
	}
	return nil
}

// Place is where columns have names.
type Place int

// The places, to be added.
const (
	InTables Place = 1 << iota
	InArrays
	InManifests
)

// roleNames are names of columns that tell of a role, and where they do.
var roleNames = []struct {
	name string
	role Role
	in   Place
}{
	{"label", Label, InTables | InArrays | InManifests}, {"labels", Label, InTables | InArrays | InManifests},
	{"class", Label, InTables | InManifests}, {"y", Label, InArrays},
	{"group", Group, InTables | InArrays | InManifests}, {"speaker", Group, InManifests}, {"subject", Group, InManifests},
	{"segment", SegmentName, InTables | InArrays | InManifests}, {"target", Target, InTables | InArrays | InManifests},
}

// RoleOf is the role that a name tells of in a place.
func RoleOf(name string, in Place) (Role, bool) {
	for _, n := range roleNames {
		if n.name == name && n.in&in != 0 {
			return n.role, true
		}
	}
	return 0, false
}

// NamesOf are the names that tell of a role in a place.
func NamesOf(role Role, in Place) []string {
	var names []string
	for _, n := range roleNames {
		if n.role == role && n.in&in != 0 {
			names = append(names, n.name)
		}
	}
	return names
}

// Columns say which columns the user gives a role, as they were written.
type Columns struct {
	Of     [roleCount]string // by role; "" for none
	Inputs []string          // those that are inputs; nil for all without a role
	// Ordered says that inputs come in the order of Inputs, not in that of a file.
	Ordered bool
	Drop    []string
	// Lacking holds, by columns of Drop, the error of a file that lacks it, nil where a file
	// has it. A nil map demands of each file that it has all.
	Lacking map[string]error
	// Clock is what --clock states beside the column's name.
	Clock StatedClock
}

// Flag returns the first flag given that names a column, without those allowed, "" for none.
func (c Columns) Flag(allowed ...string) string {
	var given []string
	for role, name := range c.Of {
		if name != "" {
			given = append(given, flags[role])
		}
	}
	if len(c.Drop) > 0 {
		given = append(given, "drop")
	}
	if len(c.Inputs) > 0 {
		given = append(given, "columns")
	}
	for _, flag := range given {
		if !slices.Contains(allowed, flag) {
			return flag
		}
	}
	return ""
}

// Names reports whether a flag gives a column a role, or drops it.
func (c Columns) Names(column string) bool {
	all := slices.Concat(c.Of[:], c.Drop, c.Inputs)
	return slices.ContainsFunc(all, func(name string) bool { return name != "" && message.Clean(name) == column })
}

// Roles say what the columns of a file are used for, as indices of columns.
type Roles struct {
	Of [roleCount]int // -1 for a role that no column has
	// Inputs are the columns that have no role.
	Inputs []int
}

// has reports whether a column has a role that its values are used for.
func (r *Roles) has(column int) bool {
	return slices.Contains(r.Of[:CutBy], column)
}

// Cuts reports whether any column cuts rows into segments.
func (r Roles) Cuts() bool {
	return r.Of[SegmentName] >= 0 || r.Of[Group] >= 0 || r.Of[CutBy] >= 0 || r.Of[SplitColumn] >= 0
}

// with are the columns with those that the file itself gives a role, own,
// where no flag does.
func (c Columns) with(own map[Role]string) Columns {
	for role, column := range own {
		if c.Of[role] == "" && !c.Drops(column) {
			c.Of[role] = column
		}
	}
	return c
}

// Assign settles the roles of a file's columns, of which own has one by itself
// where no flag does. All that have none, and of which left does not say that
// they are none, are inputs.
func (c Columns) Assign(path string, names []string, own map[Role]string, left []bool) (Roles, error) {
	var r Roles
	used := map[int]string{}
	for role, column := range c.with(own).Of {
		i, err := FindColumn(path, names, flags[role], column)
		if err != nil {
			return r, err
		}
		if r.Of[role] = i; i >= 0 {
			used[i] = flags[role]
		}
	}
	for _, name := range c.Drop {
		if name == "" {
			return r, message.Usagef("--drop: a column name is empty")
		}
		i, err := FindColumn(path, names, "drop", name)
		if c.lacks(name, err) {
			continue
		} else if err != nil {
			return r, err
		}
		if flag, ok := used[i]; ok && flag != "drop" {
			return r, message.Usagef("--drop %s: the column is also given with --%s; leave one of the two out", message.Clean(name), flag)
		}
		used[i] = "drop"
	}
	chosen, err := c.chosen(path, names, used)
	if err != nil {
		return r, err
	}
	for i := range names {
		_, ok := used[i]
		if chosen != nil {
			ok = !chosen[i]
		} else if left != nil {
			ok = ok || left[i]
		}
		if !ok {
			r.Inputs = append(r.Inputs, i)
		}
	}
	if c.Ordered {
		place := func(i int) int {
			return slices.IndexFunc(c.Inputs, func(name string) bool { return message.Clean(name) == names[i] })
		}
		slices.SortFunc(r.Inputs, func(a, b int) int { return place(a) - place(b) })
	}
	if len(r.Inputs) == 0 {
		return r, message.Usagef("%s: no column is left as an input: all of %s have another role or are dropped", path, message.List(names))
	}
	return r, nil
}

// without returns the columns less those to be dropped that a file has and that are not read.
func (c Columns) without(unread []string) Columns {
	c.Drop = slices.DeleteFunc(slices.Clone(c.Drop), func(name string) bool {
		left := slices.Contains(unread, message.Clean(name))
		if left && c.Lacking != nil {
			c.Lacking[name] = nil
		}
		return left
	})
	return c
}

// Drops reports whether --drop names a column.
func (c Columns) Drops(column string) bool {
	return slices.ContainsFunc(c.Drop, func(name string) bool { return message.Clean(name) == column })
}

// lacks records whether a file lacks a column that is dropped, where another may have it.
func (c Columns) lacks(name string, err error) bool {
	if before, ok := c.Lacking[name]; c.Lacking != nil && (err == nil || !ok || before != nil) {
		c.Lacking[name] = err
	}
	return c.Lacking != nil && err != nil
}

// CheckDropped returns the error of a column that is dropped and that no file has.
func (c Columns) CheckDropped() error {
	for _, name := range c.Drop {
		if err := c.Lacking[name]; err != nil {
			return err
		}
	}
	return nil
}

// chosen marks the columns that --columns names as inputs; nil where it names
// none. used are the columns that have a role.
func (c Columns) chosen(path string, names []string, used map[int]string) ([]bool, error) {
	if len(c.Inputs) == 0 {
		return nil, nil
	}
	chosen := make([]bool, len(names))
	for _, name := range c.Inputs {
		if name == "" {
			return nil, message.Usagef("--columns: a column name is empty")
		}
		i, err := FindColumn(path, names, "columns", name)
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

// FindColumn is the index of the column that a flag names, -1 for no name.
func FindColumn(path string, columns []string, flag, name string) (int, error) {
	if name == "" {
		return -1, nil
	}
	if i := slices.Index(columns, message.Clean(name)); i >= 0 {
		return i, nil
	}
	instead := "its columns are " + message.List(message.Suggestions(columns, name))
	return -1, message.Mistaken(message.Usagef("--%s %s: %s has no such column; %s", flag, message.Clean(name), path, message.Or(name, columns, instead)), name, columns)
}

// RoleFields are the fields that flags give the segments of a table.
func (c Columns) RoleFields() []string {
	var fields []string
	for _, role := range []Role{Label, SegmentName, Group} {
		if c.Of[role] != "" {
			fields = append(fields, role.String(), message.Clean(c.Of[role]))
		}
	}
	return fields
}

// countNames are names of columns that count the rows, if their values do.
var countNames = []string{"row", "rows", "rowid", "row_number", "rownum", "index", "idx", "id", "no", "no.", "nr", "#", "unnamed: 0", "__index_level_0__", "sample", "frame", "frame#"}

// CountsRows reports whether a column counts the rows, by its name and by the
// first of its values. It would be the slowest of all inputs, and tell nothing.
func CountsRows(name string, x []float64) bool {
	if len(x) < 3 || !slices.Contains(countNames, strings.ToLower(name)) {
		return false
	}
	for i, v := range x {
		if v != x[0]+float64(i) {
			return false
		}
	}
	return true
}
