package chart

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/sfatui/ui/clean"
)

func labels(ticks []tick) string {
	var out []clean.Text
	for _, t := range ticks {
		out = append(out, t.label)
	}
	return string(clean.Join(out, " "))
}

func TestTicks(t *testing.T) {
	for _, tc := range []struct {
		values []float64
		log    bool
		n      int
		apart  int
		want   string
	}{
		{[]float64{0.213, 0.947}, false, 8, 2, "0.4 0.6 0.8"},
		{[]float64{0, 1}, false, 11, 2, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{[]float64{-1.4, 1.4}, false, 11, 2, "−1 0 1"},
		{[]float64{0, 0.004}, false, 11, 3, "0 2e-3 4e-3"},
		{[]float64{1e6, 1.5e6}, false, 11, 3, "1e6 1.2e6 1.4e6"},
		{[]float64{0.99991, 0.99995}, false, 9, 4, "0.99992 0.99994"},
		{[]float64{5, 5}, false, 9, 2, "4.5 5.0 5.5"},
		{[]float64{0.5, 500}, true, 31, 5, "1 10 100"},
		{[]float64{1e-9, 1e-1}, true, 8, 2, "1e-9 1e-6 1e-3"},
		{[]float64{0, 1e-7, 1e-3}, true, 30, 5, "0 1e-7 1e-6 1e-5 1e-4 1e-3"},
		{[]float64{-1, 1, 100}, true, 30, 5, "≤0 1 10 100"},
		{[]float64{2, 40}, true, 20, 2, "2 5 10 20"},
		{[]float64{3.1, 4.2}, true, 20, 4, "3.5 4.0"},
		{[]float64{0, 0}, true, 20, 4, "0"}, // no positive value defines the scale
		{[]float64{0, -2}, true, 1, 4, "≤0"},
		{[]float64{1, 1 + 1e-15}, false, 9, 2, "0.90 0.95 1.00 1.05 1.10"},
		{[]float64{5e-324, 1e-299}, true, 20, 4, "0 5e-300 1e-299 2e-299"},
		{nil, false, 5, 2, "−1 0 1"},
	} {
		a := newAxis(tc.values, tc.log, tc.n, 5)
		if got := labels(a.ticksApart(tc.apart)); got != tc.want {
			t.Errorf("%v log %v in %d cells: %q, want %q", tc.values, tc.log, tc.n, got, tc.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for v, want := range map[float64]clean.Text{
		0: "0", 1: "1", 0.5: "0.5", 10: "10", 1.5811: "1.58", 15.811: "15.8", 158.11: "158", 1250: "1250", 99999: "99999",
		100000: "1e5", 123456: "1.23e5", 1e-7: "1e-7", 0.001: "1e-3", 0.01: "0.01", 0.0158: "0.0158", 0.00158: "1.58e-3",
		-2.5e-10: "−2.5e-10", 9.999: "10", 0.9999: "1", -40: "−40", 1e300: "1e300", 5e-324: "4.94e-324", 0.009995: "0.01",
	} {
		if got := formatNumber(v); got != want {
			t.Errorf("number(%g) = %q, want %q", v, got, want)
		}
	}
}

// Labels of the x axis are separated by a blank, lie on the canvas, and stand at the position
// of their number.
func TestXLabelsNeverCollide(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 500 {
		n := 1 + rng.IntN(40)
		p := Plot{LogX: rng.IntN(2) == 0, XLabel: clean.Of([]string{"", "σ", "width"}[rng.IntN(3)]), Series: []Series{{Y: make([]float64, n)}}}
		scale := math.Pow(10, float64(rng.IntN(12)-6))
		for range n {
			p.Series[0].X = append(p.Series[0].X, scale*math.Pow(10, 4*rng.Float64()))
		}
		if rng.IntN(3) == 0 {
			p.Series[0].X[0] = 0
		}
		if rng.IntN(2) == 0 {
			p.Here = &Mark{X: p.Series[0].X[rng.IntN(n)], Y: math.NaN()}
		}
		w := 16 + rng.IntN(100)
		c, d := newCanvas(w, 12, false), p.collectData()
		f := p.arrange(c, d)
		var before []label
		if p.Here != nil {
			before = f.markedTicks(c, p, 2)
		}
		placed := f.placeXTicks(c, before, d, 2)
		if len(placed) == 0 {
			t.Fatalf("no label at all for %v in %d cells", p.Series[0].X, w)
		}
		slices.SortFunc(placed, func(a, b label) int { return a.start - b.start })
		end := 1
		for _, l := range placed {
			if l.start < end || l.start == end && !l.marked || l.start+width(l.text) > w || l.col < l.start || l.col >= l.start+width(l.text) {
				t.Fatalf("label %+v after column %d on %d cells, of %+v", l, end, w, placed)
			}
			end = l.start + width(l.text)
			v, err := strconv.ParseFloat(strings.TrimPrefix(string(l.text), "›"), 64)
			if err != nil {
				t.Fatal(err)
			}
			if off := f.x0 + f.pad + f.x.cell(v) - l.col; v > 0 && (off < -1 || off > 1) {
				t.Fatalf("label %q is %d cells off", l.text, off)
			}
		}
	}
}

// Zeros lie at the floor of a logarithmic axis, labelled 0, and curves that coincide there
// share a legend entry.
func TestZerosAreNamed(t *testing.T) {
	for _, tc := range []struct {
		name   string
		plot   Plot
		legend string
		floor  int // markers in the row of zero
	}{
		{"all", zerosPlot(0, 0, 0, 0), "● shifted = ▲ plain", 4},
		{"some", zerosPlot(0, 3e-16, 0, 2e-16), "● shifted = ▲ plain", 2},
		{"none", zerosPlot(1e-16, 3e-16, 5e-16, 2e-16), "● shifted = ▲ plain", 0},
		{"one curve", Plot{LogY: true, Series: []Series{{X: []float64{1, 2, 3}, Y: []float64{0, 0, 0}}}}, "", 3},
	} {
		for _, size := range [][2]int{{60, 15}, {49, 12}, {38, 8}, {20, 6}} {
			rows := strings.Split(renderText(tc.plot, size[0], size[1]), "\n")
			zero := slices.IndexFunc(rows, func(row string) bool {
				label, _, _ := strings.Cut(strings.Replace(row, "╱", "┤", 1), "┤")
				return strings.TrimSpace(label) == "0"
			})
			if (zero >= 0) != (tc.floor > 0) || zero >= 0 && strings.Count(rows[zero], "●") != tc.floor {
				t.Errorf("%s at %v: row %d is that of zero, which has %d markers:\n%s", tc.name, size, zero, tc.floor, strings.Join(rows, "\n"))
			}
			if size[1] >= 8 && !strings.Contains(rows[size[1]-1], tc.legend) {
				t.Errorf("%s at %v: the legend is not %q:\n%s", tc.name, size, tc.legend, strings.Join(rows, "\n"))
			}
		}
	}
}

// Zero has its own column, apart from the least positive value.
func TestZeroOnLogAxis(t *testing.T) {
	rows := screen(lambdaPlot(), 60, 15)
	zero, first := -1, -1
	for x, r := range rows[len(rows)-2] {
		if r == '0' && zero < 0 {
			zero = x
		}
		if r == '1' && first < 0 {
			first = x
		}
	}
	axis := string(rows[len(rows)-3])
	if zero < 0 || first < zero+2 || !strings.Contains(axis, "╱") {
		t.Errorf("zero at %d, 1e-7 at %d, axis %q", zero, first, axis)
	}
	if rows[10][zero] != ' ' && findCells(rows, '●')[0][0] != zero {
		t.Error("the point at λ = 0 is not above its label")
	}
}
