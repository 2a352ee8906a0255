package report

import (
	"math"
	"reflect"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
)

// TestWhatMattersIsReported checks the shares in a table, the effects in
// sentences, and the notes on the noise and on too few points.
func TestWhatMattersIsReported(t *testing.T) {
	m := choose.Importance{Axes: []string{"sigma", "lambda", "m"}, Grid: []int{4, 2, 3}, Points: 24, Of: 24, Noise: 0.041, Shares: []choose.Share{
		{Axes: []string{"sigma"}, Share: 0.85, Error: 0.04, BetterHalf: 0.69, BetterHalfError: 0.1, Effect: "σ: 1 best; 2 loses 0.044±0.013"},
		{Axes: []string{"sigma", "lambda"}, Share: 0.1, BetterHalf: 0.3},
		{Axes: []string{"sigma", "lambda", "m"}, Share: 0.05, BetterHalf: 0.01},
	}}
	want := []Block{
		Paragraph("Shares of the variance of validation accuracy, on 24 of 24 points that form a full grid. A pair has the joint effect of its axes beyond their separate effects."),
		Table{Head: []string{"axes", "of all points, %", "among the better half, %"}, Body: [][]string{{"σ", "85±4", "69±10"}, {"σ×λ", "10±0", "30±0"}, {"the rest", "5", "1"}}},
		Bullets{"σ: 1 best; 2 loses 0.044±0.013"},
		Paragraph("The effects are computed from means over the other axes, with the standard error over the validation parts. 4 % of the variance of the mean score is noise, where the validation parts disagree; the shares exclude it."),
	}
	if got := importanceBlocks(m, "accuracy"); !reflect.DeepEqual(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	few := choose.Importance{Points: 4, Of: 6, Noise: part.Float(math.NaN())}
	if got := importanceBlocks(few, "accuracy"); !reflect.DeepEqual(got, []Block{Paragraph("The full grid is too small: it has 4 of 6 points.")}) {
		t.Errorf("%q", got)
	}
	if got := importanceBlocks(choose.Importance{Points: 1, Of: 1}, "accuracy"); got != nil {
		t.Errorf("nothing was varied: %q", got)
	}
}
