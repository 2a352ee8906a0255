package datasets

import (
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/datasets/realdata"
	"example.com/sfatui/datasets/split"
	"gonum.org/v1/gonum/mat"
)

func TestSharedWords(t *testing.T) {
	fsdd := realdata.Path(t, "fsdd_three_seven")
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
	folds, err := split.Folds(s, split.Options{Folds: 3, Seed: 1})
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
	hvd := mustOpen(t, Options{Paths: []string{realdata.Path(t, "hvd_espeak_48k")}, Name: "{label}_{group}_{rep}", Embed: "l=500,epsilon=5,delta=50"})
	if len(hvd.Segments) != 72 || !slices.Equal(hvd.Classes, []string{"head", "heed"}) || len(hvd.Groups()) != 18 || hvd.Rate != 960 {
		t.Errorf("%v", hvd)
	}
	n, _ := hvd.X.Dims()
	if per := n / 72; per < 360 || per > 400 {
		t.Errorf("%d windows a word, want about 380 to 390", per)
	}
	failure(t, Options{Paths: []string{realdata.Path(t, "audio_scenes")}}, false, "22050 Hz", "11025 Hz")
	failure(t, Options{Paths: []string{realdata.Path(t, "occupancy")}}, false, "several formats", "2 .txt", "1 .parquet", "name those to read")
}

func TestSharedTables(t *testing.T) {
	train, test := realdata.Path(t, "occupancy", "datatraining.txt"), realdata.Path(t, "occupancy", "datatest.txt")
	s := mustOpen(t, Options{Paths: []string{train}, TestPaths: []string{test}, Label: "Occupancy"})
	want := []string{"Temperature", "Humidity", "Light", "CO2", "HumidityRatio"}
	if n, _ := s.X.Dims(); n != 8143+2665 || !slices.Equal(s.Inputs, want) || !slices.Equal(s.Classes, []string{"0", "1"}) || !hasNote(s, "row numbers") {
		t.Errorf("%v %q", s, s.Notes)
	}
	if s.X.At(0, 0) != 23.18 || s.X.At(1, 4) != 0.00478344094931065 {
		t.Errorf("first rows %v %v", s.X.RawRowView(0), s.X.RawRowView(1))
	}
	ett := realdata.Path(t, "ett_h1", "ETTh1.csv")
	s = mustOpen(t, Options{Paths: []string{ett}, Target: "OT"})
	if n, d := s.X.Dims(); n != 17420 || d != 6 || s.Target[1] != 27.78700065612793 || s.Rate != 1.0/3600 || !hasNote(s, "a row every 1 h") {
		t.Errorf("%v", s)
	}
	digits := mustOpen(t, Options{Paths: []string{realdata.Path(t, "digits_8x8", "digits.csv")}, Label: "label"})
	count := make([]int, 10)
	for _, l := range digits.Label {
		count[l]++
	}
	if !slices.Equal(count, []int{178, 182, 177, 183, 181, 182, 181, 179, 174, 180}) {
		t.Errorf("digits: %v", count)
	}
}

