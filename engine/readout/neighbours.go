package readout

import (
	"context"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/nearest"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// K is the number of neighbours.
var K = part.NewCount(part.Axis{
	Name: "knn", Readout: true, Default: "5", Doc: "number of neighbours in the readouts neighbours and neighbour-mean",
})

// Neighbours is a trained classifier by nearest neighbours.
type Neighbours struct {
	Noted

	near    neighbourhood
	label   []int // of the training samples that take part
	classes int
}

// NearestNeighbours stores the training samples. The discriminant of a class is its
// share among the k training samples nearest to a sample by Euclidean distance, the
// earlier sample first at the same distance. A sample that is not finite, or so far
// away that squared distances overflow, has the discriminants NaN.
//
// With a metric of series, the nearest are those of least warping cost, and rows of phi
// hold series as [data.PackSeries] writes them.
//
// phi is n×p, label the class of each sample, −1 for a sample without a class, which is
// left out. It fails if ctx ends, if fewer than two classes have samples, if a feature
// is not finite, and if k is less than 1 or more than the number of labelled samples.
// Reading out costs O(n·p) for each sample.
func NearestNeighbours(ctx context.Context, phi *mat.Dense, label []int, classes, k int, by Nearness) (*Neighbours, error) {
	t, err := newClassTraining(phi, label, classes)
	if err != nil {
		return nil, err
	}
	near, err := t.neighbourhood(ctx, k, by)
	if err != nil {
		return nil, err
	}
	m := &Neighbours{Noted: Noted{append(t.absentNotes(), near.notes()...)}, near: near, classes: classes}
	for _, b := range t.blocks {
		m.label = append(m.label, label[b[0]:b[1]]...)
	}
	return m, nil
}

func (m *Neighbours) Discriminants(phi *mat.Dense) *mat.Dense {
	// The background context never ends, so there is no error.
	out, _ := m.DiscriminantsContext(context.Background(), phi)
	return out
}

// DiscriminantsContext returns Discriminants, or an error if ctx ends.
func (m *Neighbours) DiscriminantsContext(ctx context.Context, phi *mat.Dense) (*mat.Dense, error) {
	found, err := m.near.find(ctx, phi)
	if err != nil {
		return nil, err
	}
	out := mat.NewDense(len(found), m.classes, nil)
	for i, near := range found {
		row := out.RawRowView(i)
		for _, t := range near {
			row[m.label[t]]++
		}
		for c := range row {
			row[c] /= float64(len(near))
		}
	}
	return out, nil
}

func (m *Neighbours) Arrays() map[string]*mat.Dense {
	label := make([]float64, len(m.label))
	for i, k := range m.label {
		label[i] = float64(k)
	}
	return m.near.arrays("readout_labels", label)
}

// NeighbourMean is a trained regression by nearest neighbours.
type NeighbourMean struct {
	Noted

	near   neighbourhood
	target []float64
}

// NearestNeighboursTarget stores the training samples. The prediction for a sample is
// the mean target of its k neighbours, as found by [NearestNeighbours]; NaN for a
// sample that has none.
//
// phi is n×p. It fails if ctx ends, if there is no sample, if a feature or a target is
// not finite, and if k is less than 1 or more than n.
func NearestNeighboursTarget(ctx context.Context, phi *mat.Dense, target []float64, k int, by Nearness) (*NeighbourMean, error) {
	t, err := newTargetTraining(phi, target)
	if err != nil {
		return nil, err
	}
	near, err := t.neighbourhood(ctx, k, by)
	if err != nil {
		return nil, err
	}
	return &NeighbourMean{Noted: Noted{near.notes()}, near: near, target: append([]float64(nil), target...)}, nil
}

func (m *NeighbourMean) Predict(phi *mat.Dense) []float64 {
	// The background context never ends, so there is no error.
	out, _ := m.PredictContext(context.Background(), phi)
	return out
}

// PredictContext returns the result of Predict, or an error if ctx ends.
func (m *NeighbourMean) PredictContext(ctx context.Context, phi *mat.Dense) ([]float64, error) {
	found, err := m.near.find(ctx, phi)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(found))
	for i, near := range found {
		for _, t := range near {
			out[i] += m.target[t]
		}
		out[i] /= float64(len(near))
	}
	return out, nil
}

func (m *NeighbourMean) Arrays() map[string]*mat.Dense {
	return m.near.arrays("readout_targets", slices.Clone(m.target))
}

// Nearness selects the distance of samples: a metric of [Metric], "" for the Euclidean
// one, and for the others the band of [MetricBand].
type Nearness struct{ Metric, Band string }

// nearness returns the distance of samples in a point.
func nearness(at part.Point) Nearness { return Nearness{Metric.Of(at), MetricBand.Of(at)} }

