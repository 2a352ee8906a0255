package datasets

import (
	"math"
	"testing"
	"time"

	"example.com/sfatui/datasets/format/lex"
)

func TestParseTime(t *testing.T) {
	at := func(y, m, d, h, min int, s float64) float64 {
		return float64(time.Date(y, time.Month(m), d, h, min, 0, 0, time.UTC).Unix()) + s
	}
	for text, want := range map[string]float64{
		"2016-07-01":                at(2016, 7, 1, 0, 0, 0),
		"2016/7/1 1:02":             at(2016, 7, 1, 1, 2, 0),
		"2016-07-01 01:02:03.25":    at(2016, 7, 1, 1, 2, 3.25),
		"2016-07-01T01:02:03Z":      at(2016, 7, 1, 1, 2, 3),
		"2016-07-01T01:02:03+02:00": at(2016, 6, 30, 23, 2, 3),
		"2016-07-01 01:02:03 -0130": at(2016, 7, 1, 2, 32, 3),
		"07/01/2016 12:30 AM":       at(2016, 7, 1, 0, 30, 0),
		"07/01/2016 12:30 pm":       at(2016, 7, 1, 12, 30, 0),
		"1.7.2016 23:59:59,5":       at(2016, 7, 1, 23, 59, 59.5),
		"01-Jul-2016 12:00":         at(2016, 7, 1, 12, 0, 0),
		"1-OCT-2016":                at(2016, 10, 1, 0, 0, 0),
		"11:59:59 PM":               23*3600 + 59*60 + 59,
		"7:05":                      7*3600 + 5*60,
	} {
		got, form := lex.ParseTime([]byte(text), false)
		if form == lex.NoTime || math.Abs(got-want) > 1e-6 {
			t.Errorf("%q: %f (%d), want %f", text, got, form, want)
		}
	}
	if got, _ := lex.ParseTime([]byte("13/01/2016"), true); got != at(2016, 1, 13, 0, 0, 0) {
		t.Errorf("day first: %f", got)
	}
	for _, text := range []string{"", "12", "3.14159", "2016", "20160701", "2016-13-01", "2016-02-30", "13/13/2016", "1.2.3", "25:00", "10:60",
		"a:b", "10:20:70", "2016-07-01x", "-1:30", "10.0.0.1", "12-34-5678", "word", "1:2:3:4", "2016-07-01 word"} {
		if s, form := lex.ParseTime([]byte(text), false); form != lex.NoTime {
			t.Errorf("%q is read as %f", text, s)
		}
	}
}
