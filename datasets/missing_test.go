package datasets

import (
	"archive/zip"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/internal/sample"
	"gonum.org/v1/gonum/mat"
)

// TestMissingValues treats numbers and words as missing in tables, arrays and
// series, and leaves other columns than inputs unchanged.
func TestMissingValues(t *testing.T) {
	table := write(t, "a.csv", "x,y,what\n1,2,-200\n-200,3,-200\n2,no data,-200\n3,4,7\n4,5,7\n")
	array := write(t, "a.npz", sample.NPZ(t, zip.Store, map[string]sample.NPY{
		"X":     {Descr: "<f4", Shape: "(5, 2)", Body: sample.Pack("<f4", 1, 2, -200.1, 3, 2, -200.1, 3, 4, 4, 5)},
		"label": {Descr: "<f8", Shape: "(5,)", Body: sample.Pack("<f8", -200.1, -200.1, -200.1, 7, 7)}}))
	series := write(t, "a.ts", "@classLabel true -200\n@data\n1,-200,2,3:-200\n2,3,4,5:-200\n")
	o := Options{Paths: []string{table}, Label: "what", MissingValues: []string{"-200", "No Data"}}
	failure(t, o, false, "a.csv:3: column x: \"-200\" stands for a missing number", "--missing split")
	o.Missing = "split"
	if s := mustOpen(t, o); !mat.Equal(s.X, mat.NewDense(3, 2, []float64{1, 2, 3, 4, 4, 5})) || strings.Join(s.Classes, " ") != "-200 7" || s.Found.Missing != 2 {
		t.Errorf("the table is %v, classes %q, found %+v", mat.Formatted(s.X), s.Classes, s.Found)
	}
	s := mustOpen(t, Options{Paths: []string{array}, Missing: "interpolate:1", MissingValues: []string{"-200.1"}})
	if !mat.EqualApprox(s.X, mat.NewDense(5, 2, []float64{1, 2, 1.5, 3, 2, 3.5, 3, 4, 4, 5}), 1e-12) || len(s.Classes) != 2 {
		t.Errorf("the array is %v, classes %q", mat.Formatted(s.X), s.Classes)
	}
	if s := mustOpen(t, Options{Paths: []string{series}, Missing: "split", MissingValues: []string{"-200"}}); len(s.Segments) != 3 || s.Classes[0] != "-200" {
		t.Errorf("the series are %v, classes %q", s.Segments, s.Classes)
	}
	o = Options{Paths: []string{table}, Drop: []string{"y", "what"}, Target: "x", MissingValues: []string{"-200"}}
	o.Drop, o.Target = []string{"y"}, "what"
	failure(t, o, false, "column what: \"-200\" stands for a missing number")
	failure(t, Options{Paths: []string{table}, MissingValues: []string{" "}}, true, "--missing-value: it is empty")
	failure(t, Options{Paths: []string{"sounds"}, MissingValues: []string{"1"}}, true, "there is no such file")
	empty := write(t, "empty.csv", "a,b\n1,\n2,\n3,\n")
	failure(t, Options{Paths: []string{empty}, Missing: "split"}, false, "a number is missing in each of its 3 rows; leave out columns that are mostly empty with --drop")
	wav := write(t, "a.wav", sample.WAV{Values: []float64{0, 0.5, 0.25}}.Build())
	failure(t, Options{Paths: []string{wav}, MissingValues: []string{"1"}}, true, "--missing-value is for tables and arrays")
}

// TestClocks reads a date next to a time of day, in the usual notations.
func TestClocks(t *testing.T) {
	for name, c := range map[string]struct {
		head, row string // of an hour: DD is the day, HH the hour, X a number
		first     int    // day
	}{
		"dots":                       {"Date;Time;x;y", "DD/03/2004;HH.00.00;X,5;2", 10},
		"colons":                     {"Time,x,Date", "HH:00:00,X,2004-03-DD", 10},
		"months first":               {"date\ttime\tx", "03/DD/2004\tHH:00 \tX", 10},
		"days first, from the 1st":   {"Date;Time;x", "DD/03/2004;HH.00.00;X", 1},
		"months first, from the 1st": {"date\ttime\tx", "03/DD/2004\tHH:00 \tX", 1},
		"together":                   {"when,x", "DD.03.2004 HH.00.00,X", 10},
	} {
		var b strings.Builder
		b.WriteString(c.head + "\n")
		for i := range 480 {
			b.WriteString(strings.NewReplacer("DD", fmt.Sprintf("%02d", c.first+i/24), "HH", fmt.Sprintf("%02d", i%24), "X", fmt.Sprint(i*i%17)).Replace(c.row) + "\n")
		}
		s := mustOpen(t, Options{Paths: []string{write(t, "a.csv", b.String())}})
		if math.Abs(s.Rate-1./3600) > 1e-9 || len(s.Inputs) > 2 || s.Inputs[0] != "x" || len(s.Found.Gaps) > 0 {
			t.Errorf("%s: %g samples a second, inputs %q, notes %q", name, s.Rate, s.Inputs, s.Notes)
		}
	}
	for cell, clock := range map[string]bool{"18.00.00": true, "24.12.99": true, "24.13.99": false, "23.12.59": true, "25.00.00": false, "1.00.00": false, "18.00": false, "18.60.00": false} {
		s, err := Open(t.Context(), Options{Paths: []string{write(t, "a.csv", "at,x\n"+cell+",1\n"+cell+",2\n")}}, nil)
		if isTime := err == nil && len(s.Inputs) == 1; isTime != clock {
			t.Errorf("%s: a time %v, want %v (%v)", cell, isTime, clock, err)
		}
	}
}

