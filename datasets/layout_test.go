package datasets

import (
	"context"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"gonum.org/v1/gonum/mat"
)

func TestTableLayouts(t *testing.T) {
	want := mat.NewDense(3, 2, []float64{1.5, -2, 1000, 0.25, 3, -0.5})
	for _, c := range []struct{ name, text, inputs, note string }{
		{"no header", "1.5,-2\n1e3,.25\n3,-.5\n", "x1,x2", "no header line; the columns are named x1 to x2"},
		{"no header, spaces", "  1.5   -2\n 1e3  .25\n\n 3 -.5", "x1,x2", "no header line"},
		{"no header, decimal comma", "1,5;-2\n1e3;,25\n3;-,5\n", "x1,x2", "no header line"},
		{"for Excel", "sep=;\na;b\n1,5;-2\n1e3;,25\n3;-,5\n", "a,b", ""},
		{"comments", "# made by a program\n% for you\na,b\n1.5,-2\n# in between\n1e3,.25\n3,-.5\n", "a,b", "left out: 3 comments (the first is line 1)"},
		{"header in a comment", "# a b\n1.5 -2\n1e3 .25\n3 -.5\n", "a,b", `named by the comment "# a b"`},
		{"header whose first name is the sign", "#;when;a;end of file\n1;2020-01-01;1.5;-2\n2;2020-01-02;1e3;.25\n3;2020-01-03;3;-.5\n", "a,end of file", `named by the comment "#;when;a;end of file"`},
		{"header in a comment of another sort", "%a,b\n1.5 -2\n1e3 .25\n3 -.5\n", "a,b", "named by the comment"},
		{"prose in a comment", "# some words of prose\n1.5 -2\n1e3 .25\n3 -.5\n", "x1,x2", "no header line"},
		{"trailing delimiters", "a,b,\n1.5,-2,\n1e3,.25,\n3,-.5,\n", "a,b", "empty fields at the ends"},
		{"trailing delimiters in rows", "a,b\n1.5,-2,\n1e3,.25,,\n3,-.5\n", "a,b", "empty fields at the ends"},
		{"trailing delimiters, no header", "1.5,-2,\n1e3,.25,\n3,-.5,\n", "x1,x2", "no header line"},
		{"empty rows", "a,b\n1.5,-2\n,\n1e3,.25\n3,-.5\n,\n", "a,b", "left out: 2 empty rows (the first is line 3)"},
		{"counted columns", ",0,1\n0,1.5,-2\n1,1e3,.25\n2,3,-.5\n", "0,1", "counts the columns"},
		{"dates as row names", ",a,b\n2020-01-01,1.5,-2\n2020-01-02,1e3,.25\n2020-01-03,3,-.5\n", "a,b", "the column time is the time of each row, not an input; a row every 24 h"},
		{"row numbers without a name", "a b\n1 1.5 -2\n2 1e3 .25\n3 3 -.5\n", "a,b", "the first column has no name; taken as row numbers"},
		{"two times", "from,to,a,b\n2020-01-01,2020-01-02,1.5,-2\n2020-01-02,2020-01-03,1e3,.25\n2020-01-03,2020-01-04,3,-.5\n", "a,b", "further columns of times left out: to; choose the one to use with --clock"},
		{"date and time", "day time a b\n2020-01-01 10:00:00 1.5 -2\n2020-01-01 10:00:10 1e3 .25\n2020-01-01 10:00:20 3 -.5\n", "a,b", "the column day and time is the time of each row"},
		{"days first", "a;t;b\n1,5;30.01.2020 23:59;-2\n1e3;31.01.2020 00:00;,25\n3;31.01.2020 00:01;-,5\n", "a,b", "a row every 1 min"},
		{"numbers of time", "time_ms,a,b\n0,1.5,-2\n10,1e3,.25\n20,3,-.5\n", "a,b", "a row every 10 ms"},
		{"time since 1970", "timestamp,a,b\n1600000000000,1.5,-2\n1600000000500,1e3,.25\n1600000001000,3,-.5\n", "a,b", "a row every 500 ms"},
		{"a gap and a step back", "time,a,b\n0,1.5,-2\n1,1e3,.25\n0.5,3,-.5\n", "time,a,b", ""},
	} {
		s := mustOpen(t, Options{Paths: []string{write(t, "x.csv", c.text)}})
		if got := strings.Join(s.Inputs, ","); got != c.inputs || c.note != "" && !hasNote(s, c.note) {
			t.Errorf("%s: inputs %s, notes %q", c.name, got, s.Notes)
		}
		if len(s.Inputs) == 2 && !mat.Equal(s.X, want) {
			t.Errorf("%s: %v", c.name, mat.Formatted(s.X))
		}
	}
}

