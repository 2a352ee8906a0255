package sessions

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"

	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions/export/svg"
)

// pointViews are what can be plotted of one point. Those of its result need no
// data; others solve the point again.
var pointViews = []struct {
	name string
	data DataUse
	of   func(context.Context, *aspect) (svg.Drawing, error)
}{
	{"features", DataUnused, featuresPlot},
	{"spectrum", DataUnused, spectrumPlot},
	{"confusion", DataHelps, confusionMap},
	{"traces", DataNeeded, tracesSheet},
	{"scatter", DataNeeded, scatterSheet},
	{"graph", DataNeeded, graphSheet},
}

// DataUse says what the data of a session is to a view.
type DataUse int

// What the data is to a view: nothing; what names classes, which are else
// numbered; what the view is solved again on.
const (
	DataUnused DataUse = iota
	DataHelps
	DataNeeded
)

// aspect is a point under a view.
type aspect struct {
	name   string // of the point, in words
	hash   string // of the data
	set    *data.Set
	result *result.Result
}

// titled is a title that names the point, too.
func (a *aspect) titled(text string) string { return message.Clean(text + " · " + a.name) }

// missing says that the point has nothing to draw, and why.
func (a *aspect) missing(format string, args ...any) error {
	return plotErrorf("point %s %s", a.result.Key[:12], fmt.Sprintf(format, args...))
}

// PointViews are the views of one finished point.
func PointViews() []string {
	var names []string
	for _, v := range pointViews {
		names = append(names, v.name)
	}
	return names
}

// UseOfData is what the data is to a view of a point.
func UseOfData(view string) DataUse {
	if i := slices.Index(PointViews(), view); i >= 0 {
		return pointViews[i].data
	}
	return DataUnused
}

// WritePointSVG draws a view of one finished point of the session. Set is the
// session's data, which may be nil unless the view needs it, as [UseOfData] says. A
// *[PlotError] says why there is nothing to draw.
func (s *Session) WritePointSVG(ctx context.Context, w io.Writer, view string, set *data.Set, r *result.Result) error {
	i := slices.Index(PointViews(), view)
	if i < 0 {
		return plotErrorf("there is no view %q of a point: choose from %s", message.Clean(view), strings.Join(PointViews(), ", "))
	}
	a := &aspect{fmt.Sprintf("%s fold %d", Labels(s)(r.Point), r.Point.Fold+1), s.Header.Data.Hash, set, r}
	if r.Error != "" {
		return a.missing("failed, there is nothing to draw: %s", message.Clean(r.Error))
	}
	drawn, err := pointViews[i].of(ctx, a)
	if err != nil {
		return err
	}
	return svg.Write(w, drawn)
}
