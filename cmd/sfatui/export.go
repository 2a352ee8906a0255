package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions/store"

	"github.com/spf13/cobra"

	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui"
)

// formats are what a session can be exported as.
var formats = []string{"csv", "json", "md", "html", "svg", "cast", "npz"}

// exporting is what an export asks for.
type exporting struct {
	format, point, out string
	plot               sessions.Plot  // with svg
	cast               ui.CastOptions // with cast
	size               string
	model, keep, force bool
}

func exportCommand() *cobra.Command {
	var x exporting
	cmd := sessionCommand("export", "Write a session as a table, a report or arrays", func(cmd *cobra.Command, dir string) error {
		return x.run(cmd, dir)
	})
	cmd.Long = `Write a session as
  csv   a table (RFC 4180): a row a finished point, a column for every parameter
        that applies and every measure
  json  JSON lines: the object that --json prints for each finished point
  md    a report: what was swept, on which data, the table with the best marked,
        what the numbers mean, and the command that gives them again
  html  the same as one page with plots, without scripts, readable offline
  svg   a plot: --view of the configurations, over --axis with a line for each
        value of --series (` + strings.Join(sessions.SweepViews(), ", ") + `),
        over both as a map (map of what the best is chosen by, map-slowness and
        so on), of one point (` + strings.Join(sessions.PointViews(), ", ") + `),
        or of the first segment as it was read (` + sessions.DataView + `)
  cast  the replay as an asciicast (version 2), which terminal players play
  npz   the features of one point on its training and test part, solved again,
        with rows, segment starts and labels: numpy.load reads it; with --model
        the model that makes them, which sfatui transform applies to other data`
	cmd.Example = `  sfatui export words.sfa --format html -o words.html
  sfatui export words.sfa --view slowness --axis sigma --series lambda -o slowness.svg
  sfatui export words.sfa --size 100x30 --speed 4 -o words.cast
  sfatui export words.sfa -o best.npz
  sfatui export words.sfa --format npz --point 4be1 -o point.npz
  sfatui export words.sfa --model -o model.npz`
	f := cmd.Flags()
	f.StringVar(&x.format, "format", "", strings.Join(formats, "|")+" (default: the ending of the file)")
	f.StringVar(&x.point, "point", "", "with npz, and views of a point: the first letters of its key (default: the first fold of the best)")
	f.StringVar(&x.plot.View, "view", "slowness", "with svg: what to plot")
	f.StringVar(&x.plot.Axis, "axis", "", "with svg: the number to plot over, of a map any parameter (default: the first that varies)")
	f.StringVar(&x.plot.Series, "series", "", "with svg: the parameter whose values have lines, of a map rows, or none (default: the second that varies)")
	f.StringVar(&x.size, "size", "120x40", "with cast: columns and rows of the screen")
	f.Float64Var(&x.cast.Speed, "speed", 0, "with cast: times as fast as it was (default: what shows all within a minute)")
	f.StringVar(&x.cast.Color, "color", "256", "with cast: never, 16, 256 or true")
	f.BoolVar(&x.model, "model", false, "with npz: the model, for other data")
	f.BoolVar(&x.keep, "keep", false, "with npz: keep the arrays in the session, too, so that they need not be solved for again")
	f.StringVarP(&x.out, "output", "o", "", "file to write (default: standard output)")
	f.BoolVar(&x.force, "force", false, "write over a file that exists")
	return cmd
}

// run writes the session.
func (x *exporting) run(cmd *cobra.Command, dir string) error {
	if x.format == "" {
		x.format = strings.TrimPrefix(filepath.Ext(x.out), ".")
	}
	switch {
	case !slices.Contains(formats, x.format):
		return usagef("--format %q: choose from %s", message.Clean(x.format), strings.Join(formats, ", "))
	case x.point != "" && x.format != "npz" && !x.ofPoint():
		return usagef("--point goes with --format npz, and with svg of %s", strings.Join(sessions.PointViews(), ", "))
	case x.format != "svg" && slices.ContainsFunc([]string{"view", "axis", "series"}, cmd.Flags().Changed):
		return usagef("--view, --axis and --series go with --format svg")
	case x.format != "cast" && slices.ContainsFunc([]string{"size", "speed", "color"}, cmd.Flags().Changed):
		return usagef("--size, --speed and --color go with --format cast")
	case (x.ofPoint() || x.ofData()) && x.plot.Axis+x.plot.Series != "":
		return usagef("--axis and --series go with views of the sweep: %s", strings.Join(slices.Concat(sessions.SweepViews(), sessions.MapViews()), ", "))
	case (x.model || x.keep) && x.format != "npz":
		return usagef("--model and --keep go with --format npz: %s has no arrays", x.format)
	case x.force && x.out == "":
		return usagef("--force goes with -o FILE")
	case x.format == "npz" && x.out == "" && isTerminal(cmd.OutOrStdout()):
		return usagef("npz is no text: name a file with -o")
	}
	if err := x.checkCast(cmd); err != nil {
		return err
	}
	s, err := sessions.Open(dir)
	if err != nil {
		return err
	}
	damaged := warnDamage(cmd.ErrOrStderr(), s)
	write, err := x.writer(cmd.Context(), cmd.ErrOrStderr(), s)
	if err == nil && x.out == "" {
		err = write(cmd.OutOrStdout())
	} else if err == nil {
		err = store.Save(x.out, x.force, write)
	}
	if err == nil && damaged {
		return errDamaged
	}
	return err
}

