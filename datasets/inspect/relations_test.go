package inspect_test

import (
	"math"
	"slices"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/inspect"
	"gonum.org/v1/gonum/mat"
)

// waves returns a set of two segments of a slow wave, its negative, a switch
// that indicates the half of a period, and white noise.
func waves() *data.Set {
	const n = 2048
	s := &data.Set{Inputs: []string{"wave", "minus", "noise"}, X: mat.NewDense(n, 3, nil), Classes: []string{"down", "up"}, Rate: 100,
		Segments: []data.Segment{{End: n / 2}, {Start: n / 2, End: n}}}
	state := uint64(1)
	for i := range n {
		v := math.Sin(2 * math.Pi * float64(i) / 64)
		state = state*6364136223846793005 + 1442695040888963407
		s.X.SetRow(i, []float64{v, -v, float64(state>>40) / (1 << 24)})
		s.Label = append(s.Label, map[bool]int{false: 0, true: 1}[v > 0])
	}
	return s
}

// Properties and relations of inputs: a wave is slow and noise is not, a wave
// and its negative are anticorrelated, and the power is at the frequency of the
// wave.
func TestRelations(t *testing.T) {
	s := waves()
	r, err := inspect.ReportOf(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if want := 4 * math.Pow(math.Sin(math.Pi/64), 2); math.Abs(*r.Columns[0].Slowness-want) > 1e-4 || math.Abs(*r.Columns[2].Slowness-2) > 0.1 {
		t.Errorf("slowness %v and of noise %v, want %v and 2", *r.Columns[0].Slowness, *r.Columns[2].Slowness, want)
	}
	c, err := inspect.CorrelationsOf(t.Context(), s, []int{0, 1, 2})
	if err != nil || !slices.Equal(c.Names, []string{"wave", "minus", "noise", "label up"}) {
		t.Fatal(c, err)
	}
	if math.Abs(c.R[0][1]+1) > 1e-9 || math.Abs(c.R[0][2]) > 0.1 || c.R[3][0] < 0.8 || c.R[0][3] != c.R[3][0] {
		t.Errorf("correlations %.3f", c.R)
	}
	h := inspect.HistogramOf(s, 0, 8)
	if h.Low != -1 || h.High != 1 || h.Classes[1][0] != 0 || h.Classes[0][7] != 0 || h.N[0]+h.N[1] != 2048 || h.All[7] != h.Classes[1][7] {
		t.Errorf("histogram %+v", h)
	}
	p, err := inspect.SpectrumOf(t.Context(), s, 0)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for k := range p.Power {
		if p.Power[k] > p.Power[at] {
			at = k
		}
	}
	if math.Abs(p.Frequency[at]-100.0/64) > 1e-9 || p.Power[at] < 0.5 {
		t.Errorf("most power %.3g at %.4g Hz, want it at %.4g", p.Power[at], p.Frequency[at], 100.0/64)
	}
	s.Segments = []data.Segment{{End: 10}}
	if _, err := inspect.SpectrumOf(t.Context(), s, 0); err == nil {
		t.Error("a spectrum of ten samples")
	}
}
