package export

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export/svg"
	"example.com/sfatui/sessions/export/view"
)

var (
	viewName   = Parameter{"view", "slowness", "what to plot"}
	viewAxis   = Parameter{"axis", "", "the number to plot over, of a map any parameter (default: the first that varies)"}
	viewSeries = Parameter{"series", "", "the parameter whose values have lines, of a map rows, or none (default: the second that varies)"}
)

// svgDrawing writes one view of the configurations, of a point or of the data.
var svgDrawing = Exporter{
	Extension: "svg",
	Doc:       "a plot: --view",
	More: func() string {
		return ` of the configurations, over --axis with a line for each
value of --series (` + strings.Join(view.SweepViews(), ", ") + `),
over both as a map (map of what the best is chosen by, map-slowness and
so on), of one point (` + strings.Join(view.PointViews(), ", ") + `),
or of the first segment as it was read (` + view.DataView + `)`
	},
	Parameters: []Parameter{viewName, viewAxis, viewSeries},
	Points:     "svg of " + strings.Join(view.PointViews(), ", "),
	OfPoint:    func(o Options) bool { return slices.Contains(view.PointViews(), viewName.Text(o)) },
	Check:      checkView,
	Write:      writeView,
}

// checkView returns an error if axes are given for a view without them.
func checkView(o Options) error {
	name := viewName.Text(o)
	if (slices.Contains(view.PointViews(), name) || name == view.DataView) && viewAxis.Text(o)+viewSeries.Text(o) != "" {
		return fmt.Errorf("--axis and --series go with views of the sweep: %s", strings.Join(slices.Concat(view.SweepViews(), view.MapViews()), ", "))
	}
	return nil
}

func writeView(ctx context.Context, w io.Writer, s *sessions.Session, o Options) error {
	drawn, err := drawView(ctx, s, o)
	if err != nil {
		return err
	}
	return svg.Write(w, drawn)
}

// drawView draws a view. It opens the data if the view needs it. A view that
// only takes the names of classes from the data is drawn without them if that
// fails.
func drawView(ctx context.Context, s *sessions.Session, o Options) (svg.Drawing, error) {
	name := viewName.Text(o)
	use := view.UseOfData(name)
	var set *data.Set
	if use != view.DataUnused {
		var err error
		switch set, err = o.data(ctx, s); {
		case err != nil && (use == view.DataNeeded || ctx.Err() != nil):
			return nil, err
		case err != nil:
			o.note("note: classes are numbered: %v", err)
		}
	}
	switch {
	case name == view.DataView:
		return view.OfData(set)
	case o.Point == nil:
		return view.OfSweep(s, view.Plot{View: name, Axis: viewAxis.Text(o), Series: viewSeries.Text(o)})
	case use == view.DataNeeded:
		o.noteEngine(s)
	}
	return view.OfPoint(ctx, s, name, set, o.Point)
}
