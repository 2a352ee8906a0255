package datasets

import (
	"maps"
	"strings"
	"testing"
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
		checkError(t, err, true, want)
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
		checkError(t, err, true, c[0], c[1], c[2])
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
		checkError(t, err, true, "--where", want)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"Humidity", "Temperature", "Light", "CO2"}
	for want, typed := range map[string]string{"Humidity": "humdity", "Temperature": "temp", "CO2": "co", "Light": "lght"} {
		if got := nearest(names, typed); got[0] != want || len(got) != 4 {
			t.Errorf("%s: %v", typed, got)
		}
	}
	if got := editDistance("kitten", "sitting"); got != 3 {
		t.Errorf("distance %d, want 3", got)
	}
}

// TestCleanIsLinear cleans control strings that nothing ends, which must not
// be looked through again and again.
func TestCleanIsLinear(t *testing.T) {
	if got := Clean(strings.Repeat("\x1b]x", 1<<20)); got != strings.Repeat("x", 1<<20) {
		t.Errorf("%d bytes are left", len(got))
	}
}

func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"plain text":                      "plain text",
		"größe µ 日本":                      "größe µ 日本",
		"a\x1b[31mred\x1b[0m":             "ared",
		"a\x1b]0;title\x07b":              "ab",
		"a\x1b]8;;http://x\x1b\\b":        "ab",
		"a\u009b2Jb\u009d0;t\u009cc":      "abc",
		"a\x1bPq#0\x1b\\b\x1b(Bc\x1b7d":   "abcd",
		"a\x00\x07\x7f\u0085\r\n\tb":      "ab",
		"a\u202eb\u2066c\u200ed\u2028e":   "abcde",
		"a\xff\xc3(b":                     "a(b",
		"open \x1b]0;rest stays":          "open 0;rest stays",
		"a\u200bb\u200cc\u200dd\u2060e":   "abcde",
		"a\ufeffb\u00adc\u061cd\u180ee":   "abcde",
		"a\u2029b\ufff9c\U000e0041d":      "abcd",
		"e\u0301 \u2019\u00a0\ufe0f":      "e\u0301 \u2019\u00a0\ufe0f",
		"\x1b":                            "",
		"\x1b[":                           "",
		"\x1b\x1b[31mx":                   "x",
		"\ufeffx\ufffd":                   "x\ufffd",
		"\x1b[3\x1b[1mx":                  "x",
		"\x1b\x1b]0;evil\x07\x1b\u009bAb": "b",
	} {
		if got := Clean(text); got != want {
			t.Errorf("Clean(%q) = %q, want %q", text, got, want)
		}
	}
}
