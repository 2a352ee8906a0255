package datasets

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// scopeRows is the number of rows of the files of oscilloscopes, and scopeValue the sample of a
// channel in a row, in hundredths.
const scopeRows = 40

func scopeValue(row, channel int) float64 { return float64((row*row+3*channel)%13-6) / 100 }

// scopeLines returns the rows that line writes.
func scopeLines(line func(row int) string) string {
	var b strings.Builder
	for i := range scopeRows {
		b.WriteString(line(i) + "\n")
	}
	return b.String()
}

// infiniium returns the settings of a Keysight oscilloscope with a row every 2 ns, with sep
// between a key and its values.
func infiniium(sep string, waveforms int) string {
	var b strings.Builder
	for _, s := range [][2]string{{"Revision", "0"}, {"Type", "raw"}, {"Start", "0"}, {"Points", fmt.Sprint(scopeRows)}, {"XDispRange", "8.0E-08"}, {"XInc", "2.0000000E-09"}, {"XOrg", "-6.0E-08"},
		{"XUnits", "Second"}, {"YInc", "1.0E-02"}, {"YUnits", "Volt"}, {"Frame", "DSO9254A:MY1"}, {"Time", "16:25:40:21"}, {"Min Bandwidth", "0.0"}} {
		b.WriteString(s[0] + strings.Repeat(sep+s[1], waveforms) + "\n")
	}
	return b.String()
}

// instek returns the settings of a GW Instek oscilloscope with a row every microsecond.
func instek(mode string) string {
	return fmt.Sprintf("Format,1.0B,\nMemory Length,%d,\nTrigger Level,0.0,\nSource,CH1,\nVertical Units,V,\nVertical Scale,1.000e+00,\nHorizontal Units,S,\nHorizontal Scale,5.0e-04,\n"+
		"Sampling Period,1.000e-06,\nFirmware,V1.20,\nTime,04-Apr-12 17:39:19,\nMode,%s,\nWaveform Data,\n", scopeRows, mode)
}

