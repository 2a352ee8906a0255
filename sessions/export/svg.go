package export

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export/raster"
	"example.com/sfatui/sessions/export/svg"
	"example.com/sfatui/sessions/export/view"
)

var (
	viewName   = Parameter{"view", "slowness", "what to plot"}
	viewAxis   = Parameter{"axis", "", "the number to plot over, of a map any parameter (default: the first that varies)"}
	viewSeries = Parameter{"series", "", "the parameter whose values have lines, of a map rows, or none (default: the second that varies)"}
)

// svgDrawing writes one view of the configurations, of a point or of the data.
var svgDrawing = Pictures(Exporter{
	Extension: "svg",
	Doc:       "a plot: --view",
	More: func() string {
		return ` of the configurations, over --axis with a line for each
value of --series (` + strings.Join(view.SweepViews(), ", ") + `),
over both as a map (map of what the best is chosen by, map-slowness and
so on), of one point (` + strings.Join(view.PointViews(), ", ") + `),
or of the first segment as it was read (` + view.DataView + `)`
	},
}, func(w io.Writer, d svg.Drawing, _ Options) error { return svg.Write(w, d) })

// pngImage writes the drawing of svgDrawing as an image.
var pngImage = Pictures(Exporter{
	Extension: "png",
	Doc:       "the same plots as images, 1280 pixels across",
	Binary:    true,
}, func(w io.Writer, d svg.Drawing, o Options) error {
	if note := raster.Note(d); note != "" {
		o.note("note: %s", note)
	}
	return raster.Write(w, d)
})

// Pictures returns an exporter of one view, which write writes, with the
// parameters that choose the view added to those of e.
func Pictures(e Exporter, write func(w io.Writer, d svg.Drawing, o Options) error) Exporter {
	check := e.Check
	e.Parameters = append([]Parameter{viewName, viewAxis, viewSeries}, e.Parameters...)
	e.Points = "a picture of " + strings.Join(view.PointViews(), ", ")
	e.OfPoint = func(o Options) bool { return slices.Contains(view.PointViews(), viewName.Text(o)) }
	e.Check = func(o Options) error {
		if err := checkView(o); err != nil || check == nil {
			return err
		}
		return check(o)
	}
	e.Write = func(ctx context.Context, w io.Writer, s *sessions.Session, o Options) error {
		drawn, err := drawView(ctx, s, o)
		if err != nil {
			return inSession(s, err)
		}
		return write(w, drawn, o)
	}
	return e
}

// Views returns the names of all views, those of the configurations first.
func Views() []string {
	return slices.Concat(view.SweepViews(), view.MapViews(), view.PointViews(), []string{view.DataView})
}

// checkView returns an error if axes are given for a view without them.
func checkView(o Options) error {
	name := viewName.Text(o)
	if (slices.Contains(view.PointViews(), name) || name == view.DataView) && viewAxis.Text(o)+viewSeries.Text(o) != "" {
		return fmt.Errorf("--axis and --series go with views of the sweep: %s", strings.Join(slices.Concat(view.SweepViews(), view.MapViews()), ", "))
	}
	return nil
}

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
