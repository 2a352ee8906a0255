package datasets

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format/lex"
	"gonum.org/v1/gonum/mat"
)

func TestTableValues(t *testing.T) {
	want := mat.NewDense(3, 2, []float64{1.5, -2, 1000, 0.25, 3, -0.5})
	for name, text := range map[string]string{
		"comma":         "a,b\n1.5,-2\n1e3,.25\n+3,-5e-1\n",
		"bom, CRLF":     "\xef\xbb\xbfa,b\r\n1.5,-2\r\n1e3,.25\r\n+3,-5e-1\r\n",
		"lone CR":       "a,b\r1.5,-2\r1e3,.25\r+3,-5e-1",
		"quoted":        "\"a\",\"b\"\n\"1.5\",\"-2\"\n\"1e3\",\".25\"\n\"+3\",\"-5E-1\"\n",
		"decimal comma": "a;b\n1,5;-2\n1e3;0,25\n3;-0,5\n",
		"tab":           "a\tb\n1,5\t-2\n1000\t0,25\n3\t-0,5\n",
		"spaces":        "  a b\n\n 1.5   -2\n1e3\t.25  \n3 -.5\n",
		"R":             "\"a\",\"b\"\n\"1\",1.5,-2\n\"2\",1e3,.25\n\"3\",3,-.5\n",
		"pandas":        ",a,b\n0,1.5,-2\n1,1000,0.25\n2,3,-0.5\n",
	} {
		s := mustOpen(t, Options{Paths: []string{write(t, "x.csv", text)}})
		if !mat.Equal(s.X, want) || !slices.Equal(s.Inputs, []string{"a", "b"}) {
			t.Errorf("%s: %v %v", name, s.Inputs, mat.Formatted(s.X))
		}
		if numbered := hasNote(s, "row numbers"); numbered != (name == "R" || name == "pandas") {
			t.Errorf("%s: notes %q", name, s.Notes)
		}
	}
}

// manyColumns repeats a format for the numbers from 0 to n−1.
func manyColumns(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return strings.TrimSuffix(b.String(), ",")
}

func TestTableErrors(t *testing.T) {
	for _, c := range []struct {
		text  string
		o     Options
		usage bool
		want  []string
	}{
		{"", Options{}, false, []string{"is empty", "rows"}},
		{"# nothing\n\n", Options{}, false, []string{"is empty", "rows"}},
		{"a,b\n", Options{}, false, []string{"no rows"}},
		{"1;2,5\n", Options{}, false, []string{"1 sample is too little"}},
		{"1,2\n3,4,5\n", Options{}, false, []string{":2:", "3 fields", "the first row has 2 fields"}},
		{"1,2,a\n3,4,b\n", Options{}, false, []string{":1:", "column x3 holds text", "--drop x3"}},
		{"a,b\n,\n,,\n", Options{}, false, []string{"no usable samples"}},
		{"a,b\n1,\x002\n", Options{}, false, []string{"line 2", "NUL"}},
		{"a,b\n1,2\n3\n", Options{}, false, []string{":3:", "1 field", "2 names", "comma"}},
		{"a,b\n1,2\n\n3,4,5\n", Options{}, false, []string{":4:", "3 fields", "2 names", "double quotes"}},
		{",a,b\n1,2,3\n4,5\n", Options{}, false, []string{":3:", "2 fields", "3 (a row number"}},
		{"a,a\n1,2\n", Options{}, false, []string{":1:", "columns 1 and 2", `"a"`}},
		{"a,,b\n1,2,3\n", Options{}, false, []string{":1:", "column 2 has no name"}},
		{"a,b\n1,2\n3,\n", Options{}, false, []string{":3:", "column b is empty", "--drop b"}},
		{"a,g\n1,u\n2,\u200b\n", Options{Group: "g"}, false, []string{":3:", "group column g is empty"}},
		{"a,b\n1,2\n3,NA\n", Options{}, false, []string{":3:", "column b", `"NA"`, "--drop b"}},
		{"a,b\n1,2\n3,NaN\n", Options{}, false, []string{"missing number"}},
		{"a,b\n1,2\n#N/A,3\n4,5\n", Options{}, false, []string{":3:", "column a", "missing number"}},
		{"a,b\n1,2\n3,-Inf\n", Options{}, false, []string{":3:", "not finite"}},
		{"a,b\n1,2\n3,1e999\n", Options{}, false, []string{":3:", "not finite"}},
		{"a,b\n1,2\n3,0x10\n", Options{}, false, []string{":3:", "column b", `"0x10"`, "not a number"}},
		{"a;b\n1;2,5\n3;1.5\n", Options{}, false, []string{":3:", `"1.5"`, "decimal sign"}},
		{"a,\"b c\"\n1,2\n3,\"4,5\"\n", Options{}, false, []string{":3:", "--drop 'b c'", "decimal comma"}},
		{"a,b\n1,2\n3,\"" + strings.Repeat("é", 50) + "\"\n", Options{}, false, []string{`"` + strings.Repeat("é", 40) + `…"`}},
		{"a,b,c,d\n1,x,2,z\n", Options{}, false, []string{":2:", "columns b, d hold text", `"x"`, "--drop b,d"}},
		{"a,b,c\n1,2,x\n3,4,y\n", Options{Target: "c"}, false, []string{":2:", "column c", "target"}},
		{strings.Repeat("x", 2000) + ",b\n1,2\n", Options{}, false, []string{":1:", "column 1 is 2000 bytes long"}},
		{manyColumns(200, "x%d,") + "\n" + manyColumns(200, "v%d,") + "\n", Options{}, false, []string{":2:", "none of 200 columns", `"v0"`, "--transpose"}},
		{manyColumns(200, "x%d,") + ",y\n" + manyColumns(200, "v%d,") + ",1\n", Options{}, false, []string{":2:", "200 of 201 columns", `"v0"`}},
		{"speed,b\n1,2\n", Options{Label: "sped"}, true, []string{"--label sped", "did you mean speed?"}},
		{"a,b\n1,2\n", Options{Drop: []string{"a", "b"}}, true, []string{"no column is left"}},
		{"a,b\n1,2\n", Options{Drop: []string{"a"}, Label: "a"}, true, []string{"--drop a", "--label"}},
		{"a,b\n1,2\n", Options{Drop: []string{""}}, true, []string{"--drop", "empty"}},
		{"a,s\n1,u\n2,u\n3,v\n4,v\n\n5,u\n", Options{Segment: "s"}, false, []string{":7:", `segment "u"`, "line 3", "sort"}},
		{"a,s,g\n1,u,x\n2,u,y\n", Options{Segment: "s", Group: "g"}, false, []string{"no segment has two consecutive"}},
		{"a,g\n1,x\n2,\n", Options{Group: "g"}, false, []string{":3:", "column g", "empty"}},
		{"a,g\n1,x\n2,y\n", Options{Group: "g"}, false, []string{"no segment has two consecutive"}},
		{"a\n1\n", Options{}, false, []string{"1 sample is too little"}},
		{"a,l\n1,x\n2,y\n", Options{Label: "l", Where: "label=x"}, false, []string{"label changes inside segment", "--segment"}},
		{"a\n1\n2\n", Options{Where: "label=x"}, true, []string{"no fields", "--label"}},
		{"a\n1\n2\n", Options{Embed: "l=5,epsilon=2"}, false, []string{"9 samples", "largest l of which two windows fit is 1"}},
		{"a\x1b[31m,b\n1,\x1b]0;x\a?\n", Options{}, false, []string{":2:", "column b", `"?"`}},
	} {
		c.o.Paths = []string{write(t, "x.csv", c.text)}
		failure(t, c.o, c.usage, c.want...)
	}
}

