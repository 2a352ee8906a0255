package datasets

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/datasets/internal/check"
	"example.com/sfatui/datasets/internal/sample"
)

// write writes a file into the test's directory and returns its path.
func write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// mustOpen opens a set, and fails the test on an error.
func mustOpen(t testing.TB, o Options) *data.Set {
	t.Helper()
	s, err := Open(context.Background(), o, nil)
	if err != nil {
		t.Fatalf("Open(%+v): %v", o, err)
	}
	return s
}

// failure opens a set that must fail, with a usage error or another one, which
// contains all of the texts.
func failure(t testing.TB, o Options, usage bool, texts ...string) {
	t.Helper()
	s, err := Open(context.Background(), o, nil)
	if err == nil {
		t.Fatalf("Open(%+v) gives %v, want an error", o, s)
	}
	check.Error(t, err, usage, texts...)
}

// hasNote reports whether a note of the set contains text.
func hasNote(s *data.Set, text string) bool {
	return slices.ContainsFunc(s.Notes, func(n string) bool { return strings.Contains(n, text) })
}

func TestOpenPaths(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a, b := put("a.csv", "x\n1\n2\n"), put("B.CSV", "x\n3\n4\n")
	other := put("other.csv", "y\n3\n4\n")
	wide := put("wide.csv", "x,y\n3,1\n4,1\n")
	npy := put("a.npy", "x")
	bare := put("bare", "x")
	wav := put("s.wav", sample.WAV{Values: []float64{0, 0.5, 0.25}}.Build())
	empty := filepath.Join(dir, "empty")
	if err := os.Mkdir(empty, 0o700); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link.csv")
	if err := os.Symlink(a, link); err != nil {
		t.Fatal(err)
	}

	s := mustOpen(t, Options{Paths: []string{a, b}})
	if n, d := s.X.Dims(); n != 4 || d != 1 || len(s.Segments) != 2 || s.X.At(2, 0) != 3 {
		t.Errorf("two tables: %v", s)
	}
	if s.Name != "a.csv and 1 more file" || s.Sources()[1].Path != b || len(s.Sources()[0].SHA256) != 64 {
		t.Errorf("name %q, sources %v", s.Name, s.Sources())
	}

	failure(t, Options{Paths: []string{filepath.Join(dir, "vowel")}}, true, "no such file", "vowels")
	failure(t, Options{Paths: []string{a}, TestPaths: []string{filepath.Join(dir, "none.csv")}}, true, "--test-data", "no such file")
	failure(t, Options{Paths: []string{npy}}, false, "a.npy", "not an NPY file")
	failure(t, Options{Paths: []string{put("a.xyz", "x")}}, false, ".csv", ".wav", "not .xyz")
	failure(t, Options{Paths: []string{put("a.csv.bz2", "x")}}, false, "a.csv.bz2 is called a bzip2 file but does not begin like one")
	failure(t, Options{Paths: []string{bare}}, false, "not a table of numbers", "no extension", ".csv")
	failure(t, Options{Paths: []string{empty}}, false, "no file to read", "nothing")
	failure(t, Options{Paths: []string{a, link}}, true, "given twice")
	failure(t, Options{Paths: []string{a}, TestPaths: []string{a}}, true, "given twice")
	failure(t, Options{Paths: []string{a, wav}}, true, "cannot be read together")
	failure(t, Options{Paths: []string{a, other}}, false, `"y"`, `"x"`, "same inputs")
	failure(t, Options{Paths: []string{a, wide}}, false, "2 inputs", "1 input", "with --drop y")
	failure(t, Options{Paths: []string{a}, Name: "{label}", Label: "x"}, true, "--name", "--label")
	failure(t, Options{Paths: []string{wav}, Label: "x"}, true, "--label", "--name")
	failure(t, Options{Paths: []string{wav}, Drop: []string{"x"}}, true, "--drop")
	failure(t, Options{Paths: []string{a}, Limit: -1}, true, "--limit")
	if err := os.Remove(wav); err != nil {
		t.Fatal(err)
	}
	failure(t, Options{Paths: []string{dir}}, false, "several formats", "1 without extension, 1 .bz2, 5 .csv, 1 .npy, 1 .xyz, 1 directory", filepath.Join(dir, "*.csv"))
}

