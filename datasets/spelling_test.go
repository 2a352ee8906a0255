package datasets

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// labelled returns a table of three rows for each of the texts, which are
// labels and, prefixed by g, groups.
func labelled(texts ...string) string {
	var b strings.Builder
	b.WriteString("x,y\n")
	for i, text := range texts {
		for k := range 3 {
			b.WriteString([]string{"0.5", "1.25", "-3"}[(i+k)%3] + "," + text + "\n")
		}
	}
	return b.String()
}

// Labels that differ only in spelling are one class; those that mean a missing
// label are none.
func TestSpellingsOfLabels(t *testing.T) {
	few := slices.Repeat([]string{"a", "b"}, 20) // one none among them is rare
	for _, c := range []struct {
		texts   []string
		classes []string
		missing int // rows
		note    string
	}{
		{[]string{"1", "2", "1.0", "2.0", "1e0", "01"}, []string{"1", "2"}, 0, "equal labels in different notations are read as one: 01 is 1, 1.0 is 1, 1e0 is 1, 2.0 is 2"},
		{[]string{"1.0", "2.0"}, []string{"1.0", "2.0"}, 0, ""},
		{[]string{"1", "1.0", "a"}, []string{"1", "1.0", "a"}, 0, ""}, // not all are numbers
		{[]string{"True", "false", "TRUE", "true"}, []string{"TRUE", "false"}, 0, "True is TRUE"},
		{[]string{"yes", "Yes"}, []string{"Yes", "yes"}, 0, ""},
		{[]string{"a", "b", "NA", "n/a", "NaN", "?", "", "null"}, []string{"a", "b"}, 18, "without a label: 3 rows (NA), 3 rows (n/a), 3 rows (NaN), 3 rows (?), 3 rows (null)"},
		{[]string{"1", "2", "nan", "2.0"}, []string{"1", "2"}, 3, "2.0 is 2"},
		{[]string{"a", "none"}, []string{"a", "none"}, 0, ""}, // a class of its own
		{[]string{"a", "None", "b", ""}, []string{"a", "b"}, 6, "3 rows (None)"},
		{append([]string{"none"}, few...), []string{"a", "b"}, 3, "3 rows (none)"},
		{[]string{"a", "#N/A", "b", "#n/a"}, []string{"a", "b"}, 6, "3 rows (#N/A)"},
		{[]string{"a", "<undefined>", "b"}, []string{"a", "b"}, 3, "3 rows (<undefined>)"},
		{append([]string{"-"}, few...), []string{"a", "b"}, 3, "3 rows (-)"},
		{[]string{"a", "--", "b", "NA"}, []string{"a", "b"}, 6, "3 rows (--)"},
		{[]string{"a", "-"}, []string{"-", "a"}, 0, ""},                                              // half of all rows
		{append([]string{"-"}, slices.Repeat([]string{"+", "-"}, 20)...), []string{"+", "-"}, 0, ""}, // two signs
		{[]string{"12345678901234567", "12345678901234568"}, []string{"12345678901234567", "12345678901234568"}, 0, ""},
	} {
		s := mustOpen(t, Options{Paths: []string{write(t, "t.csv", labelled(c.texts...))}, Label: "y"})
		missing := 0
		for _, l := range s.Label {
			if l < 0 {
				missing++
			}
		}
		if !slices.Equal(s.Classes, c.classes) || missing != c.missing {
			t.Errorf("%q: classes %q, without %d, want %q, %d", c.texts, s.Classes, missing, c.classes, c.missing)
		}
		notes := strings.Join(s.Notes, "\n")
		if c.note != "" && !strings.Contains(notes, c.note) || c.note == "" && strings.Contains(notes, "that are equal") {
			t.Errorf("%q: notes %q, want %q", c.texts, notes, c.note)
		}
	}
}

// A class named none is questioned, and is no label if the name is declared to
// mean a missing one. A number among the markers does not change labels.
func TestClassNamedNone(t *testing.T) {
	o := Options{Paths: []string{write(t, "t.csv", labelled("a", "None", "7", "none"))}, Label: "y"}
	s := mustOpen(t, o)
	if notes := strings.Join(s.Notes, "\n"); len(s.Classes) != 4 || !strings.Contains(notes, "None is a class of 3 rows: if it stands for a missing label, say so with --missing-value None") {
		t.Errorf("classes %q, notes %q", s.Classes, notes)
	}
	o.MissingValues = []string{"none", "7"}
	s = mustOpen(t, o)
	if notes := strings.Join(s.Notes, "\n"); !slices.Equal(s.Classes, []string{"7", "a"}) || !strings.Contains(notes, "without a label: 3 rows (None), 3 rows (none)") || strings.Contains(notes, "is a class") {
		t.Errorf("classes %q, notes %q", s.Classes, notes)
	}
}