// The line that an error names is that of the cell, whatever stands before and behind it.
func TestErrorsNameTheLine(t *testing.T) {
	for _, c := range []struct {
		text string
		line int
	}{
		{"a,b,label\n1,2,x\n3,4\n5,6,y\n", 2},
		{"a,b,label\n3,4\n,,\n1,2,x\n5,6,y\n", 4},
		{"# of yesterday\na,b,label\n1,2,x\n3\n3\n3,4,z\n", 3},
		{"a,\"b\nc\",label\r\n1,2,x\r\n3,4\r\n", 3},
		{"a b label\n\n1 2 x\n\n3 4\n5 6 y\n", 3},
		{",a,b,label\n0,1,2,x\n1,3,4\n", 2},
		{"a,b,label\n\"1\",2,3\n\"4\n\",5,6\n7,8,x\n", 5},
	} {
		failure(t, Options{Paths: []string{write(t, "t.csv", c.text)}}, false, fmt.Sprintf("t.csv:%d: column label", c.line), `"x"`)
	}
}

func TestTableRoles(t *testing.T) {
	path := write(t, "x.csv", "x,word,trial,who,y,junk\n1,b,t1,p,0.5,z\n2,b,t1,p,1.5,z\n3,a,t2,p,2.5,\"z,z\"\n4,10,t2,q,3.5,z\n5,2,t2,q,4.5,z\n")
	s := mustOpen(t, Options{Paths: []string{path}, Label: "word", Group: "who", Target: "y", Drop: []string{"junk", "trial"}})
	want := []data.Segment{{Name: "x.csv:p", Group: "p", Start: 0, End: 3, Held: false, Aside: false}, {Name: "x.csv:q", Group: "q", Start: 3, End: 5, Held: false, Aside: false}}
	if !slices.Equal(s.Segments, want) {
		t.Errorf("segments %v", s.Segments)
	}
	if !slices.Equal(s.Classes, []string{"10", "2", "a", "b"}) || !slices.Equal(s.Label, []int{3, 3, 2, 0, 1}) {
		t.Errorf("classes %v, labels %v", s.Classes, s.Label)
	}
	if s.TargetName != "y" || !slices.Equal(s.Target, []float64{0.5, 1.5, 2.5, 3.5, 4.5}) {
		t.Errorf("target %s %v", s.TargetName, s.Target)
	}
	path = write(t, "y.csv", "x,digit,trial\n1,10,t1\n2,10,t1\n3,9,t2\n3,9,t2\n4,8,t3\n4,8,t3\n")
	s = mustOpen(t, Options{Paths: []string{path}, Label: "digit", Segment: "trial", Where: "digit=9..10"})
	if !slices.Equal(s.Classes, []string{"9", "10"}) || len(s.Segments) != 2 || s.Segments[1].Name != "t2" {
		t.Errorf("numbers sort as numbers: %v %v", s.Classes, s.Segments)
	}
	failure(t, Options{Paths: []string{path}, Label: "digit", Segment: "trial", Where: "label=7"}, false, "none of the 3 segments", "8, 9, 10")
}

