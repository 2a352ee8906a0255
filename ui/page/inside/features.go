package inside

import (
	"math"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
	"gonum.org/v1/gonum/mat"
)

// Features shows the slow features of one point.
type Features struct {
	picture      int // index of the picture, modulo their number
	firstFeature int // first visible feature
	windowStart  int // start of the visible window, in half windows
	zoom         int // number of times that the window is halved, or doubled if negative
	// scatterX and scatterY are the features of the scatter, as offsets from the first and the
	// second, modulo their number.
	scatterX, scatterY int
	sorted             bool // traces are sorted by the target, else by the class

	wide                bool // there is room for all pictures but the predictability
	predictabilityPanel int  // 1 shows the predictability, 2 its second panel where there is no room for both
	both                bool // there is room for both
}

// Name returns the page's name.
func (p *Features) Name() page.Name { return "features" }

// Actions returns the actions of the page.
func (p *Features) Actions() []page.Action {
	around := page.Keyed(func(sc *page.Scene, key string) {
		p.windowStart += page.Sideways(key)
		p.limitTo(sc)
	})
	closer := page.Action{ID: "time", Group: "Views", Place: 7, Who: page.Anyone, Keys: []string{"=", "-"}, Short: "closer", Long: "show a shorter or longer stretch of the features",
		Modes: page.AnyMode}
	sorting := page.Action{ID: "order of samples", Group: "Views", Who: page.Anyone, Keys: []string{"o"}, Short: "sort", Long: "draw features in the order of the target or the class, or in that of time",
		Modes: page.AnyMode, Footer: 6}
	return []page.Action{
		page.TurnFold,
		page.Picture.With(page.NoRows, page.Doing(p.turnPicture)),
		page.Axes.With(page.NoRows, page.Keyed(func(_ *page.Scene, key string) {
			if key == "a" {
				p.scatterX++
			} else {
				p.scatterY++
			}
		})),
		page.Around.With(page.NoRows, around),
		closer.With(page.NoRows, page.Keyed(func(sc *page.Scene, key string) {
			p.zoom += map[string]int{"=": 1, "-": -1}[key]
			p.limitTo(sc)
		})),
		sorting.With(noOrder, page.Doing(func(*page.Scene) { p.sorted = !p.sorted })),
		page.Details,
	}
}

// Move moves to other features.
func (p *Features) Move(_ *page.Scene, by int) { p.firstFeature = max(p.firstFeature+by, 0) }

// Tab returns the page's tab.
func (p *Features) Tab() page.Tab { return page.Tab{Place: 2, Key: "F", Title: "features"} }

// Opens returns the action that opens the page.
func (p *Features) Opens() page.Action {
	return page.Action{ID: "features", Group: "Views", Who: page.Anyone, Keys: []string{"F"}, Short: "features", Long: "show the slow features of the point under the cursor", Modes: page.AnyMode, Off: page.NoRows}
}

// Inquiry returns the computation of the features, or of their predictability.
func (p *Features) Inquiry(sc *page.Scene) (page.Inquiry, bool) {
	q, any := sc.InspectSelected()
	if p.predictabilityPanel > 0 {
		q.Kind = page.MeasuringPredictability
	}
	return q, any
}

// turnPicture shows the next picture, after the last one the predictability.
func (p *Features) turnPicture(sc *page.Scene) {
	choices := len(p.pictures(sc, shownFeatures{result: inspected(sc)}))
	if p.wide {
		choices = 1
	}
	switch {
	case p.predictabilityPanel == 1 && !p.both:
		p.predictabilityPanel = 2
	case p.predictabilityPanel > 0:
		p.picture, p.predictabilityPanel = 0, 0
	case p.picture+1 < choices:
		p.picture++
	default:
		p.predictabilityPanel = 1
	}
}

// limitTo keeps the window within the samples of the point shown.
func (p *Features) limitTo(sc *page.Scene) {
	if x, _ := sc.Inspection(); x != nil {
		n, _ := x.Train.Dims()
		p.limit(n, sc.W/2)
	}
}

