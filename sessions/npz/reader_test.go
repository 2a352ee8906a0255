package npz

import (
	"archive/zip"
	"bytes"
	"reflect"
	"testing"

	"example.com/sfatui/datasets/npy"
	"gonum.org/v1/gonum/mat"
)

// written returns an archive with an array of every type.
func written(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b)
	w.Matrix("matrix", mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, -1e-300}))
	w.Floats("floats", []float64{0.1, 0.2})
	w.Floats("none", nil)
	w.Ints("ints", []int{-1, 1 << 40})
	w.IntMatrix("pairs", [][]int{{1, 2}, {3, 4}}, 2)
	w.Number("number", 0.5)
	w.Text("text", "σ = 5")
	w.Texts("texts", []string{"a", "", "word"})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReadBack(t *testing.T) {
	b := written(t)
	a, err := Read(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	x, err := a.Matrix("matrix")
	if err != nil || !mat.Equal(x, mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, -1e-300})) {
		t.Errorf("matrix is %v, %v", x, err)
	}
	for name, read := range map[string]func(string) (any, error){
		"floats": func(n string) (any, error) { return a.Floats(n) }, "ints": func(n string) (any, error) { return a.Ints(n) },
		"text": func(n string) (any, error) { return a.Text(n) }, "texts": func(n string) (any, error) { return a.Texts(n) },
	} {
		got, err := read(name)
		want := map[string]any{"floats": []float64{0.1, 0.2}, "ints": []int{-1, 1 << 40}, "text": "σ = 5", "texts": []string{"a", "", "word"}}[name]
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %v, %v", name, got, err)
		}
		if _, err := read("matrix"); err == nil {
			t.Errorf("a matrix was read as %s", name)
		}
	}
	if none, err := a.Floats("none"); err != nil || len(none) != 0 || !a.Has("none") || a.Has("nowhere") {
		t.Errorf("none is %v, %v", none, err)
	}
	if _, err := a.Matrix("nowhere"); err == nil {
		t.Error("an array that is not there was read")
	}
}

// stored returns an archive of one array with the given bytes.
func stored(t testing.TB, npy []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	f, err := z.Create("x.npy")
	if err == nil {
		_, err = f.Write(npy)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReadRefuses(t *testing.T) {
	for name, array := range map[string][]byte{
		"empty":     nil,
		"no magic":  []byte("0123456789abcdef"),
		"cut head":  npy.Append(nil, "<f8", 2)[:20],
		"no data":   npy.Append(nil, "<f8", 2),
		"claims":    npy.Append(nil, "<f8", 1<<20, 1<<20, 1<<20),
		"long text": append(npy.Append(nil, "<U999999999", 1<<20), 0),
	} {
		b := stored(t, array)
		if a, err := Read(bytes.NewReader(b), int64(len(b))); err == nil {
			t.Errorf("%s: read as %v", name, a.arrays)
		}
	}
	b := stored(t, append(npy.Append(nil, "|O", 1), make([]byte, 8)...))
	if a, err := Read(bytes.NewReader(b), int64(len(b))); err != nil || a.Has("x") {
		t.Errorf("an array of objects: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(written(f))
	f.Add(stored(f, npy.Append(nil, "<f8", 0, 3)))
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := Read(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			return
		}
		for name := range a.arrays {
			_, _ = a.Matrix(name)
			_, _ = a.Floats(name)
			_, _ = a.Ints(name)
			_, _ = a.Text(name)
			_, _ = a.Texts(name)
		}
	})
}
