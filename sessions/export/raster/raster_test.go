package raster

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/sessions/drawing"
	"example.com/sfatui/sessions/export/svg"
)

// decoded returns the image of shapes on a canvas of 40×40 units.
func decoded(t *testing.T, shapes string) *image.RGBA {
	t.Helper()
	img, err := decode(`<svg viewBox="0 0 40 40">` + shapes + `</svg>`)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// ink returns the inked area in square units: an image has Scale² pixels in each.
func ink(img *image.RGBA) (area float64) {
	for i := 0; i < len(img.Pix); i += 4 {
		area += float64(255-img.Pix[i]) / 255
	}
	return area / Scale / Scale
}

func TestAreasOfShapes(t *testing.T) {
	for _, c := range []struct {
		name, shapes string
		area         float64
	}{
		{"rectangle", `<rect x="3" y="4" width="10" height="6"/>`, 60},
		{"half a unit", `<rect x="3.25" y="4" width="0.5" height="10"/>`, 5},
		{"relative path", `<path d="M5 5h10v10h-10z"/>`, 100},
		{"path after a close", `<path d="m5 5h4v4h-4zm10 0h4v4h-4z"/>`, 32},
		{"hole of opposite direction", `<path d="M5 5h10v10h-10zM8 8v4h4v-4z"/>`, 84},
		{"circle", `<circle cx="20" cy="20" r="10"/>`, math.Pi * 100},
		{"disc of two arcs", `<path d="M20 20` + drawing.Marks[0].Outline + `"/>`, math.Pi * 4.5 * 4.5},
		{"ring", `<path d="M20 20` + drawing.Marks[8].Outline + `"/>`, math.Pi * (4.5*4.5 - 4)},
		{"parabola", `<path d="M0 0Q10 20 20 0z"/>`, 2.0 / 3 * 20 * 10},
		{"parabola and its mirror image", `<path d="M0 20q10 20 20 0t20 0z"/>`, 2 * 2.0 / 3 * 20 * 10},
		{"line", `<path d="M5 20H35" stroke="#000000" stroke-width="3"/>`, 90},
		{"dashes of 5 with gaps of 3", `<path d="M5 20H35" stroke="#000000" stroke-width="2" stroke-dasharray="5 3"/>`, 2 * (5 + 5 + 5 + 5)},
		{"half opaque", `<rect width="10" height="10" fill-opacity="0.5"/>`, 50},
		{"inherited opacity", `<g fill="none"><rect width="10" height="10"/></g>`, 0},
		{"scaled", `<g transform="scale(2)"><rect width="5" height="5"/></g>`, 100},
		{"moved out by half", `<g transform="translate(-5 0)"><rect width="10" height="10"/></g>`, 50},
		{"crisp edges", `<g shape-rendering="crispEdges"><rect x="0.1" y="0" width="4.85" height="2"/></g>`, 10},
		{"joined polyline", `<polyline points="5,5 5,15 5,25" fill="none" stroke="#000000" stroke-width="2"/>`, 40},
	} {
		if got := ink(decoded(t, c.shapes)); math.Abs(got-c.area) > 0.01*c.area+0.1 {
			t.Errorf("%s: an area of %.2f, want %.2f", c.name, got, c.area)
		}
	}
}

func TestColours(t *testing.T) {
	img := decoded(t, `<rect width="10" height="10" fill="#0072b2"/>`)
	if got, want := img.RGBAAt(5, 5), (color.RGBA{0, 0x72, 0xb2, 255}); got != want {
		t.Errorf("the fill is %v, want %v", got, want)
	}
	if got, want := img.RGBAAt(30, 30), (color.RGBA{255, 255, 255, 255}); got != want {
		t.Errorf("the ground is %v, want %v", got, want)
	}
}

// inked returns the smallest rectangle of units that contains all ink.
func inked(img *image.RGBA) image.Rectangle {
	var box image.Rectangle
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if img.RGBAAt(x, y).R < 128 {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return image.Rect(int(float64(box.Min.X)/Scale), int(float64(box.Min.Y)/Scale), int(math.Ceil(float64(box.Max.X)/Scale)), int(math.Ceil(float64(box.Max.Y)/Scale)))
}

// The capital H of Go Regular is 1480 of 2048 units high and stands on the line.
func TestTextStandsOnItsLineAtItsAnchor(t *testing.T) {
	for _, c := range []struct {
		attributes string
		inside     image.Rectangle
	}{
		{`x="20" y="30"`, image.Rect(20, 15, 40, 30)},
		{`x="20" y="30" text-anchor="end"`, image.Rect(0, 15, 20, 30)},
		{`x="20" y="30" text-anchor="middle"`, image.Rect(12, 15, 28, 30)},
		{`transform="translate(30 20) rotate(-90)" text-anchor="middle"`, image.Rect(15, 12, 30, 28)},
	} {
		box := inked(decoded(t, `<g font-size="20"><text `+c.attributes+`>H</text></g>`))
		if box.Empty() || !box.In(c.inside) {
			t.Errorf("%s: the letter fills %v, which is not within %v", c.attributes, box, c.inside)
		}
	}
	tall := inked(decoded(t, `<text x="5" y="30" font-size="20">H</text>`))
	if want := 20.0 * 1480 / 2048; math.Abs(float64(tall.Dy())-want) > 1 {
		t.Errorf("the letter is %d high, want %.1f", tall.Dy(), want)
	}
}

// Each Greek letter of the paper has its own glyph, and marks without one a substitute.
func TestFontHasGreekLetters(t *testing.T) {
	missing := decoded(t, "<text x=\"5\" y=\"30\" font-size=\"20\">\U0010fffd</text>")
	seen := map[string]rune{}
	for _, r := range "σλφηξΔκμπτχ±≈≤≥★◉✗↑↓" {
		img := decoded(t, fmt.Sprintf(`<text x="5" y="30" font-size="20">%c</text>`, r))
		if bytes.Equal(img.Pix, missing.Pix) || ink(img) < 1 {
			t.Errorf("%c has no glyph", r)
		}
		if other := seen[string(img.Pix)]; other != 0 {
			t.Errorf("%c and %c look alike", r, other)
		}
		seen[string(img.Pix)] = r
	}
}

// The letter 一 is one horizontal stroke across most of its square, 口 is a frame and 十 a
// cross; 가 is the same when it comes as its two parts, as names of files on a Mac do.
func TestChineseJapaneseAndKorean(t *testing.T) {
	drawn := func(text string) *image.RGBA {
		return decoded(t, `<text x="2" y="30" font-size="24">`+text+`</text>`)
	}
	box := inked(drawn("一"))
	if box.Dx() < 18 || box.Dy() > 4 || box.Max.X > 26 || box.Min.Y < 6 || box.Max.Y > 30 {
		t.Errorf("一 fills %v, want a stroke of at least 18 units within 24×24", box)
	}
	frame, middle := drawn("口"), image.Pt(int(Scale*13), int(Scale*20))
	if box := inked(frame); box.Dx() < 12 || box.Dy() < 12 || frame.RGBAAt(middle.X, middle.Y).R < 128 {
		t.Errorf("口 fills %v and its middle is %v, want a frame", box, frame.RGBAAt(middle.X, middle.Y))
	}
	if !bytes.Equal(drawn("가").Pix, drawn("\u1100\u1161").Pix) {
		t.Error("composed and decomposed Hangul differ")
	}
	seen := map[string]rune{}
	for _, r := range "语音慢特征分析データの緩やか느린特徵" {
		img := drawn(string(r))
		if other := seen[string(img.Pix)]; ink(img) < 20 || other != 0 && other != r {
			t.Errorf("%c has an area of %.1f, or looks like %c", r, ink(img), other)
		}
		seen[string(img.Pix)] = r
	}
}

// A character without a glyph is drawn as its code point and named once, whether the fonts
// lack it or only its script, which would be set wrongly.
func TestMissingCharactersAreNamed(t *testing.T) {
	if a, b := decoded(t, "<text x=\"1\" y=\"9\" font-size=\"9\">a😀b</text>"), decoded(t, "<text x=\"1\" y=\"9\" font-size=\"9\">aU+1F600b</text>"); !bytes.Equal(a.Pix, b.Pix) {
		t.Error("😀 is not drawn as U+1F600")
	}
	d := svg.Chart{Title: "慢 😀 한국 😀", X: "ع σ", Limit: math.NaN(), Curves: []svg.Curve{{Name: "π 。　", Points: []svg.Point{{Y: 1, SE: math.NaN(), Text: "only in a tooltip: 𝄞"}}}}}
	missing, err := Missing(d)
	if err != nil || string(missing) != "😀ع" {
		t.Errorf("missing are %q, %v", string(missing), err)
	}
	if got, want := Note(d), "the font of images lacks U+1F600, U+0639: .svg has these characters"; got != want {
		t.Errorf("the note is %q, want %q", got, want)
	}
	if got := Note(svg.Chart{Title: "慢 σ ★", Limit: math.NaN()}); got != "" {
		t.Errorf("the note is %q", got)
	}
}

// Every kind of drawing, with names that need escapes, is drawn at two pixels per unit.
func TestEveryDrawing(t *testing.T) {
	y := []float64{1, 3, math.NaN(), 2, 4}
	chart := svg.Chart{Title: "slowness <Δ>", X: "λ", LogX: true, LogY: true, Limit: 0.05, LimitName: "tolerance", Curves: []svg.Curve{
		{Name: "a & b", Points: []svg.Point{{X: 0, Y: 1, SE: 0.1, Best: true, AsGood: true}, {X: 1e-3, Y: 0.01, SE: math.NaN(), Bad: true}, {X: 1, Y: 3, SE: math.NaN()}}},
		{Name: "σ=5", Points: []svg.Point{{X: 0, Y: 1, SE: math.NaN()}}},
	}}
	cells := [][]svg.Cell{{{Value: 1, Best: true, Text: "x"}, {Value: 2, AsGood: true, Text: "y"}, {Value: math.NaN(), Bad: true, Text: "z"}}}
	all := svg.Sheet{Title: "all", Parts: []svg.Drawing{
		chart,
		svg.Heatmap{Title: "map", X: "σ", Y: "m", Columns: []string{"1", "2", "a very long name of a column"}, Rows: []string{"r"}, Cells: cells, Best: "best", AsGood: "as good", Bad: "bad"},
		svg.Heatmap{Title: "sparse", Columns: make([]string, 3), Rows: make([]string, 1), Cells: cells, Sparse: true, Square: true},
		svg.Scatter{Title: "scatter", X: "φ1", Y: "φ2", Xs: y, Ys: y, Class: []int{0, 1, 0, -1, 9}, Names: make([]string, 10), Across: y, Up: y, Legend: true, Edges: [][2]int{{0, 1}}, Weak: []int{3}},
		svg.Traces{Title: "traces", X: "sample", Curves: []svg.Trace{{Name: "φ1", Y: y}}, Spans: []svg.Stretch{{Length: 2}, {Length: 3}}, First: 1},
		svg.Band{Title: "band", X: "x", Y: "y", First: 1, Mean: y, Half: y, Truth: y},
		svg.Watch{Title: "watch", Novelty: y, New: make([]bool, 5), Alarm: []bool{false, true, true, false, false}, Borders: []int{2}, Names: []string{"s"}, Line: 2, LineText: "99 %"},
		svg.Mosaic{Title: "mosaic", Tiles: []svg.Tile{{Values: [][]float64{{-1, 2}, {3, 4}}, Caption: "1", Weak: true}}},
		svg.Mosaic{Title: "curves", Tiles: []svg.Tile{{Values: [][]float64{{1, 2, 3}}, Caption: "1"}}, Curves: true},
		svg.Parallel{Title: "axes", Axes: []svg.ParallelAxis{{Name: "σ", Labels: []string{"1"}}, {Name: "m"}}, Paths: []svg.ParallelPath{{At: []float64{0, 1}, Best: true}, {At: []float64{1, 0}}}},
		svg.Bars{Title: "shares", Heads: []string{"all"}, Rows: []svg.Bar{{Name: "σ", Shares: []float64{0.5}, Texts: []string{"50 %"}}}},
		svg.Alignment{Title: "alignment", Above: svg.Trace{Name: "a", Y: []float64{1, 2}}, Below: svg.Trace{Name: "b", Y: []float64{2, 1}}, Path: [][2]int{{0, 0}, {1, 1}}},
	}}
	var first, second bytes.Buffer
	for _, b := range []*bytes.Buffer{&first, &second} {
		if err := Write(b, all); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("equal drawings have different bytes")
	}
	img, err := png.Decode(&first)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := svg.Write(&text, all); err != nil {
		t.Fatal(err)
	}
	var w, h float64
	if _, err := fmt.Sscanf(text.String()[strings.Index(text.String(), " width="):], ` width="%g" height="%g"`, &w, &h); err != nil {
		t.Fatal(err)
	}
	if got, want := img.Bounds().Size(), image.Pt(int(math.Ceil(Scale*w)), int(math.Ceil(Scale*h))); got != want {
		t.Errorf("the image is %v, want %v", got, want)
	}
}

func TestUnknownSVGIsAnError(t *testing.T) {
	for shapes, want := range map[string]string{
		`<ellipse/>`:                   "<ellipse>",
		`<path d="M0 0C1 1 2 2 3 3"/>`: "'C'",
		`<path d="M0 zero"/>`:          "number",
		`<rect fill="red"/>`:           `"red"`,
		`<g transform="skewX(3)"/>`:    `"skewX"`,
		`<g transform="translate(3"/>`: "number",
		`<path d="M1 1z5 5"/>`:         "after the end",
		`<polyline points="1,2 3"/>`:   "number",
	} {
		if _, err := decode(`<svg viewBox="0 0 40 40">` + shapes + `</svg>`); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", shapes, err, want)
		}
	}
	if _, err := decode(`<svg viewBox="0 0 0 40"/>`); err == nil {
		t.Error("an image without a width is no error")
	}
}
