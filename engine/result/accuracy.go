package result

import (
	"math"

	"example.com/sfatui/engine/part"
)

// Accuracy holds the share of samples and of segments classified correctly. Segment is
// NaN if labels change inside segments.
type Accuracy struct {
	Sample  part.Float `json:"sample"`
	Segment part.Float `json:"segment"`
	// Balanced is the mean, over the classes of the part, of the share of their samples
	// classified correctly (Brodersen et al. 2010); nil in results from before engine
	// 0.10.0.
	Balanced *part.Float `json:"balanced,omitempty"`
	// Baseline is the accuracy on the same part of always choosing the most frequent
	// class of the whole data set; nil in results from before engine 0.10.0.
	Baseline *Baseline `json:"baseline,omitempty"`
	// Untrained are the classes of the part that have no training sample.
	Untrained []Untrained `json:"untrained,omitempty"`
}

// Untrained is a class without a training sample, whose samples of a part can only be classified
// wrongly.
type Untrained struct {
	Class   string `json:"class"`
	Samples int    `json:"samples"`
}

// OfUntrained returns the classes without a training sample; nil for nil.
func (a *Accuracy) OfUntrained() []Untrained {
	if a == nil {
		return nil
	}
	return a.Untrained
}

// Baseline holds the accuracy of a single class.
type Baseline struct {
	Sample  part.Float `json:"sample"`
	Segment part.Float `json:"segment"`
}

// OfSamples returns the accuracy of samples; NaN for nil.
func (a *Accuracy) OfSamples() part.Float {
	if a == nil {
		return part.Float(math.NaN())
	}
	return a.Sample
}

// OfSegments returns the accuracy of segments; NaN for nil.
func (a *Accuracy) OfSegments() part.Float {
	if a == nil {
		return part.Float(math.NaN())
	}
	return a.Segment
}

// OfBaseline returns the baseline of the part; NaN for nil, and if it was not recorded.
func (a *Accuracy) OfBaseline() Baseline {
	if a == nil || a.Baseline == nil {
		return Baseline{part.Float(math.NaN()), part.Float(math.NaN())}
	}
	return *a.Baseline
}

// OfBalanced returns the balanced accuracy; NaN for nil, and if it was not recorded.
func (a *Accuracy) OfBalanced() part.Float {
	if a == nil || a.Balanced == nil {
		return part.Float(math.NaN())
	}
	return *a.Balanced
}

// Best returns the accuracy of segments, or of samples if labels change inside
// segments; NaN for nil.
func (a *Accuracy) Best() part.Float {
	if s := a.OfSegments(); !math.IsNaN(float64(s)) {
		return s
	}
	return a.OfSamples()
}
