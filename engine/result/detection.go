package result

import (
	"math"

	"example.com/sfatui/engine/part"
)

// Detection is how a readout tells what is new from normal operation.
type Detection struct {
	// Normal and New are how many samples of a part are of normal operation, and not.
	Normal int `json:"normal"`
	New    int `json:"new"`
	// Threshold is the number above which a sample is taken for new.
	Threshold part.Float `json:"line"`
	// AUC is the area under the curve of the share of new samples above a line over that of
	// normal ones: the probability that a new sample has the larger number. FalseAlarms and
	// Detected are the shares of normal and of new samples with an alarm. NaN where there is
	// no sample of a kind.
	AUC         part.Float `json:"auc"`
	FalseAlarms part.Float `json:"false_alarms"`
	Detected    part.Float `json:"detected"`
	// Delay is the median over faults of the samples from the first of the fault to the
	// first alarm, infinite where most raise none; NaN without a fault. Faults are stretches
	// of new samples, the first of many.
	Delay  part.Float `json:"delay"`
	Faults []Fault    `json:"faults,omitempty"`
}

// BalancedError is the mean of the shares of normal samples with an alarm and of new ones
// without (Brodersen et al. 2010): ½ is chance. It is NaN for nil, and unless there are samples
// of both kinds.
func (d *Detection) BalancedError() part.Float {
	if d == nil || d.Normal == 0 || d.New == 0 {
		return part.Float(math.NaN())
	}
	return (d.FalseAlarms + 1 - d.Detected) / 2
}

// Fault is a stretch of new samples: the row of the data set with which it begins, how many
// they are, and how many of them pass before the first alarm; -1 for one that raises none.
type Fault struct {
	Row    int `json:"row"`
	Length int `json:"length"`
	Delay  int `json:"delay"`
}
