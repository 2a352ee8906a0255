package advice

import "testing"

// A finding is judged by the sweep as it is: changed from the experiment or not, complete or not.
func TestFindingNamesItsSweep(t *testing.T) {
	for _, c := range []struct {
		changed bool
		missing int
		want    string
	}{
		{false, 0, " in this sweep"},
		{true, 0, " in the changed sweep"},
		{false, 1, " in this sweep, without 1 missing fit"},
		{true, 12, " in the changed sweep, without 12 missing fits"},
	} {
		if got := judgedIn(c.changed, c.missing); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
