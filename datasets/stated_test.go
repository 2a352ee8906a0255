package datasets

import (
	"fmt"
	"math"
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
		"opensignals": {"# OpenSignals Text File Format\n# {" + device("00:07", `"nSeq", "A1", "A2"`) + "}\n# EndOfHeader\n" + numbered(30, 1, "\t"), 500, []string{"A1", "A2"}, "as line 2 states"},
		"two devices": {"# {" + device("00:07", `"nSeq", "A1"`) + ", " + device("00:08", `"nSeq"`) + "}\n" + numbered(30, 1, "\t"), 500, []string{"A1", "nSeq 2"}, "as line 1 states"},
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

// Instruments write lines between the header and the samples that are no
// samples: the number of rows (AcqKnowledge), and units beside settings (Rigol).
func TestLinesOfInstruments(t *testing.T) {
	minutes := func(rows int) string { // of 1 ms each
		var b strings.Builder
		for i := range rows {
			fmt.Fprintf(&b, "%.8f\t%d\t%d\t\n", float64(i)/60000, i*i%7, i*i%11)
		}
		return b.String()
	}
	biopac := "walk.acq\n1 msec/sample\n2 channels\nECG\nmV\nRSP\nVolts\nmin\tCH1\tCH2\t\n\t%s\t%s\t\n"
	for name, c := range map[string]struct {
		text   string
		rows   int
		rate   float64
		inputs []string
		note   string
	}{
		"acqknowledge":   {fmt.Sprintf(biopac, "30", "30") + minutes(30), 30, 1000, []string{"CH1", "CH2"}, "the line below the header counts the rows, and is left out"},
		"slower channel": {fmt.Sprintf(biopac, "30", "15") + minutes(30), 30, 1000, []string{"CH1", "CH2"}, "counts the rows"},
		"many rows":      {fmt.Sprintf(biopac, "900", "900") + minutes(900), 900, 1000, []string{"CH1", "CH2"}, "counts the rows"},
		"rigol":          {"X,CH1,CH2,Start,Increment,\nSequence,Volt,Volt,-1.2e-03,2.0e-03\n" + strings.ReplaceAll(numbered(30, 1, ","), "\n", ",,\n"), 30, 500, []string{"CH1", "CH2"}, "contain only a setting below the header are left out: Start, Increment"},
		"rigol's time":   {"Time,X(CH1),X(CH2),\nSecond,Volt,Volt,\n" + strings.ReplaceAll(numbered(30, 0.002, ","), "\n", ",\n"), 30, 500, []string{"X(CH1)", "X(CH2)"}, "is left out: Second, Volt, Volt"},
		"a column later": {"k,u,v\nx,V,2\n" + numbered(30, 1, ","), 30, 0, []string{"k", "u", "v"}, "hold text"}, // v has numbers below
		"minutes":        {"min,u,v\n" + numbered(30, 0.05, ","), 30, 1. / 3, []string{"u", "v"}, "the column min is the time of each row"},
		"a minimum":      {"min,u,v\n" + strings.Replace(numbered(30, 0.05, ","), "0.25,", "0.15,", 1), 30, 0, []string{"min", "u", "v"}, ""},
	} {
		s, err := Open(t.Context(), Options{Paths: []string{write(t, "x.csv", c.text)}}, nil)
		if err != nil {
			if !strings.Contains(err.Error(), c.note) || c.note == "" {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		n, _ := s.X.Dims()
		if n != c.rows || math.Abs(s.Rate-c.rate) > 1e-6*c.rate || !slices.Equal(s.Inputs, c.inputs) || !strings.Contains(strings.Join(s.Notes, "\n"), c.note) {
			t.Errorf("%s: %d rows, rate %v, inputs %q, notes %q", name, n, s.Rate, s.Inputs, s.Notes)
		}
	}
}

// Programs name their times in their own words, and tables name columns by a scale
// beside columns of text. Lines before a table of Tektronix are not the table's.
func TestNamesOfPrograms(t *testing.T) {
	rows := numbered(30, 2, ",")
	scale, texts := "sample,900,901,902\n", ""
	for i := range 12 {
		texts += fmt.Sprintf("s%d,0.%d,0.%d,0.%d\n", i, 30+i, 31+i*i%7, 25+i)
	}
	for name, c := range map[string]struct {
		text   string
		o      Options
		inputs string
		note   string
	}{
		"LAMMPS":          {"TimeStep,b,c\n" + rows, Options{}, "b c", "the column TimeStep is the time of each row, not an input; a row every 2 units"},
		"a German logger": {"Zeit,b,c\n" + rows, Options{}, "b c", "the column Zeit is the time of each row"},
		"another":         {"Datum;b;c\n01.02.2020;1;2\n02.02.2020;3;4\n03.02.2020;4;2\n", Options{}, "b c", "the column Datum is the time of each row, not an input; a row every 24 h"},
		"a French one":    {"Temps,b,c\n" + rows, Options{}, "b c", "the column Temps is the time of each row"},
		"Campbell":        {"RECORD,b\n1,5\n2,6\n3,4\n4,7\n", Options{}, "b", "the column RECORD counts the rows and is left out"},
		"hours":           {"Zeit_h,b,c\n" + rows, Options{}, "b c", "a row every 2 h"},
		"scale":           {scale + texts, Options{Drop: []string{"sample"}}, "900 901 902", "is taken as the header"},
		"Tektronix":       {"Model,MDO3024\nFirmware Version,1.26\n,\nPoint Format,Y,\nHorizontal Units,S,\nSample Interval,2,\n,\nLabel,,\nTIME,CH1,CH2\n" + rows, Options{}, "CH1 CH2", "a row every 2 s"},
	} {
		c.o.Paths = []string{write(t, "x.csv", c.text)}
		s := mustOpen(t, c.o)
		if got := strings.Join(s.Inputs, " "); got != c.inputs || !hasNote(s, c.note) {
			t.Errorf("%s: inputs %q, notes %q", name, got, s.Notes)
		}
	}
}

// The note on files of two rates names the one of each and the remedy, with which
// they open at one rate.
func TestNoteOfTwoRates(t *testing.T) {
	paths := []string{write(t, "a.csv", "time_s,b,c\n"+numbered(30, 0.1, ",")), write(t, "b.csv", "time_s,b,c\n"+numbered(30, 0.05, ","))}
	s := mustOpen(t, Options{Paths: paths})
	if s.Rate != 0 || !hasNote(s, "b.csv has 20 samples a second, the files before it 10 samples a second: the rate is left unset; give all files one with --resample 10Hz") {
		t.Errorf("rate %v, notes %q", s.Rate, s.Notes)
	}
	if s = mustOpen(t, Options{Paths: paths, Resample: "10Hz"}); s.Rate != 10 || hasNote(s, "left open") {
		t.Errorf("rate %v, notes %q", s.Rate, s.Notes)
	}
}
