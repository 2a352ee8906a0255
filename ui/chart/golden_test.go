package chart

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"example.com/sfatui/ui/clean"
)

var update = flag.Bool("update", false, "rewrite testdata/*.txt from what is drawn now")

// tagRoles makes roles visible in the text.
func tagRoles(role Role, s clean.Text) clean.Text {
	name := [...]clean.Text{"faint", "text", "good", "warn", "bad", "accent", "1", "2", "3", "4", "5", "6", "7", "8"}[role]
	return "<" + name + ">" + s + "</>"
}

func TestPictures(t *testing.T) {
	for _, tc := range []struct {
		name  string
		plot  Plot
		sizes [][2]int
		paint Paint
	}{
		{"sweep", sweepPlot(), [][2]int{{38, 12}, {60, 15}, {120, 40}, {20, 8}, {12, 5}, {8, 3}, {30, 1}}, nil},
		{"sweep-tagged", sweepPlot(), [][2]int{{38, 12}}, tagRoles},
		{"sweep-bare", noErr(sweepPlot()), [][2]int{{38, 12}}, nil},
		{"sweep-ascii", asciiPlot(), [][2]int{{38, 12}, {60, 15}}, nil},
		{"spread", spreadPlot(), [][2]int{{38, 12}, {60, 15}}, nil},
		{"spread-tagged", spreadPlot(), [][2]int{{60, 15}}, tagRoles},
		{"lambda", lambdaPlot(), [][2]int{{38, 12}, {60, 15}}, nil},
		{"zeros-all", zerosPlot(0, 0, 0, 0), [][2]int{{49, 12}}, nil},
		{"zeros-some", zerosPlot(0, 3e-16, 0, 2e-16), [][2]int{{49, 12}}, nil},
		{"dense", densePlot(), [][2]int{{60, 15}}, nil},
		{"noise-lines", noisyPlot(Lines, false), [][2]int{{80, 24}}, nil},
		{"noise-braille", noisyPlot(ByDensity, false), [][2]int{{80, 24}}, nil},
		{"noise-ascii", noisyPlot(Braille, true), [][2]int{{80, 24}}, nil},
		{"noise-ascii-lines", noisyPlot(ByDensity, true), [][2]int{{80, 24}}, nil},
		{"sweep-braille", braille(sweepPlot()), [][2]int{{60, 15}}, nil},
		{"lambda-braille", braille(lambdaPlot()), [][2]int{{60, 15}}, nil},
		{"partial", partialPlot(), [][2]int{{38, 12}, {20, 7}}, nil},
		{"empty", Plot{Title: "vowels", YLabel: "accuracy", XLabel: "σ", LogX: true}, [][2]int{{38, 12}, {30, 1}}, nil},
	} {
		for _, size := range tc.sizes {
			name := fmt.Sprintf("%s-%dx%d", tc.name, size[0], size[1])
			t.Run(name, func(t *testing.T) {
				got := string(clean.Join(tc.plot.Render(size[0], size[1], tc.paint), "\n")) + "\n"
				file := filepath.Join("testdata", name+".txt")
				if *update {
					if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if got != string(want) {
					t.Errorf("picture differs; if it should, go test -update\ngot:\n%swant:\n%s", got, want)
				}
			})
		}
	}
}
