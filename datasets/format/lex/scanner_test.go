package lex

import (
	"io"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
)

// scanAll scans all records of a text, from a reader and in memory.
func scanAll(t *testing.T, text string, delim byte) [][]string {
	t.Helper()
	read := scanRest(t, text, NewScanner(iotestReader{strings.NewReader(text)}, delim))
	if held := scanRest(t, text, ScanText([]byte(text), delim)); !slices.EqualFunc(read, held, slices.Equal) {
		t.Errorf("%q: %q from a reader, %q in memory", text, read, held)
	}
	return read
}

func scanRest(t *testing.T, text string, s *Scanner) [][]string {
	t.Helper()
	var all [][]string
	for {
		fields, err := s.Record()
		if err == io.EOF {
			return all
		} else if err != nil {
			t.Fatalf("%q: line %d: %v", text, s.Line, err)
		}
		var r []string
		for _, f := range fields {
			r = append(r, string(f))
		}
		all = append(all, r)
	}
}

// iotestReader returns one byte per read, so that a boundary between reads
// anywhere must not matter.
type iotestReader struct{ r io.Reader }

func (o iotestReader) Read(p []byte) (int, error) { return o.r.Read(p[:min(len(p), 1)]) }

func TestScanner(t *testing.T) {
	for _, c := range []struct {
		text  string
		delim byte
		want  [][]string
	}{
		{"a,b\n1,2\n", ',', [][]string{{"a", "b"}, {"1", "2"}}},
		{"a,b\r\n1,2\r\n\r\n3,4", ',', [][]string{{"a", "b"}, {"1", "2"}, {"3", "4"}}},
		{"a,b\r1,2\r\r3,4\r", ',', [][]string{{"a", "b"}, {"1", "2"}, {"3", "4"}}},
		{"\n  \n a , b\t\n,\n", ',', [][]string{{"a", "b"}, {"", ""}}},
		{`"a,b","c ""d""",  "e"  ` + "\n", ',', [][]string{{"a,b", `c "d"`, "e"}}},
		{"\"a\nb\r\nc\",\"\"\n1,2", ',', [][]string{{"a\nb\nc", ""}, {"1", "2"}}},
		{`" a ",b "c", d `, ',', [][]string{{" a ", `b "c"`, "d"}}},
		{`"a",`, ',', [][]string{{"a", ""}}},
		{"  1  2\t3 \n4", whitespace, [][]string{{"1", "2", "3"}, {"4"}}},
		{` "a b"  c "d" ` + "\n", whitespace, [][]string{{"a b", "c", "d"}}},
		{"a\tb c\t\n", '\t', [][]string{{"a", "b c", ""}}},
		{"", ',', nil},
		{"# a\n1,2\n%b\n#N/A,3\n", ',', [][]string{{"1", "2"}, {"#N/A", "3"}}},
	} {
		got := scanAll(t, c.text, c.delim)
		if !slices.EqualFunc(got, c.want, slices.Equal[[]string]) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestScannerErrors(t *testing.T) {
	for _, c := range []struct {
		text string
		line int
		want string
	}{
		{"a,b\n\n\"c\nd,e\n", 3, "never closed"},
		{"a\n\"b\"c\n", 2, "after its closing quote"},
		{"a\n" + strings.Repeat("x", MaxRecord+1), 2, "longer than 16 MiB"},
		{strings.Repeat(",", data.MaxInputs+5), 1, "more than 100000 columns"},
		{`"",` + strings.Repeat(",", data.MaxInputs+5), 1, "more than 100000 columns"},
		{"a\n\"" + strings.Repeat("0123456789abcde\n", MaxRecord/16+2), 2, "16 MiB"},
	} {
		s := NewScanner(strings.NewReader(c.text), ',')
		var err error
		for err == nil {
			_, err = s.Record()
		}
		if s.Line != c.line || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.20q: line %d: %v", c.text, s.Line, err)
		}
	}
}

// The head of a text consists of its first bytes, for any length, and no byte
// is lost.
func TestReadHead(t *testing.T) {
	text := strings.Repeat("1.5,2\n", 2*headBytes/6)
	for _, n := range []int{1, headPiece - 1, headPiece, headPiece + 1, 3 * headPiece, headBytes - 1, headBytes, headBytes + 1} {
		h, err := ReadHead(strings.NewReader(text[:n]), MaxRecord)
		if err != nil {
			t.Fatal(err)
		}
		if string(h.Text) != text[:min(n, headBytes)] || h.Whole != (n < headBytes) {
			t.Errorf("of %d bytes the head has %d, and is all of them: %t", n, len(h.Text), h.Whole)
		}
		if all, err := io.ReadAll(h.Reader()); err != nil || string(all) != text[:n] {
			t.Errorf("of %d bytes %d are read, %v", n, len(all), err)
		}
	}
	line := strings.Repeat("1.5,", headBytes/2) // of twice as many bytes
	if h, err := ReadHead(strings.NewReader(line+"2\n1\n"+line), MaxRecord); err != nil || len(h.Text) != 4*headBytes || h.Whole {
		t.Errorf("the head of long lines has %d bytes, and is all: %t, %v", len(h.Text), h.Whole, err)
	}
}

func TestSniffDelimiter(t *testing.T) {
	for text, want := range map[string]byte{
		"a,b\n1,2\n":                        ',',
		"a;b\n1,5;2,5\n":                    ';',
		"a\tb\n1,5\t2,5\n":                  '\t',
		"a b\n 1,5   2,5\n":                 whitespace,
		"date,x\n2016-07-01 00:00:00,5\n":   ',',
		"\"date\",\"x\"\n\"1\",\"a b\",5\n": ',',
		"x\n1,5\n2,5\n":                     ';',
		"\"x\"\n\"1\",5\n\"2\",5\n":         ',',
		"a, b, c\n1, 2, 3\n":                ',',
		"a,b,c\n1,2,3\n1,2\n1,2,3\n":        ',',
		"\"x;y\",z\n1,2\n":                  ',',
		"a,b,c":                             ',',
		"a,b;\n1,2;\n3,4;\n":                ',', // the semicolon ends lines
		"a b;\n1 2;\n3 4;\n":                whitespace,
		"a,b,c\n1,,\n2,,\n":                 ',', // columns without a value
		"a;b;\n1,5;2;\n3,5;4;\n":            ';',
	} {
		if got := SniffDelimiter([]byte(text), true); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A delimiter only at the ends of lines is not part of their fields.
func TestSniffEnd(t *testing.T) {
	for _, c := range []struct {
		text  string
		delim byte
		want  byte
	}{
		{"1,A,2;\n3,B,4;\n5,C,6;\n", ',', ';'},
		{"1 2,\n3 4,\n", whitespace, ','},
		{"1,2|\n3,4|\n", ',', '|'},
		{"1,2\n3,4\n", ',', 0},
		{"1;2;\n3;4;\n", ';', 0},
		{"1,2;3\n3,4;\n5,6;\n", ',', 0}, // it divides a record
		{"1,2;\n3,4\n5,6\n", ',', 0},
	} {
		if got := SniffEnd([]byte(c.text), c.delim); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
