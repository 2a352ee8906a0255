package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions"
)

// Report is a session told for readers, to be set as Markdown or HTML. Its texts
// are clean, and not yet escaped.
type Report struct {
	Title  string
	Blocks []Block
}

// Block is one part of a report: a [Heading], [Paragraph], [Bullets], [Code] or
// [Table].
type Block any

// The kinds of blocks.
type (
	Heading   string
	Paragraph string
	Bullets   []string
	Code      string // commands of a shell
	BibTeX    string // entries of a bibliography
)

// Of tells a session: what was swept on which data, what came out, what
// the numbers mean and how to get them again.
func Of(s *sessions.Session) Report {
	rows, choice := s.Choice()
	r := Report{Title: message.Clean("Slow feature analysis of " + s.Header.Name)}
	r.add(Paragraph(bestText(s, rows, &choice)))
	r.add(Paragraph(standText(s)))
	if lost := damageTexts(s); lost != nil {
		r.add(Heading("Damage"), Bullets(lost))
	}
	r.add(Heading("Data"), Bullets(dataTexts(s)))
	r.add(Heading("Sweep"), sweepTable(s))
	t := TableOf(s)
	if len(t.Body) > 0 {
		r.add(Heading("Points"), t)
		r.add(Paragraph("★ " + strings.TrimSpace(choiceText(s, t.Marks != nil)+" "+ErrorText(rows))))
		if lines := choice.Lines(); lines != nil {
			r.add(Heading("The choice"), Bullets(lines))
		}
		if matters := mattersBlocks(s.Importance(), choice.By.Objective); matters != nil {
			r.add(Heading("What matters"))
			r.add(matters...)
		}
		if chooser := choice.By.Chooser(rows); chooser != nil {
			r.add(Heading("What decides"), Paragraph(message.Clean(DecidersText(chooser, sessions.LabelsOf(rows)))))
		}
	}
	if failed := failures(rows, sessions.LabelsOf(rows)); failed != nil {
		r.add(Heading("Failed points"), Bullets(failed))
	}
	r.add(Heading("What the numbers mean"), Bullets(conventions(rows, choice.By)))
	r.add(Heading("Methods, as a paper states them"), Bullets(methods(s, rows, &choice)))
	r.add(Heading("How to reproduce"))
	r.add(reproduction(s)...)
	r.add(Heading("References"), BibTeX(references(s)))
	return r
}

func (r *Report) add(blocks ...Block) { r.Blocks = append(r.Blocks, blocks...) }

// bestText says in a sentence what the sweep found.
func bestText(s *sessions.Session, rows []choose.Row, c *choose.Choice) string {
	if c.Apart {
		return bestTexts(rows, c)
	}
	if c.Best < 0 {
		return "No point is best: " + choiceText(s, false)
	}
	r := c.Row
	text := fmt.Sprintf("Best point: %s, with a validation %s of %s", sessions.LabelsOf(rows)(r.Config), c.By.Objective, c.Score)
	for _, m := range reported() {
		if stat := r.Of(m); stat.N > 0 && m.Part == measure.Test {
			text += fmt.Sprintf("; %s %s", s.Header.Data.InWords(m.Label), stat)
		}
	}
	if !r.VarianceOK {
		text += fmt.Sprintf("; it violates unit variance by %.2g", r.Of(measure.Deviation).Mean)
	}
	return message.Clean(text) + "."
}

// DecidersText says by which inputs the readout of a row decides that chooses among them.
func DecidersText(r *choose.Row, label func(part.Point) string) string {
	return fmt.Sprintf("%s decides by %s", label(r.Config), cmp.Or(r.DecidersLine(), "nothing: no input has a weight"))
}

