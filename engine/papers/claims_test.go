package papers

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/encode"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
)

// fill gives a result of a point its measures.
type fill func(r *result.Result)

// constructed are the rows of an experiment's points with made results, of
// which nothing is known but what the fills say.
func constructed(t *testing.T, x Experiment, fills ...fill) []choose.Row {
	t.Helper()
	var results []*result.Result
	for _, e := range plan(t, x).Entries {
		r := &result.Result{Key: e.Key, Point: e.Point, NTrain: 100, NTest: 40, Features: method.P.Of(e.Point)}
		r.Slowness.MeanTrain, r.Slowness.MeanTest = part.Float(math.NaN()), part.Float(math.NaN())
		r.Variance = result.Variance{Mean: 1, Min: 1, Max: 1, OK: true}
		for _, f := range fills {
			f(r)
		}
		if e.Point.Validation.X > 0 { // as the test part has it
			r.Validation = &result.Scores{Slowness: r.Slowness.MeanTest, Accuracy: r.Accuracy, RMSE: r.RMSE}
			delta := slices.Repeat([]part.Float{r.Slowness.MeanTest}, max(1, r.Features))
			r.Validation.Parts = []result.ValidationPart{{N: 10, Fit: 30, Delta: delta, Accuracy: r.Accuracy, RMSE: r.RMSE}}
		}
		if xi := r.Slowness.XiTrain; xi != nil && r.Validation != nil { // as the training part has it
			r.Validation.Parts = []result.ValidationPart{{N: 10, Fit: 30, Delta: []part.Float{r.Slowness.MeanTest}, Xi: &result.Xi{Features: xi, Noise: 1e3}}}
		}
		results = append(results, r)
	}
	return choose.Summarize(results)
}

// slow sets the mean slowness of both parts.
func slow(r *result.Result, train, test float64) {
	r.Slowness.MeanTrain, r.Slowness.MeanTest = part.Float(train), part.Float(test)
}

func unstable(r *result.Result) {
	r.Variance.Min, r.Variance.OK = 0.5, false
}

func words(r *result.Result, share float64) {
	r.Accuracy = &result.Accuracy{Sample: part.Float(share), Segment: part.Float(share)}
	const each = 2000 // of two classes
	right := min(each, int(math.Round(each*share)))
	counts := [][]int{{right, each - right}, {each - right, right}}
	r.Confusion = &result.Confusion{Sample: counts, Segment: counts}
}

func foretold(r *result.Result, variance, cosine float64) {
	v := part.Float(variance)
	r.Slowness.PredictabilityTest = &v
	r.Latent = &result.LatentMatch{AnglesTest: []part.Float{1, part.Float(cosine)}}
}

func sources(r *result.Result, corr ...float64) {
	r.Latent = &result.LatentMatch{}
	for _, c := range corr {
		r.Latent.Train = append(r.Latent.Train, part.Float(-c)) // a sign must not matter
	}
}

func missed(r *result.Result, by float64) {
	v := part.Float(by)
	r.RMSE = &v
}

// waves sets the functions of pattern and place that features are most like in training, with
// their correlation.
func waves(r *result.Result, corr float64, of ...[2]int) {
	r.FourierTrain = nil
	for _, k := range of {
		r.FourierTrain = append(r.FourierTrain, result.Harmonic{R2: 1, Wave: k[:], Corr: part.Float(corr)})
	}
}

// smooth sets ξ of the features in training.
func smooth(r *result.Result, xi float64) { r.Slowness.XiTrain = []part.Float{part.Float(xi)} }

// claim are results for which a finding holds, and what spoils it.
type claim struct {
	holds  fill
	spoils map[string]fill
}

// claims has one for every experiment.
func claims(name string) claim {
	if c, ok := bohmerClaims[name]; ok {
		return c
	}
	return otherClaims[name]
}

