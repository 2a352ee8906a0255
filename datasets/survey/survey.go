package survey

// MaxRows is how many rows of all files are looked at.
const MaxRows = 200_000

// Survey is what files hold.
type Survey struct {
	Files []File
	// Test is a file beside the only one that is named as its test part, "" for none.
	Test string
	// Columns are those of tables, in the order in which the files name them; nil of
	// what has no columns with names.
	Columns []*Column
	// Rows is how many rows were looked at, More that there are others.
	Rows int
	More bool
	// Tables is how many files with columns were looked at.
	Tables int

	at    []*Column // the columns of the file that is read
	named map[string]*Column
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
	s.Tables++
	s.at = make([]*Column, len(names))
	if s.named == nil {
		s.named = map[string]*Column{}
	}
	for i, name := range names {
		c := s.named[name]
		if c == nil {
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
func (s *Survey) Named(name string) *Column { return s.named[name] }
