package advise

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// scattered adds a number to the scores of each fold of a σ: the same numbers in another order, so
// that differences are as large as their errors.
func scattered(results []*result.Result, by float64) []*result.Result {
	n := -1
	for _, r := range results {
		if r.Point.Fold == 0 {
			n++
		}
		score := part.Float(float64(r.Validation.Accuracy.Sample) + by*float64((r.Point.Fold+n)%folds))
		accuracy := &result.Accuracy{Sample: score, Segment: score}
		r.Validation.Accuracy, r.Validation.Parts[0].Accuracy = accuracy, accuracy
	}
	return results
}

// withKernel returns the results with another kernel, which has no width if it is polynomial.
func withKernel(results []*result.Result, name string) []*result.Result {
	for _, r := range results {
		kernel.Name.Set(&r.Point, name)
		if name == "poly" {
			kernel.Sigma.Set(&r.Point, part.Value{})
		}
		r.Key += name
	}
	return results
}

// The pieces of advice on one state agree with each other and with the results, and none is
// stated more strongly than its error allows.
func TestAdviceAgrees(t *testing.T) {
	level := func(score float64) func(float64, float64, int) outcome {
		return func(float64, float64, int) outcome { return outcome{score: score, even: true} }
	}
	wide := []float64{2, 4, 8, 16, 32}
	unsound := func(float64, float64, int) outcome { return outcome{score: 0.9, deviation: 0.5} }
	withoutLambda := grid([]float64{5}, []float64{0}, []int{2, 4}, unsound)
	for _, r := range withoutLambda {
		method.Name.Set(&r.Point, "pca")
		method.Lambda.Set(&r.Point, part.Value{})
	}
	for _, c := range []struct {
		name        string
		results     []*result.Result
		says, never []string
	}{
		// Three parts with a spread of 0.2 between them exclude no difference below 0.05.
		{"σ without an effect, but with large errors", scattered(grid(wide, []float64{1e-6}, []int{100}, level(0.6)), 0.2), nil, []string{"stop searching"}},
		{"σ without an effect, with errors below 5 %", scattered(grid(wide, []float64{1e-6}, []int{100}, level(0.6)), 0.005), []string{"stop searching σ"}, nil},
		{"σ has no effect at the best λ alone", grid(wide, []float64{0, 1e-3}, []int{100}, func(sigma, lambda float64, _ int) outcome {
			if lambda == 0 {
				return outcome{score: 0.8 - 0.2*math.Abs(math.Log10(sigma/8))}
			}
			return outcome{score: 0.85}
		}), []string{"for σ from 2 to 32, with λ=0.001,"}, nil},
		{"all wide and over-fitted, with m and λ at their ends", grid([]float64{40}, []float64{1}, []int{10}, generalisingBadly(level(0.7))), []string{"the only width tried, 40, is wide"}, []string{"widen σ"}},
		{"too few supports for the features, and over-fitted", grid([]float64{5}, []float64{1e-6}, []int{8}, func(float64, float64, int) outcome {
			return outcome{score: 0.7, features: 7, held: 0.5}
		}), []string{"raise m to 16", "raise λ to 1e-5"}, []string{"lower m"}},
		{"features cut by the width, and over-fitted", grid([]float64{5}, []float64{1}, []int{10}, func(float64, float64, int) outcome {
			return outcome{score: 0.7, features: 5, held: 0.5}
		}), []string{"widen σ to 10", "find out why features are missing"}, []string{"narrow σ"}},
		{"selection stopped at 6 of 100, without a width", withKernel(grid([]float64{5}, []float64{1e-6}, []int{100}, func(float64, float64, int) outcome {
			return outcome{score: 0.7, features: 5, supports: 6, held: 0.1}
		}), "poly"), []string{"only 6 of 100 distinct supports"}, []string{"raise m", "lower m"}},
		{"no λ makes the variance hold", grid([]float64{5, 10}, []float64{1e-3, 1}, []int{100, 200}, unsound), []string{"distrust", "no λ tried meets the tolerance"}, []string{"nothing to do", "it would be best"}},
		{"nor does any m", withoutLambda, []string{"distrust m=2", "no m tried meets"}, []string{"nothing to do"}},
		// λ is of order 1: a larger one leaves no signal.
		{"over-fitted at the largest λ", grid([]float64{4, 5}, []float64{0.1, 1}, []int{50, 100}, func(_, lambda float64, m int) outcome {
			return outcome{score: 0.5 + 1e-3*float64(m) + 0.1*lambda, held: 0.5}
		}), []string{"widen σ to 10"}, []string{"raise λ"}},
		{"over-fitted far above the λ that begins to act", grid([]float64{4, 5}, []float64{0, 10, 100}, []int{50, 100}, func(_, lambda float64, m int) outcome {
			return outcome{score: 0.5 + 1e-3*float64(m) + 1e-3*lambda, held: 0.5, acts: 1e-3}
		}), []string{"widen σ to 10"}, []string{"raise λ"}},
		{"the smaller m failed", grid([]float64{4, 5}, []float64{1e-6}, []int{50, 100}, func(_, _ float64, m int) outcome {
			if m == 50 {
				return outcome{err: "no"}
			}
			return outcome{score: 0.7, held: 0.5}
		}), []string{"a smaller m has no valid result"}, []string{"NaN", "a smaller m is no better", "a larger m may be better"}},
		// The best sound point is worse than λ = 0, by ten times the 1 % that counts as equal.
		{"λ = 0 is better but unsound", grid([]float64{5}, []float64{0, 1e-6}, []int{100}, func(_, lambda float64, _ int) outcome {
			if lambda == 0 {
				return outcome{score: 0.8, deviation: 0.3}
			}
			return outcome{score: 0.7}
		}), []string{"raise λ to 1e-7"}, []string{"within error"}},
		{"another kernel is worse, at any σ", append(grid([]float64{5}, []float64{1e-6}, []int{100}, level(0.9)),
			withKernel(grid([]float64{2, 5, 10}, []float64{1e-6}, []int{100}, level(0.6)), "laplacian")...), []string{"nothing to do"}, []string{"changes the score"}},
		// 0.6 at its best and 0.6 − 0.2·log₁₀ 5 = 0.46 at its worst.
		{"σ matters for another kernel", append(grid([]float64{5}, []float64{1e-6}, []int{100}, level(0.9)),
			withKernel(grid([]float64{2, 10}, []float64{1e-6}, []int{100}, func(sigma, _ float64, _ int) outcome {
				return outcome{score: 0.6 - 0.2*math.Log10(sigma/2)}
			}), "laplacian")...), []string{"with laplacian it changes the score by 14 %"}, nil},
		{"λ was not varied at the best, and too small elsewhere", append(grid([]float64{5}, []float64{0}, []int{100}, level(0.9)),
			grid([]float64{2}, []float64{0, 1e-9}, []int{100}, level(0.6))...), []string{"add λ 1e-7", "up to 1e-9, which may be too small"}, []string{"add λ 1e-9"}},
		{"only the best over-fits as much", grid(threeSigmas, threeLambdas, []int{100}, generalisingBadly(hill)), []string{"5 times as fast"}, []string{"not distinguishable"}},
	} {
		list := consider(c.results)
		text := sentences(list)
		for _, say := range c.says {
			if !strings.Contains(text, say) {
				t.Errorf("%s: no %q in\n\t%s", c.name, say, text)
			}
		}
		for _, not := range append(c.never, "NaN") {
			if strings.Contains(text, not) {
				t.Errorf("%s: %q in\n\t%s", c.name, not, text)
			}
		}
		if len(list) > 1 && slices.ContainsFunc(list, func(a Advice) bool { return a.Kind == Done }) {
			t.Errorf("%s: nothing to do, beside\n\t%s", c.name, text)
		}
	}
}
