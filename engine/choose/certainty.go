package choose

import (
	"math"

	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Deficit is the difference of the scores of a point from those of another on the
// same validation parts; positive if the point is worse.
type Deficit struct {
	// Mean is the mean difference of the scores, SE its error √(s²(1/n + r)), T their
	// ratio.
	Mean, SE, T float64
	// P is the one-sided probability of a mean this large if the points were equally
	// good; NaN if all differences are equal.
	P float64
}

// DeficitOf returns the deficit of the scores u against best, paired by validation
// part. ratio is the mean number of samples of a validation part over that of the
// samples that the model is fitted on: parts share training samples, so the plain
// standard error would be too small (Nadeau and Bengio 2003).
func DeficitOf(u, best []float64, ratio float64) Deficit {
	n := float64(len(u))
	differences := make([]float64, len(u))
	for i := range u {
		differences[i] = u[i] - best[i]
	}
	mean, variance := stat.MeanVariance(differences, nil)
	b := Deficit{Mean: mean, SE: math.Sqrt(variance * (1/n + ratio)), P: math.NaN()}
	if b.T = mean / b.SE; math.Sqrt(variance) > roundingBound(best) {
		b.P = distuv.StudentsT{Sigma: 1, Nu: n - 1}.Survival(b.T)
	}
	return b
}

// Ratio returns the mean over the validation parts of their number of samples divided
// by the number of samples that the model is fitted on, or 0 if the parts are unknown.
func (r *Row) Ratio() float64 {
	ratio := r.overParts(func(p *result.ValidationPart) float64 { return float64(p.N) / float64(p.Fit) })
	if math.IsNaN(ratio) {
		return 0
	}
	return ratio
}

// AsGood reports whether a point is as good as the best within error: its P is at least
// 5 %, or all differences are equal and not positive. It returns false for fewer than
// two parts.
func AsGood(u, best []float64, ratio float64) bool {
	if len(u) < 2 {
		return false
	}
	b := DeficitOf(u, best, ratio)
	if math.IsNaN(b.P) {
		return b.Mean <= roundingBound(best)
	}
	return b.P >= significanceLevel
}

// PredictionInterval returns the 90 % interval of the score on one more part like those
// of u; NaN for fewer than two parts. Parts that share samples are correlated, so that
// their spread underestimates that of independent parts. With c the mean correlation of
// two parts, the error is s√((1 + 1/n + (1 − 1/n)c)/(1 − c)); the degrees of freedom
// follow Satterthwaite (1946). The share of samples in common is the correlation of
// means over samples, and the largest one of other statistics (Hoeffding 1948), so that
// the interval is too wide rather than too narrow.
func PredictionInterval(u []float64, o Overlap) (low, high float64) {
	if len(u) < 2 {
		return math.NaN(), math.NaN()
	}
	n := float64(len(u))
	c, of := o.Mean, 1+(n-1)*o.Mean
	free := (n - 1) * (n - 1) * (1 - c) * (1 - c) / (n + n*(n-1)*o.Square - of*of)
	mean, sd := stat.MeanStdDev(u, nil)
	half := distuv.StudentsT{Sigma: 1, Nu: max(free, 1)}.Quantile(1-significanceLevel) * sd * math.Sqrt((1+1/n+(1-1/n)*c)/(1-c))
	return mean - half, mean + half
}

// Overlap is the share of samples that two validation parts of a row have in common:
// its mean over all pairs of parts, and the mean of its square.
type Overlap struct{ Mean, Square float64 }

// overlap returns the expected share of samples that two validation parts of the row
// have in common. The inner splits of a fold assign each unit once before any unit is
// assigned again. Folds share training samples; within a fold, the parts of one time
// series are disjoint.
func (r *Row) overlap() (o Overlap) {
	folds, inner, _ := r.Layout()
	share := r.overParts(func(p *result.ValidationPart) float64 { return float64(p.N) / float64(p.N+p.Fit) })
	if math.IsNaN(share) || share <= 0 || folds*inner < 2 {
		return o
	}
	units, shared := r.units()
	part := math.Max(1, math.Round(share*units))
	add := func(pairs, c float64) {
		spread := c * (1 - share) / part * math.Max(units-part, 0) / math.Max(units-1, 1) // variance of a hypergeometric number
		o.Mean, o.Square = o.Mean+pairs*c, o.Square+pairs*(c*c+spread)
	}
	round := int(1/share + 0.2) // number of parts that hold each unit once
	if r.series() {
		round = inner
	}
	f, k := float64(folds), float64(inner)
	add(f*againPairs(inner, round), share)
	add(f*(f-1)/2*k*k, share*shared)
	pairs := f * k * (f*k - 1) / 2
	return Overlap{o.Mean / pairs, o.Square / pairs}
}

// againPairs returns the number of pairs of inner splits from different rounds.
func againPairs(inner, round int) (pairs float64) {
	for i := range inner {
		for j := range i {
			if i/round != j/round {
				pairs++
			}
		}
	}
	return pairs
}

// units returns the number of training segments, and the share of a training part that
// is also in the training part of another fold or repeat.
func (r *Row) units() (units, shared float64) {
	folds, _, _ := r.Layout()
	for _, res := range r.Results {
		if res.Error != "" {
			continue
		}
		shared = float64(folds-2) / math.Max(float64(folds-1), 1)
		if r.Config.Repeats > 0 {
			shared = float64(res.NTrain) / float64(res.NTrain+res.NTest)
		}
		return float64(res.SegmentsTrain), math.Max(shared, 0)
	}
	return 1, 0
}
