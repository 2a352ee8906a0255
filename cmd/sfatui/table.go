package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/sweep"
)

// printTable prints the configurations of a sweep, averaged over folds, in the
// order of their parameters, and says which is best and by what.
func printTable(w io.Writer, rows []sweep.Row, objective string) {
	rows = sweep.InOrder(rows)
	best := sweep.Best(rows, objective)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	columns := columnsOf(rows)
	var head []string
	for _, c := range columns {
		head = append(head, c.name)
	}
	fmt.Fprintln(tw, "\t"+strings.Join(head, "\t"))
	for i := range rows {
		mark := " "
		if i == best {
			mark = "*"
		}
		var cells []string
		for _, c := range columns {
			cells = append(cells, c.text(&rows[i]))
		}
		fmt.Fprintln(tw, mark+"\t"+strings.Join(cells, "\t"))
	}
	tw.Flush()
	for i := range rows {
		for _, r := range rows[i].Results {
			if r.Error != "" {
				fmt.Fprintf(w, "failed: %s fold %d: %s\n", r.Point.Label(), r.Point.Fold+1, datasets.Clean(r.Error))
			}
		}
	}
	if best < 0 {
		fmt.Fprintln(w, "no best point: "+whyNoBest(rows))
		return
	}
	fmt.Fprintf(w, "* best on validation (%s %s); test plays no part in the choice\n", objective, statText(rows[best].Validation[objective]))
}

// whyNoBest says why nothing could be chosen.
func whyNoBest(rows []sweep.Row) string {
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
		return datasets.Clean(note)
	}
	return "nothing was set aside to choose by (--validation 0.25 sets a quarter aside)"
}

// column is one column of the table.
type column struct {
	name string
	text func(*sweep.Row) string
}

// columnsOf lists the parameters that vary, then the measures that there are.
func columnsOf(rows []sweep.Row) []column {
	var out []column
	for _, name := range sweep.Varying(rows) {
		out = append(out, column{name, func(r *sweep.Row) string {
			if name == "p" && r.Features > 0 && r.Features < r.Config.P {
				return fmt.Sprintf("%d (%d)", r.Config.P, r.Features)
			}
			return r.Config.Text(name)
		}})
	}
	measure := func(name string, get func(*sweep.Row) sweep.Stat) {
		for i := range rows {
			if get(&rows[i]).N > 0 {
				out = append(out, column{name, func(r *sweep.Row) string { return statText(get(r)) }})
				return
			}
		}
	}
	out = append(out, column{"folds", func(r *sweep.Row) string { return fmt.Sprint(len(r.Results) - r.Failed) }})
	measure("slowness train", func(r *sweep.Row) sweep.Stat { return r.SlownessTrain })
	measure("slowness test", func(r *sweep.Row) sweep.Stat { return r.SlownessTest })
	out = append(out, column{"variance", func(r *sweep.Row) string {
		switch {
		case len(r.Results) == r.Failed:
			return "failed"
		case r.VarianceOK:
			return "ok"
		}
		return fmt.Sprintf("off by %.2g", r.Deviation)
	}})
	measure("segments right", func(r *sweep.Row) sweep.Stat { return r.AccuracySegment })
	measure("samples right", func(r *sweep.Row) sweep.Stat { return r.AccuracySample })
	measure("fourier match", func(r *sweep.Row) sweep.Stat { return r.Fourier })
	measure("rmse", func(r *sweep.Row) sweep.Stat { return r.RMSE })
	for _, objective := range []string{"accuracy", "rmse", "slowness"} {
		measure("validation "+objective, func(r *sweep.Row) sweep.Stat { return r.Validation[objective] })
	}
	return out
}

// statText is a mean with its standard error over folds.
func statText(s sweep.Stat) string {
	switch {
	case s.N == 0:
		return "-"
	case math.IsNaN(s.SE):
		return fmt.Sprintf("%.4g", s.Mean)
	}
	return fmt.Sprintf("%.4g ±%.2g", s.Mean, s.SE)
}
