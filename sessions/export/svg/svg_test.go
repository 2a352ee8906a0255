package svg

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestDrawnSamples(t *testing.T) {
	y := []float64{0, 3, 1, math.NaN(), 5, 2, 2, 2, 2, 7}
	for each, want := range map[int][]int{1: {0, 1, 2, 4, 5, 6, 7, 8, 9}, 3: {0, 1, 4, 5, 6, 9}} {
		if got := drawnSamples(y, each); !slices.Equal(got, want) {
			t.Errorf("of every %d: %v", each, got)
		}
	}
	for _, n := range []int{mostTraced, mostTraced + 1, 5000, 123456} {
		if got := len(drawnSamples(make([]float64, n), samplesPerRange(n))); got > mostTraced {
			t.Errorf("of %d samples %d are drawn", n, got)
		}
	}
}

// Each drawing is below the previous one, and states its height: otherwise its
// container would decide, and cut it off.
func TestSheet(t *testing.T) {
	one := Traces{Title: "one", First: 1, Spans: []Stretch{{Length: 2}}, Curves: []Trace{{Name: "φ1", Y: []float64{1, 2}}}}
	s := Sheet{Title: "both", Parts: []Drawing{one, Scatter{Title: "two", Xs: []float64{1}, Ys: []float64{2}, Across: []float64{1}, Up: []float64{2}}}}
	text := drawn(t, s)
	for _, want := range []string{
		fmt.Sprintf("translate(0 %g)", sheetLine+one.Height()),
		fmt.Sprintf(`height="%g" viewBox="0 0 640 %[1]g" role="img" aria-label="one"`, one.Height()),
		fmt.Sprintf(`height="%g" viewBox="0 -28 `, 28+s.Height()),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

func TestSVG(t *testing.T) {
	p := Chart{Title: "a < b", X: "λ", LogX: true, Limit: math.NaN(), Curves: []Curve{
		{Name: "one & two", Points: []Point{{X: 0, Y: 1, SE: math.NaN(), Text: "<&>"}, {X: 1e-3, Y: 2, SE: 0.5}, {X: 1, Y: 3, SE: math.NaN(), Best: true}}},
		{Name: "bad", Points: []Point{{X: 1, Y: 4, SE: math.NaN(), Bad: true}}},
	}}
	var b strings.Builder
	Embed(&b, p)
	text := b.String()
	for want, n := range map[string]int{
		"<polyline": 2, "<title>&lt;&amp;&gt;</title>": 1, ">one &amp; two</text>": 1, "<title>best: ": 1, "<title>violates unit variance: ": 1, ">0.001</text>": 1, `aria-label="a &lt; b"`: 1,
	} {
		if strings.Count(text, want) != n {
			t.Errorf("%q stands there %d times in\n%s", want, strings.Count(text, want), text)
		}
	}
	if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Errorf("a place is not a number in\n%s", text)
	}
	// Many long names take several lines of the legend, each within the width.
	p.Curves = nil
	for range 12 {
		p.Curves = append(p.Curves, Curve{Name: "a rather long name", Points: []Point{{X: 1, Y: 1}}})
	}
	lines := legendOf(p.names())
	if len(lines) != 4 || len(lines[0]) != 3 || len(lines[3]) != 3 {
		t.Errorf("the legend is %v", lines)
	}
}

// Values of exactly zero have a labelled position on logarithmic axes and
// shades, whether others have a logarithm or not.
func TestZerosAreNamed(t *testing.T) {
	for _, c := range []struct {
		y       []float64
		limit   float64
		numbers []string // of the y axis, from the bottom
	}{
		{[]float64{0, 0}, math.NaN(), []string{"0"}},
		{[]float64{0, 0}, 0.05, []string{"0", "0.02", "0.05", "0.1"}},
		{[]float64{0, 1e-16}, 0.05, []string{"0", "1e-15", "1e-12", "1e-9", "1e-6", "0.001"}},
		{[]float64{0, -1}, math.NaN(), []string{"≤0"}},
	} {
		p := Chart{LogY: true, Limit: c.limit, Curves: []Curve{{Name: "plain"}, {Name: "shifted"}}}
		for i := range p.Curves {
			for x, y := range c.y {
				p.Curves[i].Add(float64(x), y, "")
			}
		}
		text := drawn(t, p)
		var numbers []string
		for _, at := range regexp.MustCompile(`text-anchor="end">([^<]*)<`).FindAllStringSubmatch(text, -1) {
			numbers = append(numbers, at[1])
		}
		if numbers = slices.DeleteFunc(numbers, func(s string) bool { return s == "" }); !slices.Equal(numbers, c.numbers) {
			t.Errorf("%v under %g: the axis has %q, want %q", c.y, c.limit, numbers, c.numbers)
		}
		if !strings.Contains(text, ">plain<") || !strings.Contains(text, ">shifted<") {
			t.Errorf("%v: a curve has no name:\n%s", c.y, text)
		}
	}
	for _, c := range []struct {
		of   []float64
		want string
	}{
		{[]float64{0, 0}, "0"},
		{[]float64{0, 1e-16, 1e-12}, "0 1e-16 1e-12 (logarithmic)"},
		{[]float64{-1, 0, 2}, "≤0 2"},
		{[]float64{1e-16, 1e-12}, "1e-16 1e-12 (logarithmic)"},
	} {
		m := Heatmap{Log: true, Sparse: true, Columns: make([]string, len(c.of)), Rows: []string{""}, Cells: [][]Cell{nil}}
		for _, v := range c.of {
			m.Cells[0] = append(m.Cells[0], Cell{Value: v, Text: "x"})
		}
		var b strings.Builder
		m.writeScale(&b, m.layout(), newShades(c.of, true))
		var names []string
		for _, at := range regexp.MustCompile(`<text[^>]*>([^<]+)<`).FindAllStringSubmatch(b.String(), -1) {
			names = append(names, at[1])
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("the shades of %v are named %q, want %q", c.of, got, c.want)
		}
	}
}

// drawn returns a drawing as a file: well-formed XML in which every coordinate
// is a number.
func drawn(t *testing.T, d Drawing) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, d); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
	}
	if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || !strings.HasPrefix(text, "<svg ") {
		t.Errorf("the drawing is\n%s", text)
	}
	return text
}

