package readout

import (
	"context"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// SoftLabels is a trained soft Gaussian regression.
type SoftLabels struct {
	Noted
	info

	classes *Gaussians
	value   []float64
	median  bool // predict the median over the class probabilities instead of the mean
}

// SoftGaussian predicts a number by class probabilities (Escalante-B. and Wiskott 2013,
// Eq. 67): Σ_c P(c|φ)·values[c], with P from [Gaussian]. phi is n×p, label the class of
// each sample, −1 for a sample without a class, which is left out.
//
// It fails as Gaussian does, and if the value of a class that has samples is not
// finite. It panics unless there is a value for each class.
func SoftGaussian(ctx context.Context, phi *mat.Dense, label []int, classes int, values []float64, at part.Point) (*SoftLabels, error) {
	if len(values) != classes {
		panic(fmt.Sprintf("readout: %d values for %d classes", len(values), classes))
	}
	g, err := Gaussian(ctx, phi, label, classes, at)
	if err != nil {
		return nil, err
	}
	for k, v := range values {
		if g.density[k] != nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
			return nil, fmt.Errorf("readout: the value of class %d (counted from 0) is %v: "+
				"remove its samples or give it a number", k, v)
		}
	}
	return &SoftLabels{Noted: Noted{g.Notes}, info: g.info, classes: g, value: slices.Clone(values)}, nil
}

// SoftGaussianTarget trains [SoftGaussian] for a number that is not discrete: the
// classes are those of [EqualGroups] for the point's [Groups], their values the means or,
// by [Estimate], the medians of the groups.
//
// It fails as these do, and if all targets are the same.
func SoftGaussianTarget(ctx context.Context, phi *mat.Dense, target []float64, at part.Point) (*SoftLabels, error) {
	by := groupingOf(at)
	c, err := by.groupTarget(phi, target)
	if err != nil {
		return nil, err
	}
	s, err := SoftGaussian(ctx, phi, c.label, len(c.value), c.value, at)
	if err == nil {
		s.median = by.median
		s.Notes = append(s.Notes, c.notes...)
	}
	return s, err
}

// Predict implements [Regressor]. The mean over the class probabilities has the least
// expected squared error, the median the least expected absolute error.
func (s *SoftLabels) Predict(phi *mat.Dense) []float64 {
	disc := s.classes.Discriminants(phi)
	out := make([]float64, disc.RawMatrix().Rows)
	for i := range out {
		row := disc.RawRowView(i)
		if s.median {
			out[i] = medianOf(row, s.value)
			continue
		}
		largest := floats.Max(row)
		sum := 0.0
		for k, d := range row {
			if s.classes.density[k] != nil {
				share := math.Exp(d - largest)
				sum += share
				out[i] += share * s.value[k]
			}
		}
		out[i] /= sum
	}
	return out
}

// medianOf returns the smallest of the ascending values of classes up to which the
// classes have half of the probability, given their discriminants; NaN for NaN
// discriminants.
func medianOf(row, value []float64) float64 {
	normalise(row, math.Exp, floats.Max(row))
	sum := 0.0
	for k, share := range row {
		if sum += share; sum >= 0.5 {
			return value[k]
		}
	}
	return math.NaN()
}

func (s *SoftLabels) Arrays() map[string]*mat.Dense {
	out := s.classes.Arrays()
	out["readout_values"] = mat.NewDense(1, len(s.value), slices.Clone(s.value))
	return out
}

// restoreSoftLabels returns a soft Gaussian regression from its arrays.
func restoreSoftLabels(at part.Point, a Arrays) (Saved, error) {
	g, value, err := restoreClassValues(a, func(classes int) (*Gaussians, error) { return restoreGaussians(a, classes) })
	if err != nil {
		return nil, err
	}
	return &SoftLabels{classes: g, value: value, median: byMedian(at)}, nil
}

// softLabels returns the part completed for a readout that is a [SoftLabels].
func softLabels(p part.Part[Kind]) part.Part[Kind] {
	p.Build.Restore = restoreSoftLabels
	p.Build.Formula = []string{gaussianFormula,
		"the predicted number is Σ exp(value of k)·readout_values[k]/Σ exp(value of k) over these classes, which are groups of the target",
		"where the point has estimate median, it is the first of readout_values up to which exp(value of k) sums to half of Σ exp(value of k)"}
	return p
}
