package data

import "testing"

// Names take as many cells as the longest, at least ten and at most a third of the line.
func TestNameWidth(t *testing.T) {
	for _, c := range []struct {
		names []string
		w     int
		want  int
	}{
		{[]string{"CO2", "Temperature"}, 79, 11}, {[]string{"CO2"}, 79, 10}, {[]string{"row01.column01"}, 39, 13}, {nil, 20, 10},
	} {
		if got := nameWidth(c.names, c.w); got != c.want {
			t.Errorf("%q in %d cells: %d, want %d", c.names, c.w, got, c.want)
		}
	}
}
