package align_test

import (
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/align"
	"example.com/sfatui/engine/linalg/linalgtest"
)

func series(n int, f func(i float64) float64) align.Series {
	x := make([]float64, n)
	for i := range x {
		x[i] = f(float64(i))
	}
	return align.Of(x...)
}

// pair returns the pair of row L13.
func pair() (x, y align.Series) {
	return series(5, func(i float64) float64 { return math.Sin(0.9 * i) }),
		series(6, func(j float64) float64 { return math.Sin(0.7*j+0.2) + 0.1*j })
}

// symbols returns frames with a cost of 1 if they differ.
func symbols(text string) align.Series {
	s := align.Series{Channels: 4}
	for _, r := range text {
		frame := make([]float64, 4)
		frame[r-'1'] = math.Sqrt(0.5)
		s.X = append(s.X, frame...)
	}
	return s
}

func TestL12Symbols(t *testing.T) {
	var a align.Aligner
	for _, c := range []struct {
		x, y string
		want float64
	}{{"12", "1122", 0}, {"123", "1223", 0}, {"123", "133", 1}, {"1223", "133", 2}} {
		linalgtest.Near(t, "D("+c.x+", "+c.y+")", a.DTW(symbols(c.x), symbols(c.y), align.Window{}), c.want, 1e-12)
	}
}

// steps returns a series in which |v − w| is the squared distance of frames: one
// channel for each gap between the values, sorted.
func steps(s align.Series, values []float64) align.Series {
	out := align.Series{Channels: len(values) - 1}
	for _, v := range s.X {
		for k := range len(values) - 1 {
			step := 0.0
			if v > values[k] {
				step = math.Sqrt(values[k+1] - values[k])
			}
			out.X = append(out.X, step)
		}
	}
	return out
}

func TestL13(t *testing.T) {
	var a align.Aligner
	x, y := pair()
	linalgtest.Near(t, "DTW", a.DTW(x, y, align.Window{}), 0.2888303796, 1e-10)
	path, cost := align.Path(x, y, align.Window{})
	linalgtest.Near(t, "the cost of the path", cost, 0.2888303796, 1e-10)
	if want := [][2]int{{0, 0}, {1, 1}, {2, 2}, {2, 3}, {3, 4}, {4, 5}}; !slices.Equal(path, want) {
		t.Errorf("path %v, want %v", path, want)
	}
	values := slices.Sorted(slices.Values(slices.Concat(x.X, y.X)))
	linalgtest.Near(t, "with magnitudes", a.DTW(steps(x, values), steps(y, values), align.Window{}), 1.1226773145, 1e-9)
	linalgtest.Near(t, "in a band of 0", a.DTW(x, y, align.Band(0)), math.Inf(1), 0)
	linalgtest.Near(t, "the number of paths", math.Exp(align.GAK{Sigma: 1e6}.Log(&a, x, y)), 681, 1e-6)
}

func TestL14Windows(t *testing.T) {
	var a align.Aligner
	x := series(16, func(i float64) float64 { return math.Sin(0.5 * i) })
	y := series(16, func(i float64) float64 { return math.Sin(0.5*i-0.8) + 0.05*i })
	for width, want := range map[int]float64{0: 6.5327560211, 1: 3.0946809708, 2: 1.6860577285, 3: 1.5914773562, 15: 1.5914773562} {
		linalgtest.Near(t, "in a band", a.DTW(x, y, align.Band(width)), want, 1e-10)
	}
	for slope, want := range map[float64]float64{1.5: 2.4641338939, 2: 2.0567435179, 3: 2.0567435179} {
		linalgtest.Near(t, "in a parallelogram", a.DTW(x, y, align.Itakura(slope)), want, 1e-10)
	}
	for width, want := range map[int][2]float64{1: {2.3894537975, 2.4995771825}, 2: {0.8968136449, 0.8849279783}, 3: {0.6969659862, 0.7119461633}} {
		linalgtest.Near(t, "bound of x", align.NewEnvelope(y, width).Keogh(x, math.Inf(1)), want[0], 1e-10)
		linalgtest.Near(t, "bound of y", align.NewEnvelope(x, width).Keogh(y, math.Inf(1)), want[1], 1e-10)
	}
	linalgtest.Near(t, "first and last", align.FirstLast(x, y), 0.5616236593, 1e-10)
	both := func(s align.Series, f func(i float64) float64) align.Series {
		out := align.Series{Channels: 2}
		for i, v := range s.X {
			out.X = append(out.X, v, f(float64(i)))
		}
		return out
	}
	x2 := both(x, func(i float64) float64 { return math.Cos(0.3 * i) })
	y2 := both(y, func(i float64) float64 { return math.Cos(0.3*i + 0.6) })
	linalgtest.Near(t, "dependent", a.DTW(x2, y2, align.Window{}), 7.9529751046, 1e-9)
	linalgtest.Near(t, "independent", a.IndependentBelow(x2, y2, align.Window{}, math.Inf(1)), 2.0745192924, 1e-9)
}

func sigmaOf(s2 float64) float64 { return math.Sqrt(s2 / 2) }

