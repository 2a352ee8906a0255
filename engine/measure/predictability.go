package measure

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/nearest"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Neighbours is q of Eq. 2, the axis that measures [Predictability].
var Neighbours = part.NewCount(part.Axis{
	Name: "predictability", Symbol: "q", Always: true, Measures: true, Unset: "none",
	Doc: "measure the predictability of features with this many neighbours q: 5,10; only values with the same q are comparable",
})

// Past is p of Eq. 2, the number of samples of a past; 0 stands for 1.
var Past = part.NewCount(part.Axis{
	Name: "predictability-past", Always: true, Measures: true, Unset: "1",
	When: func(p *part.Point) bool { return Neighbours.Of(*p) > 0 },
	Doc:  "number of past samples that predictability is conditioned on (the order of the process): 1,5",
})

// PastOf returns the number of samples of the past that a point's predictability is
// conditioned on.
func PastOf(p part.Point) int { return max(1, Past.Of(p)) }

// Predictability returns the variance of the next sample of the features given their
// past (Weghenkel et al. 2017, Eq. 2), which is small for predictable features: for
// each sample that has a successor, the trace of the covariance of the successors of
// that sample and of the q samples with the nearest pasts, averaged. The past is the
// sample and the past−1 samples before it; distances are Euclidean, the earlier sample
// first at the same distance; a covariance is divided by the number of its samples,
// q+1, as in section 2.3 there. Past and successor lie inside one span; neighbours come
// from all.
//
// The features are not scaled: values are comparable only for features of unit
// variance, where unpredictable features have p. It is NaN if fewer than q+1 samples
// have a past and a successor, and if a feature is not finite. It takes O(n²·p·past)
// time.
//
// It fails only if ctx ends, and panics unless the lengths are those of consecutive
// spans that cover the rows of phi, and past and q are 1 or more.
func Predictability(ctx context.Context, phi *mat.Dense, lengths []int, past, q int) (float64, error) {
	values, err := PredictabilityOver(ctx, phi, lengths, past, []int{q})
	return values[0], err
}

// PredictabilityOver returns the [Predictability] for each q of qs. It finds the
// neighbours of the largest q that there are enough samples for, once.
func PredictabilityOver(ctx context.Context, phi *mat.Dense, lengths []int, past int, qs []int) ([]float64, error) {
	n, p := phi.Dims()
	checkLengths(lengths, n)
	successor := successors(lengths, past)
	most := 0
	out := make([]float64, len(qs))
	for k, q := range qs {
		if past < 1 || q < 1 {
			panic(fmt.Sprintf("measure: predictability from %d samples and %d neighbours", past, q))
		}
		out[k] = math.NaN()
		if q < len(successor) {
			most = max(most, q)
		}
	}
	if most == 0 || !finite(phi) {
		return out, nil
	}
	history := mat.NewDense(len(successor), p*past, nil)
	for i, next := range successor {
		row := history.RawRowView(i)
		for lag := 1; lag <= past; lag++ {
			copy(row[(lag-1)*p:], phi.RawRowView(next-lag))
		}
	}
	near, err := nearest.New(history).Others(ctx, most)
	if err != nil {
		return out, err
	}
	for k, q := range qs {
		if q > most {
			continue
		}
		if out[k], err = meanScatterOver(ctx, phi, successor, near, q); err != nil {
			return out, err
		}
	}
	return out, nil
}

// meanScatterOver returns the mean over the samples of the [meanScatter] of each with the
// first q of its neighbours.
func meanScatterOver(ctx context.Context, phi *mat.Dense, successor []int, near [][]int, q int) (float64, error) {
	_, p := phi.Dims()
	trace := make([]float64, len(near))
	err := parallel.For(ctx, len(near), blockRows, func(lo, hi int) {
		mean, members := make([]float64, p), make([]int, q+1)
		for i := lo; i < hi; i++ {
			copy(members, near[i][:q])
			members[q] = i
			trace[i] = meanScatter(phi, successor, members, mean)
		}
	})
	if err != nil {
		return math.NaN(), err
	}
	return floats.Sum(trace) / float64(len(trace)), nil
}

