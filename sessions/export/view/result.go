package view

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions/export/svg"
)

func featuresPlot(_ context.Context, a *subject) (svg.Drawing, error) {
	r := a.result
	p := svg.Chart{Title: a.titled("slowness of each feature" + directionText[measure.Lower]), X: "feature", Limit: math.NaN()}
	for _, part := range []struct {
		name string
		of   []part.Float
	}{{"training", r.Slowness.Train}, {"test", r.Slowness.Test}} {
		c := svg.Curve{Name: part.name}
		for j, v := range part.of {
			c.Add(float64(j+1), float64(v), fmt.Sprintf("feature %d, %s: %.4g", j+1, part.name, v))
		}
		if len(c.Points) > 0 {
			p.Curves = append(p.Curves, c)
		}
	}
	if len(p.Curves) == 0 {
		return nil, a.missingError("has no slowness of features to draw")
	}
	p.LogY = p.SpansDecades()
	return p, nil
}

// spectrumPlot draws the eigenvalues of C and the threshold below which they
// count as zero.
func spectrumPlot(_ context.Context, a *subject) (svg.Drawing, error) {
	r := a.result
	if r.Spectrum == nil {
		return nil, a.missingError("has no spectrum to draw: the method %s does not whiten", message.Clean(method.Name.Of(r.Point)))
	}
	p := svg.Chart{Title: a.titled("eigenvalues of C"), X: "rank", LogX: true, Limit: math.NaN()}
	var c svg.Curve
	largest := 0.0
	for i, rank := range r.Spectrum.Rank {
		if i < len(r.Spectrum.Value) {
			v := float64(r.Spectrum.Value[i])
			largest = max(largest, v)
			c.Add(float64(rank), v, fmt.Sprintf("eigenvalue %d: %.4g", rank, v))
		}
	}
	if len(c.Points) == 0 {
		return nil, a.missingError("has no eigenvalue to draw")
	}
	p.Curves = []svg.Curve{c}
	p.LogY = p.SpansDecades()
	if cut := float64(r.Spectrum.Cut) * largest; cut > 0 && p.LogY {
		p.Limit, p.LimitName = cut, fmt.Sprintf("cut at %.2g of the largest", r.Spectrum.Cut)
	}
	return p, nil
}

// confusionMap draws the confusion matrix of the test part: of segments, or of
// samples if labels change within segments.
func confusionMap(_ context.Context, a *subject) (svg.Drawing, error) {
	c := a.result.Confusion
	if c == nil {
		return nil, a.missingError("has no confusion matrix: it has no classifier or no test part with labels")
	}
	counts, of := c.Segment, a.data.SegmentNoun()
	if counts == nil {
		counts, of = c.Sample, "samples"
	}
	if len(counts) == 0 {
		return nil, a.missingError("has no class to draw")
	}
	m := svg.Heatmap{X: "predicted class", Y: "true class", Square: true}
	all, wrong := 0, 0
	for i, row := range counts {
		m.Rows = append(m.Rows, a.class(i))
		cells := make([]svg.Cell, len(row))
		for j, n := range row {
			cells[j] = svg.Cell{Value: float64(n), Text: message.Clean(fmt.Sprintf("%s classified as %s: %d", a.class(i), a.class(j), n))}
			all += n
			if i != j {
				wrong += n
			}
		}
		m.Cells = append(m.Cells, cells)
	}
	m.Columns = m.Rows
	m.Title = a.titled(fmt.Sprintf("classes of %d test %s, %d misclassified", all, of, wrong))
	return m, nil
}
