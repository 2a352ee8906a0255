// Package realdata finds, for tests, the recordings next to a checkout of this
// repository.
package realdata

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Path returns the path of a file or folder of recordings. If it does not
// exist, the test is skipped, or fails in CI. With -short, as under the race
// detector, the test is skipped, because smaller data runs the same code.
func Path(t testing.TB, elem ...string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("real data takes long")
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for root := dir; filepath.Dir(root) != root; root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
			continue
		}
		path := filepath.Join(append([]string{filepath.Dir(root), "shared", "data"}, elem...)...)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	if os.Getenv("CI") != "" {
		t.Fatalf("no ../shared/data/%s beside the repository", filepath.Join(elem...))
	}
	t.Skipf("no ../shared/data/%s beside the repository", filepath.Join(elem...))
	return ""
}

// Rows returns the rows of a table in a CSV file, without its header, which may
// have fewer fields.
func Rows(t testing.TB, elem ...string) [][]string {
	t.Helper()
	f, err := os.Open(Path(t, elem...))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// Digits returns 1797 images of handwritten digits, 8×8 grey values of 0 … 1
// per row, and the digit of each.
func Digits(t testing.TB) (x *mat.Dense, label []int) {
	t.Helper()
	rows := Rows(t, "digits_8x8", "digits.csv")
	x, label = mat.NewDense(len(rows), 64, nil), make([]int, len(rows))
	for i, row := range rows {
		for j, field := range row {
			v, err := strconv.Atoi(field)
			if err != nil {
				t.Fatal(err)
			}
			if j == 64 {
				label[i] = v
			} else {
				x.Set(i, j, float64(v)/16)
			}
		}
	}
	return x, label
}
