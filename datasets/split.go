package datasets

// SplitOptions say how training, validation and test parts are cut. Exactly
// one of these holds: the set has Held segments (one fold, they are the test
// part); Repeats > 0 (that many random splits); otherwise Folds.
type SplitOptions struct {
	// Folds is N for N-fold: each group (or segment, or block) is in one test
	// part. 1 means a single split whose test part is a third.
	Folds int `json:"folds,omitempty"`
	// Repeats is the number of random splits with TrainFraction of the units
	// for training.
	Repeats       int     `json:"repeats,omitempty"`
	TrainFraction float64 `json:"train_fraction,omitempty"`
	// Validation is the share of each training part set aside for choosing;
	// 0 sets none aside.
	Validation float64 `json:"validation,omitempty"`
	// Seed shuffles the units.
	Seed uint64 `json:"seed"`
}

// Span is a stretch of rows [Start, End) inside one segment.
type Span struct {
	Segment    int
	Start, End int
}

// Len is the number of samples in the span.
func (s Span) Len() int { return s.End - s.Start }

// Part is a list of spans in row order.
type Part []Span

// Samples is the number of samples in the part.
func (p Part) Samples() int {
	n := 0
	for _, s := range p {
		n += s.Len()
	}
	return n
}

// Fold is one division of a set: the three parts are disjoint.
type Fold struct {
	Train, Validation, Test Part
}
