package datasets

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"example.com/sfatui/datasets/internal/sample"
	"gonum.org/v1/gonum/mat"
)

func TestIDXTypes(t *testing.T) {
	for kind, descr := range map[byte]string{0x08: "|u1", 0x09: "|i1", 0x0b: ">i2", 0x0c: ">i4", 0x0d: ">f4", 0x0e: ">f8"} {
		s := mustOpen(t, Options{Paths: []string{write(t, "v.idx", sample.IDX(kind, sample.Pack(descr, 1, 2, 3, 4, 5, 100), 3, 2))}})
		if !mat.Equal(s.X, mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 100})) {
			t.Errorf("%s: %v", descr, mat.Formatted(s.X))
		}
	}
}

func TestIDXImages(t *testing.T) {
	dir := t.TempDir()
	pictures, labels := filepath.Join(dir, "train-images-idx3-ubyte"), filepath.Join(dir, "train-labels-idx1-ubyte")
	for path, text := range map[string]string{
		pictures: sample.IDX(8, []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 2, 2, 3),
		labels:   sample.IDX(8, []byte{7, 3}, 2),
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, paths := range [][]string{{pictures}, {pictures, labels}, {labels, pictures}} {
		s := mustOpen(t, Options{Paths: paths})
		if !slices.Equal(s.Inputs, []string{"r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3"}) || s.X.At(1, 5) != 12 ||
			!slices.Equal(s.Classes, []string{"3", "7"}) || !slices.Equal(s.Label, []int{1, 0}) || len(s.Sources()) != 2 || !hasNote(s, "labels read from train-labels-idx1-ubyte") {
			t.Errorf("%v: %v", paths, s)
		}
	}
	if err := os.WriteFile(labels, []byte(sample.IDX(8, []byte{7, 3, 2}, 3)), 0o600); err != nil {
		t.Fatal(err)
	}
	failure(t, Options{Paths: []string{pictures}}, false, "3 labels", "2 samples", "do not belong together")
}

func TestIDXErrors(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
	}{
		{sample.IDX(8, nil, 1<<20, 1<<20), "claims 1048576×1048576 elements"},
		{sample.IDX(8, nil, 1<<31, 1<<31, 1<<31), "more elements than any file holds"},
		{sample.IDX(7, nil, 1), "type 7"}, {sample.IDX(8, nil), "0 dimensions"},
		{sample.IDX(8, nil, 0, 3), "no samples"}, {"\x00\x00\x08\x02\x00", "cut short"}, {"\x1f\x8b", "two zero bytes"},
		{sample.IDX(8, make([]byte, 200001), 1, 200001), "more than 100000"},
	} {
		failure(t, Options{Paths: []string{write(t, "v.idx", c.text)}}, false, "v.idx: ", c.want)
	}
}
