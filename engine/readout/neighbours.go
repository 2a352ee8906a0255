package readout

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/nearest"
	"gonum.org/v1/gonum/mat"
)

// Neighbours is a trained classifier by nearest neighbours.
type Neighbours struct {
	// Notes say in words what was left out, and why.
	Notes []string

	near    neighbourhood
	label   []int // of the training samples that take part
	classes int
}

// NearestNeighbours keeps the training samples. The discriminant of a class is
// its share among the k training samples nearest to a sample by Euclidean
// distance, the earlier sample first at the same distance. A sample that is not
// finite, or so far away that squared distances overflow, has the discriminants
// NaN.
//
// phi is n×p, label the class of each sample, −1 where it has none and is left
// out. It fails when ctx ends, when fewer than two classes have samples, when
// a feature is not finite, and when k is less than 1 or more than the samples
// that have a label. Reading out costs O(n·p) for each sample.
func NearestNeighbours(ctx context.Context, phi *mat.Dense, label []int, classes, k int) (*Neighbours, error) {
	t, err := newClassTraining(phi, label, classes)
	if err != nil {
		return nil, err
	}
	near, err := t.neighbourhood(ctx, k)
	if err != nil {
		return nil, err
	}
	m := &Neighbours{Notes: t.absentNotes(), near: near, classes: classes}
	for _, b := range t.blocks {
		m.label = append(m.label, label[b[0]:b[1]]...)
	}
	return m, nil
}

// Discriminants implements [Classifier].
func (m *Neighbours) Discriminants(phi *mat.Dense) *mat.Dense {
	found := m.near.of(phi)
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
	return out
}

// NeighbourMean is a trained regression by nearest neighbours.
type NeighbourMean struct {
	near   neighbourhood
	target []float64
}

// NearestNeighboursTarget keeps the training samples. The prediction for a
// sample is the mean target of its k neighbours, as [NearestNeighbours] finds
// them; NaN for a sample that has none.
//
// phi is n×p. It fails when ctx ends, when there is no sample, when a feature
// or a target is not finite, and when k is less than 1 or more than n.
func NearestNeighboursTarget(ctx context.Context, phi *mat.Dense, target []float64, k int) (*NeighbourMean, error) {
	t, err := newTargetTraining(phi, target)
	if err != nil {
		return nil, err
	}
	near, err := t.neighbourhood(ctx, k)
	if err != nil {
		return nil, err
	}
	return &NeighbourMean{near: near, target: append([]float64(nil), target...)}, nil
}

// Predict implements [Regressor].
func (m *NeighbourMean) Predict(phi *mat.Dense) []float64 {
	found := m.near.of(phi)
	out := make([]float64, len(found))
	for i, near := range found {
		for _, t := range near {
			out[i] += m.target[t]
		}
		out[i] /= float64(len(near))
	}
	return out
}

// neighbourhood finds the k nearest training samples.
type neighbourhood struct {
	points *nearest.Points
	p, k   int
}

// neighbourhood copies the samples that take part.
func (t *training) neighbourhood(ctx context.Context, k int) (neighbourhood, error) {
	if k < 1 {
		return neighbourhood{}, fmt.Errorf("readout: %d nearest neighbours: it takes 1 or more", k)
	}
	if k > t.n {
		return neighbourhood{}, fmt.Errorf("readout: %d nearest neighbours are wanted, but the training part has %d samples to look among: "+
			"take fewer neighbours", k, t.n)
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

// of finds the neighbours of the rows of phi.
func (h neighbourhood) of(phi *mat.Dense) [][]int {
	checkFeatures(phi, h.p)
	// Without a context that can end there is no error.
	found, _ := h.points.Nearest(context.Background(), phi, h.k)
	return found
}
