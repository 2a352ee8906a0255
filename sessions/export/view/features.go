package view

import (
	"context"
	"fmt"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/sessions/export/svg"
	"gonum.org/v1/gonum/mat"
)

// Limits of what is drawn; more could not be distinguished.
const (
	mostTraces  = 8
	mostStrides = 40 // segments of a part
)

// featurePart is a part of the data with its features.
type featurePart struct {
	name        string
	phi         *mat.Dense
	rows, spans []int
	delta       []part.Float
}

// parts solves the point again and returns its features on the training part
// and, if there is one, on the test part.
func (a *subject) parts(ctx context.Context) ([]featurePart, error) {
	out, err := run.Solve(ctx, a.set, a.data.Hash, a.result.Point)
	if err != nil {
		return nil, fmt.Errorf("point %s: %w", a.result.Key[:12], err)
	}
	parts := []featurePart{{"training", out.Train, out.TrainRows, out.TrainSpans, a.result.Slowness.Train}}
	if out.Test != nil {
		parts = append(parts, featurePart{"test", out.Test, out.TestRows, out.TestSpans, a.result.Slowness.Test})
	}
	return parts, nil
}

// tracesSheet draws the first features over time, from the start of each part.
func tracesSheet(ctx context.Context, a *subject) (svg.Drawing, error) {
	parts, err := a.parts(ctx)
	if err != nil {
		return nil, err
	}
	_, p := parts[0].phi.Dims()
	title := "features over time"
	if p > mostTraces {
		title = fmt.Sprintf("the first %d of %d features over time", mostTraces, p)
	}
	s := svg.Sheet{Title: a.titled(title)}
	for _, part := range parts {
		s.Parts = append(s.Parts, part.traces(a.set))
	}
	return s, nil
}

// traces draws the first features of a part on its first spans.
func (p featurePart) traces(set *data.Set) svg.Traces {
	spans := p.spans[:min(len(p.spans), mostStrides)]
	t := svg.Traces{X: "sample", First: 1}
	at := 0
	for _, n := range spans {
		t.Spans = append(t.Spans, svg.Stretch{Length: n, Text: segmentText(set, p.rows[at])})
		at += n
	}
	all, d := p.phi.Dims()
	t.Title = fmt.Sprintf("%s: samples %d, segments %d", p.name, all, len(p.spans))
	if at < all {
		t.Title += fmt.Sprintf(", of which the first %d are drawn", len(spans))
	}
	for j := range min(d, mostTraces) {
		c := svg.Trace{Name: fmt.Sprintf("φ%d", j+1), Y: mat.Col(nil, j, p.phi.Slice(0, at, 0, d))}
		if j < len(p.delta) {
			c.Text = fmt.Sprintf("feature %d, slowness %.4g", j+1, p.delta[j])
		}
		t.Curves = append(t.Curves, c)
	}
	return t
}

// scatterSheet draws the second feature over the first, on axes that the parts
// share.
func scatterSheet(ctx context.Context, a *subject) (svg.Drawing, error) {
	parts, err := a.parts(ctx)
	if err != nil {
		return nil, err
	}
	if _, p := parts[0].phi.Dims(); p < 2 {
		return nil, a.missingError("has a single feature: a second one is needed to draw over it")
	}
	title := "φ2 over φ1, by label"
	if a.set.Label == nil {
		title = "φ2 over φ1 (the data has no label)"
	}
	s := svg.Sheet{Title: a.titled(title)}
	var drawn []svg.Scatter
	var across, up []float64
	for _, part := range parts {
		c := part.scatter(a.set)
		across, up = append(across, c.Xs...), append(up, c.Ys...)
		drawn = append(drawn, c)
	}
	for i, c := range drawn {
		c.Across, c.Up, c.Legend = across, up, i == len(drawn)-1
		s.Parts = append(s.Parts, c)
	}
	return s, nil
}

// scatter draws the first two features of a part.
func (p featurePart) scatter(set *data.Set) svg.Scatter {
	n, _ := p.phi.Dims()
	each := svg.Thin(n)
	s := svg.Scatter{Title: fmt.Sprintf("%s: samples %d", p.name, n), X: "φ1", Y: "φ2"}
	if each > 1 {
		s.Title += fmt.Sprintf(", one of %d drawn", each)
	}
	if set.Label != nil {
		for _, name := range set.Classes {
			s.Names = append(s.Names, message.Clean(name))
		}
		if len(s.Names) > svg.MostNamed {
			s.Title += fmt.Sprintf(", %d of %d classes named", svg.MostNamed, len(s.Names))
		}
	}
	for t := 0; t < n; t += each {
		s.Xs, s.Ys = append(s.Xs, p.phi.At(t, 0)), append(s.Ys, p.phi.At(t, 1))
		if set.Label != nil {
			s.Class = append(s.Class, set.Label[p.rows[t]])
		}
	}
	return s
}
