package run

import (
	"math"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
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
	spec := sweep.Spec{}.With("method", "sfa", "space", "kernel", "kernel", "gaussian", "select", "all", "sigma", "0.4", "graph", "time", "lambda", "1e-5", "p", "12", "readout", "none")
	p := sweeptest.Plan(t, set, spec)
	s, f := solvedFeatures(t, set, p.Entries[0].Point)
	m := s.model
	if s.atSupports == nil || m.moments != nil {
		t.Fatalf("samples %v, moments %v", s.atSupports, m.moments)
	}
	without := stacked(f)
	s.atSupports.NotConverged = true
	elsewhere := p.Entries[0].Point
	graph.Name.Set(&elsewhere, "window")
	if found, err := s.solveAtSupports(t.Context(), elsewhere, 12); found != nil || err != nil || s.atSupports.NotConverged {
		t.Errorf("under another graph: %v, error %v, not converged %v", found, err, s.atSupports.NotConverged)
	}
	m.fullKernel = false
	g, err := s.features(t.Context(), sweep.Rotation(p.Entries[0].Point), 12, sweep.ToKeep)
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

// solvedFeatures returns the solver of the outer model of a point, and its features.
func solvedFeatures(t *testing.T, set *data.Set, at part.Point) (*solver, *features) {
	t.Helper()
	c, done, err := newSingleComputation(t.Context(), set, "hash", at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(done)
	s, err := c.modelJob(sweep.Outer).newSolver(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.features(t.Context(), sweep.Rotation(at), method.P.Of(at), sweep.ToKeep)
	if err != nil {
		t.Fatal(err)
	}
	return s, f
}

// stacked are the features on both parts.
func stacked(f *features) *mat.Dense {
	var all mat.Dense
	all.Stack(f.train, f.held)
	return &all
}
