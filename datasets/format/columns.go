package format

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
)

// A Role is a use of a column other than as an input.
type Role int

// The roles.
const (
	Label Role = iota
	SegmentName
	Group
	Target
	Importance           // weights of samples
	TransitionImportance // weights of transitions
	CutBy                // a segment begins where its value changes
	SplitColumn          // the part of a split that a row belongs to
	Time                 // the time of each row
	roleCount
)

// flags holds the flags that name the roles' columns.
var flags = [roleCount]string{"label", "segment", "group", "target", "importance", "transition-importance", "cut-by", "split-column", "clock"}

// String returns the flag that names the role's column.
func (r Role) String() string { return flags[r] }

// CheckNumber returns an error for a value that cannot be an importance: a
// negative one of a sample, or one of a transition that is not positive. The
// error lacks the place.
func (r Role) CheckNumber(column string, x float64) error {
	switch {
	case r == Importance && x < 0:
		return fmt.Errorf("column %s is %v: an importance of samples must be 0 or above: correct it, or leave out --%v", column, x, r)
	case r == TransitionImportance && x <= 0:
		return fmt.Errorf("column %s is %v: an importance of transitions must be above 0: correct it, or leave out --%v", column, x, r)
	}
	return nil
}

// A Place is a kind of file with named columns.
type Place int

// The places, which can be combined.
const (
	InTables Place = 1 << iota
	InArrays
	InManifests
)

// roleNames lists column names that imply a role, and the places where they do.
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

// RoleOf returns the role that a name implies in a place.
func RoleOf(name string, in Place) (Role, bool) {
	for _, n := range roleNames {
		if n.name == name && n.in&in != 0 {
			return n.role, true
		}
	}
	return 0, false
}

// NamesOf returns the names that imply a role in a place.
func NamesOf(role Role, in Place) []string {
	var names []string
	for _, n := range roleNames {
		if n.role == role && n.in&in != 0 {
			names = append(names, n.name)
		}
	}
	return names
}

// Columns holds the columns to which the user gives a role, as written.
type Columns struct {
	Of     [roleCount]string // by role; "" for none
	Inputs []string          // names of the inputs; nil for all columns without a role
	// Ordered reports that inputs are in the order of Inputs, not in that of a
	// file.
	Ordered bool
	Drop    []string
	// Lacking maps a column of Drop to the error of a file that lacks it, or to
	// nil if any file has it. With a nil map each file must have all columns of
	// Drop.
	Lacking map[string]error
	// Clock holds what --clock states besides the column's name.
	Clock StatedClock
}

// Flag returns the first given flag that names a column and is not allowed, or
// "".
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

// Names reports whether a flag names the column: for a role, to drop it, or as
// an input.
func (c Columns) Names(column string) bool {
	all := slices.Concat(c.Of[:], SegmentKeys(c.Of[SegmentName]), c.Drop, c.Inputs)
	return slices.ContainsFunc(all, func(name string) bool { return name != "" && message.Clean(name) == column })
}

// Roles holds the use of each column of a file, as column indices.
type Roles struct {
	Of [roleCount]int // -1 for a role without a column
	// Keys holds the columns that identify the segment together; nil for a single one. The
	// first also has the role SegmentName.
	Keys []int
	// Inputs holds the columns without a role.
	Inputs []int
}

// has reports whether the column is a label, a segment name, a group, a target
// or an importance.
func (r *Roles) has(column int) bool {
	return slices.Contains(r.Of[:CutBy], column) || slices.Contains(r.Keys, column)
}

// Cuts reports whether any column divides the rows into segments.
func (r Roles) Cuts() bool {
	return r.Of[SegmentName] >= 0 || r.Of[Group] >= 0 || r.Of[CutBy] >= 0 || r.Of[SplitColumn] >= 0
}

// withOwn returns the columns with the file's own roles added where no flag
// names a column for the role.
func (c Columns) withOwn(own map[Role]string) Columns {
	for role, column := range own {
		if c.Of[role] == "" && !c.Drops(column) {
			c.Of[role] = column
		}
	}
	return c
}

