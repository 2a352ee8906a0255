package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export/report"
)

// printTable prints the configurations of a session, averaged over folds, in
// the order of their parameters, and says which is best and by what.
func printTable(w io.Writer, s *sessions.Session) {
	t := report.TableOf(s)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "\t"+strings.Join(t.Head, "\t"))
	for i, cells := range t.Body {
		fmt.Fprintln(tw, cmp.Or(t.Mark(i), " ")+"\t"+strings.Join(cells, "\t"))
	}
	tw.Flush()
	rows, c := s.Choice()
	for i := range rows {
		for _, r := range rows[i].Results {
			if r.Error != "" {
				fmt.Fprintf(w, "failed: %s fold %d: %s\n", r.Point.Label(), r.Point.Fold+1, message.Clean(r.Error))
			}
		}
	}
	switch {
	case t.Marks == nil:
		fmt.Fprintln(w, "no best point: "+whyNoBest(rows))
	case c.Best >= 0:
		fmt.Fprintf(w, "★ best on validation (%s %s); test plays no part in the choice\n", c.By.Objective, c.Score)
	}
	matters := s.Importance()
	for _, line := range append(c.Lines(), matters.Lines()...) {
		fmt.Fprintln(w, line)
	}
	if h, ok := s.By().Hindsight(rows, c.Best); ok {
		fmt.Fprintln(w, "in hindsight:", h)
	}
}

// whyNoBest says why nothing could be chosen.
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
	case failed:
		return "every point failed"
	case note != "":
		return message.Clean(note)
	}
	return "nothing was set aside to choose by (--validation 0.25 sets a quarter aside)"
}
