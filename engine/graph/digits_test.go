package graph

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
)

// digits are the first n images of the real set beside the repository. Without
// it the test is skipped, in CI it fails.
func digits(t *testing.T, n int) (*mat.Dense, []int) {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(filepath.Join(filepath.Dir(root), "shared", "data", "digits_8x8", "digits.csv"))
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("no digits beside the repository")
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	x, label := mat.NewDense(n, 64, nil), make([]int, n)
	for i := range n {
		for j, field := range rows[i+1] {
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

// Δ on real digits, computed independently of this project.
func TestDigitsClustered(t *testing.T) {
	x, label := digits(t, 1200)
	delta, _ := slowest(t, must(Clustered(label)), x, 10)
	want := []float64{0.21596, 0.27635, 0.33391, 0.48367, 0.59881, 0.69383, 0.84100, 1.0233, 1.2490, 2}
	for j, w := range want {
		if !scalar.EqualWithinRel(delta[j], w, 5e-5) {
			t.Errorf("Δ%d = %.6g, want %.5g", j+1, delta[j], w)
		}
	}
}