func TestL15GAK(t *testing.T) {
	var a align.Aligner
	x, y := pair()
	for s2, want := range map[float64][2]float64{0.25: {0.118301424424, 0.122720519858}, 1: {3.623503681710, 0.469517203398}, 4: {5.446160672676, 0.712451938682}} {
		g := align.GAK{Sigma: sigmaOf(s2)}
		linalgtest.Near(t, "log k", g.Log(&a, x, y), want[0], 1e-11)
		linalgtest.Near(t, "normalised", normalised(g, &a, x, y), want[1], 1e-11)
	}
	linalgtest.Near(t, "first of tslearn", normalised(align.GAK{Sigma: 2}, &a, align.Of(1, 2, 3), align.Of(1, 2, 2, 3)), 0.8393369079, 1e-10)
	linalgtest.Near(t, "second of tslearn", normalised(align.GAK{Sigma: 1}, &a, align.Of(1, 2, 3), align.Of(1, 2, 2, 3, 4)), 0.2733855909, 1e-10)
	for width, want := range map[int]float64{2: -1.068468597301, 3: 0.359687495373, 5: 1.572801903367} {
		linalgtest.Near(t, "triangular", align.GAK{Sigma: sigmaOf(1), Band: width}.Log(&a, x, y), want, 1e-11)
	}
	linalgtest.Near(t, "out of reach", align.GAK{Sigma: 1, Band: 1}.Log(&a, x, y), math.Inf(-1), 0)
}

func TestL16Limits(t *testing.T) {
	var a align.Aligner
	x, y := pair()
	linalgtest.Near(t, "the logarithm of the number of paths", align.GAK{Sigma: sigmaOf(1e12)}.Log(&a, x, y), 6.523562306150, 1e-11)
	linalgtest.Near(t, "the same of other series of these lengths", align.GAK{Sigma: sigmaOf(1e12)}.Log(&a, series(5, math.Sqrt), series(6, math.Cos)), 6.523562306150, 1e-9)
	// The soft minimum over all paths goes to the cost of the best one from below.
	costs := pathCosts(x, y, 0, 0)
	if len(costs) != 681 {
		t.Fatalf("%d paths", len(costs))
	}
	linalgtest.Near(t, "the least of all paths", slices.Min(costs), a.DTW(x, y, align.Window{}), 1e-12)
	before := math.Inf(-1)
	for i, want := range []float64{-4.5579988629, 0.1586734611, 0.2851790825} {
		γ := math.Pow(0.1, float64(i))
		sum := 0.0
		for _, d := range costs {
			sum += math.Exp(-d / γ)
		}
		soft := -γ * math.Log(sum)
		linalgtest.Near(t, "the soft minimum", soft, want, 6e-11)
		linalgtest.Near(t, "the soft minimum by recursion", softMinimum(x, y, γ), soft, 1e-11)
		if soft < before || soft > a.DTW(x, y, align.Window{}) {
			t.Errorf("γ = %g: %v, before %v", γ, soft, before)
		}
		before = soft
	}
}

// pathCosts returns the costs of all paths from the frames i and j on to the last, one
// by one.
func pathCosts(x, y align.Series, i, j int) (out []float64) {
	own := (x.X[i] - y.X[j]) * (x.X[i] - y.X[j])
	if i == x.Len()-1 && j == y.Len()-1 {
		return []float64{own}
	}
	for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}} {
		if a, b := i+step[0], j+step[1]; a < x.Len() && b < y.Len() {
			for _, rest := range pathCosts(x, y, a, b) {
				out = append(out, own+rest)
			}
		}
	}
	return out
}

// softMinimum returns the soft minimum over all paths, by the recursion of the best
// path with a soft minimum for each of its steps.
func softMinimum(x, y align.Series, γ float64) float64 {
	above := make([]float64, y.Len()+1)
	for j := range above {
		above[j] = math.Inf(1)
	}
	above[0] = 0
	for _, v := range x.X {
		row := []float64{math.Inf(1)}
		for j, w := range y.X {
			sum := math.Exp(-above[j]/γ) + math.Exp(-above[j+1]/γ) + math.Exp(-row[j]/γ)
			row = append(row, (v-w)*(v-w)-γ*math.Log(sum))
		}
		above = row
	}
	return above[y.Len()]
}

func TestL17Logarithms(t *testing.T) {
	var a align.Aligner
	x := series(600, func(i float64) float64 { return math.Sin(0.05 * i) })
	y := series(600, func(i float64) float64 { return math.Sin(0.05*i + 0.5) })
	linalgtest.Near(t, "narrow", align.GAK{Sigma: sigmaOf(0.02)}.Log(&a, x, y), 787.80353330, 1e-8)
	linalgtest.Near(t, "wide", align.GAK{Sigma: sigmaOf(50)}.Log(&a, x, y), 1048.03257078, 1e-8)
	linalgtest.Near(t, "triangular", align.GAK{Sigma: sigmaOf(50), Band: 30}.Log(&a, x, y), 925.32972631, 1e-8)
	far := series(300, func(i float64) float64 { return 3 + math.Cos(0.05*i) })
	linalgtest.Near(t, "far apart", align.GAK{Sigma: sigmaOf(0.05)}.Log(&a, align.Of(x.X[:300]...), far), -50078.49278105, 1e-7)
}

func BenchmarkGAK150(b *testing.B) {
	var a align.Aligner
	x := series(150, func(i float64) float64 { return math.Sin(0.05 * i) })
	y := series(150, func(i float64) float64 { return math.Sin(0.05*i + 0.5) })
	for b.Loop() {
		align.GAK{Sigma: 1}.Log(&a, x, y)
	}
}

func BenchmarkDTW150(b *testing.B) {
	var a align.Aligner
	x := series(150, func(i float64) float64 { return math.Sin(0.05 * i) })
	y := series(150, func(i float64) float64 { return math.Sin(0.05*i + 0.5) })
	for b.Loop() {
		a.DTW(x, y, align.Window{})
	}
}

// normalised returns the kernel of two series, divided by the geometric mean of those
// of each with itself.
func normalised(g align.GAK, a *align.Aligner, x, y align.Series) float64 {
	return math.Exp(g.Log(a, x, y) - (g.Log(a, x, x)+g.Log(a, y, y))/2)
}
