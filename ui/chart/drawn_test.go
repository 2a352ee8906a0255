package chart

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/sessions/export/svg"
	"example.com/sfatui/ui/clean"
)

// The picture of a figure has the characters of the picture that the figure was made of.
func TestPictureOfAFigure(t *testing.T) {
	sweep := sweepPlot()
	sweep.YLabel, sweep.Note = "", "│ ±SE"
	outside := sweepPlot()
	outside.YLabel, outside.Note, outside.Best.Elsewhere = "", "│ ±SE", "★ at m 500"
	shades := mapOf(6, 5)
	shades.Shades, shades.Number, shades.Cursor = true, nil, nil
	for _, p := range []Picture{
		sweep, outside, shades, scatterOf(60, 3),
		Traces{Unit: "time s", From: 2, Step: .5, Borders: []int{2}, Rows: []Trace{{Name: "a", Y: []float64{1, 2, 3}}, {Name: "b", Y: []float64{3, 1, 3}}}},
		Band{From: 1, Mean: []float64{1, 2, 3}, Half: []float64{1, 1, 2}, Truth: []float64{1, 3, 2}},
		Band{From: 1, Mean: []float64{1, 2, 3}, Truth: []float64{1, 3, 2}},
		Watch{Y: []float64{1, 2, 5, 1}, New: []bool{false, true, true, false}, Alarm: make([]bool, 4), Line: 2, LineLabel: "99 %"},
		Mosaic{Shades: true, Tiles: []Tile{{Values: [][]float64{{1, 2}, {3, 4}}, Caption: "1"}}},
		Parallel{Picked: -1, Axes: []ParallelAxis{{Name: "σ", Labels: []clean.Text{"1", "2"}}, {Name: "m"}}, Lines: []ParallelLine{{At: []float64{0, 1}}, {At: []float64{1, 1}, Kind: ParallelBest, Best: true}}},
	} {
		again, _, _ := pictureOf(p.Figure("title"))
		if got, want := again.Render(70, 18, nil), p.Render(70, 18, nil); !slices.Equal(got, want) {
			t.Errorf("the picture of the figure of a %T is\n%s\nwant\n%s", p, clean.Join(got, "\n"), clean.Join(want, "\n"))
		}
	}
}

// Every kind of drawing is written within its width, with its caption and without control
// characters. Half of the 20 cells that a share has beside its text are 10.
func TestDrawingsInCharacters(t *testing.T) {
	var b strings.Builder
	sheet := svg.Sheet{Title: "all \x1b[31m", Parts: []svg.Drawing{
		svg.Chart{Title: "chart", X: "σ", Limit: math.NaN(), Curves: []svg.Curve{{Name: "a", Points: []svg.Point{{X: 1, Y: 2, SE: math.NaN()}}}}},
		svg.Bars{Title: "shares", Rows: []svg.Bar{{Name: "σ", Shares: []float64{.5}, Texts: []string{"50 %"}}, {Name: "λ", Shares: []float64{math.NaN()}, Texts: []string{"none"}}}},
		svg.Alignment{Title: "alignment", Above: svg.Trace{Name: "a", Y: []float64{1, 2}}, Below: svg.Trace{Name: "b", Y: []float64{2, 1}}, Text: "costs 3"},
		svg.Chart{Title: "empty", Limit: math.NaN()},
	}}
	if err := Write(&b, sheet, 41, 10); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(b.String(), "\n") {
		if width(clean.Of(line)) > 41 || strings.ContainsRune(line, '\x1b') {
			t.Errorf("the line %q is wide or not clean", line)
		}
	}
	for _, want := range []string{"all\n\nchart\n", "\nσ " + strings.Repeat("█", 10) + "           50 %\n", "\ncosts 3\n", "\nempty\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}
