package sfa_test

import (
	"slices"
	"testing"

	"example.com/sfatui/engine/sfa"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
)

// CHOOSING's examples: the serial graph of three labels, one with structure, and two
// eigenvalues that agree to rounding or nearly so.
var clusterExamples = []struct {
	name      string
	values    []float64
	condition float64
	p         int
	tolerance float64 // 0: not pinned
	want      sfa.Clusters
}{
	{"H19", append(slices.Repeat([]float64{2}, 11), 3.533249), 274, 8, 1.3757673770e-11, sfa.Clusters{Bounds: [][2]int{{1, 11}}, Cut: true}},
	{"H20", append([]float64{.141253, .787675}, slices.Repeat([]float64{2}, 10)...), 262, 8, 0, sfa.Clusters{Bounds: [][2]int{{3, 12}}, Cut: true, Determined: 2}},
	{"H21", []float64{.1, .3, .3 + 3e-14, .5, .9}, 1e3, 2, 0, sfa.Clusters{Bounds: [][2]int{{2, 3}}, Cut: true, Determined: 1}},
	{"H21 apart", []float64{.1, .3, .3 + 3e-9, .5, .9}, 1e3, 2, 0, sfa.Clusters{Determined: 2}},
	{"whole", []float64{.1, .3, .3 + 3e-14, .5, .9}, 1e3, 3, 0, sfa.Clusters{Bounds: [][2]int{{2, 3}}, Determined: 3}},
	{"two", []float64{.1, .1, .3, .5, .5}, 1e3, 4, 0, sfa.Clusters{Bounds: [][2]int{{1, 2}, {4, 5}}, Cut: true, Determined: 3}},
	{"fewer than asked for", []float64{.1, .3}, 1e3, 8, 0, sfa.Clusters{Determined: 2}},
}

func testClusters(t *testing.T, names ...string) {
	for _, e := range clusterExamples {
		if !slices.Contains(names, e.name) {
			continue
		}
		tolerance := sfa.Resolution(len(e.values), e.condition, slices.Max(e.values))
		if e.tolerance > 0 && !scalar.EqualWithinRel(tolerance, e.tolerance, 1e-10) {
			t.Errorf("%s: τ %.10e, want %.10e", e.name, tolerance, e.tolerance)
		}
		got := sfa.ClustersOf(e.values, func(float64) float64 { return tolerance }, e.p)
		if !slices.Equal(got.Bounds, e.want.Bounds) || got.Cut != e.want.Cut || got.Determined != e.want.Determined {
			t.Errorf("%s: %+v, want %+v", e.name, got, e.want)
		}
	}
}

func TestH19NothingIsDetermined(t *testing.T) { testClusters(t, "H19") }
func TestH20TheClusterIsCut(t *testing.T)     { testClusters(t, "H20") }
func TestH21EqualToRounding(t *testing.T)     { testClusters(t, "H21", "H21 apart") }
func TestClustersInsideAndBehindP(t *testing.T) {
	testClusters(t, "whole", "two", "fewer than asked for")
}

// Slow features of slow functions are resolved better than Δ near 2 is, and all within
// the bound; so are features orthogonal to the directions of little variance.
func TestResolutionOfSlowFeatures(t *testing.T) {
	s := sfa.Spectrum{Rank: 200, Largest: 0.5, Smallest: 0.5e-12, Moving: 0.01}
	bound := sfa.Resolution(200, s.Condition(), sfa.LargestSlowness)
	at := s.Resolution(s.Condition())
	if slow, noise := at(0.02), at(2); !scalar.EqualWithinRel(slow, bound*0.03/4, 1e-12) || !(noise > bound/2) || at(1e9) != bound {
		t.Errorf("%g at 0.02 and %g at 2, bound %g", slow, noise, bound)
	}
	s.Moving = 0
	if got := s.Resolution(s.Condition())(0.02); got != bound {
		t.Errorf("%g without Ċ, want %g", got, bound)
	}
	a := mat.NewDense(2, 3, []float64{1, 100, 3, 0, 0, 4})
	if got := s.Conditions(a); !slices.Equal(got, []float64{0.5, 5000, 5000}) {
		t.Errorf("conditions %v", got)
	}
	a.Set(1, 2, 1e9)
	if got := s.Conditions(a)[2]; got != s.Condition() {
		t.Errorf("condition %g of a large feature, want no more than %g", got, s.Condition())
	}
}
