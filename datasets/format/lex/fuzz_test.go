package lex

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

func FuzzTime(f *testing.F) {
	for _, s := range []string{"2016-07-01 01:02:03.25", "1.7.2016", "12:30 pm", "01-Jul-2016T1:2+0130"} {
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, text string, dayFirst bool) {
		if s, form := ParseTime([]byte(text), dayFirst); math.IsNaN(s) || math.IsInf(s, 0) || form == NoTime && s != 0 {
			t.Fatalf("%q: %f %d", text, s, form)
		}
	})
}

// FuzzDecimal compares the fast parser of numbers with the library's, which
// accepts no surrounding blanks.
func FuzzDecimal(f *testing.F) {
	for _, s := range []string{"1.5", "-0.1e-22", "9007199254740993", "1e22", ".5", "5.", "1.7976931348623157e308", "1,234.5", "−2", "\u00a07 "} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, cell string) {
		d := &Decimal{}
		x, err := d.Parse([]byte(cell))
		if err != nil || d.Grouped != "" {
			return
		}
		want, err := strconv.ParseFloat(strings.NewReplacer("d", "e", "D", "e", "−", "-").Replace(strings.TrimSpace(cell)), 64)
		if err != nil || math.Float64bits(x) != math.Float64bits(want) {
			t.Fatalf("%q is read as %g, want %g (%v)", cell, x, want, err)
		}
	})
}
