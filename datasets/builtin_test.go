package datasets

import (
	"math"
	"os"
	"strings"
	"testing"

	"example.com/sfatui/datasets/builtin"
	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/datasets/split"
)

func TestVowels(t *testing.T) {
	s := mustOpen(t, Options{})
	if s.Name != "vowels" || len(s.Classes) != 2 || len(s.Groups()) < 6 || s.Sources() != nil || s.Rate == 0 {
		t.Errorf("%v", s)
	}
	checkCover(t, s)
	if !hasNote(s, "default for vowels") || !hasNote(s, "peak 1") {
		t.Errorf("notes %q", s.Notes)
	}
	n, d := s.X.Dims()
	peaks := make(map[int]float64)
	for i, seg := range s.Segments {
		for r := seg.Start; r < seg.End; r++ {
			for _, v := range s.X.RawRowView(r) {
				peaks[i] = max(peaks[i], math.Abs(v))
			}
		}
	}
	for i, p := range peaks {
		if p > 1 || p < 0.5 {
			t.Errorf("segment %s has the peak %g", s.Segments[i].Name, p)
		}
	}
	if n < 1000 || d < 100 {
		t.Errorf("%d×%d", n, d)
	}
	folds, err := split.Folds(s, split.Options{Validation: 0.2, Seed: 1})
	if err != nil || len(folds) != 3 {
		t.Errorf("%d folds, %v", len(folds), err)
	}
	if text := strings.Join(inspect.Summary(s), "; "); !strings.Contains(text, " segments; ") || !strings.Contains(text, " more; ") || !strings.Contains(text, "samples a second") {
		t.Errorf("%s", text)
	}
	few := mustOpen(t, Options{Paths: []string{"vowels"}, Where: "label=heed rep=0 sex=woman", Embed: "l=20", Limit: 500})
	if n, d := few.X.Dims(); n != 500 || d != 20 || len(few.Classes) != 1 {
		t.Errorf("%v", few)
	}
}

func TestLatent(t *testing.T) {
	s := mustOpen(t, Options{Paths: []string{"latent"}})
	n, d := s.X.Dims()
	if rows, k := s.Latent.Dims(); rows != n || k != 2 || len(s.Inputs) != d || s.Inputs[0] != "sensor1" || s.Rate == 0 {
		t.Fatalf("%v", s)
	}
	checkCover(t, s)
	if text := strings.Join(inspect.Summary(s), "; "); !strings.Contains(text, "samples each") || !strings.Contains(text, "2 known latent variables") {
		t.Errorf("%s", text)
	}
	part := mustOpen(t, Options{Paths: []string{"latent"}, Where: "trial=2", Embed: "l=3,delta=2"})
	second := s.Segments[1]
	for i := range 5 { // the latent variables of a window are its middle sample's
		for k := range 2 {
			if got, want := part.Latent.At(i, k), s.Latent.At(second.Start+2*i+1, k); got != want {
				t.Errorf("window %d: latent %g, want %g", i, got, want)
			}
		}
		if got, want := part.X.At(i, 2*d), s.X.At(second.Start+2*i+2, 0); got != want {
			t.Errorf("window %d: last value of sensor 1 is %g, want %g", i, got, want)
		}
	}
}

func TestBuiltinNames(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("other.csv", []byte("x\n1\n2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Label: "word"}, "--label"},
		{Options{Paths: []string{"latent"}, Drop: []string{"x"}}, "--drop"},
		{Options{Paths: []string{"vowels"}, Name: "{label}"}, "fields of the built-in set vowels are label, group, rep, sex"},
		{Options{Paths: []string{"vowels", "other.csv"}}, "./vowels"},
		{Options{Paths: []string{"other.csv"}, TestPaths: []string{"latent"}}, "--test-data latent"},
		{Options{Paths: []string{"latent"}, TestPaths: []string{"other.csv"}}, "with --test-data"},
		{Options{Paths: []string{"latent"}, Where: "label=1"}, "the fields are trial"},
		{Options{Paths: []string{"Latent"}}, "did you mean latent?"},
		{Options{Paths: []string{"force"}, Where: "label=1"}, "force is one series, without fields"},
		{Options{Paths: []string{"sincos"}, Name: "{label}"}, "sincos is one series, without fields"},
	} {
		failure(t, c.o, true, c.want)
	}
	if err := os.WriteFile("latent", []byte("x\n1\n2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if s := mustOpen(t, Options{Paths: []string{"latent"}}); !hasNote(s, "for the file of that name write ./latent") {
		t.Errorf("notes %q", s.Notes)
	}
	for _, b := range builtin.Sets() {
		if b.Name == "" || b.Doc == "" || strings.ContainsAny(b.Name, `/\.`) {
			t.Errorf("%+v", b)
		}
	}
}
