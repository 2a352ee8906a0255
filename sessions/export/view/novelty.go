package view

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/readout/normal"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/sessions/export/svg"
)

// noveltyPlot draws the novelty of the test part's samples with the alarm
// threshold, the alarms and the faults.
func noveltyPlot(ctx context.Context, a *subject) (svg.Drawing, error) {
	at := a.result.Point
	x, err := solveAgain(ctx, a, "alarms", run.Watch)
	if err != nil {
		return nil, err
	}
	after := readout.AlarmAfter.Of(at)
	score := x.Score(x.Threshold, after)
	d := svg.Watch{
		Title: a.titled("novelty of the test part"), X: "sample of the test part", Y: "novelty", First: 1,
		Novelty: x.Novelty, New: make([]bool, len(x.State)), Alarm: measure.Alarms(x.Novelty, x.Spans, x.Threshold, after),
		Line: x.Threshold, LineText: "rho",
		Text: fmt.Sprintf("shaded: faults, above: alarms; false alarms %.1f %%", 100*float64(score.FalseAlarms)),
	}
	if v := readout.Offset.Of(at); v.OK {
		d.LineText = fmt.Sprintf("%.4g %%", 100*v.X)
	}
	if score.New > 0 {
		d.Text += fmt.Sprintf(", detected %.1f %%", 100*float64(score.Detected))
	}
	if v := float64(score.Delay); !math.IsNaN(v) {
		d.Text += fmt.Sprintf(", median delay %.3g samples", v)
	}
	if v := float64(score.AUC); !math.IsNaN(v) {
		d.Text += fmt.Sprintf(", AUC %.4f", v)
	}
	for i, state := range x.State {
		d.New[i] = state == normal.New
	}
	from := 0
	for _, n := range x.Spans {
		d.Borders = append(d.Borders, from)
		d.Names = append(d.Names, message.Clean(a.set.Segments[a.set.SegmentAt(x.Rows[from])].Name))
		from += n
	}
	return d, nil
}
