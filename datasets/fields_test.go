package datasets

import (
	"testing"

	"example.com/sfatui/datasets/internal/check"
)

func TestWhere(t *testing.T) {
	fields := map[string]string{"rep": "05", "label": "three", "note": "a b,c", "x": "-1.5"}
	for written, want := range map[string]bool{
		"":                       true,
		"rep=5":                  true,
		"rep=05":                 true,
		"rep=5.0":                true,
		"rep=4":                  false,
		"rep=1..5":               true,
		"rep=6..9":               false,
		"rep=1,2,4..6":           true,
		"x=-2..-1":               true,
		"label=two,three":        true,
		"label=1..9":             false,
		" label=three  rep=5 ":   true,
		"label=three rep=6":      false,
		`note="a b,c"`:           true,
		`note=x,"a b,c" rep=5`:   true,
		`label="three" rep="05"`: true,
		`"label"="three"`:        true,
		"note=a=b":               false,
	} {
		w, err := parseWhere(written)
		if err != nil || w.matches(fields) != want {
			t.Errorf("%q: %v, %v", written, !want, err)
		}
	}
	for written, want := range map[string]string{
		"rep": "not a condition", "=5": "not a condition", "rep=": "empty", "rep=1,,2": "empty", "rep=5..1": "not a range",
		"rep=a..b": "not a range", "rep=1..": "not a range", `rep="1`: "not closed", `"=0"`: "not a condition", "rep=nan..5": "not a range",
	} {
		_, err := parseWhere(written)
		check.Error(t, err, true, "--where", want)
	}
}
