package sessions

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/sfatui/datasets/message"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
)

// report is a session told for readers, to be set as Markdown or HTML. Its
// texts are clean, and not yet escaped.
type report struct {
	title  string
	blocks []block
}

// block is one part of a report.
type block interface{}

type (
	heading   string
	paragraph string
	bullets   []string
	code      string
	grid      struct {
		head []string
		body [][]string
		best int
	}
)

// report tells the session: what was swept on which data, what came out, what
// the numbers mean and how to get them again.
func (s *Session) report() report {
	rows, best := s.Rows()
	r := report{title: message.Clean("Slow feature analysis of " + s.Header.Name)}
	r.add(paragraph(s.bestText(rows, best)))
	r.add(paragraph(s.standText()))
	if lost := s.damageTexts(); lost != nil {
		r.add(heading("Damage"), bullets(lost))
	}
	r.add(heading("Data"), bullets(s.dataTexts()))
	r.add(heading("Sweep"), s.sweepGrid())
	t := s.Table()
	if len(t.Body) > 0 {
		r.add(heading("Points"), grid{t.Head, t.Body, t.Best})
		r.add(paragraph("★ " + s.choiceText(best >= 0) + " ± is the standard error over folds."))
	}
	if failed := failures(rows, labels(rows)); failed != nil {
		r.add(heading("Failed points"), bullets(failed))
	}
	r.add(heading("What the numbers mean"), bullets(conventions(rows)))
	r.add(heading("How to reproduce"))
	r.add(s.reproduction()...)
	return r
}

func (r *report) add(blocks ...block) { r.blocks = append(r.blocks, blocks...) }

// bestText says in a sentence what the sweep found.
func (s *Session) bestText(rows []choose.Row, best int) string {
	if best < 0 {
		return "No point is best: " + s.choiceText(false)
	}
	r := &rows[best]
	objective := s.Objective()
	text := fmt.Sprintf("Best point: %s, with a validation %s of %s", labels(rows)(r.Config), objective, r.Score(objective))
	for _, m := range reported() {
		if stat := r.Of(m); stat.N > 0 && m.Part == measure.Test {
			text += fmt.Sprintf("; %s %s", m.Label, stat)
		}
	}
	if !r.VarianceOK {
		text += fmt.Sprintf("; it violates unit variance by %.2g", r.Of(measure.Deviation).Mean)
	}
	return message.Clean(text) + "."
}

// choiceText says how the best point was chosen, or why none was.
func (s *Session) choiceText(chosen bool) string {
	if chosen {
		return fmt.Sprintf("is the best point by %s on the validation parts; test plays no part in the choice.", s.Objective())
	}
	return "marks the best point by the validation parts; here there is nothing to choose by."
}

// standText says how far the sweep is.
func (s *Session) standText() string {
	st := s.State()
	status, host := s.Standing(st.Status)
	if host != "" {
		host = " on " + host
	}
	text := fmt.Sprintf("The sweep was begun on %s and is %s%s: %d of %d points are finished, %d of them failed, in %s.",
		s.Header.Created.Format("2 January 2006 at 15:04 MST"), status, host, len(s.Finished()), len(s.Plan()), st.Failed, st.Elapsed().Round(time.Second))
	return message.Clean(text)
}

// damageTexts tell what is missing from the report.
func (s *Session) damageTexts() []string {
	var out []string
	for _, d := range s.Damage() {
		out = append(out, d.String())
	}
	return out
}

// dataTexts say what the data is.
func (s *Session) dataTexts() []string {
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

// sweepGrid lists what the points are made of.
func (s *Session) sweepGrid() grid {
	g := grid{head: []string{"parameter", "as written", "values"}, best: -1}
	points := s.Points()
	spec := s.Header.Spec
	for _, a := range sweep.Axes {
		values := ValuesOf(points, func(p part.Point) string { return a.Of(&p) })
		if len(values) == 0 {
			continue
		}
		name := a.Name
		if a.Symbol != "" && a.Symbol != a.Name {
			name += " " + a.Symbol
		}
		g.body = append(g.body, []string{name, message.Clean(cmp.Or(*a.Text(&spec), "default")), listed(values)})
	}
	for _, f := range Settings {
		if values := distinct(points, f.Of); len(values) > 1 || len(values) == 1 && values[0] != "" {
			g.body = append(g.body, []string{f.Name, "", listed(values)})
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
func conventions(rows []choose.Row) []string {
	out := []string{
		"C is the covariance of the function values over the n training samples, divided by n. Ċ is the mean over all pairs (t, t+1) inside segments of the squared differences, divided by the number of pairs; it is not centred. No pair crosses a segment's border.",
		"Slowness of a feature is the mean over the pairs of its squared difference. Test slowness is divided by the feature's variance on the test part, so 2 is white noise. The table has the mean over the features.",
		"Variance is the unit-variance check: the variance of every training output, taken from the features on the data. It is ok where no |variance − 1| exceeds the tolerance in any fold.",
		"Validation is a part of each training part, set aside for choosing: a second model is trained without it and scored on it. All else comes from the model of the whole training part. Points that failed or violate unit variance rank last.",
	}
	if slices.ContainsFunc(rows, func(r choose.Row) bool { return r.Config.Graph != "" && r.Config.Graph != "time" }) {
		out = append(out, "Under a training graph other than time, C is weighted by its vertices, divided by their sum, and Ċ by its edges, divided by the sum over ordered pairs. Slowness stays that of consecutive samples; the variance is the one that the vertices weigh.")
	}
	for _, m := range have(rows, measure.In(measure.Reports, measure.All())) {
		if m.Doc != "" {
			out = append(out, m.Doc)
		}
	}
	return out
}

// reproduction says how to get the numbers again.
func (s *Session) reproduction() []block {
	h := s.Header
	lines, rest := s.Commands()
	out := []block{code(strings.Join(lines, "\n"))}
	if rest > 0 {
		out = append(out, paragraph(fmt.Sprintf("%d points were added to the session one after the other and are not among these; their parameters are in the plans of the session.", rest)))
	}
	exact := "The same points, to the last bit, come from"
	if s.Grown() {
		exact = "The same points, to rounding, come from"
	}
	where := fmt.Sprintf("It was computed on %s with %s and GOMAXPROCS=%d, which change no digit.", cmp.Or(h.CPU, "a processor that is not known"), h.Go, h.GOMAXPROCS)
	return append(out, paragraph(message.Clean(fmt.Sprintf("%s engine %s with the arithmetic %s. %s Session %s.", exact, h.Engine, h.KernelPath, where, h.UUID))))
}
