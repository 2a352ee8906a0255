package survey

import "slices"

// MaxRows is how many rows of all files are looked at.
const MaxRows = 200_000

// Survey is what files hold.
type Survey struct {
	Files []File
	// Columns are those of tables, in the order in which the files name them; nil of
	// what has no columns with names.
	Columns []*Column
	// Rows is how many rows were looked at, More that there are others.
	Rows int
	More bool

	at   []*Column // the columns of the file that is read
	last []int     // the value of each of them in the row before
}

// File is a file by what its name tells.
type File struct {
	Path, Base string
	Size       int64
	Sort       string            // what it is, with an article: "a WAV file"
	Fields     map[string]string // what a manifest or its folder tells of it
	Held       bool              // test data
}

// Begin starts a file with columns of these names.
func (s *Survey) Begin(names []string) {
	s.at, s.last = make([]*Column, len(names)), make([]int, len(names))
	for i, name := range names {
		at := slices.IndexFunc(s.Columns, func(c *Column) bool { return c.Name == name })
		if at < 0 {
			at = len(s.Columns)
			s.Columns = append(s.Columns, &Column{Name: name, Whole: true, index: map[string]int{}})
		}
		s.at[i] = s.Columns[at]
		s.at[i].file = true
	}
}

// Row begins a further row; false where enough were looked at.
func (s *Survey) Row() bool {
	if s.Rows == MaxRows {
		s.More = true
		return false
	}
	s.Rows++
	return true
}

// Column is a column of the file that is read, by its place there.
func (s *Survey) Column(i int) *Column { return s.at[i] }

// Named is the column of a name, nil for none.
func (s *Survey) Named(name string) *Column {
	if i := slices.IndexFunc(s.Columns, func(c *Column) bool { return c.Name == name }); i >= 0 {
		return s.Columns[i]
	}
	return nil
}
