package main

import (
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
		mark := " "
		if i == t.Best {
			mark = "*"
		}
		fmt.Fprintln(tw, mark+"\t"+strings.Join(cells, "\t"))
	}
	tw.Flush()
	rows, best := s.Rows()
	for i := range rows {
		for _, r := range rows[i].Results {
			if r.Error != "" {
				fmt.Fprintf(w, "failed: %s fold %d: %s\n", r.Point.Label(), r.Point.Fold+1, message.Clean(r.Error))
			}
		}
	}
	if best < 0 {
		fmt.Fprintln(w, "no best point: "+whyNoBest(rows))
		return
	}
	objective := s.Objective()
	fmt.Fprintf(w, "* best on validation (%s %s); test plays no part in the choice\n", objective, rows[best].Score(objective))
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