// Test data may spell the classes and the groups differently.
func TestSpellingsOfTestData(t *testing.T) {
	train, test := labelled("1", "2", "3"), labelled("1.0", "2.0", "3.0")
	s := mustOpen(t, Options{Paths: []string{write(t, "train.csv", train)}, TestPaths: []string{write(t, "test.csv", test)}, Label: "y"})
	if !slices.Equal(s.Classes, []string{"1", "2", "3"}) || strings.Contains(strings.Join(s.Notes, "\n"), "in the test data only") {
		t.Errorf("classes %q, notes %q", s.Classes, s.Notes)
	}
	s = mustOpen(t, Options{Paths: []string{write(t, "train.csv", train)}, TestPaths: []string{write(t, "test.csv", test)}, Group: "y"})
	if got := s.Groups(); !slices.Equal(got, []string{"1", "2", "3"}) {
		t.Errorf("groups %q", got)
	}
}

// Many different labels for few samples are noted.
func TestManyLabels(t *testing.T) {
	var texts []string
	for i := range 20 {
		texts = append(texts, strings.Repeat("1", i%5+1)+"."+strings.Repeat("7", i+1))
	}
	s := mustOpen(t, Options{Paths: []string{write(t, "t.csv", labelled(texts...))}, Label: "y"})
	if notes := strings.Join(s.Notes, "\n"); !strings.Contains(notes, "20 different labels in 60 samples") || !strings.Contains(notes, "--target") {
		t.Errorf("notes %q", notes)
	}
}

// A segment goes on where its number, or its truth value, is spelt differently:
// 20 rows make two segments. A text of another kind is refused behind one that
// was replaced. Where it comes first, no text is replaced.
func TestSpellingsWithinSegments(t *testing.T) {
	for _, c := range []struct {
		texts []string // of the rows, in turns
		value []string // of the rows behind the tenth
	}{{[]string{"1", "1.0"}, []string{"2.0", "2", "02"}}, {[]string{"True", "true"}, []string{"FALSE", "False"}}, {[]string{"1e0", "1", "01"}, []string{"1.5", "1,5"}}} {
		var b strings.Builder
		b.WriteString("s;x;y\n")
		for i := range 20 {
			text := c.texts[i%len(c.texts)]
			if i >= 10 {
				text = c.value[i%len(c.value)]
			}
			fmt.Fprintf(&b, "%s;%d;%d\n", text, i*i%7, i*i%11)
		}
		path := write(t, "t.csv", b.String())
		for _, o := range []Options{{Segment: "s"}, {Group: "s"}, {CutBy: "s"}} {
			o.Paths = []string{path}
			s := mustOpen(t, o)
			if len(s.Segments) != 2 || s.Segments[0].End != 10 || s.Segments[1].End != 20 {
				t.Errorf("%q, %q: segments %v", c.texts, c.value, s.Segments)
			}
			if !hasNote(s, "column s: equal values in different notations are read as one, such as ") {
				t.Errorf("%q: notes %q", c.texts, s.Notes)
			}
		}
	}
	o := Options{Paths: []string{write(t, "t.csv", "s,x\n1,1\n1,2\n1.0,2\n1.0,4\na,5\na,4\n")}, Segment: "s"}
	failure(t, o, false, `t.csv:6: column s: "1.0" was read as equal to another notation of it, but "a" is of another kind`)
	o.Paths = []string{write(t, "t.csv", "s,x\na,5\na,4\n1,1\n1,2\n1.0,2\n1.0,4\n")}
	if s := mustOpen(t, o); len(s.Segments) != 3 {
		t.Errorf("segments %v", s.Segments)
	}
}

// Segments whose rows stand in turns are gathered by equal numbers.
func TestSpellingsOfSegmentsInTurns(t *testing.T) {
	var b strings.Builder
	b.WriteString("day,s,x\n")
	for i := range 12 {
		for k, text := range []string{"1", "2"} {
			if i%2 == 1 {
				text += ".0"
			}
			fmt.Fprintf(&b, "2020-01-%02d,%s,%d\n", i+1, text, 100*k+i*i%7)
		}
	}
	s := mustOpen(t, Options{Paths: []string{write(t, "t.csv", b.String())}, Segment: "s", Clock: "day"})
	if len(s.Segments) != 2 || s.Segments[0].End != 12 || s.X.At(11, 0) >= 100 || s.X.At(12, 0) < 100 {
		t.Errorf("segments %v, notes %q", s.Segments, s.Notes)
	}
}

// Labels with a decimal comma are numbers, but with three digits behind the comma,
// which may set thousands apart.
func TestLabelsWithDecimalComma(t *testing.T) {
	for _, c := range []struct{ texts, classes []string }{
		{[]string{"0,5", "0.5", "1,5", "1,50"}, []string{"0,5", "1,5"}},
		{[]string{"1,500", "1.5", "2"}, []string{"1,500", "1.5", "2"}},
	} {
		text := "x;y\n"
		for i, label := range slices.Repeat(c.texts, 3) {
			text += fmt.Sprintf("%d;%s\n", i*i%7, label)
		}
		s := mustOpen(t, Options{Paths: []string{write(t, "t.csv", text)}, Label: "y"})
		if got := slices.Sorted(slices.Values(s.Classes)); !slices.Equal(got, c.classes) {
			t.Errorf("%q: classes %q, want %q", c.texts, got, c.classes)
		}
	}
}
