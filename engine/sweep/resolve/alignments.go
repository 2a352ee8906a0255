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

// Aligned holds the training series of a point, with their kernel matrix.
type Aligned struct {
	Rows   []int          // rows of the data set, class by class
	Class  []int          // class of each series; nil without labels
	Series []align.Series // in the form that is aligned
	Kernel *mat.SymDense  // kernel of each pair
	Of     int            // number of series in the training part

	at part.Point
}

// maxAligned is the largest number of series that Alignments aligns with each other.
const maxAligned = 160

// Alignments aligns the training series of a point with each other, evenly spaced ones if there
// are many. It fails if samples are no series, and when ctx ends.
func Alignments(ctx context.Context, set *data.Set, hash string, point part.Point) (*Aligned, error) {
	if !set.Series || !space.OfSeries(point) {
		return nil, errors.New("samples are not whole series: add --unit segment")
	}
	parts, _, err := run.Prepare(ctx, set, hash, point)
	if err != nil {
		return nil, err
	}
	train := parts.Train
	n, width := train.X.Dims()
	order := make([]int, min(n, maxAligned))
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

// maxPathCells is the largest number of cells in the table of a path.
const maxPathCells = 1 << 24

// Path returns the best path between series i and j within the kernel's band, and its cost. The
// path is nil if the series are too long for its table.
func (a *Aligned) Path(i, j int) (path [][2]int, cost float64) {
	x, y := a.Series[i], a.Series[j]
	w := kernel.Window(a.at).Widened(x.Len(), y.Len())
	if x.Len()*y.Len() > maxPathCells {
		var aligner align.Aligner
		return nil, aligner.DTW(x, y, w)
	}
	return align.Path(x, y, w)
}

// OfStrings reports whether the kernel compares strings of symbols, for which there is no path
// of frames.
func (a *Aligned) OfStrings() bool { return kernel.Symbols.Of(a.at) != "" }

// First returns the first channel of series i.
func (a *Aligned) First(i int) []float64 {
	s := a.Series[i]
	out := make([]float64, s.Len())
	for t := range out {
		out[t] = s.X[t*s.Channels]
	}
	return out
}

// Neighbours returns the next series of the class of the first one, and the first series of
// another class; −1 if there is none. Without labels all series count as one class.
func (a *Aligned) Neighbours() (like, other int) {
	like, other = -1, -1
	for j := len(a.Series) - 1; j > 0; j-- {
		if a.Class == nil || a.Class[j] == a.Class[0] {
			like = j
		} else {
			other = j
		}
	}
	return like, other
}