// bestTexts says what was best under each training graph.
func bestTexts(rows []choose.Row, c *choose.Choice) string {
	label := sessions.LabelsOf(rows)
	var parts []string
	for _, w := range c.Within {
		if w.Best >= 0 {
			parts = append(parts, fmt.Sprintf("%s, with %s", label(rows[w.Best].Config), c.By.Score(&rows[w.Best])))
		}
	}
	return message.Clean("Best point of each training graph by validation slowness under that graph: "+strings.Join(parts, "; ")) + "."
}

// ErrorText says what ± is in the table of the rows; "" where none has one.
func ErrorText(rows []choose.Row) string {
	folds, draws := map[int]bool{}, false
	for i := range rows {
		for _, r := range rows[i].Results {
			folds[r.Point.Fold] = true
			draws = draws || r.Point.Draw > 0
		}
	}
	if len(folds) < 2 {
		return ""
	}
	text := fmt.Sprintf("± is the standard error over %d folds (they share training data: too small rather than too large).", len(folds))
	if draws {
		text += " Draws are averaged inside folds first; beside it stands their own spread, the root mean over folds of the variance over draws."
	}
	return text
}

// choiceText says how the best point was chosen, or why none was.
func choiceText(s *sessions.Session, chosen bool) string {
	if chosen {
		return fmt.Sprintf("is the best point by %s on the validation parts; test plays no part in the choice.", s.Objective())
	}
	return "marks the best point by the validation parts; here there is nothing to choose by."
}

// standText says how far the sweep is.
func standText(s *sessions.Session) string {
	st := s.State()
	status, host := s.Standing(st, time.Now())
	if host != "" {
		host = " on " + host
	}
	text := fmt.Sprintf("The sweep was begun on %s and is %s%s: %d of %d points are finished, %d of them failed, in %s.",
		s.Header.Created.Format("2 January 2006 at 15:04 MST"), status, host, len(s.Finished()), s.Planned(), st.Failed, st.Elapsed().Round(time.Second))
	return message.Clean(text)
}

// damageTexts tell what is missing from the report.
func damageTexts(s *sessions.Session) []string {
	var out []string
	for _, d := range s.Damage() {
		out = append(out, d.String())
	}
	return out
}

func dataTexts(s *sessions.Session) []string {
	d := s.Header.Data
	size := fmt.Sprintf("%s: %d samples of %d inputs in %d segments", d.Name, d.N, d.D, d.Segments)
	if d.Classes > 0 {
		size += fmt.Sprintf(", %d classes", d.Classes)
	}
	out := []string{message.Clean(size), "SHA-256 of the data as read: " + d.Hash}
	for _, f := range d.Sources {
		out = append(out, message.Clean("file "+f.Path+", SHA-256 "+f.SHA256))
	}
	if len(d.Sources) == 0 {
		out = append(out, "made by sfatui itself: a built-in set")
	}
	return out
}

// manyValues is how many values of an axis are written in full.
const manyValues = 24

// sweepTable lists what the points are made of.
func sweepTable(s *sessions.Session) Table {
	g := Table{Head: []string{"parameter", "as written", "values"}}
	points := s.Points()
	spec := s.Header.Spec
	for _, a := range part.Axes() {
		values := sessions.ValuesOf(points, func(p part.Point) string { return a.Of(&p) })
		if len(values) == 0 {
			continue
		}
		name := a.Name
		if a.Symbol != "" && a.Symbol != a.Name {
			name += " " + a.Symbol
		}
		g.Body = append(g.Body, []string{name, message.Clean(cmp.Or(spec.Text(a.Name), "default")), listed(values)})
	}
	for _, f := range sessions.Settings {
		if values := sessions.Distinct(points, f.Of); len(values) > 1 || len(values) == 1 && values[0] != "" {
			g.Body = append(g.Body, []string{f.Name, "", listed(values)})
		}
	}
	return g
}

// listed are values in a line, the middle ones left out where they are many.
func listed(values []string) string {
	text := strings.Join(values, ", ")
	if n := len(values); n > manyValues {
		text = fmt.Sprintf("%s, …, %s (%d values)", strings.Join(values[:3], ", "), values[n-1], n)
	}
	return message.Clean(text)
}