var otherClaims = map[string]claim{
	"ma-4.1": {
		func(r *result.Result) {
			smooth(r, 1/float64(1+kernel.Degree.Of(r.Point)))
			sources(r, 0.9995)
			if d := kernel.Degree.Of(r.Point); d > 0 && d < 4 {
				sources(r, 0.98)
			}
		},
		map[string]fill{
			"degree 4 falls short": func(r *result.Result) {
				if kernel.Degree.Of(r.Point) == 4 {
					sources(r, 0.99)
				}
			},
			"degree 3 is enough": func(r *result.Result) {
				if kernel.Degree.Of(r.Point) == 3 {
					sources(r, 1)
				}
			},
			"no less jitter with degree 3": func(r *result.Result) {
				if kernel.Degree.Of(r.Point) == 3 {
					smooth(r, 10)
				}
			},
			"the Gaussian falls short": func(r *result.Result) {
				if kernel.Name.Of(r.Point) == "gaussian" {
					sources(r, 0.9)
				}
			},
		},
	},
	"ma-4.2": {
		func(r *result.Result) {
			slow(r, 0.1, 0.15-kernel.Sigma.X(r.Point)/2000)
			smooth(r, 2+kernel.Sigma.X(r.Point))
			waves(r, 0.7, [2]int{1, 0}, [2]int{2, 0}, [2]int{0, 2}, [2]int{1, 1})
			if hierarchy.Layers.Of(r.Point) != "" {
				smooth(r, 4)
			}
		},
		map[string]fill{
			"degree 16 has no place": func(r *result.Result) {
				if kernel.Name.Of(r.Point) == "poly" {
					waves(r, 0.7, [2]int{1, 0}, [2]int{2, 0}, [2]int{1, 1})
				}
			},
			"the smoothest Gaussian mixes": func(r *result.Result) {
				if kernel.Sigma.X(r.Point) == 0.01 {
					waves(r, 0.7, [2]int{1, 0}, [2]int{1, 1}, [2]int{0, 1})
				}
			},
			"features are hardly like anything": func(r *result.Result) {
				if kernel.Sigma.X(r.Point) == 0.01 {
					waves(r, 0.05, [2]int{1, 0}, [2]int{2, 0}, [2]int{0, 2})
				}
			},
			"the network has less jitter": func(r *result.Result) {
				if hierarchy.Layers.Of(r.Point) != "" {
					smooth(r, 1)
				}
			},
			"degree 16 has as much jitter": func(r *result.Result) {
				if kernel.Name.Of(r.Point) == "poly" {
					smooth(r, 4)
				}
			},
		},
	},
	"ma-4.3": {
		func(r *result.Result) {
			switch space.Name.Of(r.Point) {
			case "kernel":
				sources(r, 0.7-0.001*float64(subset.M.Of(r.Point)), 0.4)
			case "poly":
				sources(r, 0.6, 0.3)
			default:
				sources(r, 0.2, 0.2)
			}
		},
		map[string]fill{
			"polynomials better for one source": func(r *result.Result) {
				if space.Name.Of(r.Point) == "poly" {
					sources(r, 0.5, 0.45)
				}
			},
			"polynomials better for the other": func(r *result.Result) {
				if space.Name.Of(r.Point) == "poly" {
					sources(r, 0.69, 0.1)
				}
			},
		},
	},
	"weghenkel-4.1": {
		func(r *result.Result) {
			if p := r.Point; method.Name.Of(p) == "foreca" || strings.HasPrefix(graph.Name.Of(p), "gpfa") {
				foretold(r, 1.1, 0.99)
			} else {
				foretold(r, 1.8, 0.1)
			}
		},
		map[string]fill{
			"ForeCA misses the plane": func(r *result.Result) {
				if method.Name.Of(r.Point) == "foreca" {
					foretold(r, 1.1, 0.5)
				}
			},
			"SFA finds the plane": func(r *result.Result) {
				if graph.Name.Of(r.Point) == "time" {
					foretold(r, 1.8, 0.95)
				}
			},
			"PFA more predictable": func(r *result.Result) {
				if method.Name.Of(r.Point) == "pfa" {
					foretold(r, 1, 0.1)
				}
			},
		},
	},
	"weghenkel-4.2-piano": {
		bothGPFA,
		map[string]fill{
			"SFA as good": func(r *result.Result) {
				if graph.Name.Of(r.Point) == "time" {
					foretold(r, 1, 0)
				}
			},
			"GPFA (1) behind PFA": func(r *result.Result) {
				if graph.Name.Of(r.Point) == "gpfa1" {
					foretold(r, 2.5, 0)
				}
			},
			"ahead on average, not on most takes": func(r *result.Result) {
				if method.Name.Of(r.Point) == "pfa" {
					foretold(r, []float64{0.9, 0.9, 9}[r.Point.Fold], 0)
				}
			},
		},
	},
	"weghenkel-4.2-bar": {
		func(r *result.Result) {
			bothGPFA(r)
			switch graph.Name.Of(r.Point) { // nothing is claimed of GPFA (1) and SFA
			case "gpfa1":
				foretold(r, 1.8, 0)
			case "time":
				foretold(r, 1.5, 0)
			}
		},
		map[string]fill{
			"PFA ahead": func(r *result.Result) {
				if method.Name.Of(r.Point) == "pfa" {
					foretold(r, 0.9, 0)
				}
			},
		},
	},
	"weghenkel-4.2-forest": {
		func(r *result.Result) {
			foretold(r, 2, 0)
			if strings.HasPrefix(graph.Name.Of(r.Point), "gpfa") {
				foretold(r, 2+0.01*float64(r.Point.Fold), 0)
			}
		},
		map[string]fill{"GPFA ahead on every take": bothGPFA},
	},
	"hammer-3": {
		func(r *result.Result) {
			words(r, 0.9+0.001*float64(r.Point.Fold))
			slow(r, 0.1, 0.2)
			if space.Reduction.Of(r.Point) == "measure:16" {
				words(r, 0.6)
			}
		},
		map[string]fill{
			"no number is as good": func(r *result.Result) {
				if space.Reduction.Of(r.Point) != "" {
					words(r, 0.5)
				}
			},
		},
	},
	"hammer-4": {
		func(r *result.Result) {
			words(r, 0.9+0.001*float64(r.Point.Fold))
			if readout.Name.Of(r.Point) == "sfm" {
				words(r, 0.89)
				r.Rank = 33
				r.ReadoutInfo = map[string]part.Float{measure.ChosenInfo: 6}
				if readout.Form.Of(r.Point) == "margin" {
					r.ReadoutInfo[measure.ChosenInfo] = 9
				}
				r.ReadoutInputs = []result.ReadoutInput{{Input: "a", Class: "head", Weight: 1}}
			}
		},
		map[string]fill{
			"many inputs": func(r *result.Result) {
				if r.ReadoutInfo != nil {
					r.ReadoutInfo = map[string]part.Float{measure.ChosenInfo: 20}
				}
			},
			"fewer words": func(r *result.Result) {
				if readout.Name.Of(r.Point) == "sfm" {
					words(r, 0.8)
				}
			},
		},
	},
	"hammer-5.1": {
		func(r *result.Result) {
			missed(r, 2+0.01*float64(r.Point.Fold))
			if readout.Name.Of(r.Point) == "linear" {
				missed(r, 2.3)
			}
			r.ReadoutInfo = map[string]part.Float{measure.ChosenInfo: 100}
		},
		map[string]fill{
			"squares no better": func(r *result.Result) {
				if readout.Name.Of(r.Point) == "ridge" {
					missed(r, 2.3)
				}
			},
			"sizes no better": func(r *result.Result) {
				if readout.Name.Of(r.Point) == "lasso" {
					missed(r, 2.3)
				}
			},
			"no weight at zero": func(r *result.Result) {
				r.ReadoutInfo = map[string]part.Float{measure.ChosenInfo: part.Float(r.Features)}
			},
		},
	},
	"hammer-6": {
		func(r *result.Result) {
			words(r, 0.9+0.001*float64(r.Point.Fold))
			r.ReadoutInfo = map[string]part.Float{"core": 50}
			switch {
			case readout.Name.Of(r.Point) == "svm":
				r.ReadoutInfo = map[string]part.Float{"support": 300}
			case readout.Name.Of(r.Point) == "lda" || readout.Epsilon.X(r.Point) == 0.1:
				words(r, 0.5)
			case space.Name.Of(r.Point) == "linear":
				words(r, 0.7)
			}
		},
		map[string]fill{
			"no better than a linear discriminant": func(r *result.Result) {
				if readout.Name.Of(r.Point) == "lda" {
					words(r, 0.95)
				}
			},
			"worse than support vectors": func(r *result.Result) {
				if readout.Name.Of(r.Point) == "svm" {
					words(r, 0.95)
				}
			},
			"coarse as good": func(r *result.Result) {
				if readout.Epsilon.X(r.Point) == 0.1 {
					words(r, 0.95)
				}
			},
			"as many core samples": func(r *result.Result) {
				if readout.Name.Of(r.Point) == "cvm" {
					r.ReadoutInfo["core"] = 300
				}
			},
		},
	},
	"hammer-2": {
		func(r *result.Result) {
			words(r, 0.5)
			if space.Reduction.Of(r.Point) == "ksvd:50:3" {
				words(r, 0.7)
				if c := encode.Code.Of(r.Point); c != "" && c != "own" {
					words(r, 0.9)
				}
			}
			if space.Name.Of(r.Point) == "kernel" {
				words(r, 0.9)
			}
		},
		map[string]fill{
			"pixels better": func(r *result.Result) {
				if space.Fronts.Of(r.Point) == nil {
					words(r, 0.95)
				}
			},
			"centres better": func(r *result.Result) {
				if space.Reduction.Of(r.Point) == "vq:50" {
					words(r, 0.95)
				}
			},
			"signs do not matter": func(r *result.Result) {
				if encode.Code.Of(r.Point) == "split" {
					words(r, 0.65)
				}
			},
		},
	},
	"hammer-7.1": {
		func(r *result.Result) { words(r, 0.99) },
		map[string]fill{
			"features worse than neighbours": func(r *result.Result) {
				if readout.Name.Of(r.Point) == "centroid" {
					words(r, 0.96)
				}
			},
			"neighbours wrong": func(r *result.Result) {
				if readout.Name.Of(r.Point) == "neighbours" {
					words(r, 0.9)
				}
			},
			"features wrong": func(r *result.Result) {
				if readout.Name.Of(r.Point) == "centroid" {
					words(r, 0.9)
				}
			},
		},
	},
	"hammer-7.3": {
		func(r *result.Result) { words(r, 0.99) },
		map[string]fill{
			"words wrong": func(r *result.Result) {
				if kernel.Name.Of(r.Point) != "fisher" {
					words(r, 0.9)
				}
			},
			"words behind alignments": func(r *result.Result) {
				if kernel.Name.Of(r.Point) == "ssk" {
					words(r, 0.96)
				}
			},
			"scores wrong": func(r *result.Result) {
				if kernel.Name.Of(r.Point) == "fisher" {
					words(r, 0.8)
				}
			},
			"information needed": func(r *result.Result) {
				if kernel.Information.Of(r.Point) == part.FlagOff {
					words(r, 0.9)
				}
			},
		},
	},
	"escalante-6.2": {
		func(r *result.Result) {
			by := map[string]float64{"reorder": 2, "window": 1.8, "serial": 1.7, "mixed": 1.9}[graph.Name.Of(r.Point)]
			if readout.Name.Of(r.Point) == "linear" {
				by += 2
			}
			missed(r, by+0.01*float64(method.P.Of(r.Point)))
		},
		map[string]fill{
			"a window worse than reordering": func(r *result.Result) {
				if graph.Width.Of(r.Point) == 16 && readout.Name.Of(r.Point) == "linear" {
					missed(r, 4.2)
				}
			},
			"windows best": func(r *result.Result) {
				if graph.Width.Of(r.Point) == 32 {
					missed(r, 1)
				}
			},
			"linear regression better": func(r *result.Result) {
				if readout.Name.Of(r.Point) == "linear" && graph.Name.Of(r.Point) == "mixed" {
					missed(r, 1.5)
				}
			},
		},
	},
	"hammer-8": {
		func(r *result.Result) {
			missed(r, 2)
			if readout.Name.Of(r.Point) == "gp" {
				missed(r, 1.7)
				r.ReadoutInfo = map[string]part.Float{measure.CoverageInfo: 0.94}
			}
		},
		map[string]fill{
			"linear regression better": func(r *result.Result) {
				if readout.Name.Of(r.Point) == "linear" {
					missed(r, 1.5)
				}
			},
			"too sure": func(r *result.Result) {
				if r.ReadoutInfo != nil {
					r.ReadoutInfo = map[string]part.Float{measure.CoverageInfo: 0.8}
				}
			},
		},
	},
	"escalante-6.2-pca": {
		func(r *result.Result) {
			missed(r, 1+0.001*float64(method.P.Of(r.Point)))
			if method.Name.Of(r.Point) == "pca" {
				missed(r, 3-0.001*float64(method.P.Of(r.Point)))
			}
		},
		map[string]fill{
			"PCA nearly as good": func(r *result.Result) {
				if method.Name.Of(r.Point) == "pca" && readout.Name.Of(r.Point) == "linear" {
					missed(r, 1.05)
				}
			},
			"PCA with as few features": func(r *result.Result) {
				if method.Name.Of(r.Point) == "pca" {
					missed(r, 3+0.001*float64(method.P.Of(r.Point)))
				}
			},
		},
	},
}

// bothGPFA puts GPFA ahead of all others on every take.
func bothGPFA(r *result.Result) {
	foretold(r, 2+0.1*float64(r.Point.Fold), 0)
	if strings.HasPrefix(graph.Name.Of(r.Point), "gpfa") {
		foretold(r, 1, 0)
	}
}
