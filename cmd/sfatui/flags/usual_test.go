package flags

import (
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/sweep"
)

// The default sweep with which home opens data can be planned: no default of a
// flag prevents it.
func TestTheUsualSweepCanBePlanned(t *testing.T) {
	set, err := datasets.Open(t.Context(), datasets.Options{Paths: []string{"sincos"}, Limit: 200}, nil)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := sweep.NewPlan(set, set.Hash(), Usual())
	if err != nil || len(plan.Entries) == 0 {
		t.Errorf("%+v, %v", plan, err)
	}
}
