package chart

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/sessions/export/raster"
	"example.com/sfatui/sessions/export/svg"
	"example.com/sfatui/ui/clean"
)

func TestPlotFigure(t *testing.T) {
	p := sweepPlot()
	p.Faces, p.Note = []int{2, 0, 1, 3}, "│ ±SE of 3"
	got := p.Figure("validation").(svg.Chart)
	if want := "validation · accuracy · bars ±SE of 3"; got.Title != want {
		t.Errorf("the title is %q, want %q", got.Title, want)
	}
	if !slices.Equal(got.Faces, p.Faces) || got.Limit != 0.1 || got.LimitName != "chance" || !got.LogX {
		t.Errorf("faces %v, limit %g %q", got.Faces, got.Limit, got.LimitName)
	}
	best, bad := 0, 0
	for i, c := range got.Curves {
		for j, q := range c.Points {
			if q.X != sigmas[j] || q.Y != p.Series[i].Y[j] || q.SE != p.Series[i].Err[j] {
				t.Errorf("curve %d has %v at place %d", i, q, j)
			}
			if q.Best {
				best++
			}
			if q.Bad {
				bad++
			}
		}
	}
	if best != 1 || bad != 2 {
		t.Errorf("%d best and %d bad points, want 1 and 2", best, bad)
	}
	p.Best.Elsewhere = "★ is at m=500"
	if c := p.Figure("").(svg.Chart); len(c.Curves) != 5 || !c.Curves[4].Points[0].Best || len(c.Faces) != 5 {
		t.Errorf("a best point outside the slice has %d curves", len(c.Curves))
	}
}

// The mean of the 2×2 values 0 1 100 101 is 50.5; values are numbered 100·row + column.
func TestHeatmapFigure(t *testing.T) {
	m := mapOf(6, 5)
	got := m.Figure("map").(svg.Heatmap)
	if got.Rows[0] != string(m.Rows[4]) || got.Cells[0][0].Value != m.Values[4][0] || got.Sparse {
		t.Errorf("the topmost row is %q with %v, want the last", got.Rows[0], got.Cells[0][0])
	}
	if c := got.Cells[4-2][3]; !c.Best || got.Best == "" {
		t.Errorf("the best cell is %v", c)
	}
	if !math.IsNaN(got.Cells[0][1].Value) || got.Cells[0][1].Text != "" {
		t.Errorf("a missing value is %v", got.Cells[0][1])
	}
	large := Heatmap{Down: true}
	for i := range 2 * mostFigureRows {
		row := make([]float64, 2*mostFigureColumns)
		for j := range row {
			row[j] = float64(100*i + j)
		}
		large.Values = append(large.Values, row)
	}
	got = large.Figure("").(svg.Heatmap)
	if c := got.Cells[0][0].Value; len(got.Cells) != mostFigureRows || len(got.Cells[0]) != mostFigureColumns || c != 50.5 {
		t.Errorf("%d×%d cells, the first %g", len(got.Cells), len(got.Cells[0]), c)
	}
}

func TestTracesFigure(t *testing.T) {
	got := Traces{Unit: "time s", From: 2.5, Step: .5, Borders: []int{0, 2, 2, 5}, Rows: []Trace{{Name: "a", Y: []float64{1, math.Inf(1), 3}}, {Name: "b", Y: []float64{1, 2, 3, 4}}}}.Figure("").(svg.Traces)
	var spans []int
	for _, s := range got.Spans {
		spans = append(spans, s.Length)
	}
	if !slices.Equal(spans, []int{2, 2}) || got.First != 2.5 || got.Step != .5 || got.X != "time s" {
		t.Errorf("stretches of %v samples from %g by %g %s, want 2 and 2 from 2.5 by 0.5 time s", spans, got.First, got.Step, got.X)
	}
	if y := got.Curves[0].Y; len(y) != 4 || !math.IsNaN(y[1]) || !math.IsNaN(y[3]) {
		t.Errorf("the shorter signal is %v", y)
	}
}

