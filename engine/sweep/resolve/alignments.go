package resolve

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/align"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/mat"
)

// Aligned is what a kernel of whole series makes of the training part of a point.
type Aligned struct {
	Rows   []int          // the series, class by class, as rows of the data set
	Class  []int          // of each; nil without labels
	Series []align.Series // as they are aligned
	Kernel *mat.SymDense  // of each pair
	Of     int            // how many series the training part has

	at part.Point
}

// mostAligned series are aligned with each other to be looked at.
const mostAligned = 160

// Alignments aligns the training series of a point with each other: evenly spaced ones
// where there are many. It fails where samples are no series, and when ctx ends.
func Alignments(ctx context.Context, set *data.Set, hash string, point part.Point) (*Aligned, error) {
	if !set.Series || !space.OfSeries(point) {
		return nil, errors.New("samples are no whole series: --unit segment makes them such")
	}
	parts, _, err := run.Prepare(ctx, set, hash, point)
	if err != nil {
		return nil, err
	}
	train := parts.Train
	n, width := train.X.Dims()
	order := make([]int, min(n, mostAligned))
	for i := range order {
		order[i] = i * n / len(order)
	}
	if train.Label != nil {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(train.Label[a], train.Label[b]) })
	}
	a, x := &Aligned{Of: n, at: point}, mat.NewDense(len(order), width, nil)
	for i, t := range order {
		x.SetRow(i, train.X.RawRowView(t))
		frames, channels := data.Frames(train.Series().RawRowView(t))
		a.Rows, a.Series = append(a.Rows, train.Rows[t]), append(a.Series, align.Series{X: frames, Channels: channels})
		if train.Label != nil {
			a.Class = append(a.Class, train.Label[t])
		}
	}
	a.Kernel, err = kernel.Gram(ctx, kernel.At(point), x, false)
	return a, err
}

// mostCells bounds the table of a path, in numbers.
const mostCells = 1 << 24

// Path is the best path between two of the series, in the band of the kernel, with its cost.
// There is no path where the series are too long for its table.
func (a *Aligned) Path(i, j int) (path [][2]int, cost float64) {
	x, y := a.Series[i], a.Series[j]
	w := kernel.Window(a.at).Widened(x.Len(), y.Len())
	if x.Len()*y.Len() > mostCells {
		var aligner align.Aligner
		return nil, aligner.DTW(x, y, w)
	}
	return align.Path(x, y, w)
}

// OfStrings reports whether the kernel compares strings of symbols, which no path of frames
// is of.
func (a *Aligned) OfStrings() bool { return kernel.Symbols.Of(a.at) != "" }

// First is the first channel of a series.
func (a *Aligned) First(i int) []float64 {
	s := a.Series[i]
	out := make([]float64, s.Len())
	for t := range out {
		out[t] = s.X[t*s.Channels]
	}
	return out
}

// Beside are the next series of the class of series i, and the first of another class;
// without labels the next one and the last. −1 stands for none.
func (a *Aligned) Beside(i int) (like, other int) {
	like, other = -1, -1
	for j := range a.Series {
		same := a.Class == nil || a.Class[i] == a.Class[j]
		switch {
		case j == i:
		case same && (like < 0 || like < i && j > i):
			like = j
		case other < 0 && !same:
			other = j
		}
	}
	return like, other
}
