package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
)

// Of returns the report of a session: the data and the sweep, the results, the
// definitions of the measures, and how to reproduce them.
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
		if lines := s.TestLines(rows, choice); lines != nil {
			if text := s.ShownText(rows); text != "" {
				lines = append(lines, text)
			}
			r.add(Heading("What test says of the choice"), Bullets(lines))
		}
		if matters := importanceBlocks(s.Importance(), choice.By.Objective); matters != nil {
			r.add(Heading("What matters"))
			r.add(matters...)
		}
		if chooser := choice.By.BestSelective(rows); chooser != nil {
			r.add(Heading("What decides"), Paragraph(message.Clean(SelectedText(chooser, sessions.LabelsOf(rows)))))
		}
		r.add(learningBlocks(choice.Learning, sessions.LabelsOf(rows))...)
	}
	if rounds := s.SearchRounds(); rounds != nil {
		r.add(Heading("The search"), Bullets(searchTexts(rounds)))
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

// standText returns the status of the sweep.
func standText(s *sessions.Session) string {
	st := s.State()
	status, host := s.Standing(st, time.Now())
	if host != "" {
		host = " on " + host
	}
	text := fmt.Sprintf("The sweep was begun on %s and is %s%s: %d of %d fits are finished, %d of them failed, in %s.",
		s.Header.Created.Format("2 January 2006 at 15:04 MST"), status, host, len(s.Finished()), s.Planned(), st.Failed, st.Elapsed().Round(time.Second))
	return message.Clean(text)
}

// damageTexts returns the damage of the session, which is missing from the
// report.
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

// manyValues is the number of values of an axis above which some are omitted.
const manyValues = 24

// sweepTable returns the parameters and settings of the points.
func sweepTable(s *sessions.Session) Table {
	g := Table{Head: []string{"parameter", "as written", "values"}}
	points := s.Points()
	spec := s.Header.Spec
	for _, a := range part.Axes() {
		values := sessions.ValuesOf(points, func(p part.Point) string { return a.Of(&p) })
		if len(values) == 0 || !slices.ContainsFunc(points, func(p part.Point) bool { return a.Stated(&p) != "" }) {
			continue
		}
		name := a.Name
		if a.Symbol != "" && a.Symbol != a.Name {
			name += " " + a.Symbol
		}
		g.Body = append(g.Body, []string{name, message.Clean(cmp.Or(spec.Text(a.Name), "default")), listed(values)})
	}
	for _, set := range sweep.InPoints() {
		if values := sessions.Distinct(points, set.InReport); len(values) > 1 || len(values) == 1 && values[0] != "" {
			g.Body = append(g.Body, []string{set.ReportName(), "", listed(values)})
		}
	}
	return g
}

// listed returns values in a line, without the middle ones if there are many.
func listed(values []string) string {
	text := strings.Join(values, ", ")
	if n := len(values); n > manyValues {
		text = fmt.Sprintf("%s, …, %s (%d values)", strings.Join(values[:3], ", "), values[n-1], n)
	}
	return message.Clean(text)
}

// searchTexts returns the expectations of each round of a search for its
// configuration.
func searchTexts(rounds []record.Search) []string {
	var out []string
	for _, r := range rounds {
		text := fmt.Sprintf("round %d: expected improvement %.2g, of an expected score of %.4g ± %.2g (less is better)", r.Round, float64(r.EI), float64(r.Mean), float64(r.SD))
		if r.At != "" {
			text += ", at " + r.At
		}
		out = append(out, message.Clean(text))
	}
	return out
}

// failures returns the errors of failed points.
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

// reproduction returns the commands and versions that reproduce the numbers.
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
