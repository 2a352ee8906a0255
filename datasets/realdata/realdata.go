// Package realdata finds, for tests, the recordings that lie beside a checkout of this
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

// Path is that of a file or a folder of them. Where it is not there the test is skipped, in
// CI it fails. With -short, as under the race detector, it is skipped: what real data gives
// is numbers, of code that smaller data runs as well.
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

// Rows are those of a table in a file of comma-separated values, without its head, which
// may have fewer fields.
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

// Digits are 1797 images of handwritten digits, 8×8 grey values of 0 … 1 in a row, and
// which digit each is.
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
