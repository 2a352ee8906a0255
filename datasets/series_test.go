package datasets

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/internal/sample"
	"gonum.org/v1/gonum/mat"
)

func TestTS(t *testing.T) {
	text := sample.TSHead + "@univariate false\n@dimensions 2\n@equalLength false\n@classLabel true a b\n@data\n" +
		"1,2,3:4,5,6:a\n# between\n\n7,8:9,10:b\r\n1.5e1,?,?:2,?,NaN:a\n?,1,2:?,3,4:?\n"
	s := mustOpen(t, Options{Paths: []string{write(t, "p.ts", text)}})
	want := []data.Segment{{Name: "p.ts:1", Group: "", Start: 0, End: 3, Held: false, Aside: false}, {Name: "p.ts:2", Group: "", Start: 3, End: 5, Held: false, Aside: false}, {Name: "p.ts:3", Group: "", Start: 5, End: 6, Held: false, Aside: false}, {Name: "p.ts:4", Group: "", Start: 6, End: 8, Held: false, Aside: false}}
	if !slices.Equal(s.Segments, want) || !slices.Equal(s.Inputs, []string{"x1", "x2"}) || !slices.Equal(s.Classes, []string{"a", "b"}) {
		t.Errorf("%v", s)
	}
	if !mat.Equal(s.X, mat.NewDense(8, 2, []float64{1, 4, 2, 5, 3, 6, 7, 9, 8, 10, 15, 2, 1, 3, 2, 4})) || s.Label[7] != -1 {
		t.Errorf("%v %v", mat.Formatted(s.X), s.Label)
	}
	if !hasNote(s, "2 series were padded with missing values at an end") || !hasNote(s, "1 series without a label") {
		t.Errorf("%q", s.Notes)
	}
	s = mustOpen(t, Options{Paths: []string{write(t, "p.ts", text)}, Where: "label=a series=1..2"})
	if len(s.Segments) != 1 || s.Segments[0].Name != "p.ts:1" {
		t.Errorf("%v", s.Segments)
	}
	s = mustOpen(t, Options{Paths: []string{write(t, "r.ts", sample.TSHead+"@univariate true\n@targetlabel true\n@data\n1,2,3:0.5\n4,5,7:-1e2\n")}})
	if s.TargetName != "target" || !slices.Equal(s.Target, []float64{.5, .5, .5, -100, -100, -100}) {
		t.Errorf("%v", s)
	}
	s = mustOpen(t, Options{Paths: []string{write(t, "n.ts", "@classLabel false\n@data\n1,2,3\n4,5,7\n")}})
	if len(s.Segments) != 2 || s.Classes != nil {
		t.Errorf("%v", s)
	}
}

func TestChannelsOfSeries(t *testing.T) {
	ts := sample.TSHead + "@dimensions 3\n@classLabel true a b\n@data\n1,2:3,?:5,6:a\n7,8:9,0:1,2:b\n"
	arff := "@relation r\n@attribute s relational\n@attribute t1 numeric\n@attribute t2 numeric\n@end s\n@attribute c {a,b}\n@data\n'1,2\\n3,?\\n5,6',a\n'7,8\\n9,0\\n1,2',b\n"
	for path, text := range map[string]string{"c.ts": ts, "c.arff": arff} {
		path := write(t, path, text)
		for _, o := range []Options{{Columns: []string{"x3", "x1"}}, {Drop: []string{"x2"}}} {
			o.Paths = []string{path}
			s := mustOpen(t, o)
			if !slices.Equal(s.Inputs, []string{"x1", "x3"}) || len(s.Segments) != 2 || len(s.Classes) != 2 || !mat.Equal(s.X, mat.NewDense(4, 2, []float64{1, 5, 2, 6, 7, 1, 8, 2})) {
				t.Errorf("%s: %v %v", path, s, mat.Formatted(s.X))
			}
		}
		for _, c := range []struct {
			o     Options
			wants []string
		}{
			{Options{Columns: []string{"x4"}}, []string{"--columns x4", "x1, x2 or x3"}},
			{Options{Drop: []string{"y"}}, []string{"--drop y", "x1, x2, x3"}},
			{Options{Drop: []string{"x1", "x2", "x3"}}, []string{"no column is left"}},
			{Options{Columns: []string{"x1"}, Drop: []string{"x1"}}, []string{"--columns x1", "--drop"}},
			{Options{Columns: []string{"x3"}, Segment: "x1"}, []string{"channels", "--columns and --drop"}},
		} {
			c.o.Paths = []string{path}
			failure(t, c.o, true, c.wants...)
		}
	}
	failure(t, Options{Paths: []string{write(t, "m.ts", "@classLabel true a\n@data\n1,2,3:4,?,6:a\n")}, Columns: []string{"x2"}}, false, ":3:", "value 2 of dimension 2")
}

