package result

import (
	"math"

	"example.com/sfatui/engine/part"
)

// Detection measures how well a readout separates new samples from normal operation.
type Detection struct {
	// Normal and New count the samples of a part of normal operation, and the others.
	Normal int `json:"normal"`
	New    int `json:"new"`
	// Threshold is the number above which a sample counts as new.
	Threshold part.Float `json:"line"`
	// AUC is the area under the curve of the share of new samples above a line over
	// that of normal ones: the probability that a new sample has the larger number.
	// FalseAlarms and Detected are the shares of normal and of new samples with an
	// alarm. They are NaN without samples of a kind.
	AUC         part.Float `json:"auc"`
	FalseAlarms part.Float `json:"false_alarms"`
	Detected    part.Float `json:"detected"`
	// Delay is the median over faults of the number of samples from the beginning of
	// the fault to the first alarm; infinite if most raise none, NaN without a fault.
	// Faults lists the faults, only the first ones if there are many.
	Delay  part.Float `json:"delay"`
	Faults []Fault    `json:"faults,omitempty"`
}

// BalancedError returns the mean of the shares of normal samples with an alarm and of
// new ones without (Brodersen et al. 2010): ½ is chance. It is NaN for nil, and unless
// both kinds have samples.
func (d *Detection) BalancedError() part.Float {
	if d == nil || d.Normal == 0 || d.New == 0 {
		return part.Float(math.NaN())
	}
	return (d.FalseAlarms + 1 - d.Detected) / 2
}

// Fault holds a stretch of new samples: the row of the data set with which it begins,
// its length, and the number of its samples before the first alarm; -1 without an
// alarm.
type Fault struct {
	Row    int `json:"row"`
	Length int `json:"length"`
	Delay  int `json:"delay"`
}
