package datasets

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/internal/check"
	"example.com/sfatui/datasets/prepare"
)

// tableOf writes segments of random rows with a label that changes inside
// them, and returns the text and the segments' values.
func tableOf(rng *rand.Rand, segments, inputs int) (text string, x [][][]float64) {
	var b strings.Builder
	for i := range inputs {
		fmt.Fprintf(&b, "x%d,", i)
	}
	b.WriteString("word,y,trial\n")
	for s := range segments {
		rows := make([][]float64, 1+rng.IntN(40))
		for i := range rows {
			for range inputs {
				v := math.Round(rng.NormFloat64()*1000) / 1000
				rows[i] = append(rows[i], v)
				fmt.Fprintf(&b, "%g,", v)
			}
			fmt.Fprintf(&b, "w%d,%d,t%d\n", i/7, 100*s+i, s)
		}
		x = append(x, rows)
	}
	return b.String(), x
}

func TestEmbedIsTheDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		inputs := 1 + rng.IntN(3)
		text, raw := tableOf(rng, 1+rng.IntN(5), inputs)
		e := prepare.Embedding{L: 1 + rng.IntN(6), Epsilon: 1 + rng.IntN(4), Delta: 1 + rng.IntN(5)}
		var want [][]float64
		var targets []float64
		var labels []string
		pairs := 0
		for s, rows := range raw {
			before := len(want)
			for t := 0; e.Delta*t+(e.L-1)*e.Epsilon < len(rows); t++ {
				var x []float64
				for k := range e.L {
					x = append(x, rows[e.Delta*t+k*e.Epsilon]...)
				}
				want = append(want, x)
				middle := e.Delta*t + (e.L-1)*e.Epsilon/2
				targets = append(targets, float64(100*s+middle))
				labels = append(labels, fmt.Sprintf("w%d", middle/7))
			}
			pairs += max(len(want)-before-1, 0)
		}
		o := Options{Paths: []string{write(t, "x.csv", text)}, Segment: "trial", Label: "word", Target: "y", Embed: e.String()}
		if pairs == 0 {
			failure(t, o, false)
			continue
		}
		s := mustOpen(t, o)
		n, d := s.X.Dims()
		if n != len(want) || d != e.L*inputs || !slices.Equal(s.Target, targets) {
			t.Fatalf("%v: %d×%d, want %d rows; targets %v, want %v", e, n, d, len(want), s.Target, targets)
		}
		for i := range want {
			if !slices.Equal(s.X.RawRowView(i), want[i]) || s.Classes[s.Label[i]] != labels[i] {
				t.Fatalf("%v: row %d is %v, want %v", e, i, s.X.RawRowView(i), want[i])
			}
		}
		checkCover(t, s)
	}
}

// checkCover compares the segments with the rows of X.
func checkCover(t *testing.T, s *data.Set) {
	t.Helper()
	at := 0
	for _, seg := range s.Segments {
		if seg.Start != at || seg.End <= at {
			t.Fatalf("segment %v after row %d", seg, at)
		}
		at = seg.End
	}
	if n, _ := s.X.Dims(); at != n {
		t.Fatalf("segments cover %d of %d rows", at, n)
	}
}

func TestParseEmbed(t *testing.T) {
	for written, want := range map[string]prepare.Embedding{
		"none": {}, "l=5": {L: 5, Epsilon: 1, Delta: 1}, "l=500,epsilon=5,delta=50": {L: 500, Epsilon: 5, Delta: 50}, "delta=2, l=3": {L: 3, Epsilon: 1, Delta: 2},
	} {
		e, err := prepare.ParseEmbedding(written)
		if err != nil || *e != want {
			t.Errorf("%q: %v, %v", written, e, err)
		}
		if again, err := prepare.ParseEmbedding(e.String()); err != nil || *again != *e {
			t.Errorf("%v reads back as %v, %v", e, again, err)
		}
	}
	for written, want := range map[string]string{
		"l=0": "whole number", "l=-3": "whole number", "l=2.5": "whole number", "l=99999999999": "whole number", "epsilon=2": "missing",
		"l=2,l=3": "each once", "size=3": "each once", "l": "whole number", "l=3,": "each once",
	} {
		_, err := prepare.ParseEmbedding(written)
		check.Error(t, err, true, "--embed", want)
	}
	for rate, want := range map[float64]prepare.Embedding{8000: {L: 400, Epsilon: 1, Delta: 8}, 16000: {L: 400, Epsilon: 2, Delta: 16}, 48000: {L: 400, Epsilon: 6, Delta: 48}, 44100: {L: 400, Epsilon: 6, Delta: 48}, 4000: {L: 400, Epsilon: 1, Delta: 8}, 100: {L: 400, Epsilon: 1, Delta: 8}} {
		if got := prepare.DefaultEmbedding(rate); got != want {
			t.Errorf("%g Hz: %v, want %v", rate, got, want)
		}
	}
}

func TestEmbedTooLarge(t *testing.T) {
	path := write(t, "x.csv", "x\n"+strings.Repeat("1\n2\n", 150_000))
	failure(t, Options{Paths: []string{path}, Embed: "l=150000"}, false, "16 GiB", "raise delta to 11", "--limit 14316")
	s := mustOpen(t, Options{Paths: []string{path}, Embed: "l=150000", Limit: 2})
	if n, d := s.X.Dims(); n != 2 || d != 150_000 || !hasNote(s, "first 2 of 150001 samples") {
		t.Errorf("%v %q", s, s.Notes)
	}
}

