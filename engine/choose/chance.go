package choose

import (
	"fmt"
	"math"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/measure"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Chance compares the nested estimate of a choice with a baseline without features on
// the same test parts: the most frequent class of the data set, the mean target of the
// training part, an area under the curve of ½, or the slowness of white noise.
type Chance struct {
	Measure  *measure.Measure
	Value    Stat    // nested estimate
	Baseline float64 // mean over folds
	// Method is "corrected-t" for three folds or more. For fewer it is "wilson" for
	// segments, "normal" for slowness, and "" if there is no test.
	Method string
	// P is the one-sided probability of a value this much better by chance; NaN without
	// a test.
	P float64
	// Low and High bound the share of segments with 95 % probability (Wilson 1927); NaN
	// for other methods.
	Low, High float64
	// Better reports whether the choice is better than chance: P is below 5 %, or the
	// baseline is below Low.
	Better bool
}

// Chances returns the comparison of each measure with its baseline. Balanced accuracy
// is included only if it is the objective.
func (n *Nested) Chances(objective string) []Chance {
	var out []Chance
	for _, line := range baselines {
		for _, b := range line {
			if b.m == measure.BalancedRight && objective != measure.ByBalancedAccuracy || countsRight(b.m) && n.onlyUntrained() {
				continue
			}
			if c, ok := n.compareWithBaseline(b); ok {
				out = append(out, c)
				break
			}
		}
	}
	return out
}

// compareWithBaseline compares the nested estimate with baseline b. ok is false if the
// measure or the baseline is missing in a fold.
func (n *Nested) compareWithBaseline(b baseline) (c Chance, ok bool) {
	if b.value == nil {
		b.value = b.m.Value
	}
	values, chance := byFold(n.Row, b.value), byFold(n.Row, b.of)
	var x, y []float64
	for _, fold := range n.Row.folds() {
		v, ok := values[fold]
		w, both := chance[fold]
		if !ok || !both {
			return c, false
		}
		x, y = append(x, v), append(y, w)
	}
	c = Chance{Measure: b.m, Value: Mean(x), Baseline: Mean(y).Mean, P: math.NaN(), Low: math.NaN(), High: math.NaN()}
	if len(x) < 3 {
		c.testFewFolds(&n.Row)
		return c, true
	}
	c.Method = string(CorrectedT)
	better := x
	for i := range x {
		switch {
		case b.m.Unit == measure.Target:
			better[i] = math.Log(max(y[i], leastSlowness)) - math.Log(max(x[i], leastSlowness))
		default:
			better[i] = float64(b.m.Better) * (x[i] - y[i])
		}
	}
	c.P = oneSided(better, ratioOf(n.Row, n.Row))
	c.Better = c.P < significanceLevel
	return c, true
}

// oneSided returns the one-sided probability of a mean difference this large by the
// corrected resampled t. If all differences are equal, it returns 0 for a positive
// difference and 1 otherwise.
func oneSided(differences []float64, ratio float64) float64 {
	t := CorrelatedT(differences, ratio, 0)
	switch {
	case !math.IsNaN(t.P) && t.Mean > 0:
		return t.P / 2
	case !math.IsNaN(t.P):
		return 1 - t.P/2
	case t.Mean > 0:
		return 0
	}
	return 1
}

// testFewFolds tests the estimate with fewer than three folds. Segments are tested by
// Wilson's interval of their number, slowness by the variance 4/P of Δ of white noise
// over P pairs.
func (c *Chance) testFewFolds(r *Row) {
	switch c.Measure {
	case measure.SegmentsRight:
		if right, all := r.segmentsRight(); all > 0 {
			c.Method = "wilson"
			c.Low, c.High = Wilson(right, all)
			c.Better = c.Low > c.Baseline
		}
	case measure.TestSlowness:
		pairs := 0
		for _, res := range r.Results {
			if res.Point.Draw == 0 {
				pairs += res.NTest - res.SegmentsTest
			}
		}
		c.Method, c.P = "normal", distuv.UnitNormal.Survival((whiteNoiseDelta-c.Value.Mean)*math.Sqrt(float64(pairs))/2)
		c.Better = c.P < significanceLevel
	}
}

// name returns the name of the baseline of c.
func (c *Chance) name() string {
	for _, line := range baselines {
		for _, b := range line {
			if b.m == c.Measure {
				return b.name
			}
		}
	}
	return ""
}

// String returns the baseline's value, and whether the choice is better than chance.
func (c *Chance) String() string {
	text := message.Numbers("%s gets %.3g on the same test parts", c.name(), c.Baseline)
	better, worse := "better than chance", "no better than chance"
	if c.Measure == measure.TestSlowness {
		text = message.Numbers("Δ of the first feature is %.3g on test", c.Value.Mean)
		better, worse = "slower than white noise", "no slower than white noise"
	}
	switch {
	case c.Method == "":
		return text
	case c.Method == "wilson":
		text += message.Numbers(", ★ %.3g to %.3g (95 %%, Wilson, of its segments)", c.Low, c.High)
	default:
		text += " (" + probability(c.P) + ")"
	}
	if c.Better {
		return better + ": " + text
	}
	return worse + ": " + text
}

// probability returns the text of a probability: "p = 0.012", or "p < 0.0001" below
// that.
func probability(p float64) string {
	if p < 1e-4 {
		return "p < 0.0001"
	}
	return fmt.Sprintf("p = %.2g", p)
}
