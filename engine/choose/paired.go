package choose

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Correlated is the analysis of the mean of J paired differences whose training sets
// overlap, so that they are not independent: a test, and the distribution of the mean.
type Correlated struct {
	// Mean is the mean difference and SE its error √(s²(1/J + ρ')), where ρ' is the
	// number of test samples over that of training samples.
	Mean, SE float64
	// P is the two-sided probability of a mean this large if there were no difference,
	// by the corrected resampled t with J−1 degrees of freedom (Nadeau and Bengio
	// 2003).
	P float64
	// Low and High bound the mean with 95 % probability; Below, Same and Above are the
	// probabilities that it is below −ROPE, within ±ROPE and above ROPE (Bayesian
	// correlated t, Benavoli et al. 2017).
	Low, High          float64
	Below, Same, Above float64
}

// CorrelatedT tests the mean of J paired differences. ratio is ρ', the number of test
// samples over that of training samples; ±rope is the region of practical equivalence.
// If all differences are equal, or there is only one, the fields other than Mean are
// NaN. Without differences Mean is NaN too.
func CorrelatedT(differences []float64, ratio, rope float64) Correlated {
	nan := math.NaN()
	c := Correlated{nan, nan, nan, nan, nan, nan, nan, nan}
	n := float64(len(differences))
	if n == 0 {
		return c
	}
	mean, variance := stat.MeanVariance(differences, nil)
	c.Mean = mean
	if floats.Max(differences) == floats.Min(differences) {
		c.Mean = differences[0]
		return c
	}
	c.SE = math.Sqrt(variance * (1/n + ratio))
	t := distuv.StudentsT{Sigma: 1, Nu: n - 1}
	c.P = 2 * t.Survival(math.Abs(c.Mean)/c.SE)
	of := distuv.StudentsT{Mu: c.Mean, Sigma: c.SE, Nu: n - 1}
	c.Low, c.High = of.Quantile(0.025), of.Quantile(0.975)
	c.Below, c.Above = of.CDF(-rope), of.Survival(rope)
	c.Same = max(0, 1-c.Below-c.Above)
	return c
}

// Holm returns the probabilities of several tests corrected so that the probability of
// one or more false positives stays below the level of each (Holm 1979). A NaN is not
// counted as a test and stays NaN.
func Holm(p []float64) []float64 {
	order := make([]int, 0, len(p))
	for i, v := range p {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	out, least := slices.Clone(p), 0.0
	for k, i := range order {
		least = max(least, min(1, float64(len(order)-k)*p[i]))
		out[i] = least
	}
	return out
}
