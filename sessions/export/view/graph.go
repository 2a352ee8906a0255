package view

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/sessions/export/svg"
)

// graphSheet draws the edge weights of the training graph as a matrix: samples
// in order and, if there are labels, by class.
func graphSheet(ctx context.Context, a *subject) (svg.Drawing, error) {
	x, err := resolve.Inspect(ctx, a.set, a.data.Hash, a.result.Point)
	if err != nil {
		return nil, fmt.Errorf("point %s: %w", a.result.Key[:12], err)
	}
	g := x.Graph
	switch {
	case g == nil:
		return nil, a.missingError("has no training graph: the method %s does not use one", message.Clean(method.Name.Of(a.result.Point)))
	case g.Matrix == nil:
		return nil, a.missingError("has no graph to draw: %s", message.Clean(g.Note))
	}
	consistent := "consistent"
	if g.Consistency > 1e-9 {
		consistent = "not consistent, by " + svg.Number(g.Consistency)
	}
	if r := a.result.Graph; r != nil && r.ClassOrder != "" {
		consistent += ", classes " + message.Clean(r.ClassOrder)
	}
	s := svg.Sheet{Title: a.titled(fmt.Sprintf("training graph %s: %d samples, %d edges, Q %s, R %s, components %d, %s",
		graph.Name.Of(a.result.Point), g.Samples, g.Pairs, svg.Number(g.Q), svg.Number(g.R), g.Components, consistent))}
	n := len(g.Matrix)
	names, places := samplePlaces(g.Samples, n)
	s.Parts = append(s.Parts, edgeMap("weights of edges, samples in order", "sample", names, places, g.Matrix))
	if g.ByClass == nil {
		return s, nil
	}
	names, places = classPlaces(a.set, x.TrainRows, n, g.Classes)
	s.Parts = append(s.Parts, edgeMap("weights of edges, samples by class", "class", names, places, g.ByClass))
	return s, nil
}

// edgeMap draws summed edge weights between ranges of samples; ranges without
// edges are blank. names label the axes, places describe each range.
func edgeMap(title, axis string, names, places []string, weights [][]float64) svg.Heatmap {
	m := svg.Heatmap{Title: title, X: axis, Y: axis, Columns: names, Rows: names, Square: true, Sparse: true}
	for i, row := range weights {
		cells := make([]svg.Cell, len(row))
		for j, w := range row {
			cells[j].Value = math.NaN()
			if w != 0 {
				cells[j] = svg.Cell{Value: w, Text: fmt.Sprintf("%s with %s: %.4g", places[i], places[j], w)}
			}
		}
		m.Cells = append(m.Cells, cells)
	}
	return m
}

// samplePlaces divides samples into n ranges. It returns the description of
// each, and axis labels for some.
func samplePlaces(samples, n int) (names, places []string) {
	names, places = make([]string, n), make([]string, n)
	begin := func(i int) int { return (i*samples+n-1)/n + 1 }
	for i := range n {
		places[i] = fmt.Sprintf("samples %d–%d", begin(i), begin(i+1)-1)
		if i%8 == 0 {
			names[i] = fmt.Sprint(begin(i))
		}
	}
	return names, places
}

// classPlaces divides samples, sorted by class with the unlabelled first, into
// n ranges. It returns the class at the start of each range, and an axis label
// where the class changes.
func classPlaces(set *data.Set, rows []int, n int, order []int) (names, places []string) {
	count := make([]int, len(set.Classes)+1)
	for _, row := range rows {
		count[set.Label[row]+1]++
	}
	names, places = make([]string, n), make([]string, n)
	k, end, last := 0, count[0], -1
	for i := range n {
		for first := (i*len(rows) + n - 1) / n; first >= end; end += count[order[k-1]+1] {
			k++
		}
		places[i] = "no label"
		if k > 0 {
			places[i] = message.Clean(set.Classes[order[k-1]])
		}
		if k != last {
			names[i], last = places[i], k
		}
	}
	return names, places
}
