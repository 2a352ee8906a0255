package chart

import (
	"strings"
	"testing"

	"example.com/sfatui/ui/clean"
)

// stackedSeries returns n series over three places, one above the other.
func stackedSeries(n int) Plot {
	var p Plot
	for i := range n {
		y := float64(i)
		p.Series = append(p.Series, Series{Name: clean.Sprintf("v%d", i), X: []float64{1, 2, 3}, Y: []float64{y, y, y}, Context: i > 1})
	}
	return p
}

func renderText(p Plot, w, h int) string { return string(clean.Join(p.Render(w, h, nil), "\n")) }

// Context series are dots without markers and last in the legend; more of them than rows are
// drawn as a band.
func TestContextIsDim(t *testing.T) {
	text := renderText(stackedSeries(4), 60, 15)
	if strings.ContainsAny(text, "■◆") || !strings.Contains(text, "········") || !strings.Contains(text, "● v0  ▲ v1  · v2 v3") {
		t.Errorf("context is\n%s", text)
	}
	if strings.Contains(text, "░") {
		t.Errorf("two lines are a band:\n%s", text)
	}
	if text = renderText(stackedSeries(40), 60, 15); !strings.Contains(text, "░░░░░░") || !strings.ContainsAny(text, "●") {
		t.Errorf("38 lines of context are\n%s", text)
	}
}

// A series keeps its marker and colour when others are added before it.
func TestFacesBelongToSeries(t *testing.T) {
	p := stackedSeries(2)
	p.Faces = []int{4, 8}
	if text := renderText(p, 60, 15); !strings.Contains(text, "▼ v0  ○ v1") {
		t.Errorf("faces 4 and 8 are\n%s", text)
	}
}

// Lines that coincide in all cells are drawn once with a common legend entry.
func TestSameLinesAreNamedTogether(t *testing.T) {
	p := stackedSeries(3)
	p.Series[2].Context = false
	p.Series[1].Y = p.Series[0].Y
	text := renderText(p, 60, 15)
	if !strings.Contains(text, "● v0 = ▲ v1  ■ v2") || strings.Count(text, "▲") != 1 {
		t.Errorf("equal lines are\n%s", text)
	}
	p.Here = &Mark{X: 2, Y: 0} // a point of the line that is not drawn
	if text = renderText(p, 60, 15); strings.Count(text, "◉") != 1 {
		t.Errorf("the cursor on it is\n%s", text)
	}
}

// ★ and ◉ are never covered, ☆ marks a best point in no series, and their ticks have signs.
func TestStarAndCursorAreNeverHidden(t *testing.T) {
	for n := 1; n < 20; n++ {
		p := stackedSeries(n)
		for i := range p.Series {
			p.Series[i].Y = []float64{1, 1, 1 + float64(i)}
		}
		p.Best, p.Here = &Mark{X: 1, Y: 1}, &Mark{X: 2, Y: 1}
		text := renderText(p, 60, 15)
		plot := strings.Join(strings.Split(text, "\n")[:12], "\n")
		if strings.Count(plot, "★") != 1 || strings.Count(plot, "◉") != 1 || !strings.Contains(text, "[1]") || !strings.Contains(text, "›2") {
			t.Fatalf("%d lines:\n%s", n, text)
		}
		p.Best = &Mark{X: 3, Y: 1, Elsewhere: "★ is at m=50"}
		if text = renderText(p, 60, 15); !strings.Contains(text, "☆") || !strings.Contains(text, "☆ ★ is at m=50") {
			t.Fatalf("%d lines, ★ elsewhere:\n%s", n, text)
		}
	}
}

// The y range is fixed by Range: another slice does not rescale the chart, and points outside
// are at the border.
func TestRangeStays(t *testing.T) {
	p := stackedSeries(1)
	p.Range = []float64{0, 10}
	p.Series[0].Y = []float64{12, 5, -3}
	text := renderText(p, 60, 13)
	rows := strings.Split(text, "\n")
	if !strings.Contains(rows[0], "▴") || !strings.Contains(rows[10], "▾") || !strings.HasPrefix(strings.TrimSpace(rows[0]), "10") {
		t.Errorf("what lies outside is\n%s", text)
	}
}

// Overlapping error bars are drawn in separate columns.
func TestBarsStepAside(t *testing.T) {
	p := Plot{Series: []Series{{X: []float64{1, 2}, Y: []float64{4, 4}, Err: []float64{3, 3}}, {X: []float64{1, 2}, Y: []float64{6, 6}, Err: []float64{3, 3}}}, Note: "│ ±SE of 3"}
	rows := screen(p, 40, 14)
	disc, triangle := findCells(rows[:11], '●'), findCells(rows[:11], '▲')
	if len(disc) != 2 || len(triangle) != 2 || disc[0][0] == triangle[0][0] {
		t.Errorf("● at %v, ▲ at %v", disc, triangle)
	}
	if text := renderText(p, 40, 14); !strings.Contains(text, "│ ±SE of 3") {
		t.Errorf("the legend does not say what bars are:\n%s", text)
	}
	p.Series[0].Err, p.Series[1].Err = nil, nil
	if text := renderText(p, 40, 14); strings.Contains(text, "±SE") {
		t.Errorf("there are no bars:\n%s", text)
	}
}
