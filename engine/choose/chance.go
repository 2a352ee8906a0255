package choose

import (
	"fmt"
	"math"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/stat/distuv"
)

// Chance sets the nested estimate of a choice beside what needs no features, on the same test
// parts: the most frequent class of the data set, the mean target of the training part, an
// area under the curve of one half, the slowness of white noise.
type Chance struct {
	Measure  *measure.Measure
	Value    Stat    // the nested estimate
	Baseline float64 // mean over folds
	// Method is "corrected-t" over three folds or more; of fewer "wilson" for segments and
	// "normal" for slowness, and "" where there is no test.
	Method string
	// P is the one-sided probability of so much better a value by chance; NaN without the
	// test.
	P float64
	// Low and High bound the share of segments with 95 % (Wilson 1927); NaN without.
	Low, High float64
	// Better says that the choice is better than chance, at the level of 5 % of P, or as the
	// baseline is below Low.
	Better bool
}

// baseline is what a measure of the test part is held against.
type baseline struct {
	m    *measure.Measure
	name string
	of   func(*result.Result) float64 // NaN where it was not taken
	// value is what is held against it; nil for the measure itself.
	value func(*result.Result) float64
}

// baselines are those of all measures that have one, the first of each line that was taken.
var baselines = [][]baseline{
	{
		{m: measure.SegmentsRight, name: "the most frequent class alone", of: func(r *result.Result) float64 { return float64(r.Accuracy.OfBaseline().Segment) }},
		{m: measure.SamplesRight, name: "the most frequent class alone", of: func(r *result.Result) float64 { return float64(r.Accuracy.OfBaseline().Sample) }},
	},
	{{m: measure.BalancedRight, name: "one class alone", of: oneClass}},
	{{m: measure.TestRMSE, name: "the mean of training alone", of: func(r *result.Result) float64 {
		if r.RMSEOfMean == nil {
			return math.NaN()
		}
		return float64(*r.RMSEOfMean)
	}}},
	{{m: measure.AUC, name: "guessing", of: func(*result.Result) float64 { return 0.5 }}},
	{{m: measure.TestSlowness, name: "white noise", of: func(r *result.Result) float64 {
		if graph.InTime(r.Point) {
			return noise
		}
		return math.NaN()
	}, value: func(r *result.Result) float64 {
		if len(r.Slowness.Test) == 0 {
			return math.NaN()
		}
		return float64(r.Slowness.Test[0])
	}}},
}

// oneClass is the balanced accuracy of a single class: 1 over the number of classes of the
// test part.
func oneClass(r *result.Result) float64 {
	if r.Confusion == nil {
		return math.NaN()
	}
	classes := 0.0
	for _, row := range r.Confusion.Sample {
		for _, n := range row {
			if n > 0 {
				classes++
				break
			}
		}
	}
	return 1 / classes
}

// Chances sets each measure of the estimate that has a baseline beside it; balanced accuracy
// where it is the objective.
func (n *Nested) Chances(objective string) []Chance {
	var out []Chance
	for _, line := range baselines {
		for _, b := range line {
			if b.m == measure.BalancedRight && objective != measure.ByBalancedAccuracy || countsRight(b.m) && n.onlyUntrained() {
				continue
			}
			if c, ok := n.against(b); ok {
				out = append(out, c)
				break
			}
		}
	}
	return out
}

// against is false where the measure or the baseline was not taken in every fold.
func (n *Nested) against(b baseline) (c Chance, ok bool) {
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
		c.ofFewFolds(&n.Row)
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
	c.Better = c.P < level
	return c, true
}

// oneSided is the probability of a mean as large by the corrected resampled t; 0 and 1 where
// all differences are the same.
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

// ofFewFolds judges where there are too few folds for a test of them: segments by their
// number, and slowness by the variance 4/P that Δ of white noise has over P pairs.
func (c *Chance) ofFewFolds(r *Row) {
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
		c.Method, c.P = "normal", distuv.UnitNormal.Survival((noise-c.Value.Mean)*math.Sqrt(float64(pairs))/2)
		c.Better = c.P < level
	}
}

// segmentsRight counts the segments of all test parts.
func (r *Row) segmentsRight() (right, all int) {
	counts, segments := r.Confusion()
	if !segments {
		return 0, 0
	}
	for _, class := range Recalls(counts) {
		right, all = right+class.Right, all+class.N
	}
	return right, all
}

// Wilson is the score interval of a share of which so many of n were counted, with a
// probability of 95 % (Wilson 1927); 0 and 1 for none.
func Wilson(count, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	z := distuv.UnitNormal.Quantile(0.975)
	m, share := float64(n), float64(count)/float64(n)
	middle := (share + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(share*(1-share)/m+z*z/(4*m*m))
	return max(0, middle-half), min(1, middle+half)
}

// name is that of the baseline.
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

// String says what chance gets, and whether the choice is better.
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
		text += message.Numbers(", ★ %.3g to %.3g (95 %%, of its segments)", c.Low, c.High)
	default:
		text += " (" + probability(c.P) + ")"
	}
	if c.Better {
		return better + ": " + text
	}
	return worse + ": " + text
}

// probability writes a p.
func probability(p float64) string {
	if p < 1e-4 {
		return "p < 0.0001"
	}
	return fmt.Sprintf("p = %.2g", p)
}

// ChanceReport is a [Chance] as the last line of a sweep in JSON has it.
type ChanceReport struct {
	Measure  string     `json:"measure"`
	Baseline part.Float `json:"baseline"`
	Method   string     `json:"method"`
	P        part.Float `json:"p"`
	Low      part.Float `json:"low"`
	High     part.Float `json:"high"`
	Better   bool       `json:"better"`
}
