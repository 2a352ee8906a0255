package hierarchy

import (
	"context"
	"math"
	"testing"

	"example.com/sfatui/datasets/realdata"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/readout"
	"gonum.org/v1/gonum/mat"
)

const digitsTrain = 1200

// digitsRight trains on the first images under the graph of their classes and
// gives the share of the others whose nearest centroid is right.
func digitsRight(t *testing.T, text string, x *mat.Dense, label []int) float64 {
	t.Helper()
	n, d := x.Dims()
	g, err := graph.Clustered(label[:digitsTrain])
	if err != nil {
		t.Fatal(err)
	}
	net := train(t, mustParse(t, text), x.Slice(0, digitsTrain, 0, d).(*mat.Dense), along(g))
	y := apply(t, net, x)
	_, p := y.Dims()
	c, err := readout.NearestCentroid(context.Background(), y.Slice(0, digitsTrain, 0, p).(*mat.Dense), label[:digitsTrain], 10)
	if err != nil {
		t.Fatal(err)
	}
	right := 0
	scores := c.Discriminants(y.Slice(digitsTrain, n, 0, p).(*mat.Dense))
	for i := range n - digitsTrain {
		best := 0
		for k := range 10 {
			if scores.At(i, k) > scores.At(i, best) {
				best = k
			}
		}
		if best == label[digitsTrain+i] {
			right++
		}
	}
	share := float64(right) / float64(n-digitsTrain)
	t.Logf("%s: %.4f right", text, share)
	return share
}

// Small hierarchies come close to flat quadratic SFA, with a fraction of its
// functions in a node, and go far beyond flat linear SFA, whose accuracy is
// that of an independent program.
func TestDigits(t *testing.T) {
	x, label := realdata.Digits(t)
	if linear := digitsRight(t, "8x8:all:sfa9", x, label); math.Abs(linear-0.8978) > 5e-5 {
		t.Errorf("flat linear: %.4f, want 0.8978", linear)
	}
	quadratic := digitsRight(t, "8x8:all:pca20:poly2:sfa9", x, label)
	if quadratic < 0.955 {
		t.Errorf("flat quadratic: %.4f, want about 0.965", quadratic)
	}
	for text, within := range map[string]float64{
		"8x8:4x4:pca12:poly2:sfa9/all:sfa9":                  0.01,
		"8x8:4x4+2x2:pca8:poly2:sfa9/all:sfa9":               0.01,
		"8x8:4x4+2x2:pca12:0.8exp:sfa8/all:0.8exp:sfa9":      0.04,
		"8x8:4x4+2x2:pca10:poly2:sfa9/2x2+1x1:sfa9/all:sfa9": 0.03,
	} {
		if got := digitsRight(t, text, x, label); got < quadratic-within {
			t.Errorf("%s: %.4f, more than %g below flat quadratic (%.4f)", text, got, within, quadratic)
		}
	}
}
