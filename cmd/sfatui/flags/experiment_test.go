package flags

import (
	"slices"
	"testing"

	"example.com/sfatui/engine/papers"
	"example.com/sfatui/sessions"
)

// A session with the defined sweep departs in nothing. Without the defaults of the command line it
// has one inner split in place of auto, and no seed.
func TestDefinedSpecHasTheDefaults(t *testing.T) {
	for _, x := range papers.Experiments() {
		h := sessions.Header{Experiment: x.Name}
		h.Data.Options, h.Spec = x.Data, DefinedSpec(x)
		if out := Departures(x, h); out != nil {
			t.Errorf("%s: %q", x.Name, out)
		}
	}
	x, _ := papers.Named("ma-4.2")
	if spec := DefinedSpec(x); spec.Inner != "auto" || spec.Split.Seed != 1 || spec.Draws != 1 || spec.Split.Validation != 0.25 {
		t.Errorf("inner %q, seed %d, draws %d, validation %g", spec.Inner, spec.Split.Seed, spec.Draws, spec.Split.Validation)
	}
	h := sessions.Header{Spec: x.Spec}
	h.Data.Options = x.Data
	if out := Departures(x, h); !slices.Contains(out, "--inner the default for auto") {
		t.Errorf("without defaults: %q", out)
	}
}
