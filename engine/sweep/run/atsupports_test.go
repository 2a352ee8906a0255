package run

import (
	"math"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
	"gonum.org/v1/gonum/mat"
)

// Features of samples that are the supports are the same with and without the
// moments of the samples.
func TestOwnSamplesNeedNoMoments(t *testing.T) {
	perGroup := 4
	if testenv.Full() {
		perGroup = 6
	}
	set := sweeptest.Trials(6, perGroup, 20)
	for i := range 6 { // what features are scored on
		set.Segments[len(set.Segments)-1-i].Held = true
	}
	s := sweep.Spec{}.With("method", "sfa", "space", "kernel", "kernel", "gaussian", "select", "all", "sigma", "0.4", "graph", "time", "lambda", "1e-5", "p", "12", "readout", "none")
	p := sweeptest.Plan(t, set, s)
	solved, err := Solve(t.Context(), set, "hash", p.Entries[0].Point)
	if err != nil {
		t.Fatal(err)
	}
	m, f := solved.f.model, solved.f
	if m.solver.atSupports == nil || m.moments != nil {
		t.Fatalf("samples %v, moments %v", m.solver.atSupports, m.moments)
	}
	without := stacked(f)
	m.solver.atSupports.NotConverged = true
	elsewhere := p.Entries[0].Point
	graph.Name.Set(&elsewhere, "window")
	if s, err := m.solver.solveAtSupports(t.Context(), elsewhere, 12); s != nil || err != nil || m.solver.atSupports.NotConverged {
		t.Errorf("under another graph: %v, error %v, vain %v", s, err, m.solver.atSupports.NotConverged)
	}
	m.fullKernel = false
	g, err := m.features(t.Context(), sweep.Rotation(p.Entries[0].Point), 12, sweep.ToKeep)
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
	if a, b := f.Spectrum.Condition(), g.Spectrum.Condition(); !(math.Abs(a-b) < 0.1*b) || f.Spectrum.Rank != g.Spectrum.Rank {
		t.Errorf("condition %g and rank %d, not %g and %d", a, f.Spectrum.Rank, b, g.Spectrum.Rank)
	}
}

// stacked are the features on both parts.
func stacked(f *features) *mat.Dense {
	var all mat.Dense
	all.Stack(f.train, f.held)
	return &all
}
