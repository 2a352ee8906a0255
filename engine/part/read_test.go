package part

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestParseNumbers(t *testing.T) {
	w := &Scales{Heuristic: 2, Norm: 10}
	for text, want := range map[string]string{
		"5":                 "[5]",
		"0.5, 1,2":          "[0.5 1 2]",
		"lin:0:1:5":         "[0 0.25 0.5 0.75 1]",
		"log:0.5:500:4":     "[0.5 5 50 500]",
		"rel:0.5,1,2":       "[1 2 4]",
		"rel:0.25:4:3":      "[0.5 2 8]",
		"norm:2":            "[20]",
		"1,rel:1,lin:3:4:2": "[1 2 3 4]",
		"1,1,1.0":           "[1]",
		"1e-7,0":            "[1e-07 0]",
	} {
		got, err := parseNumbers("sigma", text, w)
		if err != nil || fmt.Sprint(got) != want {
			t.Errorf("%q: %v %v, want %s", text, got, err, want)
		}
	}
}

func TestParseNumbersRefuses(t *testing.T) {
	for text, part := range map[string]string{
		"":              "a number is missing",
		"0;1":           "separate the values of a list by commas",
		"x":             `"x" is not a number`,
		"1,,2":          "a number is missing",
		"log:0:1:3":     "above 0",
		"lin:0:1":       "FROM:TO:COUNT",
		"lin:0:1:1":     "whole number from 2",
		"lin:0:1:2.5":   "whole number",
		"lin:0:1:1e9":   "whole number",
		"foo:1":         "unknown range",
		"NaN":           "not a number",
		"inf":           "not a number",
		"1e308":         "1e308 is too large",
		"lin:1:1e308:2": "1e308 is too large",
		"rel:1":         "unknown range", // λ has no scale of its own
	} {
		_, err := parseNumbers("lambda", text, nil)
		var spec *SpecError
		if !errors.As(err, &spec) || spec.Axis != "lambda" || !strings.Contains(err.Error(), part) {
			t.Errorf("%q: error %v, want one about %q", text, err, part)
		}
	}
}

func TestParseCounts(t *testing.T) {
	got, err := parseCounts("m", "log:10:1000:3,7")
	if err != nil || fmt.Sprint(got) != "[10 100 1000 7]" {
		t.Errorf("%v %v", got, err)
	}
	for _, text := range []string{"0", "-3", "2.5", "1e12"} {
		if _, err := parseCounts("m", text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

func FuzzParseNumbers(f *testing.F) {
	for _, s := range []string{"1,2", "log:1:10:3", "rel:0.5:4:7", "norm:2", "lin:1:2:3,,"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		values, err := parseNumbers("sigma", text, &Scales{1, 1})
		if err == nil && (len(values) == 0 || len(values) > maxValues) {
			t.Errorf("%q: %d values without an error", text, len(values))
		}
	})
}

// TestNumbersBehindAPrefix verifies that numbers after a prefix also set the prefix's axis,
// and that numbers before it and the unset word do not.
func TestNumbersBehindAPrefix(t *testing.T) {
	by := NewWord(Axis{Name: "test-by", Choices: []string{"held"}, Always: true})
	a := NewNumber(Axis{Name: "test-share", Unset: "rho", Always: true, Must: AtMost(1), Prefix: &Prefix{Word: "held", Axis: "test-by", Must: Share}}).Axis()
	for text, want := range map[string]string{
		"0.9":                    "0.9",
		"held:0.9":               "0.9 held",
		"0.9,held:0.9":           "0.9, 0.9 held",
		" 0.9 , held:0.5, 0.99 ": "0.9, 0.5 held, 0.99 held",
		"held:0.5,held:0.99":     "0.5 held, 0.99 held",
		"rho,1,held:0.5":         ", 1, 0.5 held",
		"rho,held:lin:0.1:0.3:3": ", 0.1 held, 0.2 held, 0.3 held",
		"held:1":                 "--test-share: held:1: must be above 0 and below 1",
		"held:0":                 "--test-share: held:0: must be above 0 and below 1",
		"held:":                  "--test-share: a number is missing: write a list as 0,1e-7 and a range as log:1:100:5",
		"held:x":                 `--test-share: "x" is not a number`,
		"helt:0.9":               `--test-share: "helt:0.9": unknown range "helt"; write numbers, lin:FROM:TO:COUNT or log:FROM:TO:COUNT`,
		"held:0.9,rho":           `--test-share: "rho" is not a number`,
		"2,held:0.9":             "--test-share: test-share = 2: must be at most 1",
	} {
		got := ""
		assignments, err := a.Parse(text, nil)
		for i, set := range assignments {
			p := Point{}.With(set)
			if i > 0 {
				got += ", "
			}
			got += strings.TrimSpace(a.Of(&p) + " " + by.Of(p))
		}
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
