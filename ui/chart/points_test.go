package chart

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/ui/clean"
)

// screen returns the cells of a plot drawn without styling; all glyphs are narrow.
func screen(p Plot, w, h int) [][]rune {
	rows := make([][]rune, h)
	for i, line := range p.Render(w, h, nil) {
		rows[i] = []rune(line)
		for len(rows[i]) < w {
			rows[i] = append(rows[i], ' ')
		}
	}
	return rows
}

// findCells lists the cells that hold r, column by column.
func findCells(rows [][]rune, r rune) (cells [][2]int) {
	for x := range rows[0] {
		for y := range rows {
			if rows[y][x] == r {
				cells = append(cells, [2]int{x, y})
			}
		}
	}
	return cells
}

// Every marker is in the cell that an independent computation of the scale gives.
func TestMarkersAreInTheirCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for trial := range 200 {
		logX, logY := trial%2 == 1, trial/2%2 == 1
		n := 2 + rng.IntN(7)
		s := Series{X: make([]float64, n), Y: make([]float64, n)}
		tx, ty := make([]float64, n), make([]float64, n)
		for i := range n {
			tx[i], ty[i] = float64(i)+0.5*rng.Float64(), rng.NormFloat64()
			s.X[i], s.Y[i] = tx[i], ty[i]
			if logX {
				s.X[i] = math.Pow(10, tx[i])
			}
			if logY {
				s.Y[i] = math.Pow(10, ty[i])
			}
		}
		rows := screen(Plot{LogX: logX, LogY: logY, Series: []Series{s}}, 38+rng.IntN(60), 12+rng.IntN(20))
		corner := findCells(rows, '└')
		if len(corner) != 1 {
			t.Fatalf("%d corners", len(corner))
		}
		left, bottom := corner[0][0]+2, corner[0][1]-1 // a free column beside the axis
		right, top := len(rows[0])-2, 0
		var want [][2]int
		for i := range n {
			fx := (tx[i] - tx[0]) / (tx[n-1] - tx[0])
			fy := (ty[i] - slices.Min(ty)) / (slices.Max(ty) - slices.Min(ty))
			want = append(want, [2]int{left + int(math.Round(fx*float64(right-left))), bottom - int(math.Round(fy*float64(bottom-top)))})
		}
		if got := findCells(rows, '●'); !slices.Equal(got, want) {
			t.Fatalf("markers at %v, want %v", got, want)
		}
	}
}

func TestAxisIsMonotone(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		values := make([]float64, 1+rng.IntN(30))
		for i := range values {
			values[i] = rng.NormFloat64() * math.Pow(10, 8*rng.NormFloat64())
		}
		n := 1 + rng.IntN(100)
		a := newAxis(values, rng.IntN(2) == 0, n, rng.IntN(6))
		slices.Sort(values)
		before := 0
		for _, v := range values {
			c := a.cell(v)
			if c < before || c >= n {
				t.Fatalf("%g of %v is in cell %d of %d, after %d", v, values, c, n, before)
			}
			before = c
		}
		if last := a.cell(values[len(values)-1]); len(values) > 1 && values[len(values)-1] > 0 && values[0] != values[len(values)-1] && last == 0 && n > 7 {
			t.Fatalf("%v: the greatest value is in the first cell", values)
		}
	}
}

// A curve fills every column between two of its points, and none where a point is missing.
func TestCurveConnects(t *testing.T) {
	s := Series{X: []float64{0, 10, 20, 30, 40}, Y: []float64{0, 7, 3, math.NaN(), 5}}
	rows := screen(Plot{Series: []Series{s}}, 60, 16)
	marks := findCells(rows, '●')
	if len(marks) != 4 {
		t.Fatalf("markers %v", marks)
	}
	for x := marks[0][0]; x < marks[3][0]; x++ {
		filled := slices.ContainsFunc(rows[:13], func(row []rune) bool { return strings.ContainsRune("●─│╭╮╰╯", row[x]) })
		if filled != (x <= marks[2][0]) {
			t.Errorf("column %d: curve drawn is %v", x, filled)
		}
	}
}