// TestTableColumnsWithRoles checks that a requested role overrides the one that
// a column seems to have.
func TestTableColumnsWithRoles(t *testing.T) {
	path := write(t, "x.csv", "date,x,class\n2020-01-01,1,0\n2020-01-01,2,0\n2020-01-02,3,1\n2020-01-02,5,1\n")
	s := mustOpen(t, Options{Paths: []string{path}, Segment: "date"})
	if len(s.Segments) != 2 || s.Segments[1].Name != "2020-01-02" || !slices.Equal(s.Inputs, []string{"x", "class"}) || s.Rate != 0 {
		t.Errorf("%v", s)
	}
	if !hasNote(s, "class is read as an input; if it is not a measurement, add --label class or --drop class") {
		t.Errorf("notes %q", s.Notes)
	}
	if s = mustOpen(t, Options{Paths: []string{path}, Drop: []string{"date"}, Label: "class"}); len(s.Notes) != 0 {
		t.Errorf("notes %q", s.Notes)
	}
}

// A first column without a name that holds fractions numbers no rows: it is a column where the
// header has a place for it or its numbers rise, and else the rows have a field too many.
func TestFirstColumnsWithoutAName(t *testing.T) {
	for _, text := range []string{",a,b\n0.5,1,2\n0.75,4,3\n1,5,9\n", "a,b\n0.5,1,2\n0.75,4,3\n1,5,9\n", ",a,b\n0.5,1,2\n0.25,4,3\n1,5,9\n"} {
		s := mustOpen(t, Options{Paths: []string{write(t, "x.csv", text)}})
		if !slices.Equal(s.Inputs, []string{"index", "a", "b"}) || s.X.At(2, 0) != 1 || s.X.At(2, 2) != 9 || hasNote(s, "row numbers") {
			t.Errorf("%q: inputs %q, notes %q", text, s.Inputs, s.Notes)
		}
	}
	failure(t, Options{Paths: []string{write(t, "x.csv", "a,b\n0.5,1,2\n0.25,4,3\n1,5,9\n")}}, false, "x.csv:2: 3 fields, but the header has 2 names")
	s := mustOpen(t, Options{Paths: []string{write(t, "x.csv", "a,b\n7,1,2\n3,4,3\n5,5,9\n")}})
	if !slices.Equal(s.Inputs, []string{"a", "b"}) || !hasNote(s, "taken as row numbers") {
		t.Errorf("inputs %q, notes %q", s.Inputs, s.Notes)
	}
}

func TestTableOfOneKindOfText(t *testing.T) {
	path := write(t, "iris.data", "5.1,3.5,Iris-setosa\n4.9,3.0,Iris-setosa\n4.9,3.0,Iris-virginica\n4.8,3.0,Iris-virginica\n")
	failure(t, Options{Paths: []string{path}}, false, ":1:", "column x3 holds text", "Iris-setosa", "--drop x3")
	s := mustOpen(t, Options{Paths: []string{path}, Label: "x3"})
	if n, d := s.X.Dims(); n != 4 || d != 2 || !slices.Equal(s.Classes, []string{"Iris-setosa", "Iris-virginica"}) {
		t.Errorf("%v", s)
	}
}

