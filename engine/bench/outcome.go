package main

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// outcome is what one side makes of a job.
type outcome struct {
	// Points are in the order of the job.
	Points []measured `json:"points"`
	Picks  []picked   `json:"picks"`
	// Phases are seconds by what they were spent on.
	Phases map[string]float64 `json:"phases"`
	// Work is the same in seconds of all processors together; nil where they are not told.
	Work map[string]float64 `json:"work,omitempty"`
	// Stolen is what the host of a virtual machine has taken from its processors, in their
	// seconds; zero where none is told.
	Stolen map[string]float64 `json:"stolen,omitempty"`
	// Products are the multiply-adds of products by what they were made for; nil where they
	// are not told.
	Products map[string]int64 `json:"products,omitempty"`
	// Peak is the most memory that was held, in bytes; 0 where unknown.
	Peak int64 `json:"peak"`
}

// measured is a point with its measures.
type measured struct {
	Sigma  float64 `json:"sigma"`
	Lambda float64 `json:"lambda_"`
	M      int     `json:"m"`
	Rank   int     `json:"rank"`
	// Condition is that of C in the basis that was used, Full that nothing was
	// cut from it.
	Condition float64 `json:"condition"`
	Full      bool    `json:"full"`
	// Train is the slowness Δ of each feature on the training part, Test that on
	// the test part, scaled to unit variance there.
	Train []float64 `json:"train"`
	Test  []float64 `json:"test"`
	// Deviation is the largest |variance − 1| of a training output.
	Deviation float64 `json:"deviation"`
	// Correlation is the largest of two training outputs.
	Correlation float64 `json:"correlation"`
}

// picked are the supports of a width, in order.
type picked struct {
	Sigma float64 `json:"sigma"`
	Index []int   `json:"index"`
}

// comparable is the condition of the peer's C up to which measures of the same
// supports must be the same. Algorithm 1 squares the condition of the kernel
// matrix; beyond this, rounding alone may change its measures by more than a
// millionth.
const comparable = 1e10

// agreement says how much the outcomes of two sides are alike.
type agreement struct {
	// Delta is the largest relative difference of Δ, of the training and of the
	// test part, over the Points that allow it of Total.
	Delta         float64
	Points, Total int
	// Correlation is the largest difference of the largest correlation, over the
	// same points.
	Correlation float64
	// Same counts the picks of Picks that are the same at the same place.
	Same, Picks int
	// Angle is the largest principal angle between the spaces of features, in
	// radians.
	Angle float64
}

// agree compares two outcomes of a job, and the features of the points that it
// says.
func agree(j *job, ours, theirs *outcome, features [][2]*mat.Dense) (agreement, error) {
	a := agreement{Total: j.points()}
	if len(ours.Points) != a.Total || len(theirs.Points) != a.Total {
		return a, fmt.Errorf("%d points have %d outcomes of ours and %d of numpy's", a.Total, len(ours.Points), len(theirs.Points))
	}
	for i, o := range ours.Points {
		t := theirs.Points[i]
		if o.Sigma != t.Sigma || o.Lambda != t.Lambda || o.M != t.M {
			return a, fmt.Errorf("point %d is another one to numpy: %+v, %+v", i, o, t)
		}
		if !t.Full || t.Condition > comparable || !sameSet(supportsOf(ours, o), supportsOf(theirs, t)) {
			continue
		}
		if len(o.Train) != len(t.Train) || len(o.Test) != len(t.Test) {
			return a, fmt.Errorf("point %d has %d features of ours and %d of numpy's", i, len(o.Train), len(t.Train))
		}
		a.Points++
		a.Correlation = max(a.Correlation, math.Abs(o.Correlation-t.Correlation))
		a.Delta = max(a.Delta, difference(o.Train, t.Train), difference(o.Test, t.Test))
	}
	if err := a.countPicks(ours.Picks, theirs.Picks); err != nil {
		return a, err
	}
	for _, f := range features {
		a.Angle = max(a.Angle, largestAngle(f[0], f[1]))
	}
	return a, nil
}

// supportsOf are the supports that a point was solved on.
func supportsOf(o *outcome, at measured) []int {
	for _, p := range o.Picks {
		if p.Sigma == at.Sigma {
			return p.Index[:min(at.M, len(p.Index))]
		}
	}
	return nil
}

// sameSet says that two lists of different numbers hold the same, in any order.
func sameSet(a, b []int) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// countPicks compares the supports width by width.
func (a *agreement) countPicks(ours, theirs []picked) error {
	for _, o := range ours {
		found := false
		for _, t := range theirs {
			if o.Sigma != t.Sigma {
				continue
			}
			found = true
			a.Picks += max(len(o.Index), len(t.Index))
			for i := range min(len(o.Index), len(t.Index)) {
				if o.Index[i] == t.Index[i] {
					a.Same++
				}
			}
		}
		if !found {
			return fmt.Errorf("numpy has no supports at σ = %g", o.Sigma)
		}
	}
	return nil
}

// difference is the largest |a−b|/|b|.
func difference(a, b []float64) float64 {
	worst := 0.0
	for i := range a {
		worst = math.Max(worst, math.Abs(a[i]-b[i])/math.Abs(b[i]))
	}
	return worst
}

// largestAngle is the largest principal angle between what the columns of a and
// of b (n×p each) span: its sine is how much of the one is outside the other.
// Unlike a cosine, that tells small angles.
func largestAngle(a, b *mat.Dense) float64 {
	qa, qb := basis(a), basis(b)
	var inside, outside mat.Dense
	inside.Mul(qa.T(), qb)
	outside.Mul(qa, &inside)
	outside.Sub(qb, &outside)
	return math.Asin(math.Min(1, mat.Norm(&outside, 2)))
}

// basis is an orthonormal basis of what the columns of a span.
func basis(a *mat.Dense) *mat.Dense {
	n, p := a.Dims()
	var qr mat.QR
	qr.Factorize(a)
	var q mat.Dense
	qr.QTo(&q)
	return q.Slice(0, n, 0, p).(*mat.Dense)
}
