package datasets

import (
	"archive/zip"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/internal/sample"
)

func TestParseTime(t *testing.T) {
	at := func(y, m, d, h, min int, s float64) float64 {
		return float64(time.Date(y, time.Month(m), d, h, min, 0, 0, time.UTC).Unix()) + s
	}
	for text, want := range map[string]float64{
		"2016-07-01":                    at(2016, 7, 1, 0, 0, 0),
		"2016/7/1 1:02":                 at(2016, 7, 1, 1, 2, 0),
		"2016-07-01 01:02:03.25":        at(2016, 7, 1, 1, 2, 3.25),
		"2016-07-01T01:02:03Z":          at(2016, 7, 1, 1, 2, 3),
		"2016-07-01T01:02:03+02:00":     at(2016, 6, 30, 23, 2, 3),
		"2016-07-01 01:02:03 -0130":     at(2016, 7, 1, 2, 32, 3),
		"07/01/2016 12:30 AM":           at(2016, 7, 1, 0, 30, 0),
		"07/01/2016 12:30 pm":           at(2016, 7, 1, 12, 30, 0),
		"1.7.2016 23:59:59,5":           at(2016, 7, 1, 23, 59, 59.5),
		"01-Jul-2016 12:00":             at(2016, 7, 1, 12, 0, 0),
		"1-OCT-2016":                    at(2016, 10, 1, 0, 0, 0),
		"11:59:59 PM":                   23*3600 + 59*60 + 59,
		"7:05":                          7*3600 + 5*60,
		"1949-02":                       at(1949, 2, 1, 0, 0, 0),
		"2016-Q3":                       at(2016, 7, 1, 0, 0, 0),
		"2016Q1":                        at(2016, 1, 1, 0, 0, 0),
		"2016 Q4":                       at(2016, 10, 1, 0, 0, 0),
		"2016M07":                       at(2016, 7, 1, 0, 0, 0),
		"07/01/16 1:02":                 at(2016, 7, 1, 1, 2, 0),
		"1-Jul-16":                      at(2016, 7, 1, 0, 0, 0),
		"20160701T010203":               at(2016, 7, 1, 1, 2, 3),
		"20160701T010203.25Z":           at(2016, 7, 1, 1, 2, 3.25),
		"20160701 010203+0200":          at(2016, 6, 30, 23, 2, 3),
		"Fri Jul  1 01:02:03 2016":      at(2016, 7, 1, 1, 2, 3),
		"00:01.5":                       1.5,
		"12:01.5":                       721.5,
		"2016-07-01 01:02:03 CET":       at(2016, 7, 1, 0, 2, 3),
		"2016-07-01 01:02:03 PDT":       at(2016, 7, 1, 8, 2, 3),
		"13/Sep/2020:12:26:40 +0000":    1600000000,
		"13SEP2020:12:26:40":            1600000000,
		"2020-257":                      at(2020, 9, 13, 0, 0, 0),
		"2020-W01":                      at(2019, 12, 30, 0, 0, 0),
		"2015-W53":                      at(2015, 12, 28, 0, 0, 0),
		"Fri Jul  1 01:02:03 CEST 2016": at(2016, 6, 30, 23, 2, 3),
	} {
		got, form := lex.ParseTime([]byte(text), false)
		if form == lex.NoTime || math.Abs(got-want) > 1e-6 {
			t.Errorf("%q: %f (%d), want %f", text, got, form, want)
		}
	}
	if got, _ := lex.ParseTime([]byte("13/01/2016"), true); got != at(2016, 1, 13, 0, 0, 0) {
		t.Errorf("day first: %f", got)
	}
	if got, form := lex.ParseTime([]byte("01.07.16"), true); got != at(2016, 7, 1, 0, 0, 0) || form != lex.DateOnly {
		t.Errorf("a dotted date: %f", got)
	}
	if got, form := lex.ParseTime([]byte("18.00.00"), true); got != 18*3600 || form != lex.ClockOnly {
		t.Errorf("a dotted time of day: %f", got)
	}
	for _, text := range []string{"2019-366", "2016-W53", "2016-W00", "1949-13", "2016Q5", "2016-Q0", "2016M13", "2016-Q33", "2016X07", "16Q1", "12-34-56", "20161301T010203", "20160701T256000", "Friday is no time at all", "00:61.5", "20160701 5", "", "12", "3.14159", "2016", "20160701", "2016-13-01", "2016-02-30", "13/13/2016", "1.2.3", "25:00", "10:60",
		"a:b", "10:20:70", "2016-07-01x", "-1:30", "10.0.0.1", "12-34-5678", "word", "1:2:3:4", "2016-07-01 word"} {
		if s, form := lex.ParseTime([]byte(text), false); form != lex.NoTime {
			t.Errorf("%q is read as %f", text, s)
		}
	}
}

