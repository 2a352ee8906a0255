package choose_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"example.com/sfatui/engine/choose"
)

// components returns the component of each set of axes of a decomposition.
func components(d choose.Decomposition, of func(choose.Component) float64) map[string]float64 {
	out := map[string]float64{}
	for _, c := range d.Components {
		name := ""
		for _, axis := range c.Axes {
			name += string("abcdef"[axis])
		}
		out[name] = of(c)
	}
	return out
}

func sameComponents(got, want map[string]float64, tolerance float64) bool {
	for name, w := range want {
		if g, ok := got[name]; !ok || math.Abs(g-w) > tolerance {
			return false
		}
	}
	return len(got) == len(want)
}

func share(c choose.Component) float64    { return c.Share }
func variance(c choose.Component) float64 { return c.Variance }

func TestH13Shares(t *testing.T) {
	d := choose.Decompose([]int{2, 3, 2}, [][]float64{{.90, .85, .80, .83, .70, .60, .88, .86, .95, .90, .75, .55}})
	want := map[string]float64{"a": .0215132445, "b": .7642324016, "c": .0741987414, "ab": .0494658276, "ac": .0109761452, "bc": .0652714767, "abc": .0143421630}
	if got := components(d, share); !sameComponents(got, want, 1e-9) || math.Abs(d.Variance-.01423541667) > 1e-10 || !math.IsNaN(d.Noise) {
		t.Errorf("variance %v, noise %v, shares %v", d.Variance, d.Noise, got)
	}
}

func TestH14NoiseCancels(t *testing.T) {
	d := choose.Decompose([]int{2, 3}, [][]float64{{.9, .8, .7, .95, .7, .6}, {.8, .75, .55, .9, .72, .5}, {.85, .85, .6, .8, .75, .65}})
	if got := components(d, variance); !sameComponents(got, map[string]float64{"a": 9.25925925926e-5, "b": .0115555555556, "ab": 2.12962962963e-4}, 1e-13) {
		t.Errorf("variances %v", got)
	}
	if got := components(d, share); !sameComponents(got, map[string]float64{"a": .00780640124902, "b": .974238875878, "ab": .0179547228728}, 1e-11) {
		t.Errorf("shares %v", got)
	}
}

// The errors are numpy's, by decomposing anew without each part.
func TestDecompositionStatesErrors(t *testing.T) {
	parts := [][]float64{{.9, .8, .7, .95, .7, .6}, {.8, .75, .55, .9, .72, .5}, {.85, .85, .6, .8, .75, .65}, {.88, .7, .66, .9, .8, .52}}
	d := choose.Decompose([]int{2, 3}, parts)
	if got := components(d, func(c choose.Component) float64 { return c.Error }); !sameComponents(got, map[string]float64{"a": .00013588, "b": .0026458, "ab": .00083438}, 1e-7) {
		t.Errorf("errors %v", got)
	}
	if got := components(d, func(c choose.Component) float64 { return c.ShareError }); !sameComponents(got, map[string]float64{"a": .01204108, "b": .02702133, "ab": .03067591}, 1e-8) {
		t.Errorf("errors of shares %v", got)
	}
	if math.Abs(d.Error-.0031828719528615595) > 1e-14 || !d.Measurable() {
		t.Errorf("error of the sum %v, measurable %v", d.Error, d.Measurable())
	}
	if d = choose.Decompose([]int{2, 3}, parts[:2]); !math.IsNaN(d.Error) || !d.Measurable() {
		t.Errorf("of two parts: error %v, measurable %v", d.Error, d.Measurable())
	}
}

func TestH15Holes(t *testing.T) {
	var cells [][]int
	for row := range 3 {
		for column := range 4 {
			if hole := [2]int{row, column}; hole != [2]int{2, 3} && hole != [2]int{2, 1} && hole != [2]int{0, 3} {
				cells = append(cells, []int{row, column})
			}
		}
	}
	if got := choose.FullGrid([]int{3, 4}, cells); !reflect.DeepEqual(got, [][]int{{0, 1, 2}, {0, 2}}) {
		t.Errorf("kept %v", got)
	}
	if got := choose.FullGrid([]int{3, 4}, nil); product(got) != 0 {
		t.Errorf("of no cell %v", got)
	}
	if got := choose.FullGrid([]int{2, 2}, [][]int{{0, 0}, {1, 1}}); product(got) != 1 {
		t.Errorf("of a diagonal %v", got)
	}
}

func product(kept [][]int) int {
	n := 1
	for _, values := range kept {
		n *= len(values)
	}
	return n
}

// Components found one by one, as the definition has them, sum to the variance; what
// an axis adds to all cells moves its own component alone.
func TestDecomposeByDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 0))
	shape := []int{3, 2, 4}
	var parts [][]float64
	for range 4 {
		scores := make([]float64, 24)
		for i := range scores {
			scores[i] = r.NormFloat64() + 3*float64(i/8) + 100
		}
		parts = append(parts, scores)
	}
	f := make([]map[int][]float64, len(parts)) // f[k][set], on all cells
	for k, scores := range parts {
		f[k] = map[int][]float64{}
		for _, set := range []int{0, 1, 2, 4, 3, 5, 6, 7} {
			f[k][set] = make([]float64, 24)
			for i := range 24 {
				n := 0.0
				for j := range 24 {
					if agree(i, j, set, shape) {
						f[k][set][i] += scores[j]
						n++
					}
				}
				f[k][set][i] /= n
				for sub := range set {
					if sub&set == sub {
						f[k][set][i] -= f[k][sub][i]
					}
				}
			}
		}
	}
	d := choose.Decompose(shape, parts)
	sum := 0.0
	for _, c := range d.Components {
		set, want := 0, 0.0
		for _, axis := range c.Axes {
			set |= 1 << axis
		}
		for k := range parts {
			for l := range parts {
				for i := range 24 {
					if k != l {
						want += f[k][set][i] * f[l][set][i] / 24 / 12
					}
				}
			}
		}
		if math.Abs(want-c.Variance) > 1e-12 {
			t.Errorf("axes %v: %v, want %v", c.Axes, c.Variance, want)
		}
		sum += c.Variance
	}
	if math.Abs(d.Noise-(1-sum/d.Variance)) > 1e-12 || d.Noise <= 0 {
		t.Errorf("noise %v", d.Noise)
	}
	if !slices.IsSortedFunc(d.Components, func(a, b choose.Component) int { return len(a.Axes) - len(b.Axes) }) {
		t.Error("components out of order")
	}
}

// agree reports whether two cells have the same values on the axes of a set.
func agree(i, j, set int, shape []int) bool {
	for axis := len(shape) - 1; axis >= 0; axis-- {
		if set>>axis&1 == 1 && i%shape[axis] != j%shape[axis] {
			return false
		}
		i, j = i/shape[axis], j/shape[axis]
	}
	return true
}

// Above the median nothing differs any more.
func TestBetterHalf(t *testing.T) {
	got := choose.BetterHalf([][]float64{{4, 1, 3, 2}, {5, 1, 9}})
	if !reflect.DeepEqual(got, [][]float64{{2.5, 1, 2.5, 2}, {5, 1, 5}}) {
		t.Errorf("%v", got)
	}
	flat := choose.Decompose([]int{2}, [][]float64{{1, 1}, {1, 1}})
	if c := flat.Components[0]; c.Share != 0 || flat.Variance != 0 {
		t.Errorf("of equal scores %+v", flat)
	}
}
