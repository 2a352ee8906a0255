package message

import (
	"math"
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	names := []string{"Humidity", "Temperature", "Light", "CO2"}
	for want, typed := range map[string]string{"Humidity": "humdity", "Temperature": "temp", "CO2": "co", "Light": "lght"} {
		if got := Suggestions(names, typed); got[0] != want || len(got) != 4 {
			t.Errorf("%s: %v", typed, got)
		}
	}
	if got := editDistance([]rune("kitten"), []rune("sitting")); got != 3 {
		t.Errorf("distance %d, want 3", got)
	}
}

// FuzzClean checks the properties that Clean documents.
func FuzzClean(f *testing.F) {
	for _, s := range []string{"a\x1b[31mb", "\x1b]0;t\x07x", "\u009b1m", "\u202e", "\xc2", "\x1b\x1b[", "é\u2028"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c := Clean(s)
		if Clean(c) != c || len(c) > len(s) || strings.ContainsFunc(c, isUnsafe) || strings.ToValidUTF8(c, "") != c {
			t.Fatalf("Clean(%q) = %q", s, c)
		}
	})
}

// TestCleanIsLinear cleans control strings without an end, which must not be
// scanned repeatedly.
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

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Numbers("%.2f", -0.03), "−0.03"},
		{Numbers("%9.4g", -0.25), "    −0.25"},
		{Numbers("%g to %.2g, at %g", -1e-7, 2.44e4, 1e-12), "−1e-7 to 2.4e4, at 1e-12"},
		{Exponents("sigma=1e+06 lambda=1e-07: 3.0e-05±1e+20"), "sigma=1e6 lambda=1e-7: 3.0e-5±1e20"},
		{Exponents("take-01 7756ce-05 1e-x 2e+y file1e-07"), "take-01 7756ce-05 1e-x 2e+y file1e-07"},
		{Numbers("(%g to %g)", -1.5, -2.0), "(−1.5 to −2)"},
		{Numbers("%g", math.Inf(-1)), "−Inf"},
		{Numbers("%s", "2026-11-23, x-1, a -b, 1e-5"), "2026-11-23, x-1, a -b, 1e-5"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// A rate of one sample has no plural, and rates below it are written as their period: 1/60 Hz is a
// minute, 1/86400 Hz a day.
func TestSampling(t *testing.T) {
	for rate, want := range map[float64]string{
		1: "1 sample a second", 1 + 1e-9: "1 sample a second", 1 - 1e-9: "1 sample a second", 2: "2 samples a second", 22050: "22050 samples a second", 1.5: "1.5 samples a second",
		1e6: "1e6 samples a second", 1. / 60: "a sample every 1 min", 1. / 86400: "a sample every 24 h", 0.5: "a sample every 2 s",
	} {
		if got := Sampling(rate); got != want {
			t.Errorf("%g: %q, want %q", rate, got, want)
		}
	}
}
