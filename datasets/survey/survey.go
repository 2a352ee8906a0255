package survey

import (
	"slices"

	"example.com/sfatui/datasets/storage"
)

// MaxRows is the maximum number of rows surveyed over all files.
const MaxRows = 200_000

// columnBytes is the memory in bytes of a column with few rows, in the survey and in its
// reports.
const columnBytes = 768

// Survey holds the description of files.
type Survey struct {
	Files []File
	// Test is the test part next to the only file, by its name; "" for none.
	Test string
	// Columns holds the columns of tables, in the order of the files; nil for
	// data without named columns.
	Columns []*Column
	// Rows is the number of rows surveyed; More reports that there are others.
	Rows int
	More bool
	// AllCompared reports that copies were compared in all rows, also beyond those surveyed.
	AllCompared bool
	// Tables is the number of files with columns.
	Tables int

	at    []*Column // the columns of the current file
	named map[string]*Column
	alike [][]*Column // the sets of columns with equal cells in all rows so far
}

// File describes a file by its name.
type File struct {
	Path, Base string
	Size       int64
	Sort       string            // its type with an article: "a WAV file"
	Fields     map[string]string // fields from a manifest or its folder
	Held       bool              // test data
}

// Begin starts a file with the named columns.
func (s *Survey) Begin(names []string) {
	s.Tables++
	s.at = make([]*Column, len(names))
	if s.named == nil {
		s.named = map[string]*Column{}
	}
	for i, name := range names {
		c := s.named[name]
		if c == nil {
			storage.Expect(columnBytes)
			c = &Column{Name: name, Whole: true}
			s.Columns, s.named[name] = append(s.Columns, c), c
		}
		c.file, c.most = true, 0
		if s.Tables == 1 {
			c.most = maxHead / len(names)
		}
		c.Files++
		s.at[i] = c
	}
	if s.Tables == 1 && len(names) > 0 {
		s.alike = [][]*Column{slices.Clone(s.Columns)}
	}
}

// Row starts a further row; false if enough are surveyed.
func (s *Survey) Row() bool {
	if s.Rows == MaxRows {
		s.More = true
		return false
	}
	s.splitAlike()
	s.Rows++
	return true
}

// Compared returns the columns of the current file, by index, that are copies in all rows so far.
// Of the rows beyond [MaxRows], their cells are set and compared with CompareRow.
func (s *Survey) Compared() []int {
	copies := slices.Concat(s.Copies()...)
	var columns []int
	for i, c := range s.at {
		if slices.Contains(copies, c) {
			columns = append(columns, i)
		}
	}
	return columns
}

// CompareRow compares the cells of copies in a row that is not surveyed. It reports whether
// columns are no longer copies.
func (s *Survey) CompareRow() (changed bool) {
	columns := func() (n int) {
		for _, set := range s.alike {
			n += len(set)
		}
		return n
	}
	before := columns()
	s.splitAlike()
	return columns() < before
}

// Column returns a column of the current file by its index.
func (s *Survey) Column(i int) *Column { return s.at[i] }

// Named returns the column with a name, nil for none.
func (s *Survey) Named(name string) *Column { return s.named[name] }