// --clock names the time of the rows, regardless of the column's name: it is no
// input, and its steps determine the rate, in the stated unit, in that of the
// name, or in seconds.
func TestClockColumn(t *testing.T) {
	rows := func(header string, cell func(i int) string) string {
		lines := []string{header}
		for i := range 60 {
			lines = append(lines, fmt.Sprintf("%s,%g,%g", cell(i), math.Sin(float64(i)/7), math.Cos(float64(i)/5)))
		}
		return strings.Join(lines, "\n") + "\n"
	}
	tens := func(i int) string { return fmt.Sprint(10 * i) }
	for _, c := range []struct {
		name, text, clock string
		rate              float64
		gaps              int
	}{
		{"a unit that is not known", rows("tick,a,b", tens), "tick", 0, 0},
		{"seconds", rows("tick,a,b", tens), "tick:s", 0.1, 0},
		{"days", rows("tick,a,b", tens), "tick:days", 1. / 864000, 0},
		{"seconds since 1970", rows("tick,a,b", func(i int) string { return fmt.Sprint(1600000000 + 10*i) }), "tick", 0.1, 0},
		{"milliseconds since 1970", rows("tick,a,b", func(i int) string { return fmt.Sprint(1600000000000 + 10*i) }), "tick", 100, 0},
		{"dates without dashes", rows("date,a,b", func(i int) string { return fmt.Sprintf("2016%02d%02d", 1+i/28, 1+i%28) }), "date", 1. / 86400, 1},
		{"times without colons", rows("time,a,b", func(i int) string { return fmt.Sprintf("0900%02d", i) }), "time", 1, 0},
		{"days of a spreadsheet", rows("date,a,b", func(i int) string { return fmt.Sprintf("%.3f", 42370+float64(i)/8) }), "date", 1. / 10800, 0},
		{"newest first", rows("tick,a,b", func(i int) string { return fmt.Sprint(600 - 10*i) }), "tick:s", 0.1, 0},
		{"turned round", rows("tick,a,b", func(i int) string { return fmt.Sprint(600 - 10*i) }), "tick:s:reverse", 0.1, 0},
		{"a unit that is written", rows("tick,a,b", tens), "tick:ms", 100, 0},
		{"a unit in the name", rows("time_ms,a,b", tens), "time_ms", 100, 0},
		{"a gap", rows("tick,a,b", func(i int) string { return fmt.Sprint(10*i + 500*(i/40)) }), "tick:ms", 100, 1},
		{"not evenly spaced", rows("tick,a,b", func(i int) string { return fmt.Sprint(i * i) }), "tick", 0, 0},
		{"a date that is not the first", rows("made,a,b", func(i int) string { return fmt.Sprintf("2026-01-%02dT00:%02d:00", 1, i) }), "made", 1.0 / 60, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := Open(t.Context(), Options{Paths: []string{write(t, "table.csv", c.text)}, Clock: c.clock}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(s.Inputs) != 2 || math.Abs(s.Rate-c.rate) > 1e-9 || len(s.Found.Gaps) != c.gaps {
				t.Errorf("inputs %q, rate %g, gaps %v", s.Inputs, s.Rate, s.Found.Gaps)
			}
		})
	}
	table := write(t, "table.csv", rows("tick,a,b", tens))
	words := write(t, "words.csv", rows("tick,a,b", func(int) string { return "noon" }))
	dates := write(t, "dates.csv", rows("made,a,b", func(i int) string { return fmt.Sprintf("2026-01-01 00:%02d:00", i) }))
	for _, c := range []struct{ path, clock, want string }{
		{table, "tack", "--clock tack: "},
		{words, "tick", `holds "noon", which is neither a time nor a number`},
		{dates, "made:ms", "the times are texts, which have no unit"},
		{"vowels", "tick", "--clock"},
	} {
		if _, err := Open(t.Context(), Options{Paths: []string{c.path}, Clock: c.clock}, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("--clock %s: %v", c.clock, err)
		}
	}
	npz := write(t, "a.npz", sample.NPZ(t, zip.Store, map[string]sample.NPY{
		"X":    {Descr: "<f8", Shape: "(4, 2)", Body: sample.Pack("<f8", 1, 2, 3, 4, 5, 6, 7, 8)},
		"when": {Descr: "<f8", Shape: "(4,)", Body: sample.Pack("<f8", 0, 2, 4, 6)},
	}))
	if s := mustOpen(t, Options{Paths: []string{npz}, Clock: "when:ms"}); len(s.Inputs) != 2 || s.Rate != 500 {
		t.Errorf("arrays: inputs %q, rate %g", s.Inputs, s.Rate)
	}
}

