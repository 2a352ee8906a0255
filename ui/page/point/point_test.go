package point

import (
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
	"example.com/sfatui/ui/uitest"
)

// What only some sweeps measure is on the detail page when it is there.
func TestFoldTextShowsGraphLatentAndErrors(t *testing.T) {
	sc := &page.Scene{Style: &theme.Style{}}
	r := uitest.Result(uitest.Points()[0])
	rmse, mae := part.Float(0.5), part.Float(0.25)
	r.RMSE, r.MAE = &rmse, &mae
	r.Graph = &result.GraphReport{Delta: []part.Float{0.1, 0.2}, Components: 10}
	r.ReadoutInfo = map[string]part.Float{"nlpd": 1.5, "coverage95": 0.9, "loo_rmse": 3.25, "loo_nlpd": 2.5, "log_marginal_likelihood": -92, "length": 0.75, "signal": 5, "noise": 2}
	r.Fourier = []result.Harmonic{{R2: 1, Wave: []int{1, 0}, Corr: -0.98}, {R2: 1, Wave: []int{0, 1}, Corr: 0.97}}
	text := ansi.Strip(string(clean.Join(foldText(sc, r, 100), "\n")))
	for _, want := range []string{"mean absolute error 0.25", "10 components", "test nlpd 1.50, share within the band of 95 % 0.9",
		"each training sample by all others: RMSE 3.25, nlpd 2.50", "log marginal −92.0, at length 0.750, signal 5.00, noise 2.00", "[1 0] −0.98, [0 1] 0.97"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing from\n%s", want, text)
		}
	}
}

// A matrix of counts stands in columns, and no accuracy of segments is told of where labels
// change inside of them.
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
		t.Errorf("of segments it says\n%s", text)
	}
}