// A missing value interrupts the line, faces choose colours, and places have names. The plot
// is 250 units high: with its margins of 4 % the value 0 of 0 … 1 lies at 258/1.08·0.04 above
// the bottom.
func TestChartOfNames(t *testing.T) {
	p := Chart{X: "kernel", Limit: math.NaN(), Names: []string{"gaussian", "laplacian", "cubic"}, Faces: []int{3}, Curves: []Curve{
		{Name: "c", Plain: true, Points: []Point{{X: 0, Y: 0, SE: math.NaN()}, {X: 1, Y: math.NaN(), SE: math.NaN()}, {X: 2, Y: 1, SE: math.NaN()}}},
	}}
	text := drawn(t, p)
	zero := plotBottom - (plotBottom-plotTop)*0.04/1.08
	for _, want := range []string{">gaussian</text>", ">cubic</text>", `stroke="` + palette[3] + `"`, fmt.Sprintf(",%.1f\" fill", zero)} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if n := strings.Count(text, "<polyline"); n != 2 {
		t.Errorf("a line with a gap has %d pieces, want 2", n)
	}
	outline, colour := markOf(3)
	if n := strings.Count(text, outline+`" fill="`+colour); n != 1 {
		t.Errorf("a plain curve has %d markers, want that of its legend", n)
	}
}

func TestScatterEdges(t *testing.T) {
	s := Scatter{Xs: []float64{0, 1, math.NaN()}, Ys: []float64{0, 1, 0}, Across: []float64{0, 1}, Up: []float64{0, 1}, Edges: [][2]int{{0, 1}, {1, 2}, {0, 9}}, Weak: []int{0, 2, 9}}
	text := drawn(t, s)
	if lines, crosses := strings.Count(text, "<line "), strings.Count(text, `stroke="#b00020"`); lines != 1 || crosses != 1 {
		t.Errorf("%d edges and %d crosses, want those of points that can be drawn: 1 and 1", lines, crosses)
	}
}

// The axes of two have the left edges 64 and 64+562/2; a height of 0.5 is the middle of 48 … 270.
func TestParallel(t *testing.T) {
	p := Parallel{Title: "axes", Axes: []ParallelAxis{{"σ", []string{"1", "2"}}, {"m", []string{"5"}}}, Paths: []ParallelPath{
		{At: []float64{0, 0.5}, Best: true}, {At: []float64{math.NaN(), 1}}, {At: []float64{1}, Strong: true},
	}}
	text := drawn(t, p)
	for _, want := range []string{"M64.0 270.0L345.0 159.0", `d="M345.0 48.0"`, `d="M64.0 48.0"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

// A row has (626−164)/2 units for each of two columns, and a full bar half of that.
func TestBars(t *testing.T) {
	p := Bars{Title: "shares", Heads: []string{"all", "better half"}, Rows: []Bar{{"σ", []float64{1, 0.5}, []string{"100 %", "50 %"}}, {"m", []float64{math.NaN(), -1}, nil}}}
	text := drawn(t, p)
	for _, want := range []string{`width="115.5" height="12"`, `width="57.8" height="12"`, `width="0.0" height="12"`, ">50 %</text>"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}
