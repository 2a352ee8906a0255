package datasets

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// shared is the path of real data beside the repository. Without it the test
// is skipped, in CI it fails.
func shared(t testing.TB, elem ...string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for root := dir; filepath.Dir(root) != root; root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
			continue
		}
		path := filepath.Join(append([]string{filepath.Dir(root), "shared", "data"}, elem...)...)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("no ../shared/data/%s beside the repository", filepath.Join(elem...))
	}
	t.Skipf("no ../shared/data/%s beside the repository", filepath.Join(elem...))
	return ""
}

func TestSharedWords(t *testing.T) {
	fsdd := shared(t, "fsdd_three_seven")
	name := "{label}_{group}_{rep}"
	// the numbers of windows are those of an independent program
	for where, want := range map[string]int{"group=theo rep=5..8": 1080, "group=theo rep=9..12": 1058} {
		s := mustOpen(t, Options{Paths: []string{fsdd}, Name: name, Where: where, Embed: "l=400,delta=16"})
		if n, d := s.X.Dims(); n != want || d != 400 || len(s.Segments) != 8 || s.Rate != 500 {
			t.Errorf("%s: %v, want %d samples", where, s, want)
		}
	}
	s := mustOpen(t, Options{Paths: []string{fsdd}, Name: name, Where: "rep=5..14"})
	if len(s.Segments) != 120 || !slices.Equal(s.Classes, []string{"3", "7"}) || len(s.Groups()) != 6 || !hasNote(s, "keeps 120 of 600") {
		t.Errorf("%v", s)
	}
	folds, err := s.Split(SplitOptions{Folds: 3, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folds {
		if len(f.Test) != 40 || len(f.Train) != 80 { // two of six speakers
			t.Errorf("%d words for training, %d for testing", len(f.Train), len(f.Test))
		}
	}
}

func TestSharedRates(t *testing.T) {
	hvd := mustOpen(t, Options{Paths: []string{shared(t, "hvd_espeak_48k")}, Name: "{label}_{group}_{rep}", Embed: "l=500,epsilon=5,delta=50"})
	if len(hvd.Segments) != 72 || !slices.Equal(hvd.Classes, []string{"head", "heed"}) || len(hvd.Groups()) != 18 || hvd.Rate != 960 {
		t.Errorf("%v", hvd)
	}
	n, _ := hvd.X.Dims()
	if per := n / 72; per < 360 || per > 400 {
		t.Errorf("%d windows a word, want about 380 to 390", per)
	}
	failure(t, Options{Paths: []string{shared(t, "audio_scenes")}}, false, "22050 Hz", "11025 Hz")
	failure(t, Options{Paths: []string{shared(t, "occupancy")}}, false, "several formats", "2 .txt", "1 .parquet", "name the files")
}

func TestSharedTables(t *testing.T) {
	train, test := shared(t, "occupancy", "datatraining.txt"), shared(t, "occupancy", "datatest.txt")
	s := mustOpen(t, Options{Paths: []string{train}, TestPaths: []string{test}, Label: "Occupancy"})
	want := []string{"Temperature", "Humidity", "Light", "CO2", "HumidityRatio"}
	if n, _ := s.X.Dims(); n != 8143+2665 || !slices.Equal(s.Inputs, want) || !slices.Equal(s.Classes, []string{"0", "1"}) || !hasNote(s, "row numbers") {
		t.Errorf("%v %q", s, s.Notes)
	}
	if s.X.At(0, 0) != 23.18 || s.X.At(1, 4) != 0.00478344094931065 {
		t.Errorf("first rows %v %v", s.X.RawRowView(0), s.X.RawRowView(1))
	}
	ett := shared(t, "ett_h1", "ETTh1.csv")
	s = mustOpen(t, Options{Paths: []string{ett}, Target: "OT"})
	if n, d := s.X.Dims(); n != 17420 || d != 6 || s.Target[1] != 27.78700065612793 || s.Rate != 1.0/3600 || !hasNote(s, "a row every 1 h") {
		t.Errorf("%v", s)
	}
	digits := mustOpen(t, Options{Paths: []string{shared(t, "digits_8x8", "digits.csv")}, Label: "label"})
	count := make([]int, 10)
	for _, l := range digits.Label {
		count[l]++
	}
	if !slices.Equal(count, []int{178, 182, 177, 183, 181, 182, 181, 179, 174, 180}) {
		t.Errorf("digits: %v", count)
	}
}

// TestSharedSound holds the decoded samples against facts of the corpus: the
// peak of its files was set to 0.8.
func TestSharedSound(t *testing.T) {
	s := mustOpen(t, Options{Paths: []string{shared(t, "klettres_ie_16k")}, Embed: "none", Normalise: "none"})
	if len(s.Segments) != 120 || s.Rate != 16000 {
		t.Errorf("%v", s)
	}
	for _, seg := range s.Segments {
		peak := 0.0
		for r := seg.Start; r < seg.End; r++ {
			peak = max(peak, math.Abs(s.X.At(r, 0)))
		}
		if math.Abs(peak-0.8) > 0.02 {
			t.Errorf("%s has the peak %g, want about 0.8", seg.Name, peak)
		}
	}
}
