package synth

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestPatternsCrossTheRetina(t *testing.T) {
	orders := map[string]bool{}
	for i, p := range sharedRetina() {
		n, d := p.X.Dims()
		if n != 450 || d != 65 {
			t.Fatalf("pass %d is %d×%d", i, n, d)
		}
		var order []int
		for row := range n {
			turn := int(p.Latent.At(row, 0))
			if row%crossingTime == 0 {
				order = append(order, turn)
			}
			at, half := p.Latent.At(row, 1), patternShapes[turn-1].size/2
			inView := at+half > 1 && at-half < 63
			outside := at+half < 0 || at-half > 64
			if blank := p.Pattern[row] == 0; !blank && p.Pattern[row] != turn || blank && inView || !blank && outside {
				t.Errorf("pass %d, sample %d: pattern %d in view at %.1f, the turn is %d's", i, row, p.Pattern[row], at, turn)
			}
			if start := row % crossingTime; start < 5 || start > 145 {
				if p.Pattern[row] != 0 {
					t.Errorf("pass %d, sample %d: the retina is not blank", i, row)
				}
			}
		}
		orders[fmt.Sprint(order)] = true
	}
	if len(orders) != 6 {
		t.Errorf("orders %v", orders)
	}
}

// Ten samples later a pattern is seven sensors further to the right.
func TestRetinaPatternsMoveSteadily(t *testing.T) {
	for i, p := range sharedRetina() {
		for row := range 3 * crossingTime {
			if row%crossingTime >= crossingTime-10 {
				continue
			}
			for sensor := range retinaSensors - 7 {
				a, b := p.X.At(row, sensor), p.X.At(row+10, sensor+7)
				if math.Abs(a-b) > 2.0/(1<<15) {
					t.Fatalf("pass %d: sensor %d has %v at sample %d, sensor %d has %v ten samples later", i, sensor, a, row, sensor+7, b)
				}
			}
		}
	}
}

// In the paper's pass the slowest features of a Gaussian kernel and of a
// polynomial of degree 16 are two that encode which pattern it is and one that
// encodes where it is.
func TestRetinaSlowFeaturesEncodeIdentityAndPosition(t *testing.T) {
	if testing.Short() {
		t.Skip("solves for features by plain loops")
	}
	p := sharedRetina()[0]
	degree16 := func(a, b []float64) float64 {
		product := 1 + mat.Dot(mat.NewVecDense(len(a), a), mat.NewVecDense(len(b), b))
		return math.Pow(product, 16)
	}
	for name, kernel := range map[string]func(a, b []float64) float64{"gaussian": gaussian(0.5), "degree 16": degree16} {
		y := kernelSFA(t, p.X, kernel, 1e-10, 3)
		var humps [3][3]float64 // by feature and pattern, from the blank retina
		for j := range humps {
			for k := range humps[j] {
				from := k * crossingTime
				humps[j][k] = y.At(from+crossingTime/2, j) - y.At(from, j)
			}
		}
		for a := range 3 {
			for b := range a {
				// relative to the blank retina, the two identity features point
				// in another direction for every pattern
				u, v := []float64{humps[0][a], humps[1][a]}, []float64{humps[0][b], humps[1][b]}
				if angle := (u[0]*v[0] + u[1]*v[1]) / math.Hypot(u[0], u[1]) / math.Hypot(v[0], v[1]); angle > 0.2 {
					t.Errorf("%s: patterns %d and %d look alike: %v and %v", name, a+1, b+1, u, v)
				}
				if ratio := humps[2][a] / humps[2][b]; ratio < 0.6 || ratio > 1/0.6 {
					t.Errorf("%s: the place feature differs by a factor %.2f between patterns %d and %d", name, ratio, a+1, b+1)
				}
			}
		}
	}
}
