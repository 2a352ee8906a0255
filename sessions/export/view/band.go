package view

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/sweep/explain"
	"example.com/sfatui/sessions/export/svg"
)

// mostPredicted is how many samples of a prediction are drawn: more could not be told
// apart.
const mostPredicted = 400

// bandPlot is the predicted number on the first samples of the test part with twice its
// standard deviation, and the truth.
func bandPlot(ctx context.Context, a *subject) (svg.Drawing, error) {
	p, err := explain.Predictions(ctx, a.set, a.data.Hash, a.result.Point)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, a.missing("has no band: %v", err)
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
