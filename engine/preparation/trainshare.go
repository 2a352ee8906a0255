package preparation

import "example.com/sfatui/engine/part"

// TrainShare is the axis of the share of each training part that models are trained on,
// for learning curves. Points of share 1 do not carry it.
var TrainShare = part.NewNumber(part.Axis{
	Name: "train-share", Always: true, Unset: "1", Default: "1", Must: checkTrainShare,
	Doc: "share of each training part to train on, for a learning curve: 0.25,0.5,1; validation and test parts are unchanged",
})

// checkTrainShare returns a complaint unless v is above 0 and at most 1; "" otherwise.
func checkTrainShare(v float64) string {
	if v == 1 {
		return ""
	}
	if part.Share(v) != "" {
		return "must be above 0 and at most 1"
	}
	return ""
}

// ShareOf returns the share of a point.
func ShareOf(p part.Point) float64 {
	if v := TrainShare.Of(p); v.OK {
		return v.X
	}
	return 1
}