// neighbourhood finds the k nearest training samples.
type neighbourhood struct {
	warped *warped // nil for the Euclidean distance
	points *nearest.Points
	p, k   int
}

// neighbourhood returns a neighbourhood of copies of the samples that take part.
func (t *training) neighbourhood(ctx context.Context, k int, by Nearness) (neighbourhood, error) {
	if k < 1 {
		return neighbourhood{}, fmt.Errorf("readout: %d nearest neighbours: it takes 1 or more", k)
	}
	if k > t.n {
		return neighbourhood{}, fmt.Errorf("readout: %d nearest neighbours require as many training samples, but there are %d: use fewer neighbours", k, t.n)
	}
	if by.Metric != "" {
		w, err := t.newWarped(ctx, k, by.Metric, by.Band)
		return neighbourhood{warped: w}, err
	}
	kept := mat.NewDense(t.n, t.p, nil)
	at := 0
	for _, b := range t.blocks {
		if err := ctx.Err(); err != nil {
			return neighbourhood{}, err
		}
		for i := b[0]; i < b[1]; i++ {
			kept.SetRow(at, t.phi.RawRowView(i))
			at++
		}
	}
	return neighbourhood{points: nearest.New(kept), p: t.p, k: k}, nil
}

// find returns the indices of the neighbours of the rows of phi.
func (h neighbourhood) find(ctx context.Context, phi *mat.Dense) ([][]int, error) {
	if h.warped != nil {
		return h.warped.find(ctx, phi)
	}
	checkFeatures(phi, h.p)
	return h.points.Nearest(ctx, phi, h.k)
}

// notes returns the notes on the metric.
func (h neighbourhood) notes() []string {
	if h.warped == nil {
		return nil
	}
	return h.warped.notes
}

// arrays returns the samples, and the number of each.
func (h neighbourhood) arrays(name string, numbers []float64) map[string]*mat.Dense {
	out := map[string]*mat.Dense{name: mat.NewDense(1, len(numbers), numbers)}
	if h.warped != nil {
		out["readout_samples"] = h.warped.samples()
		if width, bounded := h.warped.window.Width(); bounded {
			out["readout_band"] = mat.NewDense(1, 1, []float64{float64(width)})
		}
		return out
	}
	out["readout_samples"] = h.points.All()
	return out
}

// restoreNeighbourhood returns a neighbourhood from its arrays, and the numbers of its
// samples.
func restoreNeighbourhood(at part.Point, a Arrays, name string) (h neighbourhood, numbers []float64, err error) {
	columns := a.Columns
	if OfSeries(at) {
		columns = 0 // as many as the longest series needs
	}
	samples, err := a.matrix("readout_samples", 0, columns)
	if err != nil {
		return h, nil, err
	}
	n, _ := samples.Dims()
	if numbers, err = a.numbers(name, 1, n); err != nil {
		return h, nil, err
	}
	if h.k = K.Of(at); h.k < 1 || h.k > n {
		return h, nil, fmt.Errorf("%w: %d neighbours of %d samples", errDamaged, h.k, n)
	}
	if OfSeries(at) {
		h.warped, err = restoreWarped(at, a, samples, h.k)
		return h, numbers, err
	}
	h.points, h.p = nearest.New(samples), a.Columns
	return h, numbers, nil
}

func restoreNeighbours(at part.Point, a Arrays) (Saved, error) {
	near, labels, err := restoreNeighbourhood(at, a, "readout_labels")
	if err != nil {
		return nil, err
	}
	m := &Neighbours{near: near, classes: a.Classes}
	for _, k := range labels {
		if k != math.Trunc(k) || k < 0 || k >= float64(a.Classes) {
			return nil, fmt.Errorf("%w: a sample has class %g, which does not exist", errDamaged, k)
		}
		m.label = append(m.label, int(k))
	}
	return m, nil
}

func restoreNeighbourMean(at part.Point, a Arrays) (Saved, error) {
	near, target, err := restoreNeighbourhood(at, a, "readout_targets")
	if err != nil {
		return nil, err
	}
	return &NeighbourMean{near: near, target: target}, nil
}

// neighboursFormula describes the samples; a description of their numbers follows it.
const neighboursFormula = "the neighbours of φ are the knn rows of readout_samples nearest to it; of rows at equal distances the earlier ones come first; under a metric of series, φ is a series, a row holds its number of frames, its number of channels and the frames, and the distance is the smallest warping cost, within readout_band frames if that array exists"

// byNeighbours returns the readout completed with the parameters of neighbours.
func byNeighbours(p part.Part[Kind], restore func(part.Point, Arrays) (Saved, error), formula string) part.Part[Kind] {
	p.Parameters = []part.Parameter{K, Metric, MetricBand}
	p.Build.Restore, p.Build.Formula = restore, []string{neighboursFormula, formula}
	return p
}
