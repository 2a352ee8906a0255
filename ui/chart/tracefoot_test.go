package chart

import (
	"strings"
	"testing"

	"example.com/sfatui/ui/clean"
)

// 60 samples on 60 columns, five a second, of two segments and two classes: the second class
// fills the columns from 20 on, the second segment begins at column 30, and the axis runs from
// 2 s to 2+59/5 = 13.8 s, with 4 s at column 59·2/11.8 = 10.
func TestLinesBelowTraces(t *testing.T) {
	tr := Traces{Rows: []Trace{{Name: "φ1", Y: make([]float64, 60)}}, Borders: []int{30}, Segments: []clean.Text{"first", "second"},
		Names: []clean.Text{"head", "heed"}, Unit: "time s", From: 2, Step: 0.2}
	for i := range 60 {
		tr.Class = append(tr.Class, min(i/20, 1))
	}
	lines := tr.Render(68, 10, nil)
	if len(lines) != 10 {
		t.Fatalf("%d lines", len(lines))
	}
	at := func(line int, word string) int {
		before, _, ok := strings.Cut(string(lines[line]), word)
		if !ok {
			return -1
		}
		return len([]rune(before)) - 8 // a gutter of eight columns
	}
	for _, q := range []struct {
		line int
		word string
		want int
	}{{7, "● head", 0}, {7, "▲ heed", 20}, {8, "first", 0}, {8, "second", 30}, {9, "4", 10}} {
		if got := at(q.line, q.word); got != q.want {
			t.Errorf("%q at column %d of line %d, want %d:\n%s", q.word, got, q.line, q.want, clean.Join(lines, "\n"))
		}
	}
	tr.Class[59] = 9 // no class has this index
	for w := range 70 {
		for h := range 14 {
			if got := len(tr.Render(w, h, nil)); got != h {
				t.Fatalf("%d lines of %d×%d", got, w, h)
			}
		}
	}
}
