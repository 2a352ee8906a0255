package report

import (
	"fmt"
	"slices"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
)

// conventions returns the definitions of the rows' measures.
func conventions(rows []choose.Row, by choose.By) []string {
	out := []string{
		"C is the covariance of the function values over the n training samples, divided by n. Ċ is the mean over all pairs (t, t+1) inside segments of the squared differences, divided by the number of pairs; it is not centred. No pair crosses a segment's border.",
		measure.TestSlowness.Doc + " The table shows the mean over the features.",
		"Variance is the unit-variance check: the variance of every training output, taken from the features on the data. It is ok where no |variance − 1| exceeds the tolerance in any fold.",
		validationText(by),
	}
	if slices.ContainsFunc(rows, func(r choose.Row) bool { return !graph.InTime(r.Config) }) {
		out = append(out, "Under a training graph other than time, C is weighted by the vertex weights, divided by their sum, and Ċ by the edge weights, divided by their sum over ordered pairs. The variance is weighted by the vertex weights.")
	}
	for _, m := range have(rows, measure.In(measure.Reports, measure.All())) {
		if m.Doc != "" && m != measure.TestSlowness {
			out = append(out, m.Doc)
		}
	}
	return out
}

// validationText explains the criterion by which points are chosen.
func validationText(by choose.By) string {
	text := "Validation parts are parts of each training part, held out for the choice: for each of them a separate model is trained without it and scored on it. All other results come from the model of the whole training part. "
	switch {
	case by.Objective == measure.ByAccuracy:
		text += "The score is the mean over the validation parts of the share of correctly classified samples, even if segments are classified."
	case by.Objective == measure.ByBalancedAccuracy:
		text += "The score is the mean over the validation parts of the balanced accuracy of samples: the mean over the classes of a part of the share of their samples that are classified correctly."
	case by.Objective == measure.BalancedError:
		text += "The score is the mean, over the validation parts with both normal and other samples, of the balanced error of alarms: half the share of normal samples with an alarm plus half the share of other samples without one."
	case by.Objective == measure.ByXi:
		text += fmt.Sprintf("The score is chosen on training: the geometric mean, over the models without a validation part, of the mean ξ of the first %s on the rows that the model was fitted on; a feature that is missing or constant counts as white noise.", message.Counted(by.Features, "feature"))
	case by.Objective == measure.ByPredictability, by.Objective == measure.ByRMSE:
		text += fmt.Sprintf("The score is the geometric mean over the validation parts of the %s.", measure.Choosing(by.Objective).Show.Chosen)
	default:
		slowness := "Δ"
		if by.Objective == measure.InTime {
			slowness = "Δ in time"
		}
		text += fmt.Sprintf("The score is the geometric mean over the validation parts of the mean %s of the first %s, divided by their variance there; a feature that is missing or constant counts as white noise, Δ = 2.", slowness, message.Counted(by.Features, "feature"))
	}
	return text + " A point that lacks a part ranks behind all that are complete, and one that violates unit variance last."
}
