package sessions

import (
	"context"
	"fmt"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
)

// What is drawn of features at most: more could not be told apart.
const (
	mostTraces  = 8
	mostStrides = 40 // segments of a part
)

// part is a part of the data with its features.
type featurePart struct {
	name        string
	phi         *mat.Dense
	rows, spans []int
	delta       []part.Float
}

// parts solves the point again for its features on the training part and, where
// there is one, on the test part.
func (a *aspect) parts(ctx context.Context) ([]featurePart, error) {
	out, err := sweep.Recompute(ctx, a.set, a.hash, a.result.Point)
	if err != nil {
		return nil, fmt.Errorf("point %s: %w", a.result.Key[:12], err)
	}
	parts := []featurePart{{"training", out.Train, out.TrainRows, out.TrainSpans, a.result.Slowness.Train}}
	if out.Test != nil {
		parts = append(parts, featurePart{"test", out.Test, out.TestRows, out.TestSpans, a.result.Slowness.Test})
	}
	return parts, nil
}

// tracesSheet are the first features over time, from the beginning of each part.
func tracesSheet(ctx context.Context, a *aspect) (drawing, error) {
	parts, err := a.parts(ctx)
	if err != nil {
		return nil, err
	}
	_, p := parts[0].phi.Dims()
	title := "features over time"
	if p > mostTraces {
		title = fmt.Sprintf("the first %d of %d features over time", mostTraces, p)
	}
	s := sheet{title: a.titled(title)}
	for _, part := range parts {
		s.parts = append(s.parts, part.traces(a.set))
	}
	return s, nil
}

// traces draws the first features of a part on its first spans.
func (p featurePart) traces(set *datasets.Set) traces {
	spans := p.spans[:min(len(p.spans), mostStrides)]
	t := traces{x: "sample", first: 1}
	at := 0
	for _, n := range spans {
		t.spans = append(t.spans, stretch{n, segmentText(set, p.rows[at])})
		at += n
	}
	all, d := p.phi.Dims()
	t.title = fmt.Sprintf("%s: samples %d, segments %d", p.name, all, len(p.spans))
	if at < all {
		t.title += fmt.Sprintf(", of which the first %d are drawn", len(spans))
	}
	for j := range min(d, mostTraces) {
		c := trace{name: fmt.Sprintf("φ%d", j+1), y: mat.Col(nil, j, p.phi.Slice(0, at, 0, d))}
		if j < len(p.delta) {
			c.text = fmt.Sprintf("feature %d, slowness %.4g", j+1, p.delta[j])
		}
		t.curves = append(t.curves, c)
	}
	return t
}

// segmentText says what the segment of a row is.
func segmentText(set *datasets.Set, row int) string {
	s := set.Segments[set.SegmentAt(row)]
	text := "segment " + s.Name
	if s.Group != "" {
		text += ", group " + s.Group
	}
	if set.Label != nil && set.Label[row] >= 0 {
		text += ", " + set.Classes[set.Label[row]]
	}
	return datasets.Clean(text)
}

// scatterSheet is the second feature over the first, on axes that the parts
// share.
func scatterSheet(ctx context.Context, a *aspect) (drawing, error) {
	parts, err := a.parts(ctx)
	if err != nil {
		return nil, err
	}
	if _, p := parts[0].phi.Dims(); p < 2 {
		return nil, a.missing("has a single feature: there is no second to draw over it")
	}
	title := "φ2 over φ1, by label"
	if a.set.Label == nil {
		title = "φ2 over φ1 (the data has no label)"
	}
	s := sheet{title: a.titled(title)}
	var drawn []scatter
	var across, up []float64
	for _, part := range parts {
		c := part.scatter(a.set)
		across, up = append(across, c.xs...), append(up, c.ys...)
		drawn = append(drawn, c)
	}
	for i, c := range drawn {
		c.across, c.up, c.legend = finites(across), finites(up), i == len(drawn)-1
		s.parts = append(s.parts, c)
	}
	return s, nil
}

// scatter are the first two features of a part.
func (p featurePart) scatter(set *datasets.Set) scatter {
	n, _ := p.phi.Dims()
	each := everyFew(n)
	s := scatter{title: fmt.Sprintf("%s: samples %d", p.name, n), x: "φ1", y: "φ2"}
	if each > 1 {
		s.title += fmt.Sprintf(", one of %d drawn", each)
	}
	if set.Label != nil {
		for _, name := range set.Classes {
			s.names = append(s.names, datasets.Clean(name))
		}
		if len(s.names) > mostNamed {
			s.title += fmt.Sprintf(", %d of %d classes named", mostNamed, len(s.names))
		}
	}
	for t := 0; t < n; t += each {
		s.xs, s.ys = append(s.xs, p.phi.At(t, 0)), append(s.ys, p.phi.At(t, 1))
		if set.Label != nil {
			s.class = append(s.class, set.Label[p.rows[t]])
		}
	}
	return s
}

func finites(values []float64) []float64 {
	var out []float64
	for _, v := range values {
		if finite(v) {
			out = append(out, v)
		}
	}
	return out
}
