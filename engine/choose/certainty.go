package choose

import (
	"math"
	"slices"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// significanceLevel is the significance level of the one-sided tests, and the
// probability in each tail of the 90 % interval.
const significanceLevel = 0.05

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

// roundingBound returns the largest difference of scores that rounding can explain.
func roundingBound(scores []float64) float64 {
	largest := 1.0
	for _, u := range scores {
		largest = max(largest, math.Abs(u))
	}
	return 1e-12 * largest
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
// follow Satterthwaite (1946).
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
	folds, inner, _ := r.layout()
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
	folds, _, _ := r.layout()
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

// MeanTau returns the mean of Kendall's τ-b over all pairs of parts: near 1 if the
// parts rank the points alike. points[i] holds the scores of point i on each part. It
// returns NaN if every pair of parts contains a part on which all points tie.
func MeanTau(points [][]float64) float64 {
	if len(points) == 0 {
		return math.NaN()
	}
	parts := make([][]float64, len(points[0]))
	for k := range parts {
		scores := make([]float64, len(points))
		for i, u := range points {
			scores[i] = u[k]
		}
		parts[k] = levels(scores)
	}
	var all []float64
	for i := range parts {
		for _, other := range parts[:i] {
			all = append(all, KendallTau(parts[i], other))
		}
	}
	return meanOver(all)
}

// pathsDiffer is the largest difference of scores observed between the arithmetic of
// different processors.
const pathsDiffer = 1e-6

// judge computes the statistics of the choice among the rows with indices among:
// spread, drift, prediction interval, equally good rows, agreement of the parts, and
// warnings.
func (c *Choice) judge(among []int) {
	best := &c.candidates[c.Best]
	c.Drift = best.row.overParts(func(p *result.ValidationPart) float64 { return float64(p.Drift) })
	shown := make([]float64, 0, len(best.Parts))
	for _, u := range best.Parts {
		if !math.IsNaN(u) {
			shown = append(shown, best.toUnits(u))
		}
	}
	c.Spread = slices.Max(shown) / slices.Min(shown)
	if c.By.On() == "validation" {
		c.Stationarity = StationarityOf(best.row)
	}
	c.Undecided = c.undecided(among)
	c.Warnings = c.unresolved(among)
	if !best.Complete() {
		return
	}
	low, high := PredictionInterval(best.Parts, best.row.overlap())
	c.Low, c.High = best.toUnits(low), best.toUnits(high)
	if c.By.Shares() {
		c.Low, c.High = max(0, min(c.Low, c.High)), min(1, max(c.Low, c.High))
	}
	if c.By.Objective == measure.BySlowness || c.By.Objective == measure.InTime {
		c.High = min(c.High, whiteNoiseDelta) // scores are at most 2, the value of white noise
	}
	ratio := best.row.Ratio()
	var parts [][]float64
	for _, i := range among {
		s := &c.candidates[i]
		if !s.Complete() || s.rank == diagnosis || s.row.split() != best.row.split() || len(s.Parts) != len(best.Parts) {
			continue
		}
		parts = append(parts, s.Parts)
		if i != c.Best && s.rank == best.rank && AsGood(s.Parts, best.Parts, ratio) {
			c.AsGood = append(c.AsGood, i)
		}
	}
	if len(parts) > 1 {
		c.Agreement = MeanTau(parts)
		c.Disagreement = DisagreementOf(parts, ratio)
	}
	c.Warnings = append(c.warnings(len(parts)), c.Warnings...)
}
