package kernel_test

import (
	"math"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// On paper: (0,1,2) and (1,2,4) are 1² + 1² + 2² = 6 apart frame by frame, and warping costs
// 1 + 0 + 0 + 4 = 5.
func TestBand0IsEuclidean(t *testing.T) {
	x := mat.NewDense(2, data.SeriesWidth(3, 1), nil)
	data.PackSeries(x.RawRowView(0), mat.NewDense(3, 1, []float64{0, 1, 2}))
	data.PackSeries(x.RawRowView(1), mat.NewDense(3, 1, []float64{1, 2, 4}))
	for band, cost := range map[string]float64{"none": 5, "0": 6, "1": 5, "2": 5} {
		for name, want := range map[string]float64{"dtw": math.Exp(-cost / 8), "dtw-squares": -cost / 2} {
			set, err := kernel.Band.Axis().Parse(band, nil)
			if err != nil {
				t.Fatal(err)
			}
			k := kernel.At(part.Point{}.With(kernel.Name.Is(name), kernel.Sigma.Is(2), set[0]))
			g, err := kernel.Gram(t.Context(), k, x, false)
			if err != nil {
				t.Fatal(err)
			}
			linalgtest.Near(t, name+" in a band of "+band, g.At(0, 1), want, 1e-15)
		}
	}
	for _, bad := range []string{"-1", "2.5", "1e300", "wide"} {
		if _, err := kernel.Band.Axis().Parse(bad, nil); err == nil || !strings.Contains(err.Error(), "--band") {
			t.Errorf("--band %s: %v", bad, err)
		}
	}
}
