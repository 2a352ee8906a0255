package datasets

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/internal/sample"
	"example.com/sfatui/datasets/storage"
)

// bigArray returns an NPY file of some MB, which are read at once.
func bigArray(t *testing.T, last float64, behind string) (path, sum string) {
	t.Helper()
	x := make([]float64, 100_000*8)
	for i := range x {
		x[i] = math.Sin(float64(i))
	}
	x[len(x)-1] = last
	file := sample.NPY{Descr: "<f8", Shape: "(100000, 8)", Body: storage.Bytes(x)}.Build() + behind
	h := sha256.Sum256([]byte(file))
	return write(t, "x.npy", file), hex.EncodeToString(h[:])
}

// The hash of a file is that of its bytes, whether it is ready before the set
// or after it.
func TestHashOfLargeReads(t *testing.T) {
	path, sum := bigArray(t, 1, "")
	for what, o := range map[string]Options{
		"untouched": {}, "first ones": {Limit: 10}, "embedded": {Embed: "l=2"}, "scaled": {Normalise: "peak"}, "logarithm": {Log: "signed"},
		"one column": {Columns: []string{"x3"}}, "in a file": {Memory: 1 << 20}, "transposed back": {Transpose: true, Columns: []string{"x1"}},
	} {
		o.Paths = []string{path}
		s := mustOpen(t, o)
		wanted := what == "untouched" || what == "first ones" || what == "in a file" && runtime.GOOS == "linux"
		if later := s.Files[0].SHA256 == ""; later != wanted {
			t.Errorf("%s: the hash comes later: %v", what, later)
		}
		var wait sync.WaitGroup
		for range 3 {
			wait.Go(func() {
				if got := s.Sources(); len(got) != 1 || got[0].SHA256 != sum {
					t.Errorf("%s: %+v, want %s", what, got, sum)
				}
			})
		}
		wait.Wait()
	}
	path, sum = bigArray(t, 1, "more bytes")
	for _, memory := range []int64{0, 1 << 20} {
		if s := mustOpen(t, Options{Paths: []string{path}, Memory: memory}); s.Sources()[0].SHA256 != sum {
			t.Errorf("within %d bytes, with bytes behind the array: %+v", memory, s.Sources())
		}
	}
}

// A mapped file is released with its matrix, but not before its hash is ready.
func TestHashOutlivesTheSamples(t *testing.T) {
	path, sum := bigArray(t, 1, "")
	for range 20 {
		files := mustOpen(t, Options{Paths: []string{path}, Memory: 1 << 20}).Files
		runtime.GC()
		runtime.GC()
		if got := (&data.Set{Files: files}).Sources()[0].SHA256; got != sum {
			t.Fatalf("%s, want %s", got, sum)
		}
	}
}

// An archive is read out of order, and the headers of its arrays twice.
func TestHashOfLargeArchives(t *testing.T) {
	x := sample.NPY{Descr: "<f8", Shape: "(100000, 8)", Body: storage.Bytes(slices.Repeat([]float64{1, 2, 3, 5}, 200_000))}
	label := sample.NPY{Descr: "<i8", Shape: "(100000,)", Body: make([]byte, 800_000)}
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		file := sample.NPZ(t, method, map[string]sample.NPY{"X": x, "label": label})
		sum := sha256.Sum256([]byte(file))
		s := mustOpen(t, Options{Paths: []string{write(t, "x.npz", file)}})
		if got, want := s.Sources()[0].SHA256, hex.EncodeToString(sum[:]); got != want {
			t.Errorf("method %d: %s, want %s", method, got, want)
		}
		if n, d := s.X.Dims(); n != 100_000 || d != 8 || s.X.At(n-1, d-1) != 5 {
			t.Errorf("method %d: %d×%d", method, n, d)
		}
	}
}

// Work in the background ends with the context, and the hash is still computed
// on request.
func TestHashAfterTheContext(t *testing.T) {
	path, sum := bigArray(t, 1, "")
	ctx, cancel := context.WithCancel(context.Background())
	s, err := Open(ctx, Options{Paths: []string{path}}, nil)
	cancel()
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Sources()[0].SHA256; got != sum {
		t.Errorf("%s, want %s", got, sum)
	}
}

func TestNoHashGoesOnAfterAnError(t *testing.T) {
	path, _ := bigArray(t, math.NaN(), "")
	synctest.Test(t, func(t *testing.T) { // fails if a waiting goroutine is left
		failure(t, Options{Paths: []string{path}}, false, "row 100000", "NaN")
	})
}
