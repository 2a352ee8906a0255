package measure_test

import (
	"reflect"
	"slices"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
)

// A measure that is taken from the features changes no bit of the other results, also where
// training outputs are measured by second moments of sphered values.
func TestTakenMeasureChangesNothingElse(t *testing.T) {
	set, err := datasets.Open(t.Context(), datasets.Options{Paths: []string{"sunspots"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	spec := sweep.Spec{}.With("sigma", "rel:1", "lambda", "0,1e-9,1e-8,1e-7,1e-6,1e-5,1e-4", "m", "15,30", "p", "8", "readout", "none")
	points := func() []*result.Result {
		done, err := run.All(t.Context(), set, spec)
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	with := points()
	if ids := measure.TakenIDs(); !slices.Equal(ids, []string{"crossings"}) {
		t.Fatalf("taken are %v", ids)
	}
	var without []*result.Result
	measure.Without(crossings, func() { without = points() })
	for i, r := range with {
		if len(r.Measures["crossings"]) != r.Features || len(without[i].Measures) != 0 {
			t.Fatalf("crossings of %d features: %v, and without them %v", r.Features, r.Measures, without[i].Measures)
		}
		r.Measures, r.Seconds, without[i].Seconds = nil, 0, 0
		if !reflect.DeepEqual(r, without[i]) {
			t.Errorf("point %d: %+v, without crossings %+v", i, r, without[i])
		}
	}
}
