package datasets

import (
	"maps"
	"testing"

	"example.com/sfatui/datasets/internal/check"
)

func TestNamePattern(t *testing.T) {
	for _, c := range []struct {
		pattern, base string
		want          map[string]string
	}{
		{"{label}_{group}_{rep}", "3_theo_12", map[string]string{"label": "3", "group": "theo", "rep": "12"}},
		{"{label}_{group}_{rep}.wav", "3_theo_12", map[string]string{"label": "3", "group": "theo", "rep": "12"}},
		{"rec{n}", "rec07", map[string]string{"n": "07"}},
		{"{a}-{b}_x", "p-q_x", map[string]string{"a": "p", "b": "q"}},
		{"{a}--{b}", "p-r--q", map[string]string{"a": "p-r", "b": "q"}},
	} {
		p, err := parseName(c.pattern)
		if err != nil {
			t.Fatalf("%s: %v", c.pattern, err)
		}
		if got, err := p.match(c.base, ".wav"); err != nil || !maps.Equal(got, c.want) {
			t.Errorf("%s of %s: %v, %v", c.pattern, c.base, got, err)
		}
	}
	for pattern, want := range map[string]string{
		"{a}{b}": "no text between", "abc": "no field", "{a": "not closed", "a}": `no "{"`, "{}": "must be a word",
		"{a b}": "must be a word", "{a}_{a}": "occurs twice", "{a{b}}": "not closed",
	} {
		_, err := parseName(pattern)
		check.Error(t, err, true, want)
	}
	for _, c := range [][3]string{
		{"{a}_{b}", "p-q", `no "_"`}, {"{a}_{b}", "p_q_r", "separator"}, {"{a}_{b}", "_q", "empty"}, {"{a}_{b}", "p_", "empty"},
		{"x{a}", "ya", "begin"}, {"{a}x", "ay", "end"}, {"{a}-{b}_{c}", "x-y-z_1", "separator"},
	} {
		p, err := parseName(c[0])
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.match(c[1], ".wav")
		check.Error(t, err, true, c[0], c[1], c[2])
	}
}

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
		if err != nil || w.keeps(fields) != want {
			t.Errorf("%q: %v, %v", written, !want, err)
		}
	}
	for written, want := range map[string]string{
		"rep": "no condition", "=5": "no condition", "rep=": "empty", "rep=1,,2": "empty", "rep=5..1": "no range",
		"rep=a..b": "no range", "rep=1..": "no range", `rep="1`: "not closed", `"=0"`: "no condition", "rep=nan..5": "no range",
	} {
		_, err := parseWhere(written)
		check.Error(t, err, true, "--where", want)
	}
}
