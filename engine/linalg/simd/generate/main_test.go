package main

import (
	"math"
	"os"
	"path/filepath"
	"testing"
)

// The assembler in the tree is what this program writes, and all of it is.
func TestFilesAreUpToDate(t *testing.T) {
	want := files()
	for name, text := range want {
		got, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != text {
			t.Errorf("%s is not what the generator writes: run go generate ./engine/linalg/simd", name)
		}
	}
	found, err := filepath.Glob("../*.s")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range found {
		if _, ok := want[filepath.Base(path)]; !ok {
			t.Errorf("%s is not generated", path)
		}
	}
}

func TestQuotientIsNearTheFunction(t *testing.T) {
	q := quotient(10)
	for r := -0.3466; r < 0.3466; r += 0.001 {
		want, _ := series(number(r)).Float64()
		var p float64
		for n := len(q) - 1; n >= 0; n-- {
			p = p*r + q[n]
		}
		if math.Abs(p-want) > 2e-16 {
			t.Errorf("r = %v: %v, want %v", r, p, want)
		}
	}
}
