package view

import (
	"context"
	"fmt"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export/svg"
)

// pointViews lists the views of a point. Some use only its result; the others
// solve the point again.
var pointViews = []struct {
	name string
	data DataUse
	of   func(context.Context, *subject) (svg.Drawing, error)
}{
	{"features", DataUnused, featuresPlot},
	{"spectrum", DataUnused, spectrumPlot},
	{"confusion", DataHelps, confusionMap},
	{"traces", DataNeeded, tracesSheet},
	{"scatter", DataNeeded, scatterSheet},
	{"graph", DataNeeded, graphSheet},
	{"predictability", DataNeeded, predictabilitySheet},
	{"band", DataNeeded, bandPlot},
	{"prediction", DataNeeded, predictionPlot},
	{"align", DataNeeded, alignSheet},
	{"atoms", DataNeeded, atomsSheet},
	{"novelty", DataNeeded, noveltyPlot},
}

// DataUse is the way in which a view uses the data of a session.
type DataUse int

// A view does not use the data, takes the names of classes from it, or solves
// the point again on it.
const (
	DataUnused DataUse = iota
	DataHelps
	DataNeeded
)

// PointViews returns the names of the views of a finished point.
func PointViews() []string {
	var names []string
	for _, v := range pointViews {
		names = append(names, v.name)
	}
	return names
}

// UseOfData returns how a view uses the data.
func UseOfData(view string) DataUse {
	if view == DataView {
		return DataNeeded
	}
	if i := slices.Index(PointViews(), view); i >= 0 {
		return pointViews[i].data
	}
	return DataUnused
}

// OfPoint draws a view of one finished point of a session. set is the session's
// data, which may be nil unless [UseOfData] requires it. It returns an *[Error]
// if there is nothing to draw.
func OfPoint(ctx context.Context, s *sessions.Session, view string, set *data.Set, r *result.Result) (svg.Drawing, error) {
	i := slices.Index(PointViews(), view)
	if i < 0 {
		return nil, message.Mistaken(errorf("there is no view %q of a point: %s", message.Clean(view), message.Choose(view, PointViews())), view, PointViews())
	}
	a := &subject{fmt.Sprintf("%s fold %d", sessions.LabelsOf(s.Rows())(r.Point), r.Point.Fold+1), &s.Header.Data, set, r}
	if r.Error != "" {
		return nil, a.missingError("failed, there is nothing to draw: %s", message.Clean(r.Error))
	}
	return pointViews[i].of(ctx, a)
}
