package readout

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/align"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// The parameters of neighbours.
var (
	// Metric selects the distance of samples; "" stands for the Euclidean distance of
	// features.
	Metric = part.NewWord(part.Axis{
		Name: "metric", Readout: true, Default: euclid, Unset: euclid, Choices: []string{euclid, warpedTogether, warpedApart},
		Doc: "distance between neighbours: Euclidean over features, or time warping of whole series (--unit segment), with one path for all channels or one for each",
	})
	// MetricBand limits the warping.
	MetricBand = part.NewWord(part.Axis{
		Name: "metric-band", Readout: true, Default: "none", Unset: "none", Choices: []string{"learn", "none"}, Read: readBand,
		When:   func(p *part.Point) bool { return OfSeries(*p) },
		Remedy: "write none, learn or numbers of frames such as 0,5,10",
		Doc:    "width of the warping band in frames, or learn, which takes the width that classifies the training part best: 0,5,10",
	})
)

const (
	euclid         = "euclid"
	warpedTogether = "dtw"
	warpedApart    = "dtw-independent"
)

// OfSeries reports whether the point's readout reads whole series instead of features.
func OfSeries(p part.Point) bool { return Metric.Of(p) != "" || kernelOf(p) != "" }

// readBand parses a number of frames.
func readBand(word string) (string, error) {
	if n, err := strconv.Atoi(word); err == nil && n >= 0 {
		return strconv.Itoa(n), nil
	}
	return "", part.ErrUnknown
}

// warped finds the nearest training series. Its samples are rows that hold series.
type warped struct {
	near     *align.Nearest
	series   []align.Series
	window   align.Window
	channels int
	k        int
	notes    []string
}

// newWarped returns a warped of copies of the series that take part; label is nil if
// there is a target.
func (t *training) newWarped(ctx context.Context, k int, metric, band string) (*warped, error) {
	w := &warped{k: k}
	var label []int
	shortest, longest := 0, 0
	for _, b := range t.blocks {
		for i := b[0]; i < b[1]; i++ {
			s := kernel.SeriesOf(t.phi.RawRowView(i))
			s.X = slices.Clone(s.X)
			if len(w.series) == 0 {
				shortest = s.Len()
			}
			shortest, longest = min(shortest, s.Len()), max(longest, s.Len())
			w.series, w.channels = append(w.series, s), s.Channels
		}
		if t.label != nil {
			label = append(label, t.label[b[0]:b[1]]...)
		}
	}
	apart := metric == warpedApart
	switch width, err := strconv.Atoi(band); {
	case err == nil:
		w.window = align.Band(width)
		if longest-shortest > width {
			w.notes = append(w.notes, fmt.Sprintf("series of %d to %d frames have no path in a band of %d: it is widened, pair by pair, to what their lengths differ by", shortest, longest, width))
		}
	case band == "learn" && label == nil:
		return nil, fmt.Errorf("readout: --metric-band learn requires classes, but the target is a number: write --metric-band none or a number of frames")
	case band == "learn":
		width, right, err := align.LearnBand(ctx, w.series, label, t.classes, k, apart)
		if err != nil {
			return nil, err
		}
		w.window = align.Band(width)
		w.notes = append(w.notes, fmt.Sprintf("a band of %d frames is learnt: with it %d of %d training series have their class from the others", width, right, len(w.series)))
	}
	w.near = align.NewNearest(w.series, apart, w.window)
	return w, nil
}

// find returns the indices of the neighbours of the rows of x.
func (w *warped) find(ctx context.Context, x *mat.Dense) ([][]int, error) {
	n, _ := x.Dims()
	out := make([][]int, n)
	for i := range out {
		s := kernel.SeriesOf(x.RawRowView(i))
		if s.Channels != w.channels {
			panic(fmt.Sprintf("readout: a series of %d channels among those of %d", s.Channels, w.channels))
		}
		var err error
		if out[i], _, err = w.near.Of(ctx, s, w.k, -1); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// samples returns rows that hold the series.
func (w *warped) samples() *mat.Dense {
	longest := 0
	for _, s := range w.series {
		longest = max(longest, s.Len())
	}
	out := mat.NewDense(len(w.series), data.SeriesWidth(longest, w.channels), nil)
	for i, s := range w.series {
		data.PackSeries(out.RawRowView(i), mat.NewDense(s.Len(), w.channels, s.X))
	}
	return out
}

// restoreWarped returns a warped of the series in rows.
func restoreWarped(at part.Point, a Arrays, rows *mat.Dense, k int) (*warped, error) {
	w := &warped{channels: a.Columns, k: k}
	n, _ := rows.Dims()
	for i := range n {
		row := rows.RawRowView(i)
		if data.CheckSeries(row) != nil || int(row[1]) != w.channels {
			return nil, fmt.Errorf("%w: row %d of readout_samples is no series of %d channels", errDamaged, i+1, w.channels)
		}
		w.series = append(w.series, kernel.SeriesOf(row))
	}
	if a.Of("readout_band") != nil {
		width, err := a.numbers("readout_band", 1, 1)
		if err != nil {
			return nil, err
		}
		if !(width[0] >= 0 && width[0] <= math.MaxInt32) {
			return nil, fmt.Errorf("%w: a band of %g frames", errDamaged, width[0])
		}
		w.window = align.Band(int(width[0]))
	}
	w.near = align.NewNearest(w.series, Metric.Of(at) == warpedApart, w.window)
	return w, nil
}