// Oscilloscopes write settings, then rows with or without times and names. All rows are samples,
// at the rate that the settings state: 1 / 2 ns is 500 MHz.
func TestOscilloscopes(t *testing.T) {
	value := func(format string) func(int) string {
		return func(i int) string { return fmt.Sprintf(format, scopeValue(i, 0)) }
	}
	timed := func(step float64, end string) func(int) string {
		return func(i int) string {
			return fmt.Sprintf("%.8E,%.5E", (float64(i)-30)*step, scopeValue(i, 0)) + end
		}
	}
	two := func(i int) string { return fmt.Sprintf("%.6e,%.6e,,", scopeValue(i, 0), scopeValue(i, 1)) }
	for name, c := range map[string]struct {
		text   string
		rate   float64
		inputs []string
		notes  []string
	}{
		"Infiniium, values":      {infiniium(":", 1) + "Data:\n" + scopeLines(value("%.5E")), 5e8, []string{"x1"}, []string{"text around the table left out: 14 lines", "5e8 samples a second, as line 6 states"}},
		"Infiniium, commas":      {infiniium(",", 1) + scopeLines(value("%.5E")), 5e8, []string{"x1"}, []string{"left out: 13 lines"}},
		"Infiniium, ends":        {strings.ReplaceAll(infiniium(": ,", 1)+"Data:,\n"+scopeLines(value("%.5E")), "\n", ",\r\n"), 5e8, []string{"x1"}, nil},
		"Infiniium, times":       {infiniium(":,", 1) + "Data:,\n" + scopeLines(timed(2e-9, "")), 5e8, []string{"x2"}, []string{"the column x1 is the time of each row, not an input; a row every 0.002 µs"}},
		"Infiniium, names":       {"Channel 2\n" + infiniium(":  ,", 1) + "Time,Voltage\n" + scopeLines(timed(2e-9, "")), 5e8, []string{"Voltage"}, []string{"the unit of Time follows from the rate"}},
		"Infiniium, two":         {",Channel 1,Channel 1\n" + infiniium(",", 2) + scopeLines(func(i int) string { return timed(2e-9, ",")(i) + timed(2e-9, "")(i) }), 5e8, []string{"x2", "x4"}, []string{"further columns of times left out: x3"}},
		"Instek, values":         {instek("Fast") + scopeLines(value("%.2f,")), 1e6, []string{"x1"}, []string{"1e6 samples a second, as line 9 states"}},
		"Instek, times":          {instek("Detail") + scopeLines(timed(1e-6, ",")), 1e6, []string{"x2"}, []string{"a row every 1 µs"}},
		"Rigol, settings below":  {"X,CH1,Start,Increment,\nSequence,Volt,-6.00000e-05,2.000000e-06\n" + scopeLines(func(i int) string { return fmt.Sprintf("%d,%.2e,,", i, scopeValue(i, 0)) }), 5e5, []string{"CH1"}, []string{"only a setting below the header are left out: Start, Increment"}},
		"Rigol, settings beside": {"CH1V,CH2V,t0 =-5.000000e-02, tInc = 1.000000e-05,\n" + scopeLines(two), 1e5, []string{"CH1V", "CH2V"}, []string{"only a setting in the header are left out: t0 =-5.000000e-02, tInc = 1.000000e-05", "100000 samples a second, as line 1 states"}},
		"Rigol, one channel":     {"CH4V,t0 =-2.000000e+00, tInc = 2.000000e-06,\n" + scopeLines(value("%.6e,,")), 5e5, []string{"CH4V"}, nil},
		"Hantek, rate":           {"#CHANNEL:CH1\n#CLOCK=500.0KHz\n#SIZE=40\n#UNITS:V\n" + scopeLines(value("%.3f")), 5e5, []string{"x1"}, []string{"500000 samples a second, as line 2 states"}},
		"Hantek, interval":       {"#CHANNEL:CH1\n#CLOCK=2.000uS\n#SIZE=40\n" + scopeLines(value("%.3f,")), 5e5, []string{"x1"}, nil},
	} {
		s, err := Open(t.Context(), Options{Paths: []string{write(t, "x.csv", c.text)}}, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		n, _ := s.X.Dims()
		if n != scopeRows || len(s.Segments) != 1 || math.Abs(s.Rate-c.rate) > 1e-6*c.rate || !slices.Equal(s.Inputs, c.inputs) {
			t.Errorf("%s: %d rows in %d segments, rate %v, inputs %q, notes %q", name, n, len(s.Segments), s.Rate, s.Inputs, s.Notes)
			continue
		}
		for i := range n {
			if s.X.At(i, 0) != scopeValue(i, 0) {
				t.Errorf("%s: row %d is %v, want %v", name, i, s.X.At(i, 0), scopeValue(i, 0))
			}
		}
		for _, note := range c.notes {
			if !hasNote(s, note) {
				t.Errorf("%s: no note %q in %q", name, note, s.Notes)
			}
		}
	}
}

// A spectrum has no rate, and a second waveform behind the first is a segment of its own. Text
// that only looks like settings is left to the other readers.
func TestSettingsOfOtherFiles(t *testing.T) {
	values := scopeLines(func(i int) string { return fmt.Sprintf("%.2f", scopeValue(i, 0)) })
	spectrum := strings.Replace(infiniium(":", 1), "Second", "Hertz", 1)
	if s := mustOpen(t, Options{Paths: []string{write(t, "x.csv", spectrum+values)}}); s.Rate != 0 || len(s.Inputs) != 1 {
		t.Errorf("a spectrum has rate %v, inputs %q", s.Rate, s.Inputs)
	}
	s := mustOpen(t, Options{Paths: []string{write(t, "x.csv", infiniium(":", 1)+values+infiniium(":", 1)+values)}})
	if n, _ := s.X.Dims(); n != 2*scopeRows || len(s.Segments) != 2 || s.Segments[1].Start != scopeRows || math.Abs(s.Rate-5e8) > 1 || !hasNote(s, "other lines divide the rows into 2 blocks") {
		t.Errorf("of two waveforms: %v, rate %v, notes %q", s.Segments, s.Rate, s.Notes)
	}
	rows := scopeLines(func(i int) string { return fmt.Sprintf("%d,%d", i*i%11, i*i%7) })
	failure(t, Options{Paths: []string{write(t, "x.csv", "Site,1\nDepth,2\nUnit,3\nType,4\n"+rows)}}, false, "x.csv:1: lines 1 to 4 hold text, and rows of numbers follow", "from tail -n +5 OLD > NEW")
	s = mustOpen(t, Options{Paths: []string{write(t, "x.csv", rows)}}) // the lines from 5 on
	if n, d := s.X.Dims(); n != scopeRows || d != 2 || s.X.At(3, 1) != 2 {
		t.Errorf("below the lines of text: %d rows of %d, notes %q", n, d, s.Notes)
	}
	s = mustOpen(t, Options{Paths: []string{write(t, "x.csv", "p=0.5,a,p=0.9\n1,2,\n2,3,\n3,5,\n")}, Drop: []string{"p=0.9"}})
	if !slices.Equal(s.Inputs, []string{"p=0.5", "a"}) {
		t.Errorf("names that are no settings: inputs %q, notes %q", s.Inputs, s.Notes)
	}
}
