package readout_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.com/sfatui/engine/readout"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// clouds draws n samples of p features from normal clouds, one a class, whose
// centres are apart by about the given distance.
func clouds(n, p, classes int, apart float64, seed uint64) (*mat.Dense, []int) {
	r := rand.New(rand.NewPCG(seed, 0))
	centre := mat.NewDense(classes, p, nil)
	centre.Apply(func(_, _ int, _ float64) float64 { return apart * r.NormFloat64() / math.Sqrt(float64(2*p)) }, centre)
	phi := mat.NewDense(n, p, nil)
	label := make([]int, n)
	for i := range n {
		label[i] = r.IntN(classes)
		for j := range p {
			phi.Set(i, j, centre.At(label[i], j)+r.NormFloat64())
		}
	}
	return phi, label
}

// unlabel removes the label of every fifth sample.
func unlabel(label []int) []int {
	out := append([]int(nil), label...)
	for i := 0; i < len(out); i += 5 {
		out[i] = -1
	}
	return out
}

// labelled keeps the samples that have a label and adds the constant feature.
func labelled(phi *mat.Dense, label []int) (*mat.Dense, []int) {
	_, p := phi.Dims()
	var data []float64
	var kept []int
	for i, k := range label {
		if k >= 0 {
			data = append(append(data, phi.RawRowView(i)...), 1)
			kept = append(kept, k)
		}
	}
	return mat.NewDense(len(kept), p+1, data), kept
}

// agree reports whether two matrices differ by no more than tol anywhere.
func agree(a, b mat.Matrix, tol float64) bool { return mat.EqualApprox(a, b, tol) }

// checkShare returns the share of samples whose class has the largest discriminant.
func checkShare(m *readout.Model, phi *mat.Dense, label []int) float64 {
	disc := m.Discriminants(phi)
	right := 0
	for i, k := range label {
		if floats.MaxIdx(disc.RawRowView(i)) == k {
			right++
		}
	}
	return float64(right) / float64(len(label))
}

func mustModel(t *testing.T) func(*readout.Model, error) *readout.Model {
	return func(m *readout.Model, err error) *readout.Model {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range m.W.RawMatrix().Data {
			if math.IsNaN(w) || math.IsInf(w, 1) {
				t.Fatalf("weights %v", mat.Formatted(m.W))
			}
		}
		return m
	}
}
