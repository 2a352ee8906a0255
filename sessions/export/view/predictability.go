package view

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/sessions/export/svg"
)

// predictabilitySheet draws the predictability of the features over the number of
// neighbours, with a curve for each past, and over the number of features, beside that of
// white noise.
func predictabilitySheet(ctx context.Context, a *subject) (svg.Drawing, error) {
	c, err := solveAgain(ctx, a, "predictability", resolve.Predictability)
	if err != nil {
		return nil, err
	}
	if math.IsNaN(c.OverQ[0][0]) {
		return nil, a.missingError("has no predictability: too few samples have a past and a successor")
	}
	overQ, overP := PredictabilityCharts(c)
	return svg.Sheet{Title: a.titled("predictability, the variance of successors of similar pasts: lower is better"), Parts: []svg.Drawing{overQ, overP}}, nil
}

// PredictabilityCharts returns the charts of the predictability over the number of neighbours q
// and over the number of features p. The last curve of each is that of white noise.
func PredictabilityCharts(c *resolve.PredictabilityCurves) (overQ, overP svg.Chart) {
	p := c.Features[len(c.Features)-1]
	samples := fmt.Sprintf("%d test samples", c.Samples)
	if c.Training {
		samples = fmt.Sprintf("%d training samples", c.Samples)
	}
	overQ = svg.Chart{Title: "over q neighbours, " + samples, X: "q", LogX: true, Limit: math.NaN()}
	noise := svg.Curve{Name: "white noise", Plain: true}
	for i, past := range c.Past {
		curve := svg.Curve{Name: fmt.Sprintf("past %d", past)}
		for j, q := range c.Q {
			curve.Add(float64(q), c.OverQ[i][j], fmt.Sprintf("past %d, q %d: %s", past, q, svg.Number(c.OverQ[i][j])))
			if i == 0 && !math.IsNaN(c.OverQ[i][j]) {
				noise.Add(float64(q), resolve.OfNoise(p, q), "")
			}
		}
		if len(curve.Points) > 0 {
			overQ.Curves = append(overQ.Curves, curve)
		}
	}
	overQ.Curves = append(overQ.Curves, noise)
	overP = svg.Chart{Title: fmt.Sprintf("over the first p features, past %d, q %d", c.AtPast, c.AtQ), X: "p", Limit: math.NaN()}
	curve, noise := svg.Curve{Name: "features"}, svg.Curve{Name: "white noise", Plain: true}
	for i, k := range c.Features {
		curve.Add(float64(k), c.OverP[i], fmt.Sprintf("p %d: %s", k, svg.Number(c.OverP[i])))
		noise.Add(float64(k), resolve.OfNoise(k, c.AtQ), "")
	}
	overP.Curves = []svg.Curve{curve, noise}
	return overQ, overP
}
