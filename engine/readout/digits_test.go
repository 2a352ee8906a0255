package readout_test

import (
	"context"
	"math"
	"testing"

	"example.com/sfatui/datasets/realdata"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/linalg/iterative"
	"example.com/sfatui/engine/readout"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// project returns x, minus its means over the training rows, times the directions.
func project(x *mat.Dense, train int, directions *mat.Dense) *mat.Dense {
	n, p := x.Dims()
	moved := mat.DenseCopyOf(x)
	mean := make([]float64, p)
	for i := range train {
		floats.AddScaled(mean, 1/float64(train), x.RawRowView(i))
	}
	for i := range n {
		floats.Sub(moved.RawRowView(i), mean)
	}
	var out mat.Dense
	out.Mul(moved, directions)
	return &out
}

// moment returns xᵀx/n over the training rows.
func moment(x *mat.Dense, train int) *mat.SymDense {
	_, p := x.Dims()
	c := mat.NewSymDense(p, nil)
	dense.SyrkAdd(c, 1/float64(train), x.Slice(0, train, 0, p).(*mat.Dense))
	return c
}

// identity returns the p×p identity.
func identity(p int) *mat.Dense {
	one := mat.NewDense(p, p, nil)
	for i := range p {
		one.Set(i, i, 1)
	}
	return one
}

// The nine slowest features of the clustered graph, whose Δ is twice the
// variance within classes, give the accuracies of an independent program.
func TestGaussianAndCentroidOfDigits(t *testing.T) {
	const train = 1200
	x, label := realdata.Digits(t)
	n, p := x.Dims()
	values, vectors, err := eigen.Sym(context.Background(), moment(project(x, train, identity(p)), train))
	if err != nil {
		t.Fatal(err)
	}
	from := 0
	for values[from] <= 1e-12*values[p-1] {
		from++
	}
	white := mat.DenseCopyOf(vectors.Slice(0, p, from, p))
	white.Apply(func(_, j int, v float64) float64 { return v / math.Sqrt(values[from+j]) }, white)
	z := project(x, train, white)
	within := mat.DenseCopyOf(z)
	for k := range 10 {
		_, mean, _ := classMoments(z.Slice(0, train, 0, p-from).(*mat.Dense), label[:train], k)
		for i := range train {
			if label[i] == k {
				floats.Sub(within.RawRowView(i), mean)
			}
		}
	}
	values, vectors, err = iterative.Lowest(context.Background(), moment(within, train), 9)
	if err != nil {
		t.Fatal(err)
	}
	for j, want := range []float64{0.21596, 0.27635, 0.33391, 0.48367, 0.59881, 0.69383, 0.84100, 1.0233, 1.2490} {
		if got := 2 * values[j]; math.Abs(got-want) > 5e-5*math.Max(1, want) {
			t.Errorf("Δ %d is %.5g, want %.5g", j+1, got, want)
		}
	}
	phi := project(z, train, vectors)
	head, tail := phi.Slice(0, train, 0, 9).(*mat.Dense), phi.Slice(train, n, 0, 9).(*mat.Dense)
	gauss := gaussian(t, head, label[:train], 10)
	centroid := must[*readout.Centroids](t)(readout.NearestCentroid(context.Background(), head, label[:train], 10))
	for name, c := range map[string]struct {
		readout.Classifier
		want float64
	}{"Gaussian": {gauss, 0.9196}, "centroid": {centroid, 0.8978}} {
		if got := rightShare(c.Discriminants(tail), label[train:]); math.Abs(got-c.want) > 5e-5 {
			t.Errorf("%s: %.4f of the digits are right, want %.4f", name, got, c.want)
		}
	}
}