// Values of a .ts file may follow their times, which determine the rate.
func TestTSStamps(t *testing.T) {
	const header = "@timeStamps true\n@classLabel true a b\n@data\n"
	s := mustOpen(t, Options{Paths: []string{write(t, "p.ts", header+
		"(2007-01-01 00:00:00,1),(2007-01-01 00:00:10,2):(2007-01-01 00:00:00,3),(2007-01-01 00:00:10,4):a\n(2007-01-02 00:00:00,5),(2007-01-02 00:00:10,7):(2007-01-02 00:00:00,6),(2007-01-02 00:00:10,9):b\n")}})
	if !mat.Equal(s.X, mat.NewDense(4, 2, []float64{1, 3, 2, 4, 5, 6, 7, 9})) || s.Rate != 0.1 || len(s.Segments) != 2 || !slices.Equal(s.Label, []int{0, 0, 1, 1}) {
		t.Errorf("%v, rate %g, segments %v, labels %v", s.X.RawMatrix().Data, s.Rate, s.Segments, s.Label)
	}
	for text, note := range map[string]string{
		"(0,1),(5,2),(10,4):a\n(0,1),(5,3):b\n": "a value every 5 units, whose length is not known",
		"(0,1),(5,2),(11,4):a\n(0,1),(5,3):b\n": "those of 1 series are not evenly spaced",
	} {
		if s := mustOpen(t, Options{Paths: []string{write(t, "p.ts", header+text)}}); s.Rate != 0 || !hasNote(s, note) {
			t.Errorf("%q: rate %g, notes %q", text, s.Rate, s.Notes)
		}
	}
}

func TestTSErrors(t *testing.T) {
	for _, c := range []struct {
		text  string
		line  string
		wants []string
	}{
		{"", "", []string{"no @data"}},
		{"@problemName x\n", "", []string{"no @data"}},
		{"hello\n", ":1:", []string{"begin with @"}},
		{"@timeStamps true\n@data\n1,2\n", ":3:", []string{"not a pair of a time and a value"}},
		{"@timeStamps true\n@data\n(noon,2)\n", ":3:", []string{`"noon" is neither a date nor a number`}},
		{"@data\n", "", []string{"no series"}},
		{"@data\n(0,1),(1\n", ":2:", []string{"not a pair of a time and a value"}},
		{"@classLabel true a b\n@data\n1,2:a\n1,2:c\n", ":4:", []string{`"c" is not one`, "a, b"}},
		{"@dimensions 2\n@classLabel true a\n@data\n1,2:a\n", ":4:", []string{"1 dimension", "2"}},
		{"@classLabel true a\n@data\n1,2:a\n1,2:1,2:a\n", ":4:", []string{"2 dimensions"}},
		{"@dimensions 2\n@classLabel true a\n@data\n1,2:3:a\n", ":4:", []string{"dimension 1 has 2 values", "dimension 2 has 1"}},
		{"@classLabel true a\n@data\n1,x,2:a\n", ":3:", []string{`value 2, "x"`}},
		{"@classLabel true a\n@data\n1,?,2:a\n", ":3:", []string{"value 2 of dimension 1 is missing", "leave the series out"}},
		{"@targetlabel true\n@data\n1,2:a\n", ":3:", []string{`target "a" is not a number`}},
		{"@dimensions 99999999\n@data\n1\n", ":1:", []string{"not a number of dimensions"}},
		{"\xff\xfe@\x00\n", ":1:", []string{"UTF-16"}},
	} {
		failure(t, Options{Paths: []string{write(t, "p.ts", c.text)}}, false, append(c.wants, "p.ts"+c.line)...)
	}
	failure(t, Options{Paths: []string{write(t, "p.ts", "@data\n1,2\n")}, Label: "x"}, true, "--label")
	s := openSplit(t, Options{Paths: []string{write(t, "p.ts", "@classLabel true a\n@data\n1,2,?,3,4:a\n")}})
	if want := []data.Segment{{Name: "p.ts:1", Group: "", Start: 0, End: 2, Series: 1}, {Name: "p.ts:1#2", Start: 2, End: 4, Series: 1}}; !slices.Equal(s.Segments, want) {
		t.Errorf("%v", s.Segments)
	}
}