const linesOfTrace = 3

// shownFeatures is the computed result that the page shows.
type shownFeatures struct {
	*resolve.Inspection
	result *result.Result
	p      int
}

// View draws the features of the selected point.
func (p *Features) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	head := sc.PointHead(w)
	if p.predictabilityPanel > 0 {
		return append([]clean.Text{head}, p.predictability(sc, w, h-1)...)
	}
	x, why := sc.Inspection()
	if x == nil {
		return append([]clean.Text{head}, layout.Waiting(sc.Style, why, w, h-1)...)
	}
	_, n := x.Train.Dims()
	_, result := sc.Inspected()
	f := shownFeatures{x, result, n}
	pictures := p.pictures(sc, f)
	p.picture %= len(pictures)
	p.wide = w >= 110 && h >= 20
	p.firstFeature = min(p.firstFeature, n-1)
	switch {
	case !p.wide:
		return append([]clean.Text{head}, pictures[p.picture](w, h-1)...)
	case w < 180:
		left := w * 3 / 5
		right := p.drawStack(pictures[1:min(3, len(pictures))], w-left-1, h-1)
		return append([]clean.Text{head}, layout.SideBySide(pictures[0](left, h-1), right, left, w, h-1)...)
	}
	left := w * 2 / 5
	middle := (w - left - 2) / 2
	right := p.drawStack(pictures[2:], w-left-middle-2, h-1)
	lines := layout.SideBySide(pictures[0](left, h-1), pictures[1](middle, h-1), left, left+1+middle, h-1)
	return append([]clean.Text{head}, layout.SideBySide(lines, right, left+1+middle, w, h-1)...)
}

// inspected returns the result that the page shows, an empty one without any.
func inspected(sc *page.Scene) *result.Result {
	if _, r := sc.Inspected(); r != nil {
		return r
	}
	return new(result.Result)
}

// drawStack draws pictures one below the other.
func (p *Features) drawStack(pictures []func(w, h int) []clean.Text, w, h int) []clean.Text {
	var out []clean.Text
	for i, draw := range pictures {
		each := (i+1)*h/len(pictures) - i*h/len(pictures)
		out = append(out, layout.Fit(draw(w, each), w, each)...)
	}
	return out
}

// pictures returns the functions that draw the available pictures.
func (p *Features) pictures(sc *page.Scene, f shownFeatures) []func(w, h int) []clean.Text {
	out := []func(w, h int) []clean.Text{
		func(w, h int) []clean.Text { return p.parts(sc, f, p.tracePanel, w, h) },
		func(w, h int) []clean.Text { return p.parts(sc, f, p.scatterPanel, w, h) },
		func(w, h int) []clean.Text {
			return layout.Panels(sc.Style, [][]layout.Panel{{{Name: "Δ of each feature", Body: func(w, h int) []clean.Text { return p.deltaPlot(sc, f, w, h) }}}}, w, h)
		},
	}
	if len(f.result.Fourier) > 0 || f.result.Latent != nil {
		out = append(out, func(w, h int) []clean.Text {
			return layout.Panels(sc.Style, [][]layout.Panel{{{Name: "known latent variables", Body: func(w, h int) []clean.Text { return p.basisText(sc, f, w, h) }}}}, w, h)
		})
	}
	return out
}

// featurePart holds the features of one part of the samples.
type featurePart struct {
	name  clean.Text
	phi   *mat.Dense
	rows  []int
	spans []int
	delta []part.Float
}

