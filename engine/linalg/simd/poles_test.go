package simd

import (
	"math"
	"testing"
)

func TestPolesAgainstLoop(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		for _, n := range lengths {
			p := Poles{D: numbers(11, n), Z: numbers(12, n), Origin: 5, Tau: -0.25}
			terms, ratios := numbers(13, n), numbers(14, n)
			want := append([]float64(nil), ratios...)
			var sum, squares, size float64
			p.TermsTo(terms)
			p.MulRatios(-9, ratios)
			for i, d := range p.D {
				u := p.Z[i] / ((d - p.Origin) - p.Tau)
				sum += p.Z[i] * u
				squares += u * u
				size += math.Abs(p.Z[i] * u)
				if !(math.Abs(terms[i]-u) <= 1e-15*math.Abs(u)) {
					t.Fatalf("n=%d: term %d is %v, want %v", n, i, terms[i], u)
				}
				want[i] *= ((d - p.Origin) - p.Tau) / (d + 9)
				if !(math.Abs(ratios[i]-want[i]) <= 1e-15*math.Abs(want[i])) {
					t.Fatalf("n=%d: entry %d is %v, want %v", n, i, ratios[i], want[i])
				}
			}
			pastEnd(t, n, terms)
			pastEnd(t, n, ratios)
			for name, s := range map[string]PoleSums{"up": p.SumUp(), "down": p.SumDown()} {
				if !(math.Abs(s.Terms-sum) <= 1e-14*size) || !(math.Abs(s.Squares-squares) <= 1e-14*squares) {
					t.Errorf("n=%d %s: %v, want %v and %v", n, name, s, sum, squares)
				}
			}
		}
	})
}

// The partial sums bound the error of a sum, and hardly more, where terms grow
// towards its end.
func TestPolesBoundTheErrorOfTheirSum(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		for _, n := range lengths {
			var up, down Poles
			for i := range n {
				up.D, up.Z = append(up.D, -math.Pow(0.5, float64(i))), append(up.Z, 1)
				down.D, down.Z = append(down.D, math.Pow(0.5, float64(n-1-i))), append(down.Z, 1)
			}
			for name, s := range map[string]PoleSums{"up": up.SumUp(), "down": down.SumDown()} {
				if size := math.Abs(s.Terms); !(math.Abs(s.Partial) >= size*(1-1e-12)) || !(math.Abs(s.Partial) <= 2.1*size) {
					t.Errorf("n=%d %s: the sum is %v, partial sums %v", n, name, s.Terms, s.Partial)
				}
			}
		}
	})
}

func TestPolesPanic(t *testing.T) {
	for name, f := range map[string]func(){
		"sum":    func() { Poles{D: make([]float64, 3), Z: make([]float64, 2)}.SumUp() },
		"terms":  func() { Poles{D: make([]float64, 3), Z: make([]float64, 3)}.TermsTo(make([]float64, 4)) },
		"ratios": func() { Poles{D: make([]float64, 3)}.MulRatios(1, make([]float64, 4)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: lengths that differ are taken", name)
				}
			}()
			f()
		}()
	}
}
