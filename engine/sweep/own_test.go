package sweep

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Features of samples that are the supports are the same with and without the
// moments of the samples.
func TestOwnSamplesNeedNoMoments(t *testing.T) {
	set := trials(6, 6, 20)
	for i := range 6 { // what features are scored on
		set.Segments[len(set.Segments)-1-i].Held = true
	}
	s := Spec{Method: "sfa", Space: "kernel", Kernel: "gaussian", Select: "all", Sigma: "0.4", Graph: "time", Lambda: "1e-5", P: "12", Readout: "none"}
	p := plan(t, set, s)
	m, f, err := solveAgain(t.Context(), set, "hash", p.Entries[0].Point)
	if err != nil {
		t.Fatal(err)
	}
	if m.alone == nil || m.moments != nil {
		t.Fatalf("samples %v, moments %v", m.alone, m.moments)
	}
	without := stacked(f)
	m.alone.Vain = true
	elsewhere := p.Entries[0].Point
	elsewhere.Graph = "window"
	if s, err := m.solveOwn(t.Context(), elsewhere, 12); s != nil || err != nil || m.alone.Vain {
		t.Errorf("under another graph: %v, error %v, vain %v", s, err, m.alone.Vain)
	}
	m.own = false
	g, err := m.features(t.Context(), rotationOf(p.Entries[0].Point), 12, toKeep)
	if err != nil {
		t.Fatal(err)
	}
	if m.moments == nil {
		t.Fatal("no moments")
	}
	var off mat.Dense
	off.Sub(stacked(g), without)
	if d := mat.Max(&off); !(math.Max(d, -mat.Min(&off)) < 1e-8) {
		t.Errorf("features are off by %g", d)
	}
	if a, b := f.spectrum.Condition(), g.spectrum.Condition(); !(math.Abs(a-b) < 0.1*b) || f.spectrum.Rank != g.spectrum.Rank {
		t.Errorf("condition %g and rank %d, not %g and %d", a, f.spectrum.Rank, b, g.spectrum.Rank)
	}
}

// stacked are the features on both parts.
func stacked(f *features) *mat.Dense {
	var all mat.Dense
	all.Stack(f.train, f.held)
	return &all
}
