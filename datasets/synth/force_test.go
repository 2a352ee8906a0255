package synth

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// delays returns the windows of l consecutive values of the only input.
func delays(t *testing.T, s Series, embed string) *mat.Dense {
	t.Helper()
	var l int
	if _, err := fmt.Sscanf(embed, "l=%d", &l); err != nil {
		t.Fatal(err)
	}
	n, _ := s.X.Dims()
	raw := s.X.RawMatrix().Data
	x := mat.NewDense(n-l+1, l, nil)
	for i := range n - l + 1 {
		x.SetRow(i, raw[i:i+l])
	}
	return x
}

// The two slowest quadratic features of the whitened windows contain the slow
// force, a sine and its cosine. The slownesses are those of an independent
// program, with a cut of 10⁻¹⁰.
func TestForceIsFoundInItsDelays(t *testing.T) {
	s := Force()
	if n, d := s.X.Dims(); n != 6009 || d != 1 {
		t.Fatalf("%d×%d", n, d)
	}
	x := delays(t, s, ForceEmbed)
	n, l := x.Dims()
	if l != 19 {
		t.Fatalf("%d delays", l)
	}
	white := whiten(t, centre(x), 1e-10)
	white.Scale(math.Sqrt(float64(n)), white)
	y := linearSFA(t, expand(white), 1e-10, 2)
	within := [][2]float64{{6.1e-4, 6.3e-4}, {6.3e-4, 6.5e-4}}
	middle := mat.Col(nil, 0, s.Latent)[l/2:][:n]
	var explained float64
	for j, w := range within {
		feature := mat.Col(nil, j, y)
		if d := delta(feature); d < w[0] || d > w[1] {
			t.Errorf("feature %d has slowness %g, want %v", j+1, d, w)
		}
		r := correlation(feature, middle)
		explained += r * r
	}
	if explained < 0.999 || explained > 1+1e-6 {
		t.Errorf("the two slowest features explain %v of the slow force", explained)
	}
	if r := correlation(mat.Col(nil, 0, x), middle); r > 0.8 {
		t.Errorf("a single value has correlation %.3f with the slow force already", r)
	}
}

// The windows are almost linearly dependent: their largest variance is more
// than 10¹⁵ times their smallest, also on the grid.
func TestForceIsIllConditioned(t *testing.T) {
	var svd mat.SVD
	if !svd.Factorize(centre(delays(t, Force(), ForceEmbed)), mat.SVDNone) {
		t.Fatal("no singular values")
	}
	v := svd.Values(nil)
	if ratio := v[0] / v[len(v)-1]; ratio*ratio < 1e15 {
		t.Errorf("the variances differ by a factor of %.1e", ratio*ratio)
	}
}
