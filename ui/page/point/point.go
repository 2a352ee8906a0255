// Package point is the page of all that is known of the selected point.
package point

import (
	"fmt"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/parameter"
	"example.com/sfatui/ui/snapshot"
)

// Page shows the selected point: its parameters, its measures, and each fold.
type Page struct{}

// New is the page.
func New() *Page { return &Page{} }

func (p *Page) Name() page.Name { return page.Point }

func (p *Page) Actions() []page.Action { return nil }

func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	return sc.TextPage("·", "point", p.text(sc, size.W-2), size.W, size.H)
}

// text is all that is known of the selected row.
func (p *Page) text(sc *page.Scene, w int) []clean.Text {
	r := sc.Table.Row(&sc.Sweep)
	if r == nil {
		return []clean.Text{sc.Style.Paint(chart.Faint, "no point is finished yet")}
	}
	var lines []clean.Text
	add := func(name, value clean.Text) { lines = append(lines, layout.Entry(sc.Style, name, value, w)...) }
	add("parameters", parameters(r.Config))
	if sc.Sweep.IsBest(r) {
		add("", "★ the best "+clean.Of(sc.Sweep.Objective)+" on validation")
		for _, line := range sc.Sweep.Choice().Lines() {
			add("", clean.Of(line))
		}
		if text := sc.Sweep.Hindsight(); text != "" && r == &sc.Sweep.Rows[sc.Sweep.Best] {
			add("in hindsight", clean.Of(text))
		}
	} else if sc.Sweep.AsGood(r) {
		add("", "≈ as good as the best within error")
	}
	if acts := lambdaActs(sc, r.Config); acts > 0 {
		add("regularisation", "λ begins to act near "+clean.Of(parameter.Exponent.Replace(fmt.Sprintf("%.2g", acts))))
	}
	add("folds", clean.Sprintf("%d of %d finished", len(r.Results), sc.Sweep.FoldsOf(r)))
	if s := sc.Sweep.Stat(r); s.N > 0 {
		add("validation", clean.Of(sc.Sweep.Objective)+" "+humanize.WithError(s.Mean, s.SE, sc.Sweep.Writer())+parts(sc, r))
	}
	if r.Of(measure.SamplesRight).N > 0 {
		text := "sample " + humanize.WithError(r.Of(measure.SamplesRight).Mean, r.Of(measure.SamplesRight).SE, humanize.Share)
		if r.Of(measure.SegmentsRight).N > 0 {
			text = "segment " + humanize.WithError(r.Of(measure.SegmentsRight).Mean, r.Of(measure.SegmentsRight).SE, humanize.Share) + " · " + text
		}
		add("test accuracy", text)
	}
	if r.Of(measure.TestRMSE).N > 0 {
		add("test RMSE", humanize.WithError(r.Of(measure.TestRMSE).Mean, r.Of(measure.TestRMSE).SE, humanize.Number))
	}
	for _, other := range sc.Sweep.Measures(measure.Filters) {
		if s := r.Of(other); !other.Recorded && s.N > 0 {
			add(clean.Of(other.Show.Heading), humanize.WithError(s.Mean, s.SE, snapshot.WriterOf(other)))
		}
	}
	if r.Measured() {
		add("slowness", clean.Sprintf("test %s · training %s", humanize.WithError(r.Of(measure.TestSlowness).Mean, r.Of(measure.TestSlowness).SE, humanize.Number),
			humanize.WithError(r.Of(measure.TrainingSlowness).Mean, r.Of(measure.TrainingSlowness).SE, humanize.Number)))
		lo, hi := snapshot.VarianceRange(r)
		verdict := "✓ unit variance holds"
		if snapshot.Violated(r) {
			verdict = "✗ unit variance is violated"
		}
		add("variance", clean.Sprintf("%s: %s to %s, tolerance %g", verdict, snapshot.Variance(lo), snapshot.Variance(hi), sc.Sweep.Tolerance))
	}
	for _, res := range r.Results {
		lines = append(lines, "")
		lines = append(lines, p.fold(sc, res, w)...)
	}
	return lines
}

// parts are the scores of the validation parts, fold by fold.
func parts(sc *page.Scene, r *choose.Row) clean.Text {
	s := sc.Sweep.Score(r)
	if sc.Sweep.Before || len(s.Parts) < 2 {
		return ""
	}
	text := clean.Text("")
	if s.Got < s.Want {
		text = clean.Sprintf(" (%d/%d)", s.Got, s.Want)
	}
	var each []clean.Text
	for i := range s.Parts {
		each = append(each, sc.Sweep.Writer()(s.Part(i)))
	}
	return text + ", on the parts " + clean.Join(each, " ")
}

// lambdaActs is the λ that begins to act on the features of a configuration, as the one
// that has none says; 0 where that is not known.
func lambdaActs(sc *page.Scene, p part.Point) float64 {
	if !method.Lambda.Of(p).OK {
		return 0
	}
	i, ok := sc.Sweep.Index[p.With(method.Lambda.Is(0))]
	if !ok {
		return 0
	}
	return sc.Sweep.Rows[i].LambdaActs()
}

// parameters lists all that a configuration is made of.
func parameters(p part.Point) clean.Text {
	var parts []clean.Text
	for _, d := range parameter.All() {
		if !d.Usual(p) {
			parts = append(parts, d.Text(d.Label(p)))
		}
	}
	return clean.Join(parts, "  ")
}