// Points in one cell are placed side by side, the best always among them; a single point stays
// in its column.
func TestMarkersStepAside(t *testing.T) {
	p := Plot{}
	for i := range 4 {
		p.Series = append(p.Series, Series{X: []float64{1, 2, 3}, Y: []float64{1 + 0.5*float64(i), 5, 2}})
	}
	p.Series[3].Y[1] = 3.5
	text := string(clean.Join(p.Render(60, 15, nil), "\n"))
	for _, want := range []string{"╭●▲■", "─◆─", "╰●▲■◆"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for i := len(p.Series); i < 9; i++ {
		p.Series = append(p.Series, Series{X: []float64{1, 2, 3}, Y: []float64{1 + 0.5*float64(i), 5, 2}})
	}
	p.Series[8].Y[1] = 5 + 1e-9
	p.Best = &Mark{X: 2, Y: 5 + 1e-9}
	if rows := screen(p, 60, 15); len(findCells(rows[:12], '★')) != 1 {
		t.Errorf("the best point is not shown once:\n%s", string(clean.Join(p.Render(60, 15, nil), "\n")))
	}
	p.Best = &Mark{X: 2, Y: 4} // a point in no series
	rows := screen(p, 60, 15)
	if best := findCells(rows[:12], '★'); len(best) != 1 || rows[12][best[0][0]] != '┬' {
		t.Errorf("a best point of its own is at %v", best)
	}
}

func TestBadPoints(t *testing.T) {
	rows := screen(Plot{Series: []Series{{X: []float64{1, 2, 3}, Y: []float64{1, 5, 2}, Bad: []bool{false, true}}}}, 40, 10)
	bad, good := findCells(rows[:7], '✗'), findCells(rows[:7], '●')
	if len(bad) != 1 || len(good) != 2 || bad[0][1] != 0 {
		t.Errorf("✗ at %v, ● at %v", bad, good)
	}
}

func TestErrorBars(t *testing.T) {
	// 11 rows for 0 … 10: one row is one unit.
	p := Plot{Series: []Series{{X: []float64{1, 2}, Y: []float64{5, 5}, Err: []float64{5, 2}}}}
	rows := screen(p, 40, 13)
	for i, want := range []string{"┬││││●││││┴", "   ┬│●│┴   "} {
		at := findCells(rows, '●')[i][0]
		var got strings.Builder
		for _, row := range rows[:11] {
			got.WriteRune(row[at])
		}
		if got.String() != want {
			t.Errorf("column of point %d is %q, want %q", i, got.String(), want)
		}
	}
	p.LogY = true // the first bar reaches down to zero
	rows = screen(p, 40, 13)
	at := findCells(rows, '●')[0]
	if rows[10][at[0]] != '│' && rows[10][at[0]] != '┴' {
		t.Errorf("the lower half of a bar to zero is missing: %q", rows[10][at[0]])
	}
}

func TestThresholdsAndCursor(t *testing.T) {
	p := Plot{Here: &Mark{X: 2, Y: math.NaN()}, Lines: []Line{{Y: 10, Label: "limit"}, {Y: math.NaN(), Label: "none"}},
		Series: []Series{{X: []float64{1, 2, 3}, Y: []float64{0, 0, 0}}}}
	rows := screen(p, 40, 13)
	if !strings.HasSuffix(string(rows[0]), "┈ limit") {
		t.Errorf("threshold %q", string(rows[0]))
	}
	x := findCells(rows, '●')[1][0]
	for y := range 10 {
		if rows[y][x] != '┊' {
			t.Errorf("no cursor in row %d, but %q", y, rows[y][x])
		}
	}
	if rows[12][x] != '2' || rows[12][x-1] != '›' {
		t.Errorf("the cursor's place is labelled %q", rows[12][x])
	}
	p.Places, p.Here.X = []float64{1, 3}, math.NaN() // outside
	if found := findCells(screen(p, 40, 13), '┊'); found != nil {
		t.Errorf("a cursor outside the axis is drawn at %v", found)
	}
}

func TestDenseSeriesAreThinned(t *testing.T) {
	p := densePlot()
	p.Series = p.Series[:1]
	p.Series[0].Bad = make([]bool, 1000)
	p.Series[0].Bad[500] = true
	rows := screen(p, 60, 15)
	at := findCells(rows[:11], '●')
	if len(at) < 7 || len(at) > 12 {
		t.Errorf("%d markers", len(at))
	}
	if bad := findCells(rows[:11], '✗'); len(bad) != 1 {
		t.Errorf("the violated point is shown %d times", len(bad))
	}
}
