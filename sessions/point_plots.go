package sessions

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/part"
)

// featuresPlot is the slowness of each feature.
func featuresPlot(_ context.Context, a *aspect) (drawing, error) {
	r := a.result
	p := plot{title: a.titled("slowness of each feature"), x: "feature", limit: math.NaN()}
	for _, part := range []struct {
		name string
		of   []part.Float
	}{{"training", r.Slowness.Train}, {"test", r.Slowness.Test}} {
		c := curve{name: part.name}
		for j, v := range part.of {
			c.add(float64(j+1), float64(v), fmt.Sprintf("feature %d, %s: %.4g", j+1, part.name, v))
		}
		if len(c.points) > 0 {
			p.curves = append(p.curves, c)
		}
	}
	if len(p.curves) == 0 {
		return nil, a.missing("has no slowness of features to draw")
	}
	p.logY = p.spansDecades()
	return p, nil
}

// spectrumPlot is the eigenvalues of C, with the cut below which they count as
// zero.
func spectrumPlot(_ context.Context, a *aspect) (drawing, error) {
	r := a.result
	if r.Spectrum == nil {
		return nil, a.missing("has no spectrum to draw: the method %s does not whiten", datasets.Clean(r.Point.Method))
	}
	p := plot{title: a.titled("eigenvalues of C"), x: "rank", logX: true, limit: math.NaN()}
	var c curve
	largest := 0.0
	for i, rank := range r.Spectrum.Rank {
		if i < len(r.Spectrum.Value) {
			v := float64(r.Spectrum.Value[i])
			largest = max(largest, v)
			c.add(float64(rank), v, fmt.Sprintf("eigenvalue %d: %.4g", rank, v))
		}
	}
	if len(c.points) == 0 {
		return nil, a.missing("has no eigenvalue to draw")
	}
	p.curves = []curve{c}
	p.logY = p.spansDecades()
	if cut := float64(r.Spectrum.Cut) * largest; cut > 0 && p.logY {
		p.limit, p.limitName = cut, fmt.Sprintf("cut at %.2g of the largest", r.Spectrum.Cut)
	}
	return p, nil
}

// add appends a point where it has a place.
func (c *curve) add(x, y float64, text string) {
	if finite(y) {
		c.points = append(c.points, spot{x: x, y: y, se: math.NaN(), text: text})
	}
}

// spansDecades says that the values are above 0 and span a decade or more.
func (p *plot) spansDecades() bool {
	lo, hi := math.Inf(1), 0.0
	for _, c := range p.curves {
		for _, q := range c.points {
			lo, hi = min(lo, q.y), max(hi, q.y)
		}
	}
	return lo > 0 && hi > 10*lo
}

// confusionMap is what each class of the test part was taken for: segments, or
// samples where labels change inside segments.
func confusionMap(_ context.Context, a *aspect) (drawing, error) {
	c := a.result.Confusion
	if c == nil {
		return nil, a.missing("tells no classes apart: it has no classifier or no test part with labels")
	}
	counts, of := c.Segment, "segments"
	if counts == nil {
		counts, of = c.Sample, "samples"
	}
	if len(counts) == 0 {
		return nil, a.missing("has no class to draw")
	}
	m := heatmap{x: "taken for", y: "class", square: true, number: short}
	all, wrong := 0, 0
	for i, row := range counts {
		m.rows = append(m.rows, a.class(i))
		cells := make([]cell, len(row))
		for j, n := range row {
			cells[j] = cell{value: float64(n), text: datasets.Clean(fmt.Sprintf("%s taken for %s: %d", a.class(i), a.class(j), n))}
			all += n
			if i != j {
				wrong += n
			}
		}
		m.cells = append(m.cells, cells)
	}
	m.columns = m.rows
	m.title = a.titled(fmt.Sprintf("classes of %d test %s, %d taken for another", all, of, wrong))
	return m, nil
}

// class is the name of a class, or without the data its number.
func (a *aspect) class(i int) string {
	if a.set != nil && i < len(a.set.Classes) {
		return datasets.Clean(a.set.Classes[i])
	}
	return fmt.Sprint(i + 1)
}
