package main

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// outcome is the result of one side of a job.
type outcome struct {
	// Points are in the order of the job.
	Points []pointMeasures `json:"points"`
	Picks  []widthPicks    `json:"picks"`
	// Phases holds the seconds of each phase.
	Phases map[string]float64 `json:"phases"`
	// Work holds the processor seconds of each phase; nil if unknown.
	Work map[string]float64 `json:"work,omitempty"`
	// Stolen holds the processor seconds that the host took from a virtual machine; zero if
	// unknown.
	Stolen map[string]float64 `json:"stolen,omitempty"`
	// Products holds the multiply-adds of products of each phase; nil if unknown.
	Products map[string]int64 `json:"products,omitempty"`
	// Peak is the largest memory that was held, in bytes; 0 if unknown.
	Peak int64 `json:"peak"`
}

// pointMeasures holds the measures of a point.
type pointMeasures struct {
	Sigma  float64 `json:"sigma"`
	Lambda float64 `json:"lambda_"`
	M      int     `json:"m"`
	Rank   int     `json:"rank"`
	// Condition is the condition of C in the basis used, Full whether no eigenvalue of it
	// was cut.
	Condition float64 `json:"condition"`
	Full      bool    `json:"full"`
	// Train holds the slowness Δ of each feature on the training part, Test that on the test
	// part, scaled to unit variance there.
	Train []float64 `json:"train"`
	Test  []float64 `json:"test"`
	// Deviation is the largest |variance − 1| of a training output.
	Deviation float64 `json:"deviation"`
	// Correlation is the largest absolute correlation of two training outputs.
	Correlation float64 `json:"correlation"`
}

// widthPicks holds the supports of a width, in the order of their choice.
type widthPicks struct {
	Sigma float64 `json:"sigma"`
	Index []int   `json:"index"`
}

// maxCondition is the largest condition of the peer's C for which measures on the same supports
// must agree. Algorithm 1 squares the condition of the kernel matrix; beyond this, rounding
// alone may change its measures by more than a millionth.
const maxCondition = 1e10

// agreement measures how closely the outcomes of two sides agree.
type agreement struct {
	// Delta is the largest relative difference of Δ on the training and the test part, over
	// Points comparable points of Total.
	Delta         float64
	Points, Total int
	// Correlation is the largest difference of the largest correlation, over the
	// same points.
	Correlation float64
	// Same is the number of the Picks supports that are equal at the same position.
	Same, Picks int
	// Angle is the largest principal angle between the spaces of features, in
	// radians.
	Angle float64
}

// agree compares two outcomes of a job, and the given pairs of features.
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
		if !t.Full || t.Condition > maxCondition || !sameSet(supportsOf(ours, o), supportsOf(theirs, t)) {
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

// supportsOf returns the supports that a point was solved on.
func supportsOf(o *outcome, at pointMeasures) []int {
	for _, p := range o.Picks {
		if p.Sigma == at.Sigma {
			return p.Index[:min(at.M, len(p.Index))]
		}
	}
	return nil
}

// sameSet reports whether two lists of distinct numbers contain the same numbers.
func sameSet(a, b []int) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// countPicks compares the supports width by width and adds to Same and Picks.
func (a *agreement) countPicks(ours, theirs []widthPicks) error {
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

// difference returns the largest |a−b|/|b|.
func difference(a, b []float64) float64 {
	worst := 0.0
	for i := range a {
		worst = math.Max(worst, math.Abs(a[i]-b[i])/math.Abs(b[i]))
	}
	return worst
}

// largestAngle returns the largest principal angle between the spans of the columns of a and b
// (n×p each), from its sine: the norm of the part of one basis outside the other. Unlike the
// cosine, the sine resolves small angles.
func largestAngle(a, b *mat.Dense) float64 {
	qa, qb := basis(a), basis(b)
	var inside, outside mat.Dense
	inside.Mul(qa.T(), qb)
	outside.Mul(qa, &inside)
	outside.Sub(qb, &outside)
	return math.Asin(math.Min(1, mat.Norm(&outside, 2)))
}

// basis returns an orthonormal basis of the span of the columns of a.
func basis(a *mat.Dense) *mat.Dense {
	n, p := a.Dims()
	var qr mat.QR
	qr.Factorize(a)
	var q mat.Dense
	qr.QTo(&q)
	return q.Slice(0, n, 0, p).(*mat.Dense)
}
