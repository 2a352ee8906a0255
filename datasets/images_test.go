package datasets

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/internal/sample"
)

// putFiles writes files into a new directory, which it returns.
func putFiles(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestImageFolders(t *testing.T) {
	dir := putFiles(t, map[string]string{
		"cat/f1.png":  sample.PNG(t, 2, 0, 51, 102, 255),
		"cat/f10.png": sample.PNG(t, 2, 10, 10, 10, 10),
		"cat/f2.png":  sample.PNG(t, 2, 5, 5, 5, 5),
		"dog/a.png":   sample.PNG(t, 2, 7, 7, 7, 7),
		"dog/b.png":   sample.PNG(t, 2, 8, 8, 8, 255),
		"dog/x.txt":   "x",
		"README.md":   "x",
	})
	s := mustOpen(t, Options{Paths: []string{dir}})
	want := []data.Segment{{Name: "cat", Group: "", Start: 0, End: 3, Held: false, Aside: false}, {Name: "dog", Group: "", Start: 3, End: 5, Held: false, Aside: false}}
	if !slices.Equal(s.Segments, want) || !slices.Equal(s.Classes, []string{"cat", "dog"}) || !slices.Equal(s.Inputs, []string{"r1c1", "r1c2", "r2c1", "r2c2"}) {
		t.Errorf("%v", s)
	}
	for at, want := range map[[2]int]float64{{0, 1}: .2, {0, 3}: 1, {1, 0}: 5.0 / 255, {2, 0}: 10.0 / 255, {4, 3}: 1} {
		if got := s.X.At(at[0], at[1]); math.Abs(got-want) > 1e-15 {
			t.Errorf("%v is %g, want %g", at, got, want)
		}
	}
	if len(s.Sources()) != 2 || !hasNote(s, "images of 2×2 pixels, in grey") {
		t.Errorf("%v %q", s.Sources(), s.Notes)
	}
	s = mustOpen(t, Options{Paths: []string{dir}, Where: "label=dog"})
	if len(s.Segments) != 1 || s.Segments[0].Name != "dog" {
		t.Errorf("%v", s)
	}
	s = mustOpen(t, Options{Paths: []string{filepath.Join(dir, "cat")}, TestPaths: []string{filepath.Join(dir, "dog")}})
	if len(s.Segments) != 2 || !s.Segments[1].Held || s.Classes == nil {
		t.Errorf("%v", s)
	}
}

func TestImageNames(t *testing.T) {
	dir := putFiles(t, map[string]string{
		"a_u_1.png": sample.PNG(t, 1, 1), "a_v_2.png": sample.PNG(t, 1, 2), "b_u_1.png": sample.PNG(t, 1, 3), "b_u_2.png": sample.PNG(t, 1, 4),
	})
	s := mustOpen(t, Options{Paths: []string{dir}, Name: "{group}_{label}_{n}"})
	base := filepath.Base(dir)
	if want := []data.Segment{{Name: base, Group: "a", Start: 0, End: 2, Held: false, Aside: false}, {Name: base, Group: "b", Start: 2, End: 4, Held: false, Aside: false}}; !slices.Equal(s.Segments, want) || !slices.Equal(s.Label, []int{0, 1, 0, 0}) {
		t.Errorf("%v", s)
	}
	if s = mustOpen(t, Options{Paths: []string{dir}}); s.Classes != nil || len(s.Segments) != 1 {
		t.Errorf("%v", s)
	}
}

func TestImageSizes(t *testing.T) {
	grey := func(n int, v uint8) []uint8 { return slices.Repeat([]uint8{v}, n) }
	dir := putFiles(t, map[string]string{
		"1.png": sample.PNG(t, 2, 0, 255, 255, 0),
		"2.png": sample.PNG(t, 3, append(grey(6, 0), grey(3, 255)...)...),
		"3.png": sample.PNG(t, 2, grey(4, 100)...),
	})
	s := mustOpen(t, Options{Paths: []string{dir}})
	if _, d := s.X.Dims(); d != 4 || !hasNote(s, "several sizes, in grey, averaged to 2×2") {
		t.Fatalf("%v", s)
	}
	// of three rows 0, 0, 1 each new one covers one and a half
	for k, want := range []float64{0, 0, 2.0 / 3, 2.0 / 3} {
		if got := s.X.At(1, k); math.Abs(got-want) > 1e-12 {
			t.Errorf("pixel %d is %g, want %g", k, got, want)
		}
	}
	large := putFiles(t, map[string]string{"1.png": sample.PNG(t, 200, grey(200*100, 255)...), "2.png": sample.PNG(t, 200, grey(200*100, 51)...)})
	s = mustOpen(t, Options{Paths: []string{large}})
	if _, d := s.X.Dims(); d != 90*45 || math.Abs(s.X.At(1, 7)-.2) > 1e-12 || !hasNote(s, "200×100 pixels, in grey, averaged to 90×45") {
		t.Errorf("%v", s)
	}
}

func TestImageErrors(t *testing.T) {
	good := sample.PNG(t, 2, 1, 2, 3, 4)
	huge := []byte(good)
	copy(huge[16:], []byte{0, 0, 0x10, 0, 0, 0, 0x10, 0}) // 4096×4096 in a few bytes
	vast := []byte(good)
	copy(vast[16:], []byte{0, 1, 0, 0, 0, 1, 0, 0})
	for _, c := range []struct{ text, want string }{
		{"x", "not a PNG or JPEG image"}, {good[:len(good)-20], "damaged"}, {string(huge), "image"}, {string(vast), "image"},
	} {
		dir := putFiles(t, map[string]string{"a.png": good, "b.png": c.text})
		failure(t, Options{Paths: []string{dir}}, false, "b.png: ", c.want)
	}
	dir := putFiles(t, map[string]string{"a.png": good, "b.png": good})
	failure(t, Options{Paths: []string{dir}, Label: "x"}, true, "--label", "an image has no columns")
}
