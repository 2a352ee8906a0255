package datasets

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// numbered returns rows of the index by step and two waves of whole numbers.
func numbered(rows int, step float64, delim string) string {
	var b strings.Builder
	for i := range rows {
		fmt.Fprintf(&b, "%.6g%s%d%s%d\n", float64(i)*step, delim, i*i%7, delim, i*i%11)
	}
	return b.String()
}

// The rate that lines before a table state is that of the rows, and settles the
// unit of times that agree with it. A clock of known unit wins.
func TestStatedRates(t *testing.T) {
	device := func(name string, columns string) string {
		return fmt.Sprintf(`"%s": {"sensor": ["EMG", "ECG"], "channels": [1, 2], "column": [%s], "sampling rate": 500, "special": [{}, {}]}`, name, columns)
	}
	for name, c := range map[string]struct {
		text   string
		rate   float64
		inputs []string
		note   string
	}{
		"comment":     {"# Sampling rate: 250 Hz\na,b,c\n" + numbered(30, 1, ","), 250, []string{"a", "b", "c"}, "250 samples a second, as line 1 states"},
		"opensignals": {"# OpenSignals Text File Format\n# {" + device("00:07", `"nSeq", "A1", "A2"`) + "}\n# EndOfHeader\n" + numbered(30, 1, "\t"), 500, []string{"nSeq", "A1", "A2"}, "as line 2 states"},
		"two devices": {"# {" + device("00:07", `"nSeq", "A1"`) + ", " + device("00:08", `"nSeq"`) + "}\n" + numbered(30, 1, "\t"), 500, []string{"nSeq", "A1", "nSeq 2"}, "as line 1 states"},
		"seconds":     {"# fs = 50\ntime,b,c\n" + numbered(30, 0.02, ","), 50, []string{"b", "c"}, "the unit of time follows from the rate that the file states, 50 samples a second"},
		"thousandths": {"# fs = 50\ntime,b,c\n" + numbered(30, 20, ","), 50, []string{"b", "c"}, "a row every 20 ms"},
		"other steps": {"# fs = 50\ntime,b,c\n" + numbered(30, 7, ","), 0, []string{"b", "c"}, "a row every 7 units, whose length is not known"},
		"a clock":     {"# fs = 50\ntime_ms,b,c\n" + numbered(30, 10, ","), 100, []string{"b", "c"}, "a row every 10 ms"},
		"no names":    {`# {"column": ["a", "b"], "x": [` + "\n" + numbered(30, 1, "\t"), 0, []string{"x1", "x2", "x3"}, "there is no header line"},
		"markers":     {"PathFileType\t4\tx.trc\nDataRate\tCameraRate\tUnits\n60.00\t50.00\tmm\nFrame#\tTime\tHip\t\n\t\tX1\tY1\n\n1\t0.000\t1\t2\n2\t0.017\t2\t5\n3\t0.033\t4\t1\n4\t0.050\t4\t7\n5\t0.067\t3\t7\n6\t0.083\t3\t1\n", 60, []string{"Hip X1", "Hip Y1"}, "the unit of Time follows"},
	} {
		s := mustOpen(t, Options{Paths: []string{write(t, "x.txt", c.text)}})
		if s.Rate != c.rate || !slices.Equal(s.Inputs, c.inputs) || !hasNote(s, c.note) {
			t.Errorf("%s: rate %v, inputs %q, notes %q", name, s.Rate, s.Inputs, s.Notes)
		}
	}
}
