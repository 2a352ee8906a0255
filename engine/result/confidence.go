package result

import "example.com/sfatui/engine/part"

// Tenths is the number of ranges of probability in which segments are counted.
const Tenths = 10

// Confidence counts the segments that a readout classifies with a probability from Tenth/10 up
// to, but not including, (Tenth+1)/10; 1 belongs to the last range. It holds their number, how
// many of them are right, and the mean probability that the readout gave to its classes.
type Confidence struct {
	Tenth       int        `json:"tenth"`
	Count       int        `json:"n"`
	Right       int        `json:"right"`
	Probability part.Float `json:"probability"`
}
