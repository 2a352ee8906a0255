package storage

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

// Numbers are passed in one piece for memory and block by block for a file, and
// are the same.
func TestFilled(t *testing.T) {
	needMapping(t)
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	const n = 2*blockSize + 7
	var sizes []int
	count := 0
	next := func(block []float64) error {
		sizes = append(sizes, len(block))
		for i := range block {
			block[i] = float64(count)
			count++
		}
		return nil
	}
	for _, want := range []struct {
		budget int64
		sizes  []int
	}{{0, []int{n}}, {1, []int{blockSize, blockSize, 7}}} {
		s := Store{Budget: want.budget}
		sizes, count = nil, 0
		x, err := s.Filled(n, next)
		if err != nil || len(x) != n || !slices.Equal(sizes, want.sizes) {
			t.Fatalf("budget %d: %d numbers in blocks of %d, %v", want.budget, len(x), sizes, err)
		}
		for i, v := range x {
			if v != float64(i) {
				t.Fatalf("budget %d: number %d is %v", want.budget, i, v)
			}
		}
		if inFile := s.isMapped(x); inFile != (want.budget > 0) {
			t.Errorf("budget %d: in a file: %v", want.budget, inFile)
		}
		x[0] = 5 // it is writable
		s.Drop(x)
	}
	s := Store{Budget: 1}
	if x, err := s.Filled(0, next); len(x) != 0 || err != nil {
		t.Errorf("of no numbers: %v, %v", x, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// A read error is returned unchanged, and an error of creating a file with a
// remedy.
func TestFilledFails(t *testing.T) {
	needMapping(t)
	t.Setenv("TMPDIR", t.TempDir())
	broken := errors.New("row 7 is cut short")
	for _, budget := range []int64{0, 1} {
		calls := 0
		s := Store{Budget: budget}
		x, err := s.Filled(4*blockSize, func(block []float64) error {
			calls++
			if len(block) == 4*blockSize || calls == 3 {
				return broken
			}
			return nil
		})
		if err != broken || x != nil || len(s.files) > 0 {
			t.Errorf("budget %d: %d numbers, %d files, %v", budget, len(x), len(s.files), err)
		}
	}
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	s := Store{Budget: 1}
	if _, err := s.Filled(3, func([]float64) error { return nil }); err == nil || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("into a folder that is not there: %v", err)
	}
}

func needMapping(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no files are mapped here")
	}
}