// parts draws the training part and the test part, if there is one, side by side; on narrow
// screens one below the other.
func (p *Features) parts(sc *page.Scene, f shownFeatures, draw func(*page.Scene, shownFeatures, featurePart) layout.Panel, w, h int) []clean.Text {
	row := []layout.Panel{draw(sc, f, featurePart{"training", f.Train, f.TrainRows, f.TrainSpans, f.result.Slowness.Train})}
	if f.Test != nil {
		row = append(row, draw(sc, f, featurePart{"test", f.Test, f.TestRows, f.TestSpans, f.result.Slowness.Test}))
	}
	if len(row) == 2 && w < 50 {
		return layout.Panels(sc.Style, [][]layout.Panel{row[:1], row[1:]}, w, h)
	}
	return layout.Panels(sc.Style, [][]layout.Panel{row}, w, h)
}

// window returns the visible samples of n: four per cell of w, unless the user zoomed.
func (p *Features) window(n, w int) (from, to int) {
	length := 4 * max(w, 1)
	if p.zoom > 0 {
		length >>= min(p.zoom, 20)
	} else {
		length <<= min(-p.zoom, 20)
	}
	length = min(max(length, 8), n)
	from = min(max(p.windowStart, 0)*(length+1)/2, n-length)
	return from, from + length
}

// limit keeps the user's zoom and position within the samples.
func (p *Features) limit(n, w int) {
	p.zoom = min(max(p.zoom, -16), 10)
	from, to := p.window(n, w)
	if step := (to - from + 1) / 2; to >= n && step > 0 {
		p.windowStart = min(p.windowStart, (n-(to-from)+step-1)/step)
	}
	p.windowStart = max(p.windowStart, 0)
}

// tracePanel returns the panel of features over time, with segment borders.
func (p *Features) tracePanel(sc *page.Scene, f shownFeatures, half featurePart) layout.Panel {
	body := func(w, h int) []clean.Text {
		n, _ := half.phi.Dims()
		order, _ := p.order(sc, half)
		from, to := p.window(n, w)
		if order != nil {
			from, to = 0, n
		}
		t := traceFoot(sc, half, order, from, to)
		for j := p.firstFeature; j < f.p && len(t.Rows) < max((h-3)/linesOfTrace, 1); j++ {
			name := clean.Sprintf("φ%d", j+1)
			if j < len(half.delta) && w >= 36 {
				name += " " + clean.Number(float64(half.delta[j]))
			}
			t.Rows = append(t.Rows, chart.Trace{Name: name, Y: reorder(mat.Col(nil, j, half.phi), order)[from:to], Role: chart.SeriesRole(j)})
		}
		return sc.Draw("features · "+half.name, t, w, h)
	}
	n, _ := half.phi.Dims()
	from, to := p.window(n, sc.W/2)
	detail := clean.Sprintf("%s–%s of %s", clean.Count(from+1), clean.Count(to), clean.Counted(n, "sample"))
	if _, by := p.order(sc, half); by != "" {
		detail = clean.Counted(n, "sample") + " " + by
	}
	return layout.Panel{Name: half.name, Detail: detail, Body: body}
}

// mostScattered is the largest number of points of a scatter; more could not be distinguished.
const mostScattered = 8000

// scatterPanel returns the panel of two features against each other, with a marker for each
// class.
func (p *Features) scatterPanel(sc *page.Scene, f shownFeatures, half featurePart) layout.Panel {
	i, j := p.scatterX%f.p, (p.scatterY+1)%f.p
	s := chart.Scatter{ASCII: sc.Style.ASCII, XLabel: clean.Sprintf("φ%d", i+1), YLabel: clean.Sprintf("φ%d", j+1)}
	n, _ := half.phi.Dims()
	every := (n + mostScattered - 1) / mostScattered
	labelled := sc.Set != nil && sc.Set.Label != nil
	if labelled {
		s.Names = clean.All(sc.Set.Classes)
	}
	return layout.Panel{Name: half.name, Detail: s.YLabel + " over " + s.XLabel, Body: func(w, h int) []clean.Text {
		for t := 0; t < n; t += every {
			s.X, s.Y = append(s.X, half.phi.At(t, i)), append(s.Y, half.phi.At(t, j))
			if labelled {
				s.Class = append(s.Class, sc.Set.Label[half.rows[t]])
			}
		}
		return sc.Draw(s.YLabel+" over "+s.XLabel+" · "+half.name, s, w, h)
	}}
}