func TestARFFTable(t *testing.T) {
	path := write(t, "iris.arff", sample.Iris)
	s := mustOpen(t, Options{Paths: []string{path}})
	if !mat.Equal(s.X, mat.NewDense(4, 2, []float64{5.1, 3.5, 4.9, 3, 1, 0, 4.9, 3.2})) || !slices.Equal(s.Inputs, []string{"sepal length", "width"}) {
		t.Errorf("%v", mat.Formatted(s.X))
	}
	if !slices.Equal(s.Classes, []string{"Iris versicolor", "Iris-setosa"}) || !slices.Equal(s.Label, []int{1, 1, 0, -1}) || s.Rate != .5 ||
		!hasNote(s, "the attribute class is taken as the label") || !hasNote(s, "when is the time of each row") {
		t.Errorf("%v", s)
	}
	mustOpen(t, Options{Paths: []string{path}, Drop: []string{"when", "class"}})
	failure(t, Options{Paths: []string{path}, Label: "when"}, true, "times of the rows")
	text := strings.Replace(sample.Iris, "@DATA", "@attribute note string\n@DATA", 1)
	text = strings.NewReplacer("setosa\n", "setosa,'a \\'b\\''\n", "?\n", "?,''\n").Replace(text)
	failure(t, Options{Paths: []string{write(t, "i.arff", text)}}, false, "i.arff: column note holds text", `a 'b'`, "--drop note")
}

// The attribute that is named as the label is it, wherever it stands, and --clock names one of
// several dates.
func TestARFFRolesByName(t *testing.T) {
	const text = "@relation r\n@attribute Class {1,2}\n@attribute x numeric\n@attribute a date\n@attribute b date\n@attribute flag {3,4}\n@data\n" +
		"1,0.5,2020-01-01,2020-01-01T00:00:00,3\n2,1.5,2020-01-02,2020-01-01T00:00:10,4\n1,4,2020-01-03,2020-01-01T00:00:20,4\n"
	path := write(t, "a.arff", text)
	failure(t, Options{Paths: []string{path}}, false, `column flag holds text, not numbers ("3"): leave it out with --drop flag`)
	s := mustOpen(t, Options{Paths: []string{path}, Drop: []string{"flag"}})
	if !slices.Equal(s.Classes, []string{"1", "2"}) || s.Rate != 1./86400 || !hasNote(s, "further columns of times left out: b") {
		t.Errorf("classes %q, rate %g, notes %q", s.Classes, s.Rate, s.Notes)
	}
	s = mustOpen(t, Options{Paths: []string{path}, Drop: []string{"Class", "a"}, Label: "flag", Clock: "b"})
	if !slices.Equal(s.Classes, []string{"3", "4"}) || s.Rate != .1 || hasNote(s, "left out") {
		t.Errorf("classes %q, rate %g, notes %q", s.Classes, s.Rate, s.Notes)
	}
}

func TestARFFSeries(t *testing.T) {
	flat := "@relation r\n@attribute att0 numeric\n@attribute att1 real\n@attribute att2 numeric\n@attribute target {1,2}\n@data\n1,2,3,1\n4,5,?,2\n"
	path := write(t, "g.arff", flat)
	for _, label := range []string{"", "target"} {
		s := mustOpen(t, Options{Paths: []string{path}, Label: label})
		if want := []data.Segment{{Name: "g.arff:1", Group: "", Start: 0, End: 3, Held: false, Aside: false}, {Name: "g.arff:2", Group: "", Start: 3, End: 5, Held: false, Aside: false}}; !slices.Equal(s.Segments, want) || !slices.Equal(s.Label, []int{0, 0, 0, 1, 1}) {
			t.Errorf("%v", s)
		}
	}
	s := mustOpen(t, Options{Paths: []string{path}, Drop: []string{"att2"}})
	if n, d := s.X.Dims(); n != 2 || d != 2 || len(s.Segments) != 1 {
		t.Errorf("%v", s)
	}
	multi := "@relation r\n@attribute rel relational\n@attribute att0 numeric\n@attribute att1 numeric\n@end rel\n@attribute act {a,b}\n@data\n" +
		"'1,2,3\\n4,5,6',a\n\"7,8,9\\n1,1,2\\n\",b\n"
	s = mustOpen(t, Options{Paths: []string{write(t, "m.arff", multi)}})
	if !mat.Equal(s.X, mat.NewDense(6, 2, []float64{1, 4, 2, 5, 3, 6, 7, 1, 8, 1, 9, 2})) || len(s.Segments) != 2 || !slices.Equal(s.Classes, []string{"a", "b"}) ||
		!hasNote(s, "a series of 2 channels") {
		t.Errorf("%v", s)
	}
	failure(t, Options{Paths: []string{write(t, "m.arff", multi)}, Group: "act"}, true, "only --label")
}

