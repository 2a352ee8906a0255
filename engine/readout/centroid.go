package readout

import (
	"context"
	"math"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// Centroids is a trained nearest centroid classifier.
type Centroids struct {
	Noted

	mean    *mat.Dense // classes×p
	present []int
}

// NearestCentroid trains a nearest centroid classifier on the mean μ of the samples of
// each class (Escalante-B. and Wiskott 2013, section 4.3). The discriminant is −½‖φ −
// μ‖², so that the sum over a segment stays the log likelihood of normal classes of
// unit covariance; a class without a training sample has −∞.
//
// phi is n×p, label the class of each sample, −1 for a sample without a class, which is
// left out. It fails if ctx ends, if fewer than two classes have samples, and if a
// feature is not finite.
func NearestCentroid(ctx context.Context, phi *mat.Dense, label []int, classes int) (*Centroids, error) {
	t, err := newClassTraining(phi, label, classes)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return &Centroids{Noted: Noted{t.absentNotes()}, mean: t.classMeans(t.mean()), present: t.present}, nil
}

func (c *Centroids) Discriminants(phi *mat.Dense) *mat.Dense {
	n, _ := phi.Dims()
	classes, p := c.mean.Dims()
	checkFeatures(phi, p)
	out := constantMatrix(n, classes, math.Inf(-1))
	for i := range n {
		row := phi.RawRowView(i)
		for _, k := range c.present {
			sum := 0.0
			for j, m := range c.mean.RawRowView(k) {
				d := row[j] - m
				sum += d * d
			}
			out.Set(i, k, -sum/2)
		}
	}
	return out
}

// constantMatrix returns an n×c matrix of one value.
func constantMatrix(n, c int, v float64) *mat.Dense {
	data := make([]float64, n*c)
	for i := range data {
		data[i] = v
	}
	return mat.NewDense(n, c, data)
}

func (c *Centroids) Arrays() map[string]*mat.Dense {
	present := make([]float64, len(c.present))
	for i, k := range c.present {
		present[i] = float64(k)
	}
	return map[string]*mat.Dense{"readout_means": c.mean, "readout_present": mat.NewDense(1, len(present), present)}
}

// centroidFormula describes the arrays.
const centroidFormula = "the readout's values are −‖φ − μ‖²/2 for each class of readout_present, counted from 0, whose mean μ is a row of readout_means, and −∞ for others"

// restoreCentroids returns a nearest centroid classifier of the given number of classes
// from its arrays.
func restoreCentroids(a Arrays, classes int) (*Centroids, error) {
	mean, err := a.matrix("readout_means", classes, a.Columns)
	if err != nil {
		return nil, err
	}
	present, err := a.present(classes)
	if err != nil {
		return nil, err
	}
	return &Centroids{mean: mean, present: present}, nil
}

// centroids returns the part completed for a readout that is a [Centroids].
func centroids(p part.Part[Kind]) part.Part[Kind] {
	p.Build.Restore = func(_ part.Point, a Arrays) (Saved, error) { return restoreCentroids(a, a.Classes) }
	p.Build.Formula = []string{centroidFormula + "; the class is that of the largest"}
	return p
}