// Blank lines separate blocks of rows if blanks separate the columns, as in
// Gnuplot's files: the blocks are segments. Otherwise, and if every row has
// one, they are skipped.
func TestBlankLinesPartBlocks(t *testing.T) {
	const block = "1 5\n2 3\n3 4\n"
	for name, c := range map[string]struct {
		text     string
		segments int
		note     string
	}{
		"one":    {block + "\n" + block, 2, "2 blocks, each a segment of its own (the second begins on line 5)"},
		"two":    {"# x y\n" + block + "\n\n" + block + "\n\n# next\n" + block + "\n", 3, "3 blocks"},
		"tabs":   {strings.ReplaceAll(block+"\n"+block, " ", "\t"), 2, "2 blocks"},
		"header": {"a b\n\n" + block, 1, ""},
		"spaced": {strings.ReplaceAll(block+block, "\n", "\n\n"), 1, "blank lines are left out"},
		"commas": {strings.ReplaceAll(block+"\n"+block, " ", ","), 1, "blank lines are left out"},
	} {
		s := mustOpen(t, Options{Paths: []string{write(t, "x.dat", c.text)}})
		if len(s.Segments) != c.segments || c.note != "" && !hasNote(s, c.note) || c.note == "" && hasNote(s, "blank") {
			t.Errorf("%s: %d segments, notes %q", name, len(s.Segments), s.Notes)
		}
	}
	s := mustOpen(t, Options{Segment: "s", Paths: []string{write(t, "x.dat", "a s\n1 u\n2 u\n\n3 u\n4 v\n5 v\n")}})
	if len(s.Segments) != 2 || s.Segments[0].End != 3 || hasNote(s, "blank") {
		t.Errorf("a column defines the segments: %v, notes %q", s.Segments, s.Notes)
	}
}

// A number with a unit or the like is refused with the number to write.
func TestNumbersWithUnits(t *testing.T) {
	for cell, want := range map[string]string{"$0.13": "0.13", "-$2": "-2", "12%": "12", "1.2e3 Hz": "1.2e3", "3.4±0.2": "3.4", "3 +/- 1": "3", "(7)": "", "<5": "", "20 °C": "20",
		"p0": "", "3+2j": "", "up": "", "a 1": "", "": ""} {
		if got := lex.Alone(cell); got != want {
			t.Errorf("%q: %q, want %q", cell, got, want)
		}
	}
	failure(t, Options{Paths: []string{write(t, "x.csv", "a,b\n1,$0.13\n2,$0.17\n3,$1.00\n")}}, false, ":2:", "write the numbers alone, as 0.13", "--drop b")
}

func TestDecimal(t *testing.T) {
	d := lex.Decimal{Comma: true}
	for text, want := range map[string]float64{"1": 1, "-1e-3": -0.001, "5E2": 500, ".5": 0.5, "7.": 7, "1.5D+03": 1500, "-2d-1": -0.2,
		"9007199254740993": 9007199254740992, "123456789012345678901": 123456789012345678901, "1.7976931348623157e308": math.MaxFloat64, "0.1e-22": 1e-23,
		"4.35": 4.35, "1e22": 1e22, "123456e-25": 123456e-25, "-0": 0} {
		if x, err := d.Parse([]byte(text)); err != nil || math.Abs(x-want) > 0 {
			t.Errorf("%q: %g, %v", text, x, err)
		}
	}
	for text, want := range map[string]error{"": lex.ErrEmpty, "n/A": lex.ErrMissing, "inf": lex.ErrInfinite, "1e400": lex.ErrInfinite,
		"1.2.3": lex.ErrText, "1,5": lex.ErrMixed, "0x1": lex.ErrText, "1_0": lex.ErrText, "e": lex.ErrText, "--": lex.ErrMissing, "-+": lex.ErrText, "-": lex.ErrMissing,
		"1d": lex.ErrText, "d5": lex.ErrText, "1d2d3": lex.ErrText, "1e2d3": lex.ErrText, "1d999": lex.ErrInfinite, "nd": lex.ErrText} {
		if _, err := d.Parse([]byte(text)); err != want {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
}

func TestControlCharactersAreNoText(t *testing.T) {
	failure(t, Options{Paths: []string{write(t, "a.csv", "a,b\x01\x02\x03\n\x10\x11\x12,4\n")}}, false, "a.csv: ", "binary file")
	mustOpen(t, Options{Paths: []string{write(t, "a.csv", "\x1b[1ma\x1b[0m,b\f\v\r\n1,2\n3,4\n")}})
}
