package datasets

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/internal/check"
	"example.com/sfatui/datasets/split"
)

// timed returns a table of a time and a value that counts the rows.
func timed(times ...string) string {
	var b strings.Builder
	b.WriteString("t_s,x\n")
	for i, at := range times {
		fmt.Fprintf(&b, "%s,%d\n", at, i*i%17)
	}
	return b.String()
}

// ticks returns count times at equal steps from the first.
func ticks(from, step float64, count int) []string {
	out := make([]string, count)
	for i := range out {
		out[i] = fmt.Sprint(from + step*float64(i))
	}
	return out
}

// lengthsOf returns the lengths of the segments of a set.
func lengthsOf(s *data.Set) []int {
	var out []int
	for _, seg := range s.Segments {
		out = append(out, seg.Len())
	}
	return out
}

// Segments end at gaps and backward steps of the clock, and nowhere else.
func TestGapsCutSegments(t *testing.T) {
	join := slices.Concat[[]string]
	double := ticks(0, 1, 40)
	double[20] = double[19]
	unread := ticks(0, 1, 40)
	unread[20], unread[21] = "?", "?"
	jitter := ticks(0, 1, 40)
	for i := range jitter {
		if i%8 == 3 { // 10 of 39 steps are not within a tenth: those to i and from it
			jitter[i] = fmt.Sprint(float64(i) + 0.2)
		}
	}
	midnight := []string{"23:59:57", "23:59:58", "23:59:59", "00:00:00", "00:00:01", "00:00:02"}
	turned := ticks(0, -1, 40)
	for name, c := range map[string]struct {
		times   []string
		gaps    string
		lengths []int
		want    data.Gap
	}{
		"two gaps":             {join(ticks(0, 1, 20), ticks(30, 1, 15), ticks(60, 1, 10)), "", []int{20, 15, 10}, data.Gap{Count: 2, After: 20, Longest: 16, Cuts: 2}},
		"asked for":            {join(ticks(0, 1, 20), ticks(30, 1, 25)), "split", []int{20, 25}, data.Gap{Count: 1, After: 20, Longest: 11, Cuts: 1}},
		"joined":               {join(ticks(0, 1, 20), ticks(30, 1, 25)), "ignore", []int{45}, data.Gap{Count: 1, After: 20, Longest: 11}},
		"less than half more":  {join(ticks(0, 1, 20), ticks(20.45, 1, 20)), "", []int{40}, data.Gap{}},
		"more than half more":  {join(ticks(0, 1, 20), ticks(20.55, 1, 20)), "", []int{20, 20}, data.Gap{Count: 1, After: 20, Longest: 1.5500000000000007, Cuts: 1}},
		"begins anew":          {join(ticks(0, 1, 20), ticks(0, 1, 15), ticks(0, 1, 5)), "", []int{20, 15, 5}, data.Gap{Back: 2, Cuts: 2}},
		"begins anew, joined":  {join(ticks(0, 1, 20), ticks(0, 1, 20)), "ignore", []int{40}, data.Gap{Back: 1}},
		"a time twice":         {double, "", []int{21, 19}, data.Gap{Count: 1, After: 21, Longest: 2, Doubled: 1, Cuts: 1}},
		"times of two rows":    {join(ticks(0, 0, 2), ticks(1, 0, 2), ticks(2, 0, 2), ticks(3, 0, 2)), "", []int{8}, data.Gap{Doubled: 4}},
		"unreadable":           {unread, "", []int{40}, data.Gap{}},
		"uneven":               {join(jitter, ticks(60, 1, 5)), "", []int{45}, data.Gap{}},
		"uneven and back":      {join(jitter, ticks(0, 1, 5)), "", []int{40, 5}, data.Gap{Back: 1, Cuts: 1}},
		"midnight":             {midnight, "", []int{6}, data.Gap{}},
		"newest first":         {turned, "", []int{40}, data.Gap{}},
		"newest first, leaps":  {join(turned, ticks(-60, -1, 10)), "", []int{40, 10}, data.Gap{Count: 1, After: 40, Longest: 21, Cuts: 1}},
		"newest first, begins": {join(turned, ticks(0, -1, 10)), "", []int{40, 10}, data.Gap{Back: 1, Cuts: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Open(t.Context(), Options{Paths: []string{write(t, "table.csv", timed(c.times...))}, Clock: "t_s", Gaps: c.gaps}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(lengthsOf(s), c.lengths) {
				t.Errorf("segments of %d, not %d", lengthsOf(s), c.lengths)
			}
			var found data.Gap
			if len(s.Found.Gaps) > 0 {
				found = s.Found.Gaps[0]
				found.File = ""
			}
			if found != c.want {
				t.Errorf("%+v, not %+v", found, c.want)
			}
			for i, seg := range s.Segments {
				if i > 0 && !s.GoesOn(i) || i > 0 && seg.Name != fmt.Sprintf("table.csv#%d", i+1) {
					t.Errorf("segment %d, %s, is no piece of the series", i, seg.Name)
				}
			}
		})
	}
}

// A gap in data that must have none is refused with its place.
func TestGapsRefused(t *testing.T) {
	leaps := slices.Concat(ticks(0, 1, 20), ticks(30, 1, 25))
	back := slices.Concat(ticks(0, 1, 20), ticks(3, 1, 25))
	for _, c := range []struct {
		times []string
		says  string
	}{{leaps, "after row 20 the time in t_s jumps by 11 s, but a row comes every 1 s"}, {back, "after row 20 the time in t_s runs back by 16 s"}} {
		_, err := Open(t.Context(), Options{Paths: []string{write(t, "table.csv", timed(c.times...))}, Clock: "t_s", Gaps: "refuse"}, nil)
		check.Error(t, err, false, c.says, "--gaps split")
	}
	_, err := Open(t.Context(), Options{Paths: []string{write(t, "table.csv", timed(leaps...))}, Gaps: "cut"}, nil)
	check.Error(t, err, true, "--gaps cut", "split, ignore or refuse")
}

// Pieces of a series are split as if there were no gap: blocks continue over
// all rows, and the pieces of a named segment stay together.
func TestPiecesAreDealtAsTheirSeries(t *testing.T) {
	series := slices.Concat(ticks(0, 1, 20), ticks(30, 1, 15), ticks(60, 1, 15))
	s, err := Open(t.Context(), Options{Paths: []string{write(t, "table.csv", timed(series...))}, Clock: "t_s"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	folds, err := split.Folds(s, split.Options{Folds: 2})
	if err != nil {
		t.Fatal(err)
	}
	want := data.Part{{Segment: 0, Start: 0, End: 20}, {Segment: 1, Start: 20, End: 25}}
	if !slices.Equal(folds[0].Test, want) {
		t.Errorf("the first half is %v, not %v", folds[0].Test, want)
	}
	var text strings.Builder
	text.WriteString("trial,t_s,x\n")
	for trial := range 4 {
		for i := range 30 {
			fmt.Fprintf(&text, "%c,%d,%d\n", 'a'+trial, i+10*(i/22), i*i%17)
		}
	}
	s, err = Open(t.Context(), Options{Paths: []string{write(t, "trials.csv", text.String())}, Clock: "t_s", Segment: "trial"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := lengthsOf(s); !slices.Equal(got, []int{22, 8, 22, 8, 22, 8, 22, 8}) {
		t.Fatalf("segments of %d", got)
	}
	if folds, err = split.Folds(s, split.Options{Folds: 4}); err != nil {
		t.Fatal(err)
	}
	for i, f := range folds {
		if f.Test.Samples() != 30 || s.Segments[f.Test[0].Segment].Series != s.Segments[f.Test[len(f.Test)-1].Segment].Series {
			t.Errorf("fold %d tests %v", i, f.Test)
		}
	}
	if _, err = split.Folds(s, split.Options{Folds: 5}); err == nil {
		t.Error("four trials make five folds")
	}
}

// The times of omitted rows are omitted, too.
func TestGapsBesideMissingRows(t *testing.T) {
	var b strings.Builder
	b.WriteString("@relation r\n@attribute t_s numeric\n@attribute x numeric\n@data\n")
	for i := range 40 {
		value := fmt.Sprint(i * i % 17)
		if i == 10 {
			value = "?"
		}
		fmt.Fprintf(&b, "%d,%s\n", i+10*(i/30), value)
	}
	s, err := Open(t.Context(), Options{Paths: []string{write(t, "x.arff", b.String())}, Clock: "t_s", Missing: "split"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := lengthsOf(s); !slices.Equal(got, []int{10, 19, 10}) || s.Found.Gaps[0].Count != 1 || s.Found.Gaps[0].After != 29 {
		t.Errorf("segments of %d, %+v", got, s.Found.Gaps)
	}
}

// If later rows decide whether the day or the month is first, the times of
// omitted rows are omitted in both orders.
func TestGapsBesideMissingRowsOfOpenDates(t *testing.T) {
	var b strings.Builder
	b.WriteString("@relation r\n@attribute when string\n@attribute x numeric\n@data\n")
	// There are sixty rows per day: in the first four days, which are many
	// rows, either number can be the day.
	for i, first := range []time.Time{date(1, 1), date(1, 2), date(2, 1), date(2, 2), date(2, 13), date(2, 14), date(2, 15), date(2, 16)} {
		for k := range 60 {
			value := fmt.Sprint(k * k % 17)
			if i == 0 && k == 10 {
				value = "?"
			}
			fmt.Fprintf(&b, "'%s',%s\n", first.Add(time.Duration(k)*24*time.Minute).Format("2/1/2006 15:04"), value)
		}
	}
	s, err := Open(t.Context(), Options{Paths: []string{write(t, "x.arff", b.String())}, Clock: "when", Missing: "split"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	// From the 2nd of January to the 1st of February, and from the 2nd to the
	// 13th.
	if g := s.Found.Gaps; len(g) != 1 || g[0].Count != 2 || g[0].Back != 0 || g[0].After != 119 {
		t.Errorf("%+v", g)
	}
}

// date returns a day of 2001.
func date(month time.Month, day int) time.Time {
	return time.Date(2001, month, day, 0, 0, 0, 0, time.UTC)
}

// A series with gaps is not the same set as segments of the same names.
func TestHashDistinguishesPiecesFromSegments(t *testing.T) {
	pieces := &data.Set{X: lengthsSet(nil, 3, 4).X, Segments: []data.Segment{{End: 3, Series: 1}, {Start: 3, End: 7, Series: 1}}}
	apart := &data.Set{X: pieces.X, Segments: []data.Segment{{End: 3}, {Start: 3, End: 7}}}
	if pieces.Hash() == apart.Hash() {
		t.Error("the hashes are one")
	}
	apart.Segments[0].Series = 5
	apart.Segments[1].Series = 5
	if pieces.Hash() != apart.Hash() {
		t.Error("the number of a series changes the hash")
	}
}