func TestARFFErrors(t *testing.T) {
	const head = "@relation r\n@attribute a numeric\n@attribute c {u,v}\n@data\n"
	for _, c := range []struct {
		text  string
		wants []string
	}{
		{"", []string{"no @data"}},
		{"x\n", []string{":1:", "not a line of an ARFF header"}},
		{"@attribute\n", []string{":1:", "no name"}},
		{"@attribute a\n", []string{":1:", "no type"}},
		{"@attribute 'a\n", []string{":1:", "not closed"}},
		{"@attribute a complex\n", []string{":1:", `"complex"`}},
		{"@attribute a numeric\n@attribute a numeric\n@data\n", []string{":3:", "both named"}},
		{"@data\n", []string{":1:", "before any @attribute"}},
		{"@attribute r relational\n@data\n", []string{":2:", "@end"}},
		{"@attribute c {u,v}\n@data\nu\n", []string{"no numeric attribute"}},
		{head + "1\n", []string{":5:", "1 value", "2 attributes"}},
		{head + "1,w\n", []string{":5:", `"w" is not one`}},
		{head + "x,u\n", []string{":5:", "attribute a", `"x"`}},
		{head + "1,u,{5}\n", []string{":5:", "weight"}},
		{head + "1,'u\n", []string{":5:", "quote is not closed"}},
		{head + "1,'u'x\n", []string{":5:", "after its closing quote"}},
		{head + "{0 1\n", []string{":5:", "end with }"}},
		{head + "{7 1}\n", []string{":5:", `"7"`, "counted from 0"}},
		{head + "1,u\n?,u\n", []string{"row 2: column a is NaN"}},
		{head, []string{"no samples"}},
	} {
		failure(t, Options{Paths: []string{write(t, "a.arff", c.text)}}, false, append(c.wants, "a.arff")...)
	}
}

func TestUCR(t *testing.T) {
	text := "2\t0.5\t-1\t3\n-1\t1\t2\tNaN\n2\t7\t8\t9\n"
	path := write(t, "Gun_TRAIN.tsv", text)
	s := mustOpen(t, Options{Paths: []string{path}})
	want := []data.Segment{{Name: "Gun_TRAIN.tsv:1", Group: "", Start: 0, End: 3, Held: false, Aside: false}, {Name: "Gun_TRAIN.tsv:2", Group: "", Start: 3, End: 5, Held: false, Aside: false}, {Name: "Gun_TRAIN.tsv:3", Group: "", Start: 5, End: 8, Held: false, Aside: false}}
	if !slices.Equal(s.Segments, want) || !slices.Equal(s.Classes, []string{"-1", "2"}) || s.X.At(4, 0) != 2 || !hasNote(s, "each row is read as a series") {
		t.Errorf("%v", s)
	}
	s = mustOpen(t, Options{Paths: []string{write(t, "Gun_TRAIN.tsv", "2\t0.5\t-1\n-1\t1\t2\n2\t7\t8\n")}, Label: "x1"})
	if n, d := s.X.Dims(); n != 3 || d != 2 {
		t.Errorf("%v", s)
	}
	failure(t, Options{Paths: []string{write(t, "Gun_TEST.tsv", "1\t2\t3\t4\n1\t2\tx\t4\n")}}, false, ":2:", "column 3", `"x"`)
}

func TestTargetOfSegment(t *testing.T) {
	const head = "seg,x,y\na,1,0.1\na,2,0.1\na,4,0.1\nb,3,7\nb,5,7\nb,4,"
	o := Options{Segment: "seg", Target: "y", Unit: "segment"}
	o.Paths = []string{write(t, "one.csv", head+"7\n")}
	if s := mustOpen(t, o); len(s.Target) != 2 || math.Abs(s.Target[0]-0.1) > 1e-16 || s.Target[1] != 7 {
		t.Errorf("targets %v", s.Target)
	}
	o.Paths = []string{write(t, "two.csv", head+"8\n")}
	failure(t, o, false, "segment b", "several targets, from 7 to 8", "--unit segment", "--cut-by")
	o.Unit = ""
	mustOpen(t, o)
}