func TestSplitMissing(t *testing.T) {
	text := "a,b,s\n1,2,u\n3,4,u\n5,NA,u\n7,8,u\n9,10,u\n,1,v\n1,1,v\n2,2,v\n"
	s := openSplit(t, Options{Paths: []string{write(t, "x.csv", text)}, Segment: "s"})
	want := []data.Segment{{Name: "u", Group: "", Start: 0, End: 2, Series: 1}, {Name: "u#2", Start: 2, End: 4, Series: 1}, {Name: "v", Group: "", Start: 4, End: 6, Held: false, Aside: false}}
	if !slices.Equal(s.Segments, want) || !hasNote(s, "left out: 2 incomplete rows (the first is line 4)") {
		t.Errorf("%v %q", s.Segments, s.Notes)
	}
	if s.X.At(2, 0) != 7 || s.X.At(4, 1) != 1 {
		t.Errorf("%v", mat.Formatted(s.X))
	}
	s = openSplit(t, Options{Paths: []string{write(t, "y.csv", "a,b\n1,2\n3,4\n5,inf\n7,8\n9,10\n")}})
	want = []data.Segment{{Name: "y.csv", Group: "", Start: 0, End: 2, Series: 1}, {Name: "y.csv#2", Start: 2, End: 4, Series: 1}}
	if !slices.Equal(s.Segments, want) {
		t.Errorf("%v", s.Segments)
	}
}

func TestTransposed(t *testing.T) {
	// four variables with different scales, of sixteen samples and more
	var text strings.Builder
	for _, scale := range []string{"e-3", "e0", "e2", "e5"} {
		for i := range 20 {
			text.WriteString(" 1." + string(rune('0'+i%10)) + scale)
		}
		text.WriteByte('\n')
	}
	s := mustOpen(t, Options{Paths: []string{write(t, "x.dat", text.String())}})
	if n, d := s.X.Dims(); n != 20 || d != 4 || s.X.At(1, 3) != 1.1e5 || !hasNote(s, "taken as stored transposed, because each row has its own scale") {
		t.Errorf("%v", s)
	}
	// rows of one scale may be samples or variables
	plain := strings.NewReplacer("e-3", "", "e0", "", "e2", "", "e5", "").Replace(text.String())
	path := write(t, "y.dat", plain)
	s = mustOpen(t, Options{Paths: []string{path}})
	if n, d := s.X.Dims(); n != 4 || d != 20 || !hasNote(s, "4 rows of 20 columns; if each row is a variable, read it with --transpose") {
		t.Errorf("%v", s)
	}
	// a table next to it decides
	s = mustOpen(t, Options{Paths: []string{path}, TestPaths: []string{write(t, "z.dat", "1 2 3 4\n5 6 7 8\n")}})
	if n, d := s.X.Dims(); n != 22 || d != 4 || !hasNote(s, "because it has as many rows as z.dat has columns") {
		t.Errorf("%v", s)
	}
	// with names in the first column, on request
	s = openTransposed(t, Options{Paths: []string{write(t, "n.csv", "a,1,2,3\nb,4,5,6\nclass,u,u,v\n")}, Label: "class"})
	if !mat.Equal(s.X, mat.NewDense(3, 2, []float64{1, 4, 2, 5, 3, 6})) || !slices.Equal(s.Inputs, []string{"a", "b"}) || s.Label[2] != 1 {
		t.Errorf("%v", s)
	}
}

func TestTransposedBesideTooWideTable(t *testing.T) {
	wide := write(t, "x.dat", strings.Repeat("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20\n", 4))
	long := write(t, "z.dat", "1 2 3 4\n"+strings.Repeat("1 ", 1_000_001)+"\n")
	_, err := Open(context.Background(), Options{Paths: []string{wide}, TestPaths: []string{long}}, nil)
	if err == nil || !strings.Contains(err.Error(), "z.dat:2: ") {
		t.Errorf("%v", err)
	}
}

// openTransposed opens a set by its columns.
func openTransposed(t *testing.T, o Options) *data.Set {
	t.Helper()
	o.Transpose = true
	return mustOpen(t, o)
}

// openSplit opens a set whose segments end at missing numbers.
func openSplit(t *testing.T, o Options) *data.Set {
	t.Helper()
	o.Missing = "split"
	return mustOpen(t, o)
}
