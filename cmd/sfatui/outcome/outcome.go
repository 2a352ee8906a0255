package outcome

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/flags"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/papers"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export/report"
	"github.com/charmbracelet/x/ansi"
)

// columnRanks returns the ranks by which a table omits columns, the highest
// first. The selection criterion and its test measure are kept, as parameters
// are.
func columnRanks(by choose.By, of *sessions.Data) map[string]int {
	ranks := map[string]int{"folds": 2, "determined": 2}
	for _, m := range measure.All() {
		switch {
		case m.Objective == by.Objective && m.Part == measure.Test:
		case m.Part == measure.Test:
			ranks[of.InWords(m.Show.Report)] = 1
		default:
			ranks[of.InWords(m.Show.Report)] = 2
		}
	}
	return ranks
}

// printTable prints the configurations of a session, averaged over folds, in
// the order of their parameters, and the best with the criterion.
func printTable(w io.Writer, s *sessions.Session) {
	t := report.TableOf(s)
	body := make([][]string, len(t.Body))
	for i, cells := range t.Body {
		body[i] = append([]string{cmp.Or(t.Mark(i), " ")}, cells...)
	}
	rows, c := s.Choice()
	ranks := columnRanks(c.By, &s.Header.Data)
	cli.Table(w, append([]string{""}, t.Head...), body, func(column string) int { return ranks[column] })
	if text := report.ErrorText(rows); text != "" {
		cli.Sentence(w, text)
	}
	for i := range rows {
		for _, r := range rows[i].Results {
			if r.Error != "" {
				cli.Sentence(w, fmt.Sprintf("failed: %s fold %d: %s", message.Clean(r.Point.Label()), r.Point.Fold+1, message.Clean(r.Error)))
			}
		}
	}
	switch {
	case t.Marks == nil:
		cli.Sentence(w, "no best point: "+whyNoBest(rows))
	case c.Best >= 0:
		cli.Sentence(w, fmt.Sprintf("★ %s (%s %s)", methodText(c.By), c.By.Name(), c.Score))
		for _, m := range sessions.MeasuredOf(s.State(), rows, c) {
			cli.Sentence(w, "★ "+message.Clean(m.String()))
		}
	}
	matters := s.By().Importance(rows, s.FirstPlan())
	for _, line := range append(c.Lines(), matters.Lines()...) {
		cli.Sentence(w, line)
	}
	if r := c.By.BestSelective(rows); r != nil {
		cli.Sentence(w, "inputs used: "+message.Clean(report.SelectedText(r, sessions.LabelsOf(rows))))
	}
	for _, line := range sessions.TestLines(s.State(), c.By, rows, c.Best, s.Header.Data.InWords) {
		cli.Sentence(w, line)
	}
	for i := range c.Learning {
		cli.Sentence(w, "learning curve: "+message.Clean(c.Learning[i].Curve()))
	}
}

// methodText returns how ★ was chosen.
func methodText(by choose.By) string {
	if on := by.On(); on != "validation" {
		return "chosen on " + on
	}
	return "best on validation"
}

// whyNoBest returns why nothing could be chosen.
func whyNoBest(rows []choose.Row) string {
	failed, note := true, ""
	for i := range rows {
		for _, r := range rows[i].Results {
			failed = failed && r.Error != ""
			if r.NValidation > 0 && r.Error == "" && note == "" && len(r.Notes) > 0 {
				note = r.Notes[len(r.Notes)-1]
			}
		}
	}
	switch {
	case len(rows) == 0:
		return "no fit is finished"
	case failed:
		return "every point failed"
	case note != "":
		return message.Clean(note)
	}
	return "no validation part was set aside (--validation 0.25 sets a quarter aside)"
}

// Judge prints the paper's finding for a session of an experiment, the finding
// of the session's sweep with its command, and whether they agree. It first
// prints how the sweep departs from the experiment. For other sessions it
// prints nothing.
func Judge(w io.Writer, s *sessions.Session) {
	if s.Header.Experiment == "" {
		return
	}
	line := func(format string, args ...any) {
		fmt.Fprintln(w, ansi.Wordwrap(message.Clean(fmt.Sprintf(format, args...)), cli.TextWidth, ""))
	}
	fmt.Fprintln(w)
	x, ok := papers.Named(s.Header.Experiment)
	if !ok {
		line("this version of sfatui has no experiment %s: no verdict", s.Header.Experiment)
		return
	}
	v := x.Check(choose.Summarize(s.State().Results))
	cli.Rows(w, v.Table)
	line("%s", x.Paper)
	line("the paper's finding: %s", x.Found)
	where, command := "", "sfatui run --sweep "+papers.Prefix+x.Name
	if changed := flags.Departures(x, s.Header); len(changed) > 0 {
		line("changed from the defined experiment: %s", strings.Join(changed, ", "))
		where, command = " in the changed sweep", s.Command(s.Header.Spec)
	}
	if v.Claims == nil {
		line("the finding cannot be judged: %s is missing", v.Missing)
		return
	}
	line("result here: %s", v.Here)
	cli.Wrapped(w, "", message.Clean("by: "+command))
	if v.Missing != "" {
		line("some claims cannot be judged: %s is missing", v.Missing)
	}
	if x.StandIn != "" && slices.Equal(s.Header.Data.Options.Paths, x.Data.Paths) {
		line("but %s", x.StandIn)
	}
	fmt.Fprintln(w)
	cli.Rows(w, v.Margins())
	line("%s", v.Line(where))
}