// --missing does not repair a missing target, so that the error does not
// propose it.
func TestMissingTarget(t *testing.T) {
	for cell, want := range map[string]string{"": "column y is empty", "NaN": "stands for a missing number", "oops": "is not a number"} {
		path := write(t, "y.csv", "a,y\n1,2\n2,"+cell+"\n3,4\n")
		_, err := Open(t.Context(), Options{Paths: []string{path}, Target: "y", Missing: "interpolate:3"}, nil)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "delete the line: a target must be a number in every row") || strings.Contains(err.Error(), "interpolate:3") {
			t.Errorf("%q: %v", cell, err)
		}
	}
}

// An empty name is refused as empty.
func TestEmptyName(t *testing.T) {
	failure(t, Options{Paths: []string{""}}, true, "the name of a file is empty")
}

// The runs of a segment between missing numbers are pieces of one series, as
// are those between gaps of its clock, so that a split assigns them together.
// Other segments do not belong to it.
func TestMissingNumbersPartASeries(t *testing.T) {
	table := "trial,x,y\na,1,2\na,2,\na,3,4\na,4,5\nb,1,1\nb,2,1\nc,5,1\nc,6,1\nc,,1\nc,,1\nc,7,2\nc,8,9\n"
	cut := "x,c\n1,p\n2,p\n,p\n3,q\n4,q\n,q\n5,q\n6,q\n"
	clocked := "t_s,x\n"
	for i := range 60 {
		x := fmt.Sprint(i)
		if i == 10 || i == 50 {
			x = ""
		}
		clocked += fmt.Sprintf("%d,%s\n", i+i/30*100, x)
	}
	array := string(sample.NPZ(t, zip.Store, map[string]sample.NPY{
		"X":       {Descr: "<f8", Shape: "(7, 1)", Body: sample.Pack("<f8", 1, 2, math.NaN(), 3, 4, 5, 6)},
		"segment": {Descr: "<i8", Shape: "(7,)", Body: sample.Pack("<i8", 1, 1, 1, 1, 1, 2, 2)}}))
	series := "@classLabel true a b\n@data\n1,2,?,3,4:a\n1,2,3:b\n5,6,?,?,7,8:a\n"
	for name, c := range map[string]struct {
		file, text string
		o          Options
		series     []int // of each segment
	}{
		"a table":        {"x.csv", table, Options{Missing: "split", Segment: "trial"}, []int{1, 1, 0, 2, 2}},
		"cut by a state": {"x.csv", cut, Options{Missing: "split", CutBy: "c"}, []int{1, 2, 2}},
		"a leap, too":    {"x.csv", clocked, Options{Missing: "split", Clock: "t_s"}, []int{1, 1, 1, 1}},
		"a leap, filled": {"x.csv", clocked, Options{Missing: "interpolate:1", Clock: "t_s"}, []int{1, 1}},
		"runs to fill":   {"x.csv", table, Options{Missing: "interpolate:1", Segment: "trial"}, []int{0, 0, 1, 1}},
		"an array":       {"x.npz", array, Options{Missing: "split"}, []int{1, 1, 0}},
		"a .ts file":     {"x.ts", series, Options{Missing: "split"}, []int{1, 1, 0, 2, 2}},
	} {
		c.o.Paths = []string{write(t, c.file, c.text)}
		var got []int
		for _, segment := range mustOpen(t, c.o).Segments {
			got = append(got, segment.Series)
		}
		if !slices.Equal(got, c.series) {
			t.Errorf("%s: segments of the series %d, want %d", name, got, c.series)
		}
	}
}