// successors returns the rows that have past samples before them in their span.
func successors(lengths []int, past int) []int {
	var rows []int
	start := 0
	for _, length := range lengths {
		for i := start + past; i < start+length; i++ {
			rows = append(rows, i)
		}
		start += length
	}
	return rows
}

// meanScatter returns the trace of the covariance of the successors of the members;
// mean is workspace.
func meanScatter(phi *mat.Dense, successor, members []int, mean []float64) float64 {
	clear(mean)
	for _, i := range members {
		floats.Add(mean, phi.RawRowView(successor[i]))
	}
	floats.Scale(1/float64(len(members)), mean)
	sum := 0.0
	for _, i := range members {
		for j, v := range phi.RawRowView(successor[i]) {
			d := v - mean[j]
			sum += d * d
		}
	}
	return sum / float64(len(members))
}

// TestPredictability is the [Predictability] of the features on the test part, scaled
// to unit variance there.
var TestPredictability = &Measure{
	ID: "predictability", Label: "predictability on test", Better: Lower, Objective: ByPredictability, Recorded: true,
	Doc:  "Predictability is the variance of a successor given the states most like its past (--predictability, --predictability-past), of test features of unit variance; values of one q and one past compare.",
	Of:   func(r *result.Result) []float64 { return optional(r.Slowness.PredictabilityTest) },
	Like: func(a, b part.Point) bool { return Neighbours.Of(a) == Neighbours.Of(b) && PastOf(a) == PastOf(b) },
	Show: Show{
		Column: "pred", Heading: "predictability", Rank: 45, Report: "predictability", Order: 19, Map: "predictability", Contrast: "predictability", Checked: OfSlowness,
	},
}

// ByPredictability is the objective that chooses by [ValidationPredictability].
const ByPredictability = "predictability"

// ValidationPredictability is the mean [Predictability] of the features on the
// validation parts, scaled to unit variance there.
var ValidationPredictability = &Measure{
	ID: "validation", Label: "validation predictability", Better: Lower, Part: Validation, Objective: ByPredictability, Recorded: true,
	Of: func(r *result.Result) []float64 {
		var out []float64
		for _, p := range r.Validation.OrNone().Parts {
			out = append(out, optional(p.Predictability)...)
		}
		return out
	},
	Like: TestPredictability.Like,
	Show: choosingShow("predictability", "validation predictability", 9).withHelp("of one q, past and p"),
}

// notCompared are the places of measures by which no two points are compared.
const notCompared = Filters | Columns | Maps | Reports | Views | PageCharts | Checks

// Omega is the forecastability Ω of the features of ForeCA on the training part.
var Omega = &Measure{
	ID: "omega", Label: "forecastability on training", Better: Higher, Part: Training, Recorded: true,
	Doc:  "Forecastability Ω of a feature of foreca is 1 minus the entropy of its spectrum divided by that of white noise: 0 for white noise, 1 for a single frequency.",
	Of:   func(r *result.Result) []float64 { return part.Numbers(r.Omega) },
	Show: Show{In: notCompared, Aliases: []string{"Ω"}, Column: "Ω", Heading: "Ω", Rank: 34, Report: "Ω", Order: 20, Map: "Ω", Checked: OfSlowness},
}

// Mu is μ of Eq. 8 of Weghenkel et al. 2017 for the features of GPFA: half their
// slowness along the edges of the training graph, over their variance under its
// degrees.
var Mu = &Measure{
	ID: "mu", Label: "μ on training", Better: Lower, Part: Training, Graph: true, Log: true,
	Doc: "μ of a feature of GPFA is the eigenvalue of its embedding, from 0 to 2, in the last graph that was made.",
	Of: func(r *result.Result) []float64 {
		if r.Graph == nil || graph.Kinds.Build(r.Point).Predictive == nil {
			return nil
		}
		mu := part.Numbers(r.Slowness.Train)
		floats.Scale(0.5, mu)
		return mu
	},
	Show: Show{In: notCompared, Aliases: []string{"μ"}, Column: "μ", Heading: "μ", Rank: 33, Report: "μ", Order: 21, Map: "μ", Checked: OfSlowness},
}