// deltaPlot draws the slowness of each feature on both parts, and that of the optimal free
// responses.
func (p *Features) deltaPlot(sc *page.Scene, f shownFeatures, w, h int) []clean.Text {
	pl := chart.Plot{XLabel: "feature", LogX: f.p > 12, ASCII: sc.Style.ASCII}
	lo, hi := math.Inf(1), 0.0
	add := func(name clean.Text, values []float64) {
		s := chart.Series{Name: name}
		for i, v := range values {
			s.X, s.Y = append(s.X, float64(i+1)), append(s.Y, v)
			if v > 0 {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
		if len(values) > 0 {
			pl.Series = append(pl.Series, s)
		}
	}
	add("training", part.Numbers(f.result.Slowness.Train))
	add("test", part.Numbers(f.result.Slowness.Test))
	if f.Graph != nil && len(f.Graph.Free) > 0 && f.Graph.Free[0] > sweepview.NoSlowness {
		add("free responses", f.Graph.Free)
	}
	pl.LogY = hi > 10*lo
	return sc.Draw("slowness of each feature", pl, w, h)
}

// basisText returns the match of the features with the cosine basis and with known latent
// variables.
func (p *Features) basisText(sc *page.Scene, f shownFeatures, w, h int) []clean.Text {
	var lines []clean.Text
	bar := max(min(w-40, 20), 4)
	if len(f.result.Fourier) > 0 {
		lines = append(lines, sc.Style.Paint(chart.Faint, " cosine basis on test: R² of the whole basis, and the most similar function"))
	}
	for i, x := range f.result.Fourier {
		lines = append(lines, clean.Sprintf(" φ%-2d R² %s  %s %s %s", i+1, clean.Share(float64(x.R2)),
			sc.Style.Paint(chart.SeriesRole(0), chart.Progress(math.Abs(float64(x.Corr)), bar)), wave(x.Wave), clean.Written("%+.3f", float64(x.Corr))))
	}
	if l := f.result.Latent; l != nil {
		lines = append(lines, sc.Style.Paint(chart.Faint, " latent variables: most similar feature and its correlation"))
		for i, at := range l.Feature[:min(len(l.Feature), len(l.Train))] {
			text := clean.Sprintf(" u%-2d φ%-2d training %s", i+1, at+1, clean.Written("%+.3f", float64(l.Train[i])))
			if i < len(l.Test) {
				text += clean.Written("  test %+.3f", float64(l.Test[i]))
			}
			lines = append(lines, text)
		}
		lines = append(lines, linearLines(sc, l)...)
	}
	return layout.Fit(lines, w, min(h, len(lines)))
}

// linearLines returns the match of linear functions of the inputs with the latent variables.
func linearLines(sc *page.Scene, l *result.LatentMatch) (lines []clean.Text) {
	if len(l.LinearTrain) > 0 {
		lines = append(lines, sc.Style.Paint(chart.Faint, " most similar linear function of the inputs and its correlation"))
	}
	for i, c := range l.LinearTrain {
		text := clean.Sprintf(" u%-2d     training %s", i+1, clean.Written("%+.3f", float64(c)))
		if i < len(l.LinearTest) {
			text += clean.Written("  test %+.3f", float64(l.LinearTest[i]))
		}
		lines = append(lines, text)
	}
	return lines
}

// wave writes a function of the cosine basis: cos πu1 · cos 2πu2.
func wave(k []int) clean.Text {
	var parts []clean.Text
	for i, n := range k {
		switch n {
		case 0:
		case 1:
			parts = append(parts, clean.Sprintf("cos πu%d", i+1))
		default:
			parts = append(parts, clean.Sprintf("cos %dπu%d", n, i+1))
		}
	}
	return clean.Join(parts, "·")
}