// failures tell why points failed.
func failures(rows []choose.Row, label func(part.Point) string) []string {
	var out []string
	for i := range rows {
		for _, r := range rows[i].Results {
			if r.Error != "" {
				out = append(out, message.Clean(fmt.Sprintf("%s fold %d: %s", label(r.Point), r.Point.Fold+1, r.Error)))
			}
		}
	}
	return out
}

// conventions say what the numbers of the rows mean.
func conventions(rows []choose.Row, by choose.By) []string {
	out := []string{
		"C is the covariance of the function values over the n training samples, divided by n. Ċ is the mean over all pairs (t, t+1) inside segments of the squared differences, divided by the number of pairs; it is not centred. No pair crosses a segment's border.",
		slownessText(by),
		"Variance is the unit-variance check: the variance of every training output, taken from the features on the data. It is ok where no |variance − 1| exceeds the tolerance in any fold.",
		validationText(by),
	}
	if slices.ContainsFunc(rows, func(r choose.Row) bool { return !graph.InTime(r.Config) }) {
		out = append(out, "Under a training graph other than time, C is weighted by its vertices, divided by their sum, and Ċ by its edges, divided by the sum over ordered pairs. The variance is the one that the vertices weigh.")
	}
	for _, m := range have(rows, measure.In(measure.Reports, measure.All())) {
		if m.Doc != "" && m != measure.TestSlowness {
			out = append(out, m.Doc)
		}
	}
	return out
}

func slownessText(by choose.By) string {
	if by.Before {
		return "Slowness of a feature is the mean over the pairs of its squared difference. Test slowness is divided by the feature's variance on the test part, so 2 is white noise. The table has the mean over the features."
	}
	return measure.TestSlowness.Doc + " The table has the mean over the features."
}

// validationText says what points are chosen by.
func validationText(by choose.By) string {
	text := "Validation parts are parts of each training part, set aside for choosing: for each a further model is trained without it and scored on it. All else comes from the model of the whole training part. "
	switch {
	case by.Before:
		return text + "Points that failed or violate unit variance rank last."
	case by.Objective == measure.ByAccuracy:
		text += "The score is the mean over the validation parts of the share of samples that are right, also where segments are classified."
	case by.Objective == measure.BalancedError:
		text += "The score is the mean, over the validation parts that hold both normal operation and what is not, of the balanced error of alarms: half the share of normal samples with one and half that of others without."
	case by.Objective == measure.ByRMSE:
		text += "The score is the geometric mean over the validation parts of the RMSE."
	default:
		slowness := "Δ"
		if by.Objective == measure.InTime {
			slowness = "Δ in time"
		}
		text += fmt.Sprintf("The score is the geometric mean over the validation parts of the mean %s of the first %s, divided by their variance there; a feature that is missing or constant counts as white noise, Δ = 2.", slowness, message.Counted(by.Features, "feature"))
	}
	return text + " A point that lacks a part ranks behind all that are complete, and one that violates unit variance last."
}

// reproduction says how to get the numbers again.
func reproduction(s *sessions.Session) []Block {
	h := s.Header
	lines, rest := s.Commands()
	out := []Block{Code(strings.Join(lines, "\n"))}
	if rest > 0 {
		out = append(out, Paragraph(fmt.Sprintf("%d points were added to the session one after the other and are not among these; their parameters are in the plans of the session.", rest)))
	}
	exact := "The same points, to the last bit, come from"
	if s.Grown() {
		exact = "The same points, to rounding, come from"
	}
	where := fmt.Sprintf("It was computed on %s with %s and GOMAXPROCS=%d, which change no digit.", cmp.Or(h.CPU, "a processor that is not known"), h.Go, h.GOMAXPROCS)
	return append(out, Paragraph(message.Clean(fmt.Sprintf("%s engine %s with the arithmetic %s. %s Session %s.", exact, h.Engine, h.KernelPath, where, h.UUID))))
}
