package choose

import (
	"math"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// Reliability compares the probabilities of a readout with how often it is right, over the
// validation parts of a row (DeGroot and Fienberg 1983).
type Reliability struct {
	// Tenths counts the segments by the probability of their class, over all parts, in the
	// ranges of [result.Confidence] that hold any.
	Tenths []result.Confidence
	// N is the number of segments, each counted once in every part that contains it, Right the
	// number of correct ones, and Probability the mean probability of the predicted classes.
	N, Right    int
	Probability float64
	// Z is the number of right segments minus the sum of the probabilities, over the standard
	// deviation of that difference if the probabilities are true. A segment that several folds
	// hold counts once in it.
	Z float64
}

// Reliability returns the reliability of a row; false if one of its parts has none.
func (r *Row) Reliability() (Reliability, bool) {
	var tenths [result.Tenths]result.Confidence
	folds, inner, _ := r.Layout()
	got := 0
	for _, res := range r.Results {
		if res.Error != "" || res.Validation == nil || res.Point.Draw > 0 {
			continue
		}
		for i := range res.Validation.Parts {
			p := &res.Validation.Parts[i]
			if p.Error != "" || p.Reliability == nil {
				continue
			}
			got++
			for _, c := range p.Reliability {
				t := &tenths[c.Tenth]
				t.Count, t.Right, t.Probability = t.Count+c.Count, t.Right+c.Right, t.Probability+c.Probability*part.Float(c.Count)
			}
		}
	}
	if got == 0 || got < folds*inner {
		return Reliability{}, false
	}
	return reliabilityOf(tenths, folds), true
}

// reliabilityOf returns the reliability of counts over folds; the probabilities are sums.
func reliabilityOf(sums [result.Tenths]result.Confidence, folds int) Reliability {
	var out Reliability
	variance := 0.0
	for i, t := range sums {
		if t.Count == 0 {
			continue
		}
		out.N, out.Right, out.Probability = out.N+t.Count, out.Right+t.Right, out.Probability+float64(t.Probability)
		t.Tenth, t.Probability = i, t.Probability/part.Float(t.Count)
		variance += float64(t.Count) * float64(t.Probability) * (1 - float64(t.Probability))
		out.Tenths = append(out.Tenths, t)
	}
	// The same segment is held by a validation part of nearly every fold.
	out.Z = (float64(out.Right) - out.Probability) / math.Sqrt(float64(folds)*variance)
	out.Probability /= float64(out.N)
	return out
}

// Verdict states whether the readout is right as often as its probabilities predict, at a
// level of 5 %, two-sided.
func (r Reliability) Verdict() string {
	const limit = 1.96
	switch {
	case r.Z < -limit:
		return "overconfident"
	case r.Z > limit:
		return "underconfident"
	}
	return "no difference beyond chance"
}

// String returns the reliability in a sentence.
func (r Reliability) String() string {
	return message.Numbers("the readout gives its classes a mean probability of %.3g on validation, and a share of %.3g is right: %s", r.Probability, float64(r.Right)/float64(r.N), r.Verdict())
}
