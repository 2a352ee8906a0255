package view

import (
	"context"
	"fmt"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/sessions/export/svg"
)

// alignSheet draws the kernel of the training series, ordered by class. Below
// it are the best alignments of the first series with the next of its class and
// with one of another class.
func alignSheet(ctx context.Context, a *subject) (svg.Drawing, error) {
	x, err := solveAgain(ctx, a, "alignments", resolve.Alignments)
	if err != nil {
		return nil, err
	}
	n := len(x.Series)
	s := svg.Sheet{Title: a.titled(fmt.Sprintf("alignments of %d of %d training series", n, x.Of))}
	names := make([]string, n)
	m := svg.Heatmap{Title: "kernel " + kernel.Name.Of(a.result.Point) + " of the training series, class by class", X: "class", Y: "class", Square: true, Sparse: true}
	for i := range n {
		if x.Class != nil && (i == 0 || x.Class[i] != x.Class[i-1]) && x.Class[i] >= 0 {
			names[i] = a.class(x.Class[i])
		}
		cells := make([]svg.Cell, n)
		for j := range n {
			cells[j] = svg.Cell{Value: x.Kernel.At(i, j), Text: fmt.Sprintf("%s with %s: %.4g", a.series(x, i), a.series(x, j), x.Kernel.At(i, j))}
		}
		m.Cells = append(m.Cells, cells)
	}
	m.Columns, m.Rows = names, names
	s.Parts = append(s.Parts, m)
	like, other := x.Neighbours()
	for _, j := range []int{like, other} {
		if j > 0 {
			s.Parts = append(s.Parts, a.alignment(x, 0, j))
		}
	}
	return s, nil
}

func (s *subject) series(x *resolve.Aligned, i int) string {
	text := message.Clean(s.set.Segments[x.Rows[i]].Name)
	if x.Class != nil && x.Class[i] >= 0 {
		text += " of class " + s.class(x.Class[i])
	}
	return text
}

func (s *subject) alignment(x *resolve.Aligned, i, j int) svg.Alignment {
	path, cost := x.Path(i, j)
	name := "the kernel"
	if x.OfStrings() {
		name += " of their strings"
	}
	d := svg.Alignment{
		Title: fmt.Sprintf("%s and %s", s.series(x, i), s.series(x, j)),
		Above: svg.Trace{Name: s.series(x, i), Text: s.series(x, i), Y: x.First(i)},
		Below: svg.Trace{Name: s.series(x, j), Text: s.series(x, j), Y: x.First(j)},
		Path:  path,
		Text:  fmt.Sprintf("the best of all paths costs %s; %s is %s", svg.Number(cost), name, svg.Number(x.Kernel.At(i, j))),
	}
	if channels := x.Series[i].Channels; channels > 1 {
		d.Text += fmt.Sprintf("; drawn is the first of %d inputs", channels)
	}
	return d
}
