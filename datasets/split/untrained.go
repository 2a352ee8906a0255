package split

import (
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// Untrained returns a warning about folds that test classes without training on
// them, whose samples every readout must misclassify. The warning contains a
// flag that helps, which was tried. It is "" if no fold has such classes, and
// for a split that the data itself makes.
func Untrained(s *data.Set, folds []Fold, o Options) string {
	var parts []string
	for i, f := range folds {
		if classes := untrained(s, f); classes != nil {
			parts = append(parts, fmt.Sprintf("fold %d tests %s", i+1, message.List(classes)))
		}
	}
	if parts == nil || slices.ContainsFunc(s.Segments, func(seg data.Segment) bool { return seg.Held }) {
		return ""
	}
	text := "classes that were not trained on: " + strings.Join(parts[:min(len(parts), 3)], ", ")
	if more := len(parts) - 3; more > 0 {
		text += fmt.Sprintf(", and %d more folds like these", more)
	}
	return text + ": their samples are always wrong; " + remedy(s, o)
}

// untrained returns the names of the classes that are tested and not trained
// on.
func untrained(s *data.Set, f Fold) []string {
	if s.Label == nil {
		return nil
	}
	in := func(p data.Part) []bool {
		seen := make([]bool, len(s.Classes))
		for _, span := range p {
			for _, c := range s.Label[span.Start:span.End] {
				if c >= 0 {
					seen[c] = true
				}
			}
		}
		return seen
	}
	trained, tested := in(f.Train), in(f.Test)
	var out []string
	for c, name := range s.Classes {
		if tested[c] && !trained[c] {
			out = append(out, name)
		}
	}
	return out
}

// mostTriedFolds is the maximum number of folds that a remedy may propose. Each
// fold contains all segments, so that trying folds for 100,000 classes would
// take minutes.
const mostTriedFolds = 100

// remedy returns a number of folds, or another change, with which every class
// is trained on.
func remedy(s *data.Set, o Options) string {
	all := func(o Options) bool {
		folds, err := Folds(s, o)
		return err == nil && !slices.ContainsFunc(folds, func(f Fold) bool { return untrained(s, f) != nil })
	}
	if plain := o; o.By != "" {
		if plain.By = ""; all(plain) {
			return "without --split-by all are trained on"
		}
	}
	for _, folds := range []int{2 * len(s.Classes), 3 * len(s.Classes), 4 * len(s.Classes)} {
		more := o
		more.Folds, more.Repeats, more.TrainFraction = folds, 0, 0
		if folds > o.Folds && folds <= mostTriedFolds && all(more) {
			return fmt.Sprintf("--folds %d trains on all", folds)
		}
	}
	return "the rows may be in the order of their classes: shuffle segments or groups in the file, or label more of them"
}
