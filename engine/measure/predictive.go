package measure

import (
	"fmt"
	"math"

	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/stat/distuv"
)

// The keys in a result's ReadoutInfo of the measures of readouts that predict
// distributions, and of the number of inputs or features with a weight in a sparse
// readout.
const (
	NLPDInfo        = "nlpd"
	CoverageInfo    = "coverage95"
	LikelihoodInfo  = "log_marginal_likelihood"
	LeftOutInfo     = "loo_rmse"
	LeftOutNLPDInfo = "loo_nlpd"
	ChosenInfo      = "chosen"
)

// NLPD returns the mean negative logarithm of the density of the targets under normal
// predictions, an error that penalises overconfidence (Rasmussen and Williams 2006,
// section 2.5). NaN without any. It panics unless the lengths are the same.
func NLPD(mean, sd, target []float64) float64 {
	checkDistribution(mean, sd, target)
	sum := 0.0
	for i, y := range target {
		sum -= distuv.Normal{Mu: mean[i], Sigma: sd[i]}.LogProb(y)
	}
	return sum / float64(len(target))
}

// Coverage returns the share of targets within the central 95 % of their normal
// predictions; NaN without any. It panics unless the lengths are the same.
func Coverage(mean, sd, target []float64) float64 {
	checkDistribution(mean, sd, target)
	half := distuv.UnitNormal.Quantile(0.975)
	var t tally
	for i, y := range target {
		t.add(math.Abs(y-mean[i]) <= half*sd[i])
	}
	return t.share()
}

func checkDistribution(mean, sd, target []float64) {
	if len(mean) != len(target) || len(sd) != len(target) {
		panic(fmt.Sprintf("measure: %d predictions and %d deviations for %d targets", len(mean), len(sd), len(target)))
	}
}

// infoMeasure returns the Of function of a measure that is recorded in ReadoutInfo
// under a name.
func infoMeasure(name string) func(*result.Result) []float64 {
	return func(r *result.Result) []float64 {
		if v, ok := r.ReadoutInfo[name]; ok {
			return []float64{float64(v)}
		}
		return nil
	}
}

// TestNLPD is the [NLPD] on the test part.
var TestNLPD = &Measure{
	ID: "nlpd", Label: "negative log predictive density on test", Better: Lower, Readout: true, Of: infoMeasure(NLPDInfo),
	Doc:  "The negative log predictive density is the mean of −ln p(target) over the samples of the test part, in the units of the target: less is better, and an error costs more if the predicted standard deviation is small.",
	Show: Show{Column: "NLPD", Heading: "test NLPD", Rank: 30, Report: "NLPD", Order: 11, Map: "test NLPD", Contrast: "NLPD"},
}

// TestCoverage is the [Coverage] on the test part.
var TestCoverage = &Measure{
	ID: "coverage", Label: "coverage of 95 % on test", Unit: Share, Better: Neither, Readout: true, Of: infoMeasure(CoverageInfo),
	Doc:  "Coverage is the share of the test samples within 1.96 standard deviations of their prediction: 95 % if these are right, less if the predicted standard deviations are too small.",
	Show: Show{Aliases: []string{"coverage95"}, Column: "cover", Heading: "coverage of 95 %", Rank: 25, Report: "coverage of 95 %", Order: 12, Map: "coverage of 95 %", Contrast: "coverage"},
}

// LogLikelihood is the logarithm of the marginal likelihood of the training part under
// a fitted prior.
var LogLikelihood = &Measure{
	ID: "likelihood", Label: "log marginal likelihood", Better: Higher, Part: Training, Readout: true, Of: infoMeasure(LikelihoodInfo),
	Doc:  "The log marginal likelihood is that of the training targets, scaled to variance 1, under the prior of a Gaussian process: it compares priors without test data.",
	Show: Show{In: Filters | Maps | Reports | Contrasts | Checks, Heading: "likelihood", Report: "log likelihood", Order: 13, Contrast: "log likelihood"},
}

// LeftOutRMSE is the root mean squared error of predicting each training sample from
// all others.
var LeftOutRMSE = &Measure{
	ID: "loo-rmse", Label: "RMSE of leaving one out", Better: Lower, Part: Training, Readout: true, Of: infoMeasure(LeftOutInfo),
	Doc:  "The RMSE of leaving one out is that of a Gaussian process that predicts each training sample from all others, without being fitted again, in the units of the target. The prior was fitted to all samples.",
	Show: Show{In: Filters | Maps | Reports | Contrasts | Checks, Heading: "RMSE of leaving one out", Report: "RMSE of leaving one out", Order: 13, Contrast: "RMSE of leaving one out"},
}