// TestSharedForms compares the same data in different forms.
func TestSharedForms(t *testing.T) {
	same := func(what string, a, b *data.Set) {
		t.Helper()
		if !mat.EqualApprox(a.X, b.X, 1e-9) || !slices.Equal(a.Label, b.Label) || !slices.Equal(a.Classes, b.Classes) || len(a.Segments) != len(b.Segments) {
			t.Errorf("%s: %v and %v", what, inspect.Summary(a), inspect.Summary(b))
		}
	}
	open := func(folder, name string, o Options) *data.Set {
		return mustOpen(t, with(o, realdata.Path(t, folder, name)))
	}
	none := Options{}
	digits := open("digits_8x8", "digits-images-idx3-ubyte", none)
	same("digits", digits, open("digits_8x8", "digits.csv", Options{Label: "label"}))
	if n, d := digits.X.Dims(); n != 1797 || d != 64 || len(digits.Classes) != 10 || len(digits.Sources()) != 2 {
		t.Errorf("digits: %v", inspect.Summary(digits))
	}
	gun := open("ucr_small", "GunPoint_TRAIN.ts", none)
	if n, d := gun.X.Dims(); n != 50*150 || d != 1 || len(gun.Segments) != 50 || !slices.Equal(gun.Classes, []string{"1", "2"}) {
		t.Errorf("GunPoint: %v", inspect.Summary(gun))
	}
	same("GunPoint as a table", gun, open("ucr_small", "GunPoint_TRAIN.tsv", none))
	arff := open("ucr_small", "GunPoint_TRAIN.arff", none)
	if !mat.EqualApprox(gun.X, arff.X, 1e-3) || !slices.Equal(gun.Label, arff.Label) { // written with five digits
		t.Errorf("GunPoint as ARFF: %v", inspect.Summary(arff))
	}
	motions := open("ucr_small", "BasicMotions_TEST.ts", none)
	same("BasicMotions", motions, open("ucr_small", "BasicMotions_TEST.arff", none))
	if n, d := motions.X.Dims(); n != 40*100 || d != 6 || len(motions.Classes) != 4 {
		t.Errorf("BasicMotions: %v", inspect.Summary(motions))
	}
	room := open("occupancy", "datatest.txt", Options{Label: "Occupancy"})
	parquet := open("occupancy", "datatest.parquet", Options{Label: "Occupancy"})
	same("occupancy", room, parquet)
	if room.Rate != parquet.Rate || !slices.Equal(room.Inputs, parquet.Inputs) || room.Rate != 1.0/60 {
		t.Errorf("occupancy: %v and %v", room, parquet)
	}
	text := open("ecg_mitbih208", "ecg_30s.csv", none)
	ecg := open("ecg_mitbih208", "ecg_mV_float64.npy", Options{Limit: 10800})
	if !mat.EqualApprox(text.X, ecg.X, 5e-4) || text.Rate != 360 {
		t.Errorf("ECG: %v and %v", inspect.Summary(text), inspect.Summary(ecg))
	}
}

// with returns o with a path.
func with(o Options, path string) Options {
	o.Paths = []string{path}
	return o
}

func TestSharedSeries(t *testing.T) {
	dir := realdata.Path(t, "japanese_vowels")
	s := mustOpen(t, Options{Paths: []string{dir}})
	held := 0
	for _, seg := range s.Segments {
		if seg.Held {
			held += seg.Len()
		}
	}
	if n, d := s.X.Dims(); n != 4274+5687 || d != 12 || held != 5687 || len(s.Segments) != 640 || len(s.Classes) != 9 || s.Segments[0].Len() != 20 {
		t.Errorf("%v", inspect.Summary(s))
	}
	failure(t, Options{Paths: []string{realdata.Path(t, "ucr_small")}}, false, "several formats", "6 .ts", "3 .arff", "1 .tsv")
}

func TestSharedTransposed(t *testing.T) {
	d00 := realdata.Path(t, "tennessee_eastman", "d00.dat")
	s := mustOpen(t, Options{Paths: []string{d00}})
	if n, d := s.X.Dims(); n != 500 || d != 52 || s.X.At(1, 0) != .25118 || !hasNote(s, "taken as stored transposed") {
		t.Errorf("%v %q", inspect.Summary(s), s.Notes)
	}
	s = mustOpen(t, Options{Paths: []string{realdata.Path(t, "tennessee_eastman")}})
	if n, d := s.X.Dims(); n != 500+3*960 || d != 52 || s.X.At(500, 1) != 3702.3 {
		t.Errorf("%v %q", inspect.Summary(s), s.Notes)
	}
}