// The best point stays the best where the cursor is on it.
func TestParallelFigureWithoutCursor(t *testing.T) {
	p := Parallel{Axes: []ParallelAxis{{Name: "σ"}}, Lines: []ParallelLine{{At: []float64{0}, Kind: ParallelHere}, {At: []float64{1}, Kind: ParallelHere, Best: true}}}
	if got := p.Figure("").(svg.Parallel).Paths; got[0].Best || !got[1].Best {
		t.Errorf("the paths are %v", got)
	}
}

// Every picture is a well-formed SVG and an image; empty ones have no figure.
func TestEveryPictureHasAFigure(t *testing.T) {
	y := []float64{1, math.NaN(), 2, 1e301, 3}
	flags := make([]bool, len(y))
	named := Plot{Names: []clean.Text{"lda", "<perceptron>"}, Series: []Series{{Name: "a & b", X: []float64{0, 1}, Y: []float64{1, 2}}}}
	for i, p := range []Picture{
		sweepPlot(), spreadPlot(), lambdaPlot(), zerosPlot(0, 0, 0, 0), densePlot(), named, mapOf(6, 5), mapOf(40, 30), tracesOf(300, 3), scatterOf(60, 3),
		Mosaic{Tiles: []Tile{{Values: [][]float64{{1, 2}, {3, math.NaN()}}, Caption: "1"}}},
		Band{Mean: y, Half: y, Truth: y}, Band{Mean: y, Truth: y}, Watch{Y: y, New: flags, Alarm: flags, Line: 2},
		Parallel{Axes: []ParallelAxis{{Name: "σ", Labels: []clean.Text{"1"}}, {Name: "m"}}, Lines: []ParallelLine{{At: []float64{0, math.NaN()}}, {At: []float64{0, 1}, Kind: ParallelBest}}},
	} {
		d := p.Figure("<title> & σ")
		if d == nil {
			t.Errorf("picture %d, a %T, has no figure", i, p)
			continue
		}
		var text strings.Builder
		if err := svg.Write(&text, d); err != nil || strings.Contains(text.String(), "NaN") || strings.Contains(text.String(), "Inf") {
			t.Errorf("picture %d, a %T: %v in\n%s", i, p, err, text.String())
		}
		if i%4 > 0 && !testenv.Full() {
			continue // an image is drawn from the same lines and texts
		}
		var image bytes.Buffer
		if err := raster.Write(&image, d); err != nil {
			t.Errorf("picture %d, a %T: %v", i, p, err)
		}
	}
	for _, p := range []Picture{Plot{}, Heatmap{}, Traces{}, Scatter{}, Mosaic{}, Band{}, Watch{}, Parallel{}, Plot{Series: []Series{{X: y, Y: []float64{math.NaN()}}}}} {
		if d := p.Figure("empty"); d != nil {
			t.Errorf("an empty %T has a figure", p)
		}
	}
}

// An axis whose name is long takes cells from those with the most to spare, and its name and
// direction are not cut.
func TestParallelNamesTakeSpareCells(t *testing.T) {
	p := Parallel{Axes: []ParallelAxis{{Name: "σ", Labels: []clean.Text{"1", "2"}}, {Name: "m", Labels: []clean.Text{"250"}}, {Name: "test slowness ↓"}}}
	for _, c := range []struct {
		w    int
		want []int
	}{
		{60, []int{20, 20, 20}}, {45, []int{13, 15, 17}}, {30, []int{5, 8, 17}}, {18, []int{4, 6, 8}},
	} {
		if got := p.widths(c.w); !slices.Equal(got, c.want) {
			t.Errorf("%d cells are divided as %v, want %v", c.w, got, c.want)
		}
	}
	if top := string(p.Render(30, 6, nil)[0]); !strings.Contains(top, "test slowness ↓") {
		t.Errorf("%q", top)
	}
}