func TestEmbedSkipsShort(t *testing.T) {
	path := write(t, "x.csv", "x,t\n1,a\n2,b\n3,b\n4,b\n5,c\n")
	s := mustOpen(t, Options{Paths: []string{path}, Segment: "t", Embed: "l=2"})
	if len(s.Segments) != 1 || s.Segments[0].Name != "b" || !hasNote(s, "2 segments (a, c)") {
		t.Errorf("%v %q", s.Segments, s.Notes)
	}
}

func TestLimit(t *testing.T) {
	path := write(t, "x.csv", "x,t\n1,a\n2,a\n3,b\n4,b\n5,c\n6,c\n")
	for limit, want := range map[int][]data.Segment{
		2: {{Name: "a", Group: "", Start: 0, End: 2, Held: false, Aside: false}},
		3: {{Name: "a", Group: "", Start: 0, End: 2, Held: false, Aside: false}, {Name: "b", Group: "", Start: 2, End: 3, Held: false, Aside: false}},
		9: {{Name: "a", Group: "", Start: 0, End: 2, Held: false, Aside: false}, {Name: "b", Group: "", Start: 2, End: 4, Held: false, Aside: false}, {Name: "c", Group: "", Start: 4, End: 6, Held: false, Aside: false}},
	} {
		if s := mustOpen(t, Options{Paths: []string{path}, Segment: "t", Limit: limit}); !slices.Equal(s.Segments, want) {
			t.Errorf("limit %d: %v", limit, s.Segments)
		}
	}
	failure(t, Options{Paths: []string{path}, Segment: "t", Limit: 1}, false, "1 sample is too little", "--limit")
	one := write(t, "y.csv", "x\n1\n2\n3\n")
	if s := mustOpen(t, Options{Paths: []string{one}, Limit: 2}); s.X.RawMatrix().Rows != 2 || s.Segments[0].Len() != 2 {
		t.Errorf("one segment cut: %v", s)
	}
}

func TestNormalise(t *testing.T) {
	path := write(t, "x.csv", "x,y,t\n1,-4,a\n2,2,a\n0,0,b\n0,0,b\n1e300,0,c\n-3e300,0,c\n")
	for by, want := range map[string][]float64{
		"":     {1, -4, 2, 2, 0, 0, 0, 0, 1e300, 0, -3e300, 0},
		"none": {1, -4, 2, 2, 0, 0, 0, 0, 1e300, 0, -3e300, 0},
		"peak": {0.25, -1, 0.5, 0.5, 0, 0, 0, 0, 1. / 3, 0, -1, 0},
		"rms":  {0.4, -1.6, 0.8, 0.8, 0, 0, 0, 0, math.Sqrt(0.4), 0, -3 * math.Sqrt(0.4), 0},
	} {
		s := mustOpen(t, Options{Paths: []string{path}, Segment: "t", Normalise: by})
		for i, x := range s.X.RawMatrix().Data {
			if math.Abs(x-want[i]) > 1e-15*max(1, math.Abs(want[i])) {
				t.Errorf("%q: value %d is %g, want %g", by, i, x, want[i])
			}
		}
		if scaled := hasNote(s, "normalised to"); scaled != (by == "peak" || by == "rms") || !hasNote(s, "all zero, left as they are: 1 segment (b)") {
			t.Errorf("%q: notes %q", by, s.Notes)
		}
	}
	failure(t, Options{Paths: []string{path}, Segment: "t", Normalise: "max"}, true, "--normalise max", "peak, rms, standard or none")
}

func TestH4GapOfOverlappingWindows(t *testing.T) {
	for _, c := range []struct{ l, epsilon, delta, want int }{{500, 5, 50, 49}, {400, 1, 8, 49}, {40, 1, 5, 7}, {48, 1, 2, 23}, {2, 1, 1, 1}, {2, 1, 2, 0}} {
		if got := (prepare.Embedding{L: c.l, Epsilon: c.epsilon, Delta: c.delta}).Overlap(0); got != c.want {
			t.Errorf("%+v: rows overlap up to %d apart", c, got)
		}
	}
	path := write(t, "x.csv", columnText("a", 4000, func(i int) float64 { return math.Sin(float64(i)) }))
	for _, c := range []struct {
		o    Options
		want int
	}{
		{Options{}, 0}, {Options{STFT: "length=512,hop=256"}, 1}, {Options{STFT: "length=512,hop=512"}, 0}, {Options{STFT: "length=512,hop=100"}, 5},
		// The filter reaches 18 periods of the lower rate to each side: 16 at 0.9 of it.
		{Options{Resample: "3/1"}, 2 * 18 * 3}, {Options{Resample: "1/4"}, 2 * 72 / 4}, {Options{Resample: "3/4"}, 2 * 24 * 3 / 4},
		{Options{Resample: "1/4", STFT: "length=64,hop=16"}, (63 + 36) / 16},
		{Options{Missing: "interpolate:3"}, 0}, // nothing was missing
	} {
		s := mustOpen(t, withPath(c.o, path))
		if s.Overlap != c.want {
			t.Errorf("%+v: rows share what was read up to %d apart, want %d", c.o, s.Overlap, c.want)
		}
		// windows of 3 rows, each 2 rows after the one before
		c.o.Embed = "l=3,epsilon=1,delta=2"
		if s := mustOpen(t, withPath(c.o, path)); s.Overlap != (2+c.want)/2 {
			t.Errorf("%+v: windows share what was read up to %d apart", c.o, s.Overlap)
		}
	}
}

func withPath(o Options, path string) Options {
	o.Paths = []string{path}
	return o
}
