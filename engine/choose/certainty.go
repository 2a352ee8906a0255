package choose

import (
	"math"
	"slices"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// level is the probability of the one-sided test and of each end of the interval.
const level = 0.05

// Deficit is by how much a point is worse than another on the same validation parts.
type Deficit struct {
	// Mean is the mean difference of the scores, SE its error √(s²(1/n + r)), T their
	// ratio.
	Mean, SE, T float64
	// P is the one-sided probability of so large a mean if the point were as good; NaN
	// where all differences are the same.
	P float64
}

// DeficitOf compares the scores of a point with those of the best, part by part, where
// ratio is the mean number of samples of a validation part over those that the model is
// fitted on: the parts share their training samples, and the plain error would be too
// small (Nadeau and Bengio 2003).
func DeficitOf(u, best []float64, ratio float64) Deficit {
	n := float64(len(u))
	differences := make([]float64, len(u))
	for i := range u {
		differences[i] = u[i] - best[i]
	}
	mean, variance := stat.MeanVariance(differences, nil)
	b := Deficit{Mean: mean, SE: math.Sqrt(variance * (1/n + ratio)), P: math.NaN()}
	if b.T = mean / b.SE; math.Sqrt(variance) > rounding(best) {
		b.P = distuv.StudentsT{Sigma: 1, Nu: n - 1}.Survival(b.T)
	}
	return b
}

// Ratio is the mean, over the validation parts of a row, of their number of samples over
// that of the samples that the model is fitted on; 0 where the parts are not known.
func (r *Row) Ratio() float64 {
	ratio := r.overParts(func(p *result.ValidationPart) float64 { return float64(p.N) / float64(p.Fit) })
	if math.IsNaN(ratio) {
		return 0
	}
	return ratio
}

// rounding is below what differences of scores are none.
func rounding(scores []float64) float64 {
	largest := 1.0
	for _, u := range scores {
		largest = max(largest, math.Abs(u))
	}
	return 1e-12 * largest
}

// AsGood says that a point is as good as the best within error: its P is at least 5 %,
// or it is worse on no part where they differ alike. One part says nothing.
func AsGood(u, best []float64, ratio float64) bool {
	if len(u) < 2 {
		return false
	}
	b := DeficitOf(u, best, ratio)
	if math.IsNaN(b.P) {
		return b.Mean <= rounding(best)
	}
	return b.P >= level
}

// PredictionInterval bounds the score of a new part like those of u, with a probability of 90 %;
// NaN for fewer than two parts. Parts that have samples in common are alike, so that their
// spread is less than that of independent ones and their mean is known less well than that of
// as many: with c the mean correlation of two, the error is s√((1 + 1/n + (1 − 1/n)c)/(1 − c)),
// on the degrees of freedom by Satterthwaite (1946).
func PredictionInterval(u []float64, o Overlap) (low, high float64) {
	if len(u) < 2 {
		return math.NaN(), math.NaN()
	}
	n := float64(len(u))
	c, of := o.Mean, 1+(n-1)*o.Mean
	free := (n - 1) * (n - 1) * (1 - c) * (1 - c) / (n + n*(n-1)*o.Square - of*of)
	mean, sd := stat.MeanStdDev(u, nil)
	half := distuv.StudentsT{Sigma: 1, Nu: max(free, 1)}.Quantile(1-level) * sd * math.Sqrt((1+1/n+(1-1/n)*c)/(1-c))
	return mean - half, mean + half
}

// Overlap is the share of samples that two validation parts of a row have in common: its mean
// over all pairs, and that of its square.
type Overlap struct{ Mean, Square float64 }

// overlap returns the expected share of samples that two validation parts of the row have in
// common, as units are dealt to them. Inner splits of a fold deal each unit once before any is
// dealt again. Folds share training samples; parts of one series are disjoint in a fold.
func (r *Row) overlap() (o Overlap) {
	folds, inner, _ := r.layout()
	share := r.overParts(func(p *result.ValidationPart) float64 { return float64(p.N) / float64(p.N+p.Fit) })
	if math.IsNaN(share) || share <= 0 || folds*inner < 2 {
		return o
	}
	units, shared := r.units()
	part := math.Max(1, math.Round(share*units))
	add := func(pairs, c float64) {
		spread := c * (1 - share) / part * math.Max(units-part, 0) / math.Max(units-1, 1) // of a hypergeometric number
		o.Mean, o.Square = o.Mean+pairs*c, o.Square+pairs*(c*c+spread)
	}
	round := int(1/share + 0.2) // parts that deal each unit once
	if r.series() {
		round = inner
	}
	f, k := float64(folds), float64(inner)
	add(f*againPairs(inner, round), share)
	add(f*(f-1)/2*k*k, share*shared)
	pairs := f * k * (f*k - 1) / 2
	return Overlap{o.Mean / pairs, o.Square / pairs}
}

// againPairs counts the pairs of inner splits that are dealt in different rounds.
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

// units returns the number of segments of the training part, and the share of a training part
// that is in that of another fold or repeat.
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

// MeanTau is the mean Kendall τ-b over all pairs of parts, given the scores of each
// point: near 1 where parts order the points alike. NaN where no pair of parts tells
// two points apart.
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

// pathsDiffer is the largest difference of scores that the arithmetic of different
// processors was seen to make.
const pathsDiffer = 1e-6

// judge says how sure the choice of the best among some rows is.
func (c *Choice) judge(among []int) {
	best := &c.candidates[c.Best]
	c.Drift = best.row.overParts(func(p *result.ValidationPart) float64 { return float64(p.Drift) })
	shown := make([]float64, 0, len(best.Parts))
	for _, u := range best.Parts {
		if !math.IsNaN(u) {
			shown = append(shown, best.show(u))
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
	c.Low, c.High = best.show(low), best.show(high)
	if c.By.Shares() {
		c.Low, c.High = max(0, min(c.Low, c.High)), min(1, max(c.Low, c.High))
	}
	if c.By.Objective == measure.BySlowness || c.By.Objective == measure.InTime {
		c.High = min(c.High, noise) // nothing scores more
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