// Assign assigns roles to the columns of a file. The file's own roles apply
// where no flag names a column. Columns without a role are inputs unless left
// excludes them.
func (c Columns) Assign(path string, names []string, own map[Role]string, left []bool) (Roles, error) {
	var r Roles
	var unknown []error // all at once, so that one remedy corrects them
	used := map[int]string{}
	c = c.withOwn(own)
	for role, column := range c.Of {
		i, err := FindColumn(path, names, flags[role], column)
		if Role(role) == SegmentName {
			i, err = r.assignKeys(path, names, c.keysIn(names), used)
		}
		if err != nil {
			unknown = append(unknown, err)
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
		if c.lacksDropped(name, err) {
			continue
		} else if err != nil {
			unknown = append(unknown, err)
			continue
		}
		if flag, ok := used[i]; ok && flag != "drop" {
			return r, message.Usagef("--drop %s: the column is also given with --%s; leave one of the two out", message.Clean(name), flag)
		}
		used[i] = "drop"
	}
	chosen, slips, err := c.markInputs(path, names, used)
	if err != nil {
		return r, err
	}
	if unknown = append(unknown, slips...); unknown != nil {
		return r, message.Unknown(unknown)
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

// assignKeys assigns the columns that identify the segment together, and returns the first.
func (r *Roles) assignKeys(path string, names, keys []string, used map[int]string) (int, error) {
	if len(keys) == 1 {
		return FindColumn(path, names, SegmentName.String(), keys[0])
	}
	var unknown []error
	for _, key := range keys {
		i, err := FindColumn(path, names, SegmentName.String(), key)
		switch {
		case err != nil:
			unknown = append(unknown, err)
		case i < 0:
			unknown = append(unknown, message.Usagef("--segment: a column name is empty"))
		default:
			used[i] = SegmentName.String()
			r.Keys = append(r.Keys, i)
		}
	}
	if unknown != nil {
		return -1, message.Unknown(unknown)
	}
	return r.Keys[0], nil
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

// lacksDropped reports whether a file lacks a dropped column, and
// records the error for [Columns.CheckDropped] while no file has it.
func (c Columns) lacksDropped(name string, err error) bool {
	if before, ok := c.Lacking[name]; c.Lacking != nil && (err == nil || !ok || before != nil) {
		c.Lacking[name] = err
	}
	return c.Lacking != nil && err != nil
}

// CheckDropped returns the errors of dropped columns that no file has.
func (c Columns) CheckDropped() error {
	var unknown []error
	for _, name := range c.Drop {
		if err := c.Lacking[name]; err != nil {
			unknown = append(unknown, err)
		}
	}
	return message.Unknown(unknown)
}

// markInputs marks the columns that --columns names as inputs, and returns nil
// if it names none, and the errors of unknown names. used holds the columns with a role.
func (c Columns) markInputs(path string, names []string, used map[int]string) (chosen []bool, unknown []error, err error) {
	if len(c.Inputs) == 0 {
		return nil, nil, nil
	}
	chosen = make([]bool, len(names))
	for _, name := range c.Inputs {
		if name == "" {
			return nil, nil, message.Usagef("--columns: a column name is empty")
		}
		i, err := FindColumn(path, names, "columns", name)
		if err != nil {
			unknown = append(unknown, err)
			continue
		}
		if flag, ok := used[i]; ok {
			return nil, nil, message.Usagef("--columns %s: the column is also given with --%s; leave one of the two out", message.Clean(name), flag)
		}
		chosen[i] = true
	}
	return chosen, unknown, nil
}

// FindColumn returns the index of the column that a flag names, or -1 for an
// empty name.
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

// RoleFields returns the fields that flags add to the segments of a table.
func (c Columns) RoleFields() []string {
	var fields []string
	for _, role := range []Role{Label, SegmentName, Group} {
		if c.Of[role] != "" {
			fields = append(fields, role.String(), message.Clean(c.Of[role]))
		}
		if keys := SegmentKeys(c.Of[role]); role == SegmentName && len(keys) > 1 {
			fields = append(fields, CleanNames(keys)...)
		}
	}
	return fields
}

// countNames holds the names of columns that are row numbers if their values
// are consecutive.
var countNames = []string{"row", "rows", "rowid", "row_number", "rownum", "index", "idx", "id", "no", "no.", "nr", "#", "unnamed: 0", "__index_level_0__", "sample", "frame", "frame#", "record", "recnum", "sequence"}

// cycleNames holds the letters of the names of columns that number packets or samples of a device
// and start again after a fixed number of them.
var cycleNames = []string{"nseq", "seq", "seqno", "seqnum", "sequencenumber", "packet", "packetnumber", "packetnum", "packetcounter", "packetcount", "packetindex", "packetid", "pkt", "pktnum",
	"sampleindex", "samplecounter", "samplecount", "counter", "eegcounter", "framecounter", "messagecount", "msgcount"}

// CountsRows reports whether a column numbers the rows, by its name and its
// first values. As an input it would be the slowest of all, and meaningless.
func CountsRows(name string, x []float64) bool {
	name = strings.ToLower(name)
	letters := strings.Map(func(r rune) rune { // of a second device: nSeq 2
		if strings.ContainsRune(" _.-#0123456789", r) {
			return -1
		}
		return r
	}, name)
	if slices.Contains(cycleNames, letters) {
		return isCycle(x, strings.HasPrefix(letters, "packet") || strings.HasPrefix(letters, "pkt"))
	}
	if !slices.Contains(countNames, name) {
		return false
	}
	for i, v := range x {
		if v != x[0]+float64(i) {
			return false
		}
	}
	return len(x) >= 3
}

// mostLost is the share of the steps of a device's counter that may miss numbers, as packets were
// lost.
const mostLost = 0.05

// isCycle reports whether whole numbers count by one step, mostly 1, and restart within a step of
// the least after the largest. Packets of several rows repeat their number.
func isCycle(x []float64, repeats bool) bool {
	if len(x) < 3 {
		return false
	}
	var rises []float64
	for i, v := range x {
		if v != math.Trunc(v) {
			return false
		}
		if i > 0 && v > x[i-1] {
			rises = append(rises, v-x[i-1])
		}
	}
	if rises == nil {
		return false
	}
	slices.Sort(rises)
	step, least, most := rises[len(rises)/2], slices.Min(x), slices.Max(x)
	cycle := most - least + 1
	steps, lost := 0, 0
	for i, v := range x {
		if i == 0 || repeats && v == x[i-1] {
			continue
		}
		anew := x[i-1] > most-step && v < least+step
		if steps++; !anew && math.Mod(v-x[i-1]+cycle, cycle) != step {
			lost++
		}
	}
	return steps > 1 && float64(lost) <= mostLost*float64(steps)
}
