package point

import (
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
	"example.com/sfatui/ui/uitest"
)

// Results that only some sweeps have are on the detail page if present.
func TestFoldTextShowsGraphLatentAndErrors(t *testing.T) {
	sc := &page.Scene{Style: &theme.Style{}}
	r := uitest.Result(uitest.Points()[0])
	rmse, mae := part.Float(0.5), part.Float(0.25)
	r.RMSE, r.MAE = &rmse, &mae
	r.Graph = &result.GraphReport{Delta: []part.Float{0.1, 0.2}, Components: 10}
	r.ReadoutInfo = map[string]part.Float{"nlpd": 1.5, "coverage95": 0.9, "loo_rmse": 3.25, "loo_nlpd": 2.5, "log_marginal_likelihood": -92, "length": 0.75, "signal": 5, "noise": 2}
	r.Fourier = []result.Harmonic{{R2: 1, Wave: []int{1, 0}, Corr: -0.98}, {R2: 1, Wave: []int{0, 1}, Corr: 0.97}}
	text := ansi.Strip(string(clean.Join(foldText(sc, r, 100), "\n")))
	for _, want := range []string{"mean absolute error 0.25", "10 components", "test NLPD 1.50, share within the 95 % band 0.9",
		"each training sample predicted from all others: RMSE 3.25, NLPD 2.50", "log marginal −92.0, length scale 0.750, signal 5.00, noise 2.00", "[1 0] −0.98, [0 1] 0.97"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing from\n%s", want, text)
		}
	}
}

// Measures of predictable features, and the shrinkage of covariances, are on the page.
func TestFoldTextShowsPredictableFeaturesAndShrinkage(t *testing.T) {
	sc := &page.Scene{Style: &theme.Style{}}
	r := uitest.Result(uitest.Points()[0])
	predictability := part.Float(1.25)
	r.Point = r.Point.With(graph.Name.Is("gpfa2"), measure.Neighbours.Is(10), measure.Past.Is(5))
	r.Slowness.EtaTest, r.Slowness.XiTest, r.Slowness.XiTrain = []part.Float{2}, []part.Float{3.5}, []part.Float{2.75}
	r.Slowness.PredictabilityTest, r.Omega = &predictability, []part.Float{0.5, 0.25}
	r.Graph = &result.GraphReport{Delta: []part.Float{0.4, 0.8}, Components: 1}
	r.Slowness.Train = r.Graph.Delta
	r.ReadoutInfo = map[string]part.Float{"shrink_min": 0.125, "shrink_max": 0.5}
	text := ansi.Strip(string(clean.Join(foldText(sc, r, 100), "\n")))
	for _, want := range []string{"1.25 of test features by q = 10 neighbours and pasts of 5 samples", "training 0.375", "training 0.3", "η 2.00, ξ 3.50; on training: ξ 2.75",
		"class covariances towards the pooled covariance by α = 0.125, at most 0.5"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing from\n%s", want, text)
		}
	}
	r.ReadoutInfo = map[string]part.Float{"shrink_min": 0, "shrink_max": 0}
	if text := ansi.Strip(string(clean.Join(foldText(sc, r, 100), "\n"))); !strings.Contains(text, "none: class covariances are used unchanged") {
		t.Errorf("unshrunk covariances are not on\n%s", text)
	}
}

// A matrix of counts is aligned in columns, and no accuracy of segments is shown if labels
// change within segments.
func TestFoldTextSetsConfusionInColumns(t *testing.T) {
	sc := &page.Scene{Style: &theme.Style{}}
	r := uitest.Result(uitest.Points()[0])
	r.Accuracy = &result.Accuracy{Segment: part.Float(math.NaN()), Sample: 0.75}
	r.Validation.Accuracy = r.Accuracy
	r.Confusion = &result.Confusion{Sample: [][]int{{1200, 3}, {0, 45}}}
	text := ansi.Strip(string(clean.Join(foldText(sc, r, 100), "\n")))
	for _, want := range []string{"on test of samples 0.750\n", "accuracy of samples 0.750", "  1,200     3\n", "      0    45\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing from\n%s", want, text)
		}
	}
	if strings.Contains(text, "NaN") {
		t.Errorf("with segments it shows\n%s", text)
	}
}

// What restores unit variance is a setting that the point has.
func TestRemedyAppliesToThePoint(t *testing.T) {
	bare := part.Point{}
	for want, config := range map[string]part.Point{
		"Raise λ or lower m": bare.With(method.Lambda.Is(0), subset.M.Is(100)),
		"Raise λ":            bare.With(method.Lambda.Is(0)),
		"Lower m":            bare.With(subset.M.Is(100)),
		"Use another point":  bare,
	} {
		if got := remedy(&config); string(got) != want {
			t.Errorf("%s: %s, want %s", config.Label(), got, want)
		}
	}
}
