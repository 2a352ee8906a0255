package hierarchy

import (
	"reflect"
	"strings"
	"testing"
)

func mustParse(t testing.TB, text string) Shape {
	t.Helper()
	s, err := Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

// What means the same is written the same.
func TestCanonicalText(t *testing.T) {
	for text, want := range map[string]string{
		"8x8:4x4+2x2:pca12:poly2:sfa8/all:poly2:sfa10":  "8x8:4x4+2x2:pca12:poly2:sfa8/all:poly2:sfa10",
		"8x8:4x4+4x4:pca12:poly2:sfa8/2x2:poly2:sfa10":  "8x8:4x4:pca12:poly2:sfa8/all:poly2:sfa10",
		"40:10+5:pca8:0.8exp:sfa6/all:poly2:sfa10":      "40:10+5:pca8:0.8exp:sfa6/all:poly2:sfa10",
		"40x1x1:010x1+5x1:sfa6/7:sfa2":                  "40:10+5:sfa6/all:sfa2",
		"40x1x3:10+10:none:lambda0:sfa6/4+1:sfa2":       "40x1x3:10:sfa6/all:sfa2",
		"6x4x3:6x2+1x2:pca.50:lambda1E-3:sfa2/all:sfa1": "6x4x3:6x2:pca0.5:lambda0.001:sfa2/all:sfa1",
		"8x8:4x4:pca5/all:pca3":                         "8x8:4x4:pca5/all:pca3",
		"5:all:0.8exp:sfa4/all:0.8exp:sfa2/1:sfa2":      "5:all:0.8exp:sfa4/all:0.8exp:sfa2/all:sfa2",
	} {
		if got := mustParse(t, text).String(); got != want {
			t.Errorf("%s is written %s, want %s", text, got, want)
		}
	}
}

// Every error names its place and a remedy.
func TestParseRemedies(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "starts with the grid",
		"4x4+4x4:sfa8":                        "starts with the grid",
		"8x8x3x2:all:sfa1":                    "starts with the grid",
		"-8:all:sfa1":                         "starts with the grid",
		"1048576x1048576:all:sfa1":            "at most 16777216",
		"8x8":                                 "layer 1: empty layer: a layer is FIELD:pcaN:EXPANSION:sfaN, such as 4x4+2x2",
		"40:10:sfa2/":                         "layer 2: empty layer: a layer is FIELD:pcaN:EXPANSION:sfaN, such as 10+5",
		"8x8:4:sfa2":                          `layer 1: "4": a field on a grid is its width and height`,
		"40:4x4:sfa2":                         "layer 1: a field of 4 down on 1 positions: take at most 1, or all",
		"40:a:sfa2":                           "a field on a line is its length",
		"8x8:9x2:sfa2":                        "a field of 9 across on 8 positions: take at most 8, or all",
		"8x8:2x2:sfa2/all:sfa2/2x2:sfa1":      "layer 3: a field of 2 across on 1 positions: take at most 1, or all",
		"8x8:4x2+4x3:sfa2":                    "a stride of 3 down leaves gaps between fields of 2: take at most 2",
		"8x8:3x4:sfa2":                        "fields of 3 with a stride of 3 leave 2 of 8 positions over across: take a stride of 1",
		"8x12:4x4+4x3:sfa2":                   "leave 2 of 12 positions over down: take a stride of 1 or 2 or 4",
		"8x8:4x4":                             "end it with sfaN",
		"8x8:4x4:pca3:poly2":                  "require slow features: end the layer with sfaN",
		"8x8:4x4:poly2:pca3:sfa2":             `"pca3" is out of order: the order is field, pca, expansion`,
		"8x8:4x4:none:poly2:sfa2":             `"poly2" is out of order`,
		"8x8:4x4:sfa2:sfa2":                   `"sfa2" is out of order`,
		"8x8:4x4:exp:sfa2":                    `"exp" is unknown: choose from pcaN, poly2, 0.8exp`,
		"8x8:4x4:poly1:sfa2":                  "use poly2",
		"8x8:4x4:pca1.5:sfa2":                 "share of the variance below 1",
		"8x8:4x4:pcaNaN:sfa2":                 "share of the variance below 1",
		"8x8:4x4:lambda-1:sfa2":               "a number of at least 0",
		"8x8:4x4:lambdaInf:sfa2":              "a number of at least 0",
		"8x8:4x4:sfa0":                        "not a whole number from 1",
		"8x8:4x4:pca17:sfa2":                  "pca17 of 16 inputs: write at most pca16",
		"8x8:4x4:pca3:sfa4":                   "sfa4 of 3 functions: write at most sfa3",
		"256x256:all:sfa4":                    "has 65536 inputs, more than 16384",
		"100x100:all:0.8exp:sfa4":             "20000 functions, more than 16384: put pca in front",
		"20x20:all:poly2:sfa4":                "put PCA in front (degree 2 takes at most 179 inputs)",
		"4096x4096:1x1:poly9:sfa2":            "more than 16777216",
		"2:all:pca1" + many("/all:pca1", 64):  "65 layers: take at most 64",
		"8x8:4x4:pca20000000000000000000:sfa": "share of the variance below 1",
	} {
		_, err := Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func many(s string, n int) string { return strings.Repeat(s, n) }

func TestCheckInputs(t *testing.T) {
	s := mustParse(t, "4x3x2:2x3:sfa4/all:sfa2")
	if err := s.Check(24); err != nil {
		t.Error(err)
	}
	if err := s.Check(64); err == nil || !strings.Contains(err.Error(), "4x3x2 is one of 24 inputs, but a sample has 64") {
		t.Error(err)
	}
}

// Any text is read or refused, and what is read is written so that it is read
// as the same, in a form without commas and spaces.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"8x8:4x4+2x2:pca12:poly2:sfa8/all:poly2:sfa10", "40:10+5:pca8:0.8exp:sfa6/all:poly2:sfa10",
		"6x4x3:6x2+1x2:pca.50:lambda1E-3:sfa2/all:sfa1", "128x128:4x4:pca13/2x1:pca20", "4x4+4x4:sfa8", "8:2:none:lambda0x1p-3:sfa2",
		"1x5:1x1:pca1e-9:sfa1", "3x3:2x2+1x1:poly7:sfa2", ":/:", "2:1:sfa1/2:sfa2",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			for _, r := range err.Error() {
				if r < ' ' {
					t.Fatalf("%q: the error holds a control character: %q", text, err)
				}
			}
			return
		}
		written := s.String()
		if strings.ContainsAny(written, ", \t\n") {
			t.Fatalf("%q is written %q", text, written)
		}
		back, err := Parse(written)
		if err != nil || !reflect.DeepEqual(s, back) || back.String() != written {
			t.Fatalf("%q is written %q, which is read as %v: %v", text, written, back, err)
		}
		if s.Inputs() < 1 || s.Outputs() < 1 || s.Bytes(100) < 100 {
			t.Fatalf("%q: %d inputs, %d outputs, %d bytes", text, s.Inputs(), s.Outputs(), s.Bytes(100))
		}
	})
}
