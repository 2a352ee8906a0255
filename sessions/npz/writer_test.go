package npz

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// archive writes one array of each type.
func archive(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b)
	x := mat.NewDense(3, 2, []float64{1, math.Copysign(0, -1), math.Pi, math.Inf(1), 5e-324, math.NaN()})
	w.Matrix("x", x)
	w.Matrix("part", x.Slice(1, 3, 1, 2))
	w.Floats("f", []float64{-0.1})
	w.Ints("i", []int{-1, 1 << 40})
	w.Ints("none", nil)
	w.Texts("words", []string{"heed", "", "ähnlich 𝜎"})
	w.Text("config", `{"σ":5}`)
	w.Text("empty", "")
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestSameArraysSameBytes(t *testing.T) {
	if !bytes.Equal(archive(t), archive(t)) {
		t.Error("two archives of the same arrays differ")
	}
}

// The layout is that of the proposal, byte for byte.
func TestLayout(t *testing.T) {
	file := archive(t)
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]struct {
		dict string
		data string
	}{
		"f.npy":      {"{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", "\x9a\x99\x99\x99\x99\x99\xb9\xbf"},
		"i.npy":      {"{'descr': '<i8', 'fortran_order': False, 'shape': (2,), }", "\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00\x00\x01\x00\x00"},
		"none.npy":   {"{'descr': '<i8', 'fortran_order': False, 'shape': (0,), }", ""},
		"part.npy":   {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1), }", "\x00\x00\x00\x00\x00\x00\xf0\x7f\x01\x00\x00\x00\x00\x00\xf8\x7f"},
		"empty.npy":  {"{'descr': '<U1', 'fortran_order': False, 'shape': (), }", "\x00\x00\x00\x00"},
		"config.npy": {"{'descr': '<U7', 'fortran_order': False, 'shape': (), }", "{\x00\x00\x00\"\x00\x00\x00\xc3\x03\x00\x00\"\x00\x00\x00:\x00\x00\x005\x00\x00\x00}\x00\x00\x00"},
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		head := 10 + int(b[8]) + int(b[9])<<8
		if head%64 != 0 || string(b[:8]) != "\x93NUMPY\x01\x00" || b[head-1] != '\n' {
			t.Errorf("%s begins with %q", f.Name, b[:head])
		}
		if w, ok := want[f.Name]; ok {
			delete(want, f.Name)
			if dict := strings.TrimSpace(string(b[10:head])); dict != w.dict || string(b[head:]) != w.data {
				t.Errorf("%s: %s with %q", f.Name, dict, b[head:])
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("not there: %v", want)
	}
}

const readAll = `
import numpy as np, sys
f = np.load(sys.argv[1], allow_pickle=False)
x = f['x']
assert x.shape == (3, 2) and x.dtype == np.float64, x
assert x[0,0] == 1 and np.signbit(x[0,1]) and x[1,0] == np.pi and x[1,1] == np.inf and x[2,0] == 5e-324 and np.isnan(x[2,1]), x
assert f['f'].tolist() == [-0.1] and f['i'].tolist() == [-1, 1 << 40] and f['none'].shape == (0,)
assert f['words'].tolist() == ['heed', '', '\u00e4hnlich \U0001d70e'], f['words']
assert f['config'].item() == '{"\u03c3":5}' and f['empty'].item() == ''
assert sorted(f.files) == ['config', 'empty', 'f', 'i', 'none', 'part', 'words', 'x'], f.files
`

func TestNumpyReads(t *testing.T) {
	const python = "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import numpy").Run(); err != nil {
		t.Skipf("%s has no numpy: %v", python, err)
	}
	path := filepath.Join(t.TempDir(), "a.npz")
	if err := os.WriteFile(path, archive(t), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(python, "-c", readAll, path).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// full is a disk with space for some bytes.
type full int

var errFull = errors.New("no space")

func (n *full) Write(b []byte) (int, error) {
	if len(b) > int(*n) {
		return 0, errFull
	}
	*n -= full(len(b))
	return len(b), nil
}

func TestDiskErrorsAreReported(t *testing.T) {
	x := mat.NewDense(100, 100, nil)
	for room := full(0); room < 80000; room += 999 {
		left := room
		w := NewWriter(&left)
		w.Matrix("x", x)
		w.Number("behind", 1)
		if err := w.Close(); !errors.Is(err, errFull) {
			t.Fatalf("room for %d bytes: %v", room, err)
		}
	}
}
