package chart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/ui/clean"
)

// mapOf returns a map of nx×ny values with a hole and a few violations.
func mapOf(nx, ny int) Heatmap {
	m := Heatmap{XLabel: "σ", YLabel: "λ", Best: &Place{nx / 2, ny / 2}, Cursor: &Place{0, 0}}
	for i := range nx {
		m.Columns = append(m.Columns, formatNumber(math.Pow(2, float64(i))/2))
	}
	for j := range ny {
		m.Rows = append(m.Rows, formatNumber(math.Pow10(j-7)))
		var row []float64
		var bad []bool
		for i := range nx {
			x, y := float64(i)/float64(nx)-0.5, float64(j)/float64(ny)-0.5
			row, bad = append(row, 0.95-x*x-y*y/2), append(bad, j == 0 && i > nx/2)
		}
		m.Values, m.Bad = append(m.Values, row), append(m.Bad, bad)
	}
	if nx > 2 && ny > 2 {
		m.Values[ny-1][1] = math.NaN()
	}
	return m
}

// tracesOf returns n samples of k oscillations in four segments.
func tracesOf(n, k int) Traces {
	t := Traces{Borders: []int{0, n / 4, n / 2, 3 * n / 4}}
	for j := range k {
		row := Trace{Name: clean.Sprintf("φ%d", j+1), Role: SeriesRole(j)}
		for i := range n {
			row.Y = append(row.Y, math.Sin(float64(i*(j+1))/30))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func scatterOf(n, classes int) Scatter {
	rng := rand.New(rand.NewPCG(1, 1))
	s := Scatter{XLabel: "φ1", YLabel: "φ2", Weak: []int{0}}
	for k := range classes {
		s.Names = append(s.Names, clean.Of(fmt.Sprint("class ", k)))
	}
	for i := range n {
		k := i%(classes+1) - 1
		s.Class = append(s.Class, k)
		s.X, s.Y = append(s.X, rng.NormFloat64()+float64(k)), append(s.Y, rng.NormFloat64())
		if i > 0 && i < 30 {
			s.Edges = append(s.Edges, [2]int{i - 1, i})
		}
	}
	return s
}

func TestMapsTracesAndPoints(t *testing.T) {
	shaded, ascii := mapOf(6, 5), mapOf(6, 5)
	shaded.Shades, ascii.ASCII = true, true
	asciiTraces, asciiScatter := tracesOf(300, 3), scatterOf(60, 3)
	asciiTraces.ASCII, asciiScatter.ASCII = true, true
	for _, tc := range []struct {
		name  string
		what  picture
		sizes [][2]int
		paint Paint
	}{
		{"map", mapOf(6, 5), [][2]int{{40, 10}, {76, 18}}, nil},
		{"map-shaded", shaded, [][2]int{{40, 10}, {76, 18}, {12, 4}}, nil},
		{"map-ascii", ascii, [][2]int{{40, 10}}, nil},
		{"map-large", mapOf(120, 90), [][2]int{{40, 12}}, nil},
		{"map-empty", Heatmap{}, [][2]int{{40, 5}}, nil},
		{"traces", tracesOf(600, 4), [][2]int{{60, 12}, {20, 4}}, nil},
		{"traces-ascii", asciiTraces, [][2]int{{60, 9}}, nil},
		{"scatter", scatterOf(200, 3), [][2]int{{50, 15}}, nil},
		{"scatter-ascii", asciiScatter, [][2]int{{50, 15}}, nil},
	} {
		for _, size := range tc.sizes {
			name := fmt.Sprintf("%s-%dx%d", tc.name, size[0], size[1])
			got := string(clean.Join(tc.what.Render(size[0], size[1], tc.paint), "\n")) + "\n"
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
				t.Errorf("%s differs; if it should, go test -update\ngot:\n%swant:\n%s", name, got, want)
			}
		}
	}
}

// No values, sizes and marks cause a panic or a line that is too wide.
func TestPicturesOfEveryNumberAndSize(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	size := func(n int) int { return rng.IntN(n) }
	value := func() float64 {
		if rng.IntN(3) > 0 {
			return rng.NormFloat64() * math.Pow10(rng.IntN(9)-4)
		}
		return numbers[rng.IntN(len(numbers))]
	}
	word := func() clean.Text { return clean.Of(texts[rng.IntN(len(texts))]) }
	pictures := 1000
	if testenv.Full() {
		pictures = 3000
	}
	for i := range pictures {
		w, h := size(70)-1, size(30)-1
		if i%20 == 0 {
			w, h = size(301), size(101)
		}
		m := Heatmap{XLabel: word(), YLabel: word(), Log: i%2 == 0, Shades: i%3 == 0, ASCII: i%5 == 0, Down: i%7 == 0}
		m.Best, m.Cursor = &Place{size(9) - 1, size(9) - 1}, &Place{size(9) - 1, size(9) - 1}
		for range size(12) {
			m.Rows, m.Columns = append(m.Rows, word()), append(m.Columns, word())
			var row []float64
			var bad []bool
			for range size(20) {
				row, bad = append(row, value()), append(bad, rng.IntN(3) == 0)
			}
			m.Values, m.Bad = append(m.Values, row), append(m.Bad, bad)
		}
		checkPicture(t, m, m.ASCII, w, h)
		mosaic := Mosaic{Shades: m.Shades, ASCII: m.ASCII, Curves: i%4 == 0, Cursor: size(40) - 3}
		for range size(30) {
			mosaic.Tiles = append(mosaic.Tiles, Tile{m.Values[:size(len(m.Values)+1)], word(), SeriesRole(size(9))})
		}
		checkPicture(t, mosaic, m.ASCII, w, h)

		tr := Traces{ASCII: i%5 == 0, Borders: []int{size(9) - 3, size(40), size(40)}}
		s := Scatter{XLabel: word(), YLabel: word(), ASCII: i%5 == 0, Weak: []int{size(9) - 1}, Edges: [][2]int{{size(9) - 1, size(9)}, {size(9), size(9)}}}
		for range size(6) {
			row := Trace{Name: word(), Role: SeriesRole(size(9))}
			for range size(200) {
				row.Y = append(row.Y, value())
			}
			tr.Rows = append(tr.Rows, row)
			s.Names = append(s.Names, word())
		}
		for range size(40) {
			s.X, s.Y, s.Class = append(s.X, value()), append(s.Y, value()), append(s.Class, size(9)-2)
		}
		checkPicture(t, tr, tr.ASCII, w, h)
		checkPicture(t, s, s.ASCII, w, h)
	}
}

// The tile of the cursor is visible among any number of tiles, and all tiles share a scale.
func TestMosaicShowsTheCursorOnOneScale(t *testing.T) {
	m := Mosaic{}
	for i := range 60 {
		m.Tiles = append(m.Tiles, Tile{Values: [][]float64{{0, float64(i)}, {float64(i), 0}}, Caption: clean.Sprintf("t%d", i)})
	}
	for m.Cursor = range m.Tiles {
		if text := string(clean.Join(m.Render(40, 12, nil), " ")); !strings.Contains(text+" ", fmt.Sprintf("t%d ", m.Cursor)) {
			t.Fatalf("tile %d is not shown:\n%s", m.Cursor, text)
		}
	}
	m = Mosaic{Shades: true, Tiles: []Tile{{Values: [][]float64{{-1, 1}}}, {Values: [][]float64{{0, 0}}}}}
	if line := string(m.Render(40, 3, nil)[0]); !strings.Contains(line, "    ████") || !strings.Contains(line, "▒▒▒▒▒▒▒▒") {
		t.Errorf("−1 and 1 beside 0: %q", line)
	}
}

// cellsOf returns the cells of a picture that contain a glyph.
func cellsOf(p picture, w, h int, glyph rune) (at [][2]int) {
	for y, line := range p.Render(w, h, nil) {
		x := 0
		for _, r := range line {
			if r == glyph {
				at = append(at, [2]int{x, y})
			}
			x++
		}
	}
	return at
}

// A map shows each value once, with row 0 at the bottom or the top; greater values are
// brighter.
func TestMapsShowEveryValue(t *testing.T) {
	m := Heatmap{Shades: true, Values: [][]float64{{0, 1, 2}, {3, 4, math.NaN()}}}
	lines := m.Render(3, 2, nil)
	if want := []clean.Text{"▓█·", " ░▒"}; !slices.Equal(lines, want) {
		t.Errorf("%q, want %q", lines, want)
	}
	m.Down = true
	if lines = m.Render(3, 2, nil); !slices.Equal(lines, []clean.Text{" ░▒", "▓█·"}) {
		t.Errorf("downwards %q", lines)
	}
	m.Shades, m.Down = false, false
	var glyphs, grounds []int
	m.Render(3, 1, func(r Role, text clean.Text) clean.Text {
		if glyph, ground, ok := r.Ramp(); ok {
			glyphs, grounds = append(glyphs, glyph), append(grounds, ground)
		}
		return text
	})
	if !slices.Equal(glyphs, []int{9, 11, 6}) || !slices.Equal(grounds, []int{0, 3, noStep}) {
		t.Errorf("steps above %v, below %v", glyphs, grounds)
	}
}

// If they fit, numbers are written in their cells, with ★, ✗ and the brackets of the cursor.
func TestMapsHoldTheirNumbers(t *testing.T) {
	for _, shades := range []bool{false, true} {
		m := mapOf(4, 3)
		m.Shades = shades
		text := string(clean.Join(m.Render(76, 16, nil), "\n"))
		for row := range m.Values {
			for _, v := range m.Values[row] {
				if drawable(v) && !strings.Contains(text, string(formatNumber(v))) {
					t.Errorf("%s is missing from\n%s", formatNumber(v), text)
				}
			}
		}
		if !strings.Contains(text, "★") || !strings.Contains(text, "✗") || !strings.Contains(text, "[") {
			t.Errorf("a mark is missing from\n%s", text)
		}
	}
	m := mapOf(4, 3)
	m.Shades = true
	if at := cellsOf(m, 76, 16, '['); len(at) != 1 || at[0][1] < 8 {
		t.Errorf("the cursor at the lowest row is at %v", at)
	}
}

// A trace spans the whole width and reaches its least and greatest value; values that are not
// finite are gaps.
func TestTracesReachTheirEnds(t *testing.T) {
	row := Trace{Y: make([]float64, 400)}
	for i := range row.Y {
		row.Y[i] = math.Sin(float64(i) / 30)
		if i > 150 && i < 250 {
			row.Y[i] = math.NaN()
		}
	}
	lines := Traces{Rows: []Trace{row}}.Render(20, 5, nil)
	first, last := []rune(lines[0]), []rune(lines[4])
	if len(strings.TrimSpace(string(first))) == 0 || len(strings.TrimSpace(string(last))) == 0 {
		t.Errorf("the trace does not fill its height: %q", lines)
	}
	for _, line := range lines {
		for x, r := range []rune(line) {
			if x >= 8 && x <= 11 && r != ' ' {
				t.Errorf("something is drawn in the gap: %q", line)
			}
		}
	}
}

// Every class has its own glyph, and a cell shows the class of most of its points.
func TestScatterDistinguishesClasses(t *testing.T) {
	seen := map[string]bool{}
	for i := range 50 {
		seen[string(unicodeGlyphs.marker(i))] = true
	}
	if len(seen) != 50 {
		t.Errorf("%d glyphs for 50 classes", len(seen))
	}
	s := Scatter{X: []float64{0, 0, 0, 1}, Y: []float64{0, 0, 0, 1}, Class: []int{1, 1, 0, 0}, Names: []clean.Text{"one", "two"}}
	if n := len(cellsOf(s, 40, 12, '▲')); n != 2 { // one of them in the legend
		t.Errorf("%d markers of the majority", n)
	}
	if n := len(cellsOf(s, 40, 12, '●')); n != 2 {
		t.Errorf("%d markers of the other class", n)
	}
}

// Without colours a tile has a line for each row of its picture if all tiles fit; otherwise,
// and with colours, it is half as high.
func TestMosaicWithoutColoursShowsAllRows(t *testing.T) {
	picture := make([][]float64, 8)
	for i := range picture {
		picture[i] = make([]float64, 8)
		picture[i][i] = 1
	}
	m := Mosaic{Shades: true, ASCII: true}
	for range 16 {
		m.Tiles = append(m.Tiles, Tile{Values: picture, Caption: "c"})
	}
	for _, c := range []struct {
		h      int
		shades bool
		want   int
	}{{18, true, 8}, {17, true, 4}, {18, false, 4}} {
		m.Shades = c.shades
		lines := m.Render(78, c.h, nil)
		if got := slices.IndexFunc(lines, func(l clean.Text) bool { return strings.HasPrefix(string(l), "c") }); got != c.want {
			t.Errorf("in %d lines, shades %v, a tile is %d high, want %d:\n%s", c.h, c.shades, got, c.want, clean.Join(lines, "\n"))
		}
	}
}
