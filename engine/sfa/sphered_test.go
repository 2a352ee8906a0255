package sfa_test

import (
	"math"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

// Measures of training outputs from the sphered values are those of the outputs, also where
// nothing regularises and C has lost its rank.
func TestSpheredMeasuresAreThoseOfTheOutputs(t *testing.T) {
	ctx := t.Context()
	const n, d, p = 2600, 6, 40
	x := wander(n, d)
	lengths := []int{1000, 7, 1593}
	for name, c := range map[string]struct {
		sigma, lambda float64
		m             int
		partial, lost bool
	}{
		"well conditioned":          {2, 1e-5, 300, false, false},
		"part of the solve put off": {2, 0, 300, true, false},
		"leading functions":         {2, 0, 170, true, false},
		"all of those are solved":   {2, 0, 50, true, false},
		"large width":               {40, 0, 300, false, false},
		"large width, leading":      {40, 0, 200, false, false},
		"huge width, rank lost":     {500, 0, 300, false, true},
		"huge width, with penalty":  {500, 1e-7, 300, false, true},
	} {
		if linalgtest.LeftOut(c.m) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			s, err := space.NewStable(ctx, kernel.Gaussian{Sigma: c.sigma}, mat.DenseCopyOf(x.Slice(0, 300, 0, d)), true)
			if err != nil {
				t.Fatal(err)
			}
			var functions space.Space = s
			if c.partial {
				part, err := s.Partial(ctx)
				if err != nil || part == nil {
					t.Fatal("the solve is not put off", err)
				}
				functions = part
			}
			v := moments.NewValues(functions, x, lengths)
			m, err := moments.Stream(ctx, v)
			if err != nil {
				t.Fatal(err)
			}
			leading := m.Leading(s.Leading(c.m))
			w, err := sfa.Whiten(ctx, sfa.Problem{C: leading.C, Cdot: leading.Cdot})
			if err != nil {
				t.Fatal(err)
			}
			if lost := w.Spectrum.Rank < w.Spectrum.Dim || w.Spectrum.Dim < c.m-1; lost != c.lost {
				t.Errorf("rank %d of %d functions, condition %.1e", w.Spectrum.Rank, w.Spectrum.Dim, w.Spectrum.Condition())
			}
			f, err := w.Rotate(ctx, c.lambda, p)
			if err != nil {
				t.Fatal(err)
			}
			for _, of := range []*moments.Moments{m, leading} {
				sphered, err := moments.Sphere(ctx, v, of, sfa.Tolerance(of.C.SymmetricDim()))
				if err != nil || sphered == nil {
					t.Fatal("not sphered", err)
				}
				compareForms(t, v, sphered, f.A, lengths)
			}
			if !v.OnePass() {
				t.Fatal("two passes")
			}
			_, sphered, err := moments.StreamSphered(ctx, v, sfa.Tolerance(m.C.SymmetricDim()))
			if err != nil || sphered == nil {
				t.Fatal("not sphered in one pass", err)
			}
			compareForms(t, v, sphered, f.A, lengths)
		})
	}
}

// compareForms holds measures of features from sphered values against those of the
// features, which a change of their mean leaves alone.
func compareForms(t *testing.T, v *moments.Values, s *moments.Sphered, a *mat.Dense, lengths []int) {
	t.Helper()
	ctx := t.Context()
	_, p := a.Dims()
	phi, err := v.Project(ctx, a, make([]float64, p))
	if err != nil {
		t.Fatal(err)
	}
	want, err := measure.Variance(ctx, phi)
	if err != nil {
		t.Fatal(err)
	}
	slow, _ := measure.UnitSlownessAndCurvature(phi, lengths)
	covariance, steps, err := s.Features(ctx, a)
	if err != nil {
		t.Fatal(err)
	}
	forms := measure.Forms{Covariance: covariance, Steps: steps}
	got := forms.UnitVariance(p)
	worst, slowest := math.Abs(got.MaxAbsCorr-want.MaxAbsCorr), 0.
	for j := range p {
		worst = max(worst, math.Abs(got.Variances[j]-want.Variances[j]))
	}
	for j, delta := range forms.UnitSlowness(p) {
		slowest = max(slowest, math.Abs(delta-slow[j])/slow[j])
	}
	t.Logf("largest |variance − 1| %.1e; variances and correlation differ by %.1e, slowness by %.1e", max(want.Max-1, 1-want.Min), worst, slowest)
	if !(worst <= 1e-10) || !(slowest <= 1e-10) {
		t.Errorf("variances and correlation differ by %.1e, slowness by %.1e", worst, slowest)
	}
	few, part, err := s.Features(ctx, mat.DenseCopyOf(a.Slice(0, dimOf(a), 0, p/3)))
	if err != nil {
		t.Fatal(err)
	}
	for j := range p / 3 {
		if part[j] != steps[j] || few.At(j/2, j) != covariance.At(j/2, j) {
			t.Fatalf("feature %d is measured otherwise without those behind it", j)
		}
	}
}

func dimOf(a *mat.Dense) int {
	dim, _ := a.Dims()
	return dim
}
