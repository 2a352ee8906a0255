package chart

import (
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/kitty"

	"example.com/sfatui/sessions/drawing"
	"example.com/sfatui/ui/clean"
)

// album keeps the images that charts show.
type album struct {
	images map[int]*image.RGBA
	keys   map[uint64]int
	drawn  int
}

// pixels returns pixels of 10×20 in a cell that an album keeps; role r is red 10·r.
func (a *album) pixels() *Pixels {
	a.images, a.keys = map[int]*image.RGBA{}, map[uint64]int{}
	return &Pixels{Cell: image.Pt(10, 20), Colour: func(r Role) color.NRGBA { return color.NRGBA{R: uint8(10 * r), A: 255} },
		Show: func(key uint64, size image.Point, draw func(*image.RGBA)) int {
			if n := a.keys[key]; n > 0 {
				return n
			}
			a.drawn++
			img := image.NewRGBA(image.Rectangle{Max: size})
			draw(img)
			a.images[a.drawn], a.keys[key] = img, a.drawn
			return a.drawn
		}}
}

// numbered paints placeholders with the number of their image.
func numbered(role Role, text clean.Text) clean.Text {
	if n, ok := role.Image(); ok {
		return clean.Sprintf("{%d}", n) + text
	}
	return text
}

// places returns the row and the column that the placeholders of a line name, by their cell.
func places(t *testing.T, line clean.Text) map[int][2]int {
	t.Helper()
	index := map[rune]int{}
	for i := range mostPlaces {
		index[kitty.Diacritic(i)] = i
	}
	out := map[int][2]int{}
	cell := 0
	for text := string(line); text != ""; {
		g, w := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
		if runes := []rune(g); runes[0] == kitty.Placeholder {
			if len(runes) != 3 || w != 1 {
				t.Fatalf("the placeholder %U is %d wide", runes, w)
			}
			out[cell] = [2]int{index[runes[1]], index[runes[2]]}
		}
		cell += w
		text = text[len(g):]
	}
	return out
}

// Charts in pixels have the marks, numbers and labels of those in characters at the same places;
// every other cell of the image names its own row and column.
func TestPixelsKeepMarksAndLabels(t *testing.T) {
	sweep, shades := sweepPlot(), mapOf(6, 5)
	for _, p := range []Picture{sweep, spreadPlot(), densePlot(), shades, tracesOf(300, 3), Mosaic{Tiles: []Tile{{Values: [][]float64{{1, 2}, {3, 4}}, Caption: "caption"}}}} {
		var a album
		plain, fine := p.Render(70, 18, nil), In(p, a.pixels()).Render(70, 18, nil)
		shown := 0
		for y, line := range fine {
			at := places(t, line)
			if got := width(line); got > 70 {
				t.Errorf("a %T is %d wide", p, got)
			}
			for x, place := range at {
				if place != [2]int{y, x} {
					t.Fatalf("a %T: cell %d of row %d shows %v", p, x, y, place)
				}
				shown++
			}
			var cells []rune
			for text := string(line); text != ""; {
				g, _ := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
				cells, text = append(cells, []rune(g)[0]), text[len(g):]
			}
			for x, r := range []rune(string(plain[y])) {
				if strings.ContainsRune("●▲■◆★✗≈◉┬┴0123456789[]σλφ", r) && (x >= len(cells) || cells[x] != r) {
					t.Errorf("a %T has no %c in cell %d of row %d:\n%s\n%s", p, r, x, y, plain[y], string(cells))
				}
			}
		}
		if shown == 0 || len(a.images) != 1 {
			t.Errorf("a %T has %d placeholders and %d images", p, shown, len(a.images))
		}
		if In(p, nil).Render(70, 18, nil)[3] != plain[3] {
			t.Errorf("a %T without pixels differs", p)
		}
	}
}

// The image of a map of 2×1 values in 40×4 cells without labels has the colours of the least
// and the greatest value, each in 20 cells of 10 pixels.
func TestPixelsOfAMap(t *testing.T) {
	var a album
	m := In(Heatmap{Values: [][]float64{{0, 1}}}, a.pixels())
	m.Render(40, 3, nil)
	img := a.images[1]
	if img == nil || img.Bounds().Dx() != 400 || img.Bounds().Dy() != 60 {
		t.Fatalf("the image is %v", img)
	}
	for x, want := range map[int]drawing.Colour{0: drawing.RampColour(0), 199: drawing.RampColour(0), 200: drawing.RampColour(1), 399: drawing.RampColour(1)} {
		if got := img.RGBAAt(x, 30); got != (color.RGBA{want.R, want.G, want.B, 255}) {
			t.Errorf("pixel %d is %v, want %v", x, got, want)
		}
	}
	// The mean of 4 values in each of 100 pixels: the first of 400 are 0 1 2 3, about 1.5 of 399.
	a = album{}
	row := make([]float64, 400)
	for i := range row {
		row[i] = float64(i)
	}
	In(Heatmap{Values: [][]float64{row}}, a.pixels()).Render(10, 3, nil)
	want := drawing.RampColour(1.5 / 399)
	if got := a.images[1].RGBAAt(0, 5); math.Abs(float64(got.R)-float64(want.R)) > 1 || math.Abs(float64(got.G)-float64(want.G)) > 1 {
		t.Errorf("the first pixel is %v, want %v", got, want)
	}
}

// A line from the lower left to the upper right corner passes through the middle of the area,
// in the colour of its series, and leaves the other corners transparent.
func TestPixelsOfACurve(t *testing.T) {
	var a album
	p := Plot{Series: []Series{{X: []float64{0, 1, 2}, Y: []float64{0, 1, 2}}}}
	In(p, a.pixels()).Render(9, 4, nil) // no axes: the area is the canvas
	img := a.images[1]
	middle := img.RGBAAt(45, 40)
	if want := uint8(10 * SeriesRole(0)); middle.A != 255 || middle.R != want {
		t.Errorf("the middle of %v is %v, want red %d", img.Bounds(), middle, want)
	}
	for _, at := range []image.Point{{2, 2}, {87, 77}} {
		if got := img.RGBAAt(at.X, at.Y); got.A != 0 {
			t.Errorf("pixel %v is %v, want transparent", at, got)
		}
	}
}

// A picture that does not change is drawn once; another colour or value is another picture.
func TestPixelsAreDrawnOnce(t *testing.T) {
	var a album
	in := a.pixels()
	p := sweepPlot()
	draw := func() string { return string(clean.Join(In(p, in).Render(60, 15, numbered), "\n")) }
	if first := draw(); first != draw() || a.drawn != 1 || !strings.Contains(first, "{1}") {
		t.Errorf("%d images of one picture", a.drawn)
	}
	p.Here = &Mark{X: 5, Y: 0.5} // the cursor is drawn in characters
	if draw(); a.drawn != 1 {
		t.Errorf("the cursor draws %d images", a.drawn)
	}
	p.Series[1].Y[2] = 0.5
	if draw(); a.drawn != 2 {
		t.Errorf("another value: %d images", a.drawn)
	}
	in.Colour = func(Role) color.NRGBA { return color.NRGBA{A: 255} }
	if draw(); a.drawn != 3 {
		t.Errorf("other colours: %d images", a.drawn)
	}
	if text := string(clean.Join(In(p, in).Render(mostPlaces+1, 15, nil), "")); strings.ContainsRune(text, kitty.Placeholder) {
		t.Error("there are more columns than placeholders can name")
	}
}
