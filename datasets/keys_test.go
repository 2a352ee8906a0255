package datasets_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
)

// Several columns of --segment identify a segment together: 2·3 segments of four rows with values
// 10·a + b, gathered if they are interleaved. Their cells are joined by colons, and each is a field
// of --where.
func TestSegmentsOfSeveralColumns(t *testing.T) {
	table := func(head string, row func(a, b, m int) string, turns bool) string {
		var b strings.Builder
		b.WriteString(head + "\n")
		for i := range 24 {
			a, k, m := i/12, i/4%3, i%4
			if turns {
				a, k, m = i/3%2, i%3, i/6
			}
			b.WriteString(row(a, k, m) + "\n")
		}
		return b.String()
	}
	plain := func(a, b, m int) string { return fmt.Sprintf("%d,a%d,b%d,%d", m, a, b, 10*a+b) }
	want := []string{"a0:b0", "a0:b1", "a0:b2", "a1:b0", "a1:b1", "a1:b2"}
	for name, c := range map[string]struct {
		text string
		o    datasets.Options
		want []string
	}{
		"in one piece":      {table("t,x,y,v", plain, false), datasets.Options{Segment: "x,y"}, want},
		"in turns":          {table("t,x,y,v", plain, true), datasets.Options{Segment: "x,y"}, want},
		"blanks of a name":  {table("t,x x,y,v", plain, true), datasets.Options{Segment: "x x,y"}, want},
		"one of them alone": {table("t,x,y,v", plain, true), datasets.Options{Segment: "y", Group: "x"}, []string{"a0:b0", "a0:b1", "a0:b2", "a1:b0", "a1:b1", "a1:b2"}},
		"and a group":       {table("t,x,y,v", plain, true), datasets.Options{Segment: "x,y", Group: "x"}, want},
		"equal numbers in two notations": {table("t,x,y,v", func(a, b, m int) string {
			return fmt.Sprintf("%d,%d%s,b%d,%d", m, a, []string{"", ".0"}[m%2], b, 10*a+b)
		}, true),
			datasets.Options{Segment: "x,y"}, []string{"0:b0", "0:b1", "0:b2", "1:b0", "1:b1", "1:b2"}},
		"colons in texts": {table("t,x,y,v", func(a, b, m int) string {
			return fmt.Sprintf("%d,%s,%s,%d", m, []string{"a", "a:b"}[a], []string{"b:c", "c", "d"}[b], 10*a+b)
		}, true), datasets.Options{Segment: "x,y"}, []string{`a:b\:c`, "a:c", "a:d", `a\:b:b\:c`, `a\:b:c`, `a\:b:d`}},
		"a condition on one":          {table("t,x,y,v", plain, true), datasets.Options{Segment: "x,y", Where: "y=b1"}, []string{"a0:b1", "a1:b1"}},
		"a column of a name's commas": {table(`t,k,"x,y",v`, func(a, b, m int) string { return fmt.Sprintf("%d,1,s%d,%d", m, 3*a+b, 10*a+b) }, true), datasets.Options{Segment: "x,y"}, []string{"s0", "s1", "s2", "s3", "s4", "s5"}},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "t.csv")
			if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			c.o.Paths, c.o.Clock = []string{path}, "t"
			set, err := datasets.Open(t.Context(), c.o, nil)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			last := len(set.Inputs) - 1
			for _, seg := range set.Segments {
				names = append(names, seg.Name)
				first := set.X.At(seg.Start, last)
				for i := seg.Start; i < seg.End; i++ {
					if set.X.At(i, last) != first {
						t.Errorf("%s has rows of %v and %v", seg.Name, first, set.X.At(i, last))
					}
				}
				if seg.Len() != 4 {
					t.Errorf("%s has %d rows", seg.Name, seg.Len())
				}
			}
			if !slices.Equal(names, c.want) {
				t.Errorf("segments %q, want %q", names, c.want)
			}
		})
	}
}

// An empty or unknown name among several is refused by its name.
func TestWrongSegmentColumns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(path, []byte("x,y,v\n1,2,3\n1,2,4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for asked, want := range map[string]string{"x,": "--segment: a column name is empty", "x,zz": "--segment zz: ", `x,"y`: `--segment x,"y: `} {
		_, err := datasets.Open(t.Context(), datasets.Options{Paths: []string{path}, Segment: asked}, nil)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("--segment %s: %v", asked, err)
		}
	}
}