func TestOpenHeld(t *testing.T) {
	train := write(t, "train.csv", "x,who,what\n1,a,u\n2,a,u\n3,b,v\n5,b,v\n")
	test := write(t, "test.csv", "x,who,what\n7,b,w\n8,b,w\n9,c,w\n9,c,w\n")
	s := mustOpen(t, Options{Paths: []string{train}, TestPaths: []string{test}, Group: "who", Label: "what"})
	want := []data.Segment{{Name: "train.csv:a", Group: "a", Start: 0, End: 2, Held: false, Aside: false}, {Name: "train.csv:b", Group: "b", Start: 2, End: 4, Held: false, Aside: false},
		{Name: "test.csv:b", Group: "b", Start: 4, End: 6, Held: true, Aside: false}, {Name: "test.csv:c", Group: "c", Start: 6, End: 8, Held: true, Aside: false}}
	if !slices.Equal(s.Segments, want) {
		t.Errorf("segments %v", s.Segments)
	}
	if !hasNote(s, "in the data and in the test data: 1 group (b)") || !hasNote(s, "in the test data only: 1 label (w)") {
		t.Errorf("notes %q", s.Notes)
	}
	s = mustOpen(t, Options{Paths: []string{train}, TestPaths: []string{test}, Drop: []string{"who", "what"}, Limit: 3})
	want = []data.Segment{{Name: "train.csv", Group: "", Start: 0, End: 3, Held: false, Aside: false}, {Name: "test.csv", Group: "", Start: 3, End: 6, Held: true, Aside: false}}
	if !slices.Equal(s.Segments, want) || !hasNote(s, "first 3 of 4 test samples") {
		t.Errorf("segments %v, notes %q", s.Segments, s.Notes)
	}
	one := write(t, "one.csv", "x,who,what\n7,b,w\n")
	failure(t, Options{Paths: []string{train}, TestPaths: []string{one}, Label: "what", Drop: []string{"who"}}, false, "the test data", "1 sample")
	twin := write(t, "twin.csv", "x,who,what\n1,a,u\n2,a,u\n3,b,v\n5,b,v\n")
	s = mustOpen(t, Options{Paths: []string{train}, TestPaths: []string{twin}, Label: "what", Drop: []string{"who"}})
	if !hasNote(s, "same content") {
		t.Errorf("notes %q", s.Notes)
	}
}

func TestOpenProgressAndCancel(t *testing.T) {
	var text strings.Builder
	text.WriteString("x,y\n")
	for text.Len() < 3<<20 {
		text.WriteString("1.25,-3\n2.5,4\n")
	}
	path := write(t, "big.csv", text.String())
	last, calls := 0, 0
	_, err := Open(context.Background(), Options{Paths: []string{path}}, func(done, total int) {
		if done < last || done > total || total != text.Len() {
			t.Errorf("progress %d of %d after %d", done, total, last)
		}
		last = done
		calls++
	})
	if err != nil || last != text.Len() || calls < 3 {
		t.Errorf("last progress %d of %d in %d calls, error %v", last, text.Len(), calls, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	_, err = Open(ctx, Options{Paths: []string{path}}, func(int, int) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled while reading: %v", err)
	}
	for _, o := range []Options{{Paths: []string{"latent"}}, {Paths: []string{write(t, "a.wav", sample.WAV{Values: make([]float64, 800)}.Build())}}} {
		if _, err = Open(ctx, o, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled before %v: %v", o.Paths, err)
		}
	}
}

func TestOpenConstantInput(t *testing.T) {
	s := mustOpen(t, Options{Paths: []string{write(t, "c.csv", "a,b,c\n1,5,0\n2,5,0\n3,5,0\n")}})
	if !hasNote(s, "2 inputs (b, c)") || len(s.Inputs) != 3 {
		t.Errorf("inputs %v, notes %q", s.Inputs, s.Notes)
	}
}

func TestOpenOneClass(t *testing.T) {
	const none, one = "no sample has a label", "only one class"
	for text, want := range map[string]string{
		"x,l\n1,u\n2,u\n3,u\n":          one + ", u",
		"x,l\n1,u\n2,\n3,u\n":           one + ", u",
		"x,l\n1,\n2,\n3,\n":             none,
		"x,l\n1,\u200b\n2,\n3,\u2060\n": none,
		"x,l\n1,u\n2,v\n3,u\n":          "",
	} {
		path := write(t, "c.csv", text)
		s := mustOpen(t, Options{Paths: []string{path}, Label: "l"})
		if want == "" && (hasNote(s, none) || hasNote(s, one)) || !hasNote(s, want) && want != "" {
			t.Errorf("%q: notes %q, want %q", text, s.Notes, want)
		}
		if want == none && (s.Classes != nil || !hasNote(s, "3 rows without a label")) {
			t.Errorf("%q: classes %q, notes %q", text, s.Classes, s.Notes)
		}
		if s = mustOpen(t, Options{Paths: []string{path}, Drop: []string{"l"}}); hasNote(s, none) || hasNote(s, one) {
			t.Errorf("without --label: notes %q", s.Notes)
		}
	}
}

func TestSummary(t *testing.T) {
	path := write(t, "s.csv", "x,y,word,who,trial\n1,0.5,u,a,1\n2,1.5,u,a,1\n3,1,v,b,2\n4,2,v,b,2\n5,2,,b,2\n")
	s := mustOpen(t, Options{Paths: []string{path}, Label: "word", Group: "who", Segment: "trial", Target: "y"})
	want := []string{"s.csv: 5 samples of 1 input", "2 segments of 2 to 3 samples", "2 classes: u (2), v (2) samples, 1 sample without a label",
		"2 groups: a, b", "target y from 0.5 to 2"}
	if got := inspect.Summary(s); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if want := []int{0, 0, 1, 1, -1}; !slices.Equal(s.Label, want) {
		t.Errorf("labels %v", s.Label)
	}
}
