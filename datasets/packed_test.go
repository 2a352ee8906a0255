package datasets

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/internal/sample"
	"example.com/sfatui/datasets/testenv"
	"gonum.org/v1/gonum/mat"
)

// pack holds the methods by which files of a set may be compressed.
var pack = map[string]func(string) string{".gz": sample.Gzip, ".zst": sample.Zstd}

// TestPacked opens a file of each format unpacked and compressed, by its name
// and by its content: the samples and the names of the inputs are the same, the
// hash is that of the compressed file, and progress counts its bytes.
func TestPacked(t *testing.T) {
	files := formatFiles(t, 256)
	files["x.png"] = sample.PNG(t, 2, 2, 2, 3, 4, 5, 6)
	rows := strings.Builder{} // more than the beginning from which formats are recognised
	for i := range 120_000 {
		fmt.Fprintf(&rows, "%d.5,%d\n", i, i%7)
	}
	files["long.csv"] = "a,b\n" + rows.String()
	for name, text := range files {
		paths := func(suffix string, pack func(string) string) []string {
			dir := t.TempDir()
			path := filepath.Join(dir, name+suffix)
			if err := os.WriteFile(path, []byte(pack(text)), 0o600); err != nil {
				t.Fatal(err)
			}
			if name != "x.png" {
				return []string{path}
			}
			other := filepath.Join(dir, "y.png"+suffix)
			if err := os.WriteFile(other, []byte(pack(text)), 0o600); err != nil {
				t.Fatal(err)
			}
			return []string{path, other}
		}
		plain := mustOpen(t, Options{Paths: paths("", func(s string) string { return s }), Embed: "none"})
		for suffix, pack := range pack {
			done, total := 0, 0
			s, err := Open(t.Context(), Options{Paths: paths(suffix, pack), Embed: "none"}, func(d, of int) { done, total = d, of })
			if err != nil {
				t.Fatalf("%s%s: %v", name, suffix, err)
			}
			if !mat.Equal(s.X, plain.X) || !slices.Equal(s.Inputs, plain.Inputs) || s.Rate != plain.Rate {
				t.Errorf("%s%s is read as something else", name, suffix)
			}
			packed := pack(text)
			if name == "x.png" {
				packed += packed
			}
			sum := sha256.Sum256([]byte(packed))
			if len(s.Sources()) != 1 || s.Sources()[0].SHA256 != hex.EncodeToString(sum[:]) {
				t.Errorf("%s%s: sources %v", name, suffix, s.Sources())
			}
			if done != len(packed) || total != done {
				t.Errorf("%s%s: progress ends at %d of %d, the file has %d bytes", name, suffix, done, total, len(packed))
			}
		}
	}
}

// TestPackedFolder opens folders of compressed files by the names of the files
// in them.
func TestPackedFolder(t *testing.T) {
	dir := putFiles(t, map[string]string{
		"Two_TRAIN.tsv.gz": sample.Gzip("1\t0.5\t1\t2\n2\t0.25\t3\t4\n"), "Two_TEST.tsv.gz": sample.Gzip("1\t0.5\t1\t2\n2\t0.25\t3\t4\n"), "README.gz": "x"})
	if s := mustOpen(t, Options{Paths: []string{dir}}); len(s.Segments) != 4 || !s.Segments[3].Held || len(s.Classes) != 2 {
		t.Errorf("%v, classes %v, notes %q", s.Segments, s.Classes, s.Notes)
	}
	sound := sample.WAV{Values: []float64{0, 0.5, 0.25, 0.125}}.Build()
	dir = putFiles(t, map[string]string{"a_1.wav.gz": sample.Gzip(sound), "b_1.wav": sound})
	if s := mustOpen(t, Options{Paths: []string{dir}, Name: "{label}_{rep}.wav.gz", Embed: "none"}); !slices.Equal(s.Classes, []string{"a", "b"}) {
		t.Errorf("classes %q", s.Classes)
	}
	images := putFiles(t, map[string]string{
		"train-images-idx3-ubyte.gz": sample.Gzip(sample.IDX(8, make([]byte, 12), 2, 2, 3)),
		"train-labels-idx1-ubyte.gz": sample.Gzip(sample.IDX(8, []byte{3, 7}, 2))})
	if s := mustOpen(t, Options{Paths: []string{images}}); !slices.Equal(s.Classes, []string{"3", "7"}) || len(s.Sources()) != 2 {
		t.Errorf("classes %q, sources %v", s.Classes, s.Sources())
	}
}

// TestPackedDamage opens compressed files that are cut off, and one that would
// fill the disk.
func TestPackedDamage(t *testing.T) {
	table := "x,y\n" + strings.Repeat("0.125,2\n0.25,3\n", 300)
	npy := sample.NPY{Descr: "<f8", Shape: "(4, 2)", Body: make([]byte, 64)}.Build()
	for suffix, pack := range pack {
		for name, text := range map[string]string{"a.csv": table, "a.npy": npy} {
			b := pack(text)
			failure(t, Options{Paths: []string{write(t, name+suffix, b[:len(b)-5])}}, false, name+suffix, "cut off")
		}
	}
	failure(t, Options{Paths: []string{write(t, "a.csv.zst", "\x28\xb5\x2f\xfd\x01\x00\x07\x01\x00\x00")}}, false, "packed with a dictionary", "unzstd -D")
	if !testenv.Full() {
		return // compressing that much takes seconds
	}
	bomb := sample.Zstd(string(make([]byte, 257<<20)))
	failure(t, Options{Paths: []string{write(t, "a.npy.zst", bomb)}}, false, "unpack to more than 0.25 GiB", "unzstd")
}
