package export

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/sessions"
)

var mistakesParameter = Parameter{"mistakes", false, "instead of the points, the samples that the readout of one point assigns to a wrong class on its validation parts: their labels may be wrong"}

// writeMistakes writes a table (RFC 4180) of the samples that the readout of a
// point's configuration misclassifies in the validation parts of any fold, one
// row per sample. The columns are the number and the name of its segment and
// its row in that, from 1; its label and its most frequent prediction; the
// number of wrong predictions and of the validation parts that contain it; and
// the prediction for the whole stretch of its label. It reads no test part.
func writeMistakes(ctx context.Context, w io.Writer, s *sessions.Session, o Options) error {
	set, err := o.data(ctx, s)
	if err != nil {
		return err
	}
	o.noteEngine(s)
	var folds []part.Point
	for _, r := range s.Finished() {
		if r.Error == "" && r.Point.Config() == o.Point.Point.Config() {
			folds = append(folds, r.Point)
		}
	}
	if o.Point.Validation == nil {
		return inSession(s, errors.New("the point has no validation part; on test nothing is to be chosen, not even labels: sweep again with --validation 0.25"))
	}
	found, err := resolve.Mistakes(ctx, set, s.Header.Data.Hash, folds)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return inSession(s, fmt.Errorf("point %s: %w", o.Point.Key[:12], err))
	}
	o.note("%s: %s of %d in validation parts of %s are assigned to a wrong class", sessions.LabelsOf(s.Rows())(o.Point.Point), message.Counted(len(found.Samples), "sample"), found.Judged, message.Counted(len(folds), "fold"))
	if found.Failed > 0 {
		o.note("note: %s could not be judged on", message.Counted(found.Failed, "validation part"))
	}
	out := csv.NewWriter(w)
	out.UseCRLF = true
	out.Write([]string{"segment", "name", "row", "label", "predicted", "wrong", "judged", "whole_predicted"}) // out keeps errors until Error
	for _, m := range found.Samples {
		k := set.SegmentAt(m.Row)
		segment, whole := set.Segments[k], ""
		if m.Whole >= 0 {
			whole = message.Clean(set.Classes[m.Whole])
		}
		out.Write([]string{strconv.Itoa(k + 1), message.Clean(segment.Name), strconv.Itoa(m.Row - segment.Start + 1),
			message.Clean(set.Classes[m.Label]), message.Clean(set.Classes[m.Class]), strconv.Itoa(m.Wrong), strconv.Itoa(m.Judged), whole})
	}
	out.Flush()
	return out.Error()
}
