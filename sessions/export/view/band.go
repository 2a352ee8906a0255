package view

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/sessions/export/svg"
)

// mostPredicted is the maximum number of predictions drawn; more could not be
// distinguished.
const mostPredicted = 400

// bandPlot draws the prediction of the target on the first samples of the test
// part, a band of two standard deviations, and the true values.
func bandPlot(ctx context.Context, a *subject) (svg.Drawing, error) {
	p, err := solveAgain(ctx, a, "band", resolve.Predictions)
	if err != nil {
		return nil, err
	}
	if p.SD == nil {
		return nil, a.missingError("has no band: the readout %s does not estimate its uncertainty, gp does; --view prediction shows predictions over the truth", readout.Name.Of(a.result.Point))
	}
	n := min(len(p.Mean), mostPredicted)
	half := make([]float64, n)
	for i := range half {
		half[i] = 2 * p.SD[i]
	}
	d := svg.Band{
		Title: a.titled("prediction of the target"), X: "sample of the test part", Y: "target", First: 1,
		Mean: p.Mean[:n], Half: half, Truth: p.Target[:n],
		Text: fmt.Sprintf("line: prediction, band: ±2 standard deviations, dots: truth; %.1f %% of %d test samples lie within 1.96", 100*measure.Coverage(p.Mean, p.SD, p.Target), len(p.Mean)),
	}
	if n < len(p.Mean) {
		d.Text += fmt.Sprintf("; the first %d are drawn", n)
	}
	return d, nil
}

// predictionPlot draws predictions over true values, for test samples in
// ascending order of their target, evenly thinned if there are many.
func predictionPlot(ctx context.Context, a *subject) (svg.Drawing, error) {
	p, err := solveAgain(ctx, a, "predictions", resolve.Predictions)
	if err != nil {
		return nil, err
	}
	sorted := p.Sorted()
	n := min(len(sorted.Mean), mostPredicted)
	d := svg.Band{
		Title: a.titled("prediction over truth"), X: "test samples by their target", Y: "target", First: 1, Half: make([]float64, n),
		Text: fmt.Sprintf("line: truth, dots: prediction; RMSE %.4g on %d test samples", measure.RMSE(p.Mean, p.Target), len(p.Mean)),
	}
	d.Name = func(i int) string {
		return fmt.Sprintf("predicted %s of %s", svg.Number(d.Truth[i]), svg.Number(d.Mean[i]))
	}
	for i := range n {
		at := i * len(sorted.Mean) / n
		d.Mean, d.Truth = append(d.Mean, sorted.Target[at]), append(d.Truth, sorted.Mean[at])
	}
	if n < len(sorted.Mean) {
		d.Text += fmt.Sprintf(", of which %d are drawn", n)
	}
	return d, nil
}