// The order of day and month is the one that all rows allow, unless it is
// stated.
func TestDateOrder(t *testing.T) {
	table := func(layout string, days int) string {
		var b strings.Builder
		b.WriteString("Date,x\n")
		for i := range 24 * days {
			at := time.Date(2007, 1, 1, i, 0, 0, 0, time.UTC)
			fmt.Fprintf(&b, "%s,%g\n", at.Format(layout), math.Sin(float64(i)/7))
		}
		return write(t, "dates.csv", b.String())
	}
	for _, c := range []struct {
		name, path, clock string
		gaps              int
		note              string
	}{
		{"a 13th behind the first rows", table("2/1/2006 15:04", 20), "", 0, ""},
		{"months first, a 13th behind the first rows", table("1/2/2006 15:04", 20), "", 0, ""},
		{"no 13th, the rows are even", table("2/1/2006 15:04", 10), "", 0, ""},
		{"one day", table("2/1/2006 15:04", 1), "", 0, "order of day and month is ambiguous"},
		{"stated", table("2/1/2006 15:04", 10), "Date:dmy", 0, ""},
		{"stated otherwise", table("2/1/2006 15:04", 10), "Date:mdy", 9, ""},
	} {
		if c.name == "one day" {
			c.path = write(t, "dates.csv", "Date,x\n1/2/2006,1\n2/2/2006,2\n")
		}
		s := mustOpen(t, Options{Paths: []string{c.path}, Clock: c.clock})
		gaps := 0
		for _, g := range s.Found.Gaps {
			gaps += g.Count
		}
		if c.note == "" && math.Abs(s.Rate-1./3600) > 1e-12 || gaps != c.gaps || hasNote(s, "could not be read") || hasNote(s, "order of day and month is ambiguous") != (c.note != "") {
			t.Errorf("%s: rate %g, gaps %v, notes %q", c.name, s.Rate, s.Found.Gaps, s.Notes)
		}
	}
}

// A column named as a time is no input. Repeated times, those out of order and
// rows with the newest first are counted, and :reverse reverses such rows.
func TestTimeInAnyOrder(t *testing.T) {
	table := func(at func(i int) float64) string {
		var b strings.Builder
		b.WriteString("time_s,x\n")
		for i := range 40 {
			fmt.Fprintf(&b, "%g,%d\n", at(i), i*i)
		}
		return write(t, "a.csv", b.String())
	}
	for _, c := range []struct {
		name string
		at   func(i int) float64
		note string
	}{
		{"repeated", func(i int) float64 { return float64(i / 2) }, "20 rows have the same time as the previous row, first after row 1"},
		{"out of order", func(i int) float64 { return float64(i - 3*(i%8/7)) }, "the time runs back 5 times, first after row 7"},
		{"newest first", func(i int) float64 { return float64(40 - i) }, "the newest row comes first: reverse the rows with --clock time_s:reverse"},
		{"no order", func(i int) float64 { return float64(i * 17 % 40) }, "is an input, although its name suggests a time"},
	} {
		s := mustOpen(t, Options{Paths: []string{table(c.at)}})
		if !hasNote(s, c.note) || (len(s.Inputs) == 1) != (c.name != "no order") {
			t.Errorf("%s: inputs %q, notes %q", c.name, s.Inputs, s.Notes)
		}
	}
	falling := table(func(i int) float64 { return float64(40 - i) })
	s := mustOpen(t, Options{Paths: []string{falling}, Clock: "time_s:ms"}) // what was stated is kept
	if !hasNote(s, "reverse the rows with --clock time_s:ms:reverse") {
		t.Errorf("notes %q", s.Notes)
	}
	s = mustOpen(t, Options{Paths: []string{falling}, Clock: "time_s:reverse"})
	if s.X.At(0, 0) != 39*39 || s.X.At(39, 0) != 0 || s.X.At(10, 0) != 29*29 || s.Rate != 1 {
		t.Errorf("turned round: %g first, %g last, rate %g, notes %q", s.X.At(0, 0), s.X.At(39, 0), s.Rate, s.Notes)
	}
}

// Dates with two digits of the year, in the usual orders, are a day apart; with
// the year first they are no times.
func TestDatesOfTwoDigitYears(t *testing.T) {
	for _, layout := range []string{"02-01-06", "01-02-06", "02-01-06 15:04", "02-Jan-06", "02.01.06", "02/01/06", "2-Jan-06"} {
		for _, start := range []time.Time{time.Date(1998, 12, 20, 0, 0, 0, 0, time.UTC), time.Date(2021, 1, 5, 0, 0, 0, 0, time.UTC)} {
			text := "day,a\n"
			for i := range 40 {
				text += fmt.Sprintf("%s,%g\n", start.AddDate(0, 0, i).Format(layout), math.Sin(float64(i)))
			}
			s := mustOpen(t, Options{Paths: []string{write(t, "x.csv", text)}})
			if n, d := s.X.Dims(); n != 40 || d != 1 || math.Abs(86400*s.Rate-1) > 1e-9 || len(s.Segments) != 1 {
				t.Errorf("%s from %v: %v, %d segments, notes %q", layout, start, 86400*s.Rate, len(s.Segments), s.Notes)
			}
		}
	}
	failure(t, Options{Paths: []string{write(t, "x.csv", "day,a\n21-01-05,1\n21-01-06,2\n21-01-07,4\n")}}, false, "column day holds text")
}
