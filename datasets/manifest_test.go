package datasets

import (
	"path/filepath"
	"slices"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/internal/sample"
)

func TestManifestOfSound(t *testing.T) {
	sound := func(v float64) string { return sample.WAV{Values: []float64{0, v, 0.25}}.Build() }
	dir := putFiles(t, map[string]string{
		"manifest.csv": "file,word,speaker,rep\nb.wav,u,p,1\nsub/c.wav,v,p,2\na.wav,v,q,3\n",
		"a.wav":        sound(.1), "b.wav": sound(.2), "sub/c.wav": sound(.3), "other.wav": sound(.4),
	})
	o := Options{Paths: []string{dir}, Embed: "none", Label: "word"}
	want := []data.Segment{{Name: "b.wav", Group: "p", Start: 0, End: 3, Held: false, Aside: false}, {Name: "c.wav", Group: "p", Start: 3, End: 6, Held: false, Aside: false}, {Name: "a.wav", Group: "q", Start: 6, End: 9, Held: false, Aside: false}}
	s := mustOpen(t, o)
	if !slices.Equal(s.Segments, want) || !slices.Equal(s.Classes, []string{"u", "v"}) ||
		len(s.Sources()) != 4 || !hasNote(s, "manifest.csv lists 3 files, label word, group speaker; other columns, for --where or flags such as --label: rep") {
		t.Errorf("%v %q", s, s.Notes)
	}
	o.Where = "word=v rep=3..9"
	if s = mustOpen(t, o); len(s.Segments) != 1 || s.Segments[0].Name != "a.wav" {
		t.Errorf("%v", s)
	}
	o.Where = "label=u"
	if s = mustOpen(t, o); len(s.Segments) != 1 || s.Segments[0].Name != "b.wav" {
		t.Errorf("%v", s)
	}
	o = Options{Paths: []string{filepath.Join(dir, "manifest.csv")}, Embed: "none", Target: "rep", Group: "word"}
	if s = mustOpen(t, o); len(s.Segments) != 3 || s.Segments[0].Group != "u" || s.Target[8] != 3 || s.TargetName != "target" {
		t.Errorf("%v", s)
	}
	failure(t, Options{Paths: []string{dir}, Label: "wrod"}, true, "--label wrod", "manifest.csv", "columns are word, ")
	failure(t, Options{Paths: []string{dir}, Drop: []string{"rep"}}, true, "--drop")
	failure(t, Options{Paths: []string{dir}, Target: "speaker"}, false, "manifest.csv:2: column speaker", `"p" is not a number`)
	// file names instead
	if s = mustOpen(t, Options{Paths: []string{dir}, Embed: "none", Name: "{label}"}); len(s.Segments) != 3 || s.Segments[2].Name != "other.wav" {
		t.Errorf("%v", s)
	}
}

func TestManifestOfTablesAndImages(t *testing.T) {
	dir := putFiles(t, map[string]string{
		"manifest.tsv": "class\tpath\nu\t1.csv\nv\t2.csv\n",
		"1.csv":        "x,y\n1,2\n3,4\n", "2.csv": "x,y\n5,6\n7,9\n",
	})
	s := mustOpen(t, Options{Paths: []string{dir}, Target: "y"})
	if len(s.Segments) != 2 || !slices.Equal(s.Classes, []string{"u", "v"}) || s.TargetName != "y" || s.Target[3] != 9 {
		t.Errorf("%v", s)
	}
	failure(t, Options{Paths: []string{dir}, Target: "z"}, true, "--target z", "1.csv")
	dir = putFiles(t, map[string]string{
		"manifest.csv": "file,segment,label\na.png,1,u\nb.png,1,v\nc.png,2,u\nd.png,2,u\n",
		"a.png":        sample.PNG(t, 1, 1), "b.png": sample.PNG(t, 1, 2), "c.png": sample.PNG(t, 1, 3), "d.png": sample.PNG(t, 1, 4),
	})
	s = mustOpen(t, Options{Paths: []string{dir}})
	if want := []data.Segment{{Name: "1", Group: "", Start: 0, End: 2, Held: false, Aside: false}, {Name: "2", Group: "", Start: 2, End: 4, Held: false, Aside: false}}; !slices.Equal(s.Segments, want) || !slices.Equal(s.Label, []int{0, 1, 0, 0}) {
		t.Errorf("%v", s)
	}
}

func TestManifestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"file,label\na.wav,u\n":      "manifest.csv:2: cannot open",
		"file,label\nx.bin,u\n":      "manifest.csv:2: ",
		"file,label\nx.bin\n":        "manifest.csv:2: 1 field",
		"file,label\n\"x.bin\"y,1\n": "manifest.csv:2: field 1 continues",
	} {
		dir := putFiles(t, map[string]string{"manifest.csv": text, "x.bin": "x"})
		failure(t, Options{Paths: []string{dir}}, false, want)
	}
	// a table that only resembles one
	s := mustOpen(t, Options{Paths: []string{write(t, "x.csv", "path,x\n1,2\n3,4\n")}})
	if len(s.Inputs) != 2 {
		t.Errorf("%v", s)
	}
}

// TestParts reads the archives' division into training and test data.
func TestParts(t *testing.T) {
	const head = "@classLabel true a b\n@data\n"
	dir := putFiles(t, map[string]string{"P_TEST.ts": head + "1,2:a\n", "P_TRAIN.ts": head + "1,3:a\n1,4:b\n", "README.txt": "x"})
	s := mustOpen(t, Options{Paths: []string{dir}})
	want := []data.Segment{{Name: "P_TRAIN.ts:1", Group: "", Start: 0, End: 2, Held: false, Aside: false}, {Name: "P_TRAIN.ts:2", Group: "", Start: 2, End: 4, Held: false, Aside: false}, {Name: "P_TEST.ts:1", Group: "", Start: 4, End: 6, Held: true, Aside: false}}
	if !slices.Equal(s.Segments, want) || !hasNote(s, "files called TEST are test data (1 file)") {
		t.Errorf("%v %q", s, s.Notes)
	}
	dir = putFiles(t, map[string]string{"P_TEST.ts": head + "1,2:a\n", "Q_TRAIN.ts": head + "1,3:a\n1,4:b\n"})
	failure(t, Options{Paths: []string{dir}}, false, "holds 2 data sets", "P_TEST.ts")
	dir = putFiles(t, map[string]string{"a.csv": "x,y\n1,2\n3,4\n", "b.csv": "x,y\n1,2\n3,4\n"})
	if s = mustOpen(t, Options{Paths: []string{dir}, Name: "{label}"}); len(s.Segments) != 2 || !slices.Equal(s.Classes, []string{"a", "b"}) {
		t.Errorf("%v", s)
	}
	if s = mustOpen(t, Options{Paths: []string{dir}, Name: "{label}", Where: "label=b"}); len(s.Segments) != 1 || s.Segments[0].Name != "b.csv" {
		t.Errorf("%v", s)
	}
}