func TestSharedManifests(t *testing.T) {
	byName := mustOpen(t, Options{Paths: []string{realdata.Path(t, "fsdd_three_seven")}, Name: "{label}_{group}_{rep}", Where: "rep=5..6"})
	s := mustOpen(t, Options{Paths: []string{realdata.Path(t, "fsdd_three_seven")}, Label: "word", Where: "rep=5..6"})
	if len(s.Segments) != 24 || len(s.Segments) != len(byName.Segments) || !slices.Equal(s.Classes, byName.Classes) || len(s.Groups()) != 6 {
		t.Errorf("%v and %v", inspect.Summary(s), inspect.Summary(byName))
	}
	s = mustOpen(t, Options{Paths: []string{realdata.Path(t, "klettres_ie_16k", "manifest.csv")}})
	if len(s.Segments) != 120 || !slices.Equal(s.Classes, []string{"e", "i"}) || len(s.Groups()) != 6 || !hasNote(s, "label class, group speaker") {
		t.Errorf("%v %q", inspect.Summary(s), s.Notes)
	}
}

// TestSharedSound compares the decoded samples with facts of the corpus: the
// peak of its files was set to 0.8.
func TestSharedSound(t *testing.T) {
	s := mustOpen(t, Options{Paths: []string{realdata.Path(t, "klettres_ie_16k")}, Embed: "none", Normalise: "none"})
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

// TestSharedFolders opens every file of every folder with the flags that its
// README suggests, or fewer, and compares the report with the README.
func TestSharedFolders(t *testing.T) {
	root := realdata.Path(t)
	at := func(elem ...string) string { return filepath.Join(append([]string{root}, elem...)...) }
	seen := map[string]bool{}
	for _, c := range []struct {
		o                         Options
		files                     []string
		segments, inputs, classes int
		groups                    int
		rate                      float64
	}{
		{Options{Embed: "none"}, []string{"audio_scenes/guit_em9_11025.wav", "audio_scenes/loop_tabla_11025.wav"}, 2, 1, 0, 0, 11025},
		{Options{STFT: "length=512"}, []string{"audio_scenes/ambi_sauna_22050.wav", "audio_scenes/loop_tabla_22050.wav"}, 2, 512, 0, 0, 22050.0 / 256},
		{Options{Label: "label"}, []string{"digits_8x8/digits.csv"}, 1, 64, 10, 0, 0},
		{Options{}, []string{"digits_8x8/digits-images-idx3-ubyte"}, 1, 64, 10, 0, 0},
		{Options{}, []string{"ecg_mitbih208/ecg_mV_float64.npy"}, 1, 1, 0, 0, 0},
		{Options{}, []string{"ecg_mitbih208/ecg_30s.csv"}, 1, 1, 0, 0, 360},
		{Options{Target: "OT"}, []string{"ett_h1"}, 1, 6, 0, 0, 1.0 / 3600},
		{Options{Embed: "none", Label: "word"}, []string{"fsdd_three_seven"}, 600, 1, 2, 6, 8000},
		{Options{Embed: "none", Label: "word"}, []string{"hvd_espeak_48k"}, 72, 1, 2, 18, 48000},
		{Options{}, []string{"japanese_vowels"}, 640, 12, 9, 0, 0},
		{Options{Embed: "none"}, []string{"klettres_ie_16k"}, 120, 1, 2, 6, 16000},
		{Options{Label: "Occupancy"}, []string{"occupancy/datatraining.txt", "occupancy/datatest.txt"}, 2, 5, 2, 0, 1.0 / 60},
		{Options{Label: "Occupancy", CutBy: "Occupancy"}, []string{"occupancy/datatest.parquet"}, 0, 5, 2, 0, 1.0 / 60},
		{Options{}, []string{"tennessee_eastman"}, 4, 52, 0, 0, 0},
		{Options{}, []string{"ucr_small/GunPoint_TRAIN.ts", "ucr_small/GunPoint_TEST.ts"}, 200, 1, 2, 0, 0},
		{Options{}, []string{"ucr_small/GunPoint_TRAIN.tsv"}, 50, 1, 2, 0, 0},
		{Options{}, []string{"ucr_small/GunPoint_TRAIN.arff"}, 50, 1, 2, 0, 0},
		{Options{}, []string{"ucr_small/ItalyPowerDemand_TRAIN.ts", "ucr_small/ItalyPowerDemand_TEST.ts"}, 67 + 1029, 1, 2, 0, 0},
		{Options{}, []string{"ucr_small/BasicMotions_TRAIN.ts", "ucr_small/BasicMotions_TEST.ts"}, 80, 6, 4, 0, 0},
		{Options{}, []string{"ucr_small/BasicMotions_TRAIN.arff", "ucr_small/BasicMotions_TEST.arff"}, 80, 6, 4, 0, 0},
	} {
		for _, f := range c.files {
			c.o.Paths = append(c.o.Paths, at(filepath.FromSlash(f)))
		}
		r := reportOf(t, c.o)
		for _, source := range r.Sources {
			seen[source.Path] = true
		}
		if len(r.Segments) != c.segments && c.segments > 0 || r.Inputs != c.inputs || len(r.Classes) != c.classes || len(r.Groups) != c.groups || math.Abs(r.Rate-c.rate) > 1e-9 {
			t.Errorf("%v: %d segments, %d inputs, %d classes, %d groups, rate %g", c.files, len(r.Segments), r.Inputs, len(r.Classes), len(r.Groups), r.Rate)
		}
	}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && e.Name() != "README.md" && !seen[path] {
			t.Errorf("nothing opens %s", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestSharedAwkward writes real tables in awkward ways: they are read
// correctly, or refused with a remedy.
func TestSharedAwkward(t *testing.T) {
	text, err := os.ReadFile(realdata.Path(t, "ett_h1", "ETTh1.csv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfterN(string(text), "\n", 502)
	table := strings.Join(lines[:501], "")
	want := mustOpen(t, Options{Paths: []string{write(t, "x.csv", table)}})
	comma := strings.NewReplacer(",", ";", ".", ",").Replace(table)
	for name, text := range map[string]string{
		"semicolons.csv": comma,
		"tabs.tsv":       strings.ReplaceAll(comma, ";", "\t"),
		"marked.csv":     "\xef\xbb\xbf" + strings.ReplaceAll(table, "\n", "\r\n"),
		"trailing.csv":   strings.ReplaceAll(table, "\n", ",\n"),
		"quoted.csv":     "\"" + strings.NewReplacer(",", "\",\"", "\n", "\"\n\"").Replace(strings.TrimSpace(table)) + "\"\n",
		"short.csv":      oneNameShort(table),
	} {
		s := mustOpen(t, Options{Paths: []string{write(t, name, text)}})
		if !mat.Equal(s.X, want.X) || !slices.Equal(s.Inputs, want.Inputs) || s.Rate != want.Rate {
			t.Errorf("%s: %v, inputs %v, want %v", name, inspect.Summary(s), s.Inputs, want.Inputs)
		}
	}
	// with commas for both, the fields are ambiguous
	numbers := columnsFrom(table, 1)
	failure(t, Options{Paths: []string{write(t, "both.csv", strings.ReplaceAll(numbers, ".", ","))}}, false, "both.csv:2", "decimal comma", "semicolon")
}

// oneNameShort adds row numbers without a name, as R does.
func oneNameShort(table string) string {
	var b strings.Builder
	for i, line := range strings.SplitAfter(table, "\n") {
		if i > 0 && line != "" {
			b.WriteString("\"" + strconv.Itoa(i) + "\",")
		}
		b.WriteString(line)
	}
	return b.String()
}

// columnsFrom drops the first columns of a table.
func columnsFrom(table string, first int) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimSpace(table), "\n") {
		b.WriteString(strings.Join(strings.Split(line, ",")[first:], ",") + "\n")
	}
	return b.String()
}
