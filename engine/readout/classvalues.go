package readout

import (
	"context"
	"math"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// savedClassifier is a [Classifier] that is saved with a model.
type savedClassifier interface {
	Classifier
	Saved
}

// ClassValues predicts the value of the group of the target that a classifier assigns
// to a sample (Escalante-B. and Wiskott 2013, section 5.5, the second approach).
type ClassValues struct {
	Noted
	info

	classes savedClassifier
	value   []float64
}

// Predict implements [Regressor].
func (c *ClassValues) Predict(phi *mat.Dense) []float64 {
	disc := c.classes.Discriminants(phi)
	out := make([]float64, disc.RawMatrix().Rows)
	for i := range out {
		row := disc.RawRowView(i)
		out[i] = math.NaN()
		if !floats.HasNaN(row) {
			out[i] = c.value[floats.MaxIdx(row)]
		}
	}
	return out
}

// Arrays implements [Saved].
func (c *ClassValues) Arrays() map[string]*mat.Dense {
	out := c.classes.Arrays()
	out["readout_values"] = mat.NewDense(1, len(c.value), c.value)
	return out
}

// restoreClassValues returns a classifier of groups and the values of the groups from
// their arrays.
func restoreClassValues[C savedClassifier](a Arrays, classifier func(classes int) (C, error)) (c C, value []float64, err error) {
	if value, err = a.numbers("readout_values", 1, 0); err != nil {
		return c, nil, err
	}
	c, err = classifier(len(value))
	return c, value, err
}

// ofClasses returns a part whose readout is a [ClassValues] of a classifier; formula
// describes the classifier's values.
func ofClasses[C savedClassifier](name, doc, formula string, of []part.Parameter, train func(ctx context.Context, phi *mat.Dense, label []int, classes int, at part.Point) (C, error), restore func(a Arrays, classes int) (C, error)) part.Part[Kind] {
	p := regressor(name, doc, of, func(ctx context.Context, phi *mat.Dense, target []float64, at part.Point) (Regressor, error) {
		g, err := groupingOf(at).groupTarget(phi, target)
		if err != nil {
			return nil, err
		}
		c, err := train(ctx, phi, g.label, len(g.value), at)
		if err != nil {
			return nil, err
		}
		out := &ClassValues{Noted: Noted{append(NotesOf(c), g.notes...)}, classes: c, value: g.value}
		if informed, ok := any(c).(Informed); ok {
			out.info = informed.Info()
		}
		return out, nil
	})
	p.Doc = doc
	p.Build.Restore = func(_ part.Point, a Arrays) (Saved, error) {
		c, value, err := restoreClassValues(a, func(classes int) (C, error) { return restore(a, classes) })
		if err != nil {
			return nil, err
		}
		return &ClassValues{classes: c, value: value}, nil
	}
	p.Build.Formula = []string{formula, "the classes are groups of the target; the predicted number is that of readout_values at the class of the largest value"}
	return p
}

var gaussianNumber = ofClasses("gaussian-number", "Gaussian classifier over groups of the target; predicts a number", gaussianFormula, []part.Parameter{Groups, Estimate, Shrink},
	func(ctx context.Context, phi *mat.Dense, label []int, classes int, at part.Point) (*Gaussians, error) {
		return Gaussian(ctx, phi, label, classes, at)
	}, restoreGaussians)

var centroidNumber = ofClasses("centroid-number", "nearest centroid over groups of the target; predicts a number", centroidFormula, []part.Parameter{Groups, Estimate},
	func(ctx context.Context, phi *mat.Dense, label []int, classes int, _ part.Point) (*Centroids, error) {
		return NearestCentroid(ctx, phi, label, classes)
	}, restoreCentroids)