// writer is what writes the session in its format.
func (x *exporting) writer(ctx context.Context, stderr io.Writer, s *sessions.Session) (func(io.Writer) error, error) {
	switch x.format {
	case "csv":
		return s.WriteCSV, nil
	case "json":
		return s.WriteJSON, nil
	case "md":
		return s.WriteMarkdown, nil
	case "html":
		return s.WriteHTML, nil
	case "cast":
		return func(w io.Writer) error { return ui.Cast(ctx, w, s, x.cast) }, nil
	case "svg":
		return x.drawing(ctx, stderr, s)
	}
	r, err := x.pick(s)
	if err != nil {
		return nil, err
	}
	if err := store.MayWrite(x.out, x.force); x.out != "" && err != nil {
		return nil, err // before computing
	}
	fmt.Fprintf(stderr, "point %s: %s fold %d\n", r.Key[:12], sessions.Labels(s)(r.Point), r.Point.Fold+1)
	return x.arrays(ctx, stderr, s, r)
}

// arrays is what writes the arrays of a point, once they are kept if that is
// asked for. Those that are kept need no data.
func (x *exporting) arrays(ctx context.Context, stderr io.Writer, s *sessions.Session, r *result.Result) (func(io.Writer) error, error) {
	what := sessions.FeatureArrays
	if x.model {
		what = sessions.ModelArrays
	}
	if s.Kept(what, r) {
		return func(w io.Writer) error { return s.WriteArtifact(ctx, w, what, nil, r) }, nil
	}
	noteEngine(stderr, s)
	set, err := s.OpenData(ctx)
	if err != nil {
		return nil, dataError{err}
	}
	write := func(w io.Writer) error { return s.WriteArtifact(ctx, w, what, set, r) }
	if !x.keep {
		return write, nil
	}
	if err := s.Keep(what, r, write); err != nil {
		return nil, err
	}
	kept, err := sessions.Open(s.Dir)
	return func(w io.Writer) error { return kept.WriteArtifact(ctx, w, what, nil, r) }, err
}

// noteEngine says where what is solved for again may differ from what was.
func noteEngine(stderr io.Writer, s *sessions.Session) {
	if h := s.Header; h.Engine != sweep.Version || h.KernelPath != sweep.KernelPath() {
		fmt.Fprintf(stderr, "note: the session was made by engine %s with the arithmetic %s, and this is %s with %s: the last digits may differ\n",
			h.Engine, h.KernelPath, sweep.Version, sweep.KernelPath())
	}
}

// drawing is what writes a plot. The data is opened where the view needs it;
// where it only names classes, they can do without.
func (x *exporting) drawing(ctx context.Context, stderr io.Writer, s *sessions.Session) (func(io.Writer) error, error) {
	if !x.ofPoint() && !x.ofData() {
		return func(w io.Writer) error { return s.WriteSVG(w, x.plot) }, nil
	}
	if err := store.MayWrite(x.out, x.force); x.out != "" && err != nil {
		return nil, err // before computing
	}
	var r *result.Result
	use := sessions.DataNeeded
	if x.ofPoint() {
		var err error
		if r, err = x.pick(s); err != nil {
			return nil, err
		}
		use = sessions.UseOfData(x.plot.View)
	}
	var set *data.Set
	if use != sessions.DataUnused {
		var err error
		switch set, err = s.OpenData(ctx); {
		case err != nil && (use == sessions.DataNeeded || ctx.Err() != nil):
			return nil, dataError{err}
		case err != nil:
			fmt.Fprintf(stderr, "note: classes are numbered: %v\n", err)
		}
	}
	if x.ofData() {
		return func(w io.Writer) error { return s.WriteDataSVG(w, set) }, nil
	}
	if use == sessions.DataNeeded {
		noteEngine(stderr, s)
	}
	return func(w io.Writer) error { return s.WritePointSVG(ctx, w, x.plot.View, set, r) }, nil
}

// checkCast reads the size of a recording, and refuses what none can have.
func (x *exporting) checkCast(cmd *cobra.Command) error {
	if x.format != "cast" {
		return nil
	}
	w, h, ok := strings.Cut(x.size, "x")
	var err, err2 error
	x.cast.Width, err = strconv.Atoi(w)
	x.cast.Height, err2 = strconv.Atoi(h)
	switch {
	case !ok || err != nil || err2 != nil:
		return usagef("--size %q: write columns and rows, such as 80x24", message.Clean(x.size))
	case cmd.Flags().Changed("speed") && !(x.cast.Speed > 0):
		return usagef("--speed %g: must be above 0", x.cast.Speed)
	}
	if err := checkColor(x.cast.Color); err != nil {
		return err
	}
	if err := x.cast.Check(); err != nil {
		return usageError{err}
	}
	return nil
}

// ofPoint says that a plot of one point is asked for.
func (x *exporting) ofPoint() bool {
	return x.format == "svg" && slices.Contains(sessions.PointViews(), x.plot.View)
}

// ofData says that a plot of the data is asked for.
func (x *exporting) ofData() bool { return x.format == "svg" && x.plot.View == sessions.DataView }

// pick is the point to export: that of the key, or the first fold of the best.
func (x *exporting) pick(s *sessions.Session) (*result.Result, error) {
	if x.point == "" {
		rows, best := s.Rows()
		if best < 0 {
			return nil, usagef("there is no best point to export, as there is nothing to choose by: name one with --point")
		}
		for _, r := range rows[best].Results {
			if r.Error == "" {
				return r, nil
			}
		}
	}
	found := s.Matching(x.point)
	switch {
	case len(found) == 0:
		return nil, usagef("no finished point has a key that begins with %q: sfatui open or --format json shows them", message.Clean(x.point))
	case len(found) > 1:
		return nil, usagef("the keys of %d points begin with %q: write more of it", len(found), message.Clean(x.point))
	case found[0].Error != "":
		return nil, usagef("point %s failed and has no features: %s", found[0].Key[:12], found[0].Error)
	}
	return found[0], nil
}
