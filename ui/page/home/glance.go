package home

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/datasets/sandbox"
	"example.com/sfatui/ui/clean"
)

// glanceResults are the results of glances at data, by the name and facts that the data was
// listed with.
type glanceResults map[[2]clean.Text]Datum

// glanceNext returns a command that glances at the next data sets.
func (rd *reader) glanceNext() tea.Cmd {
	if rd.glancing || rd.page.away {
		return nil
	}
	var next []Datum
	for _, d := range rd.page.data {
		if _, ok := rd.page.glanceResults[d.listKey()]; !ok && d.Disk != nil && len(next) < batchSize {
			next = append(next, d)
		}
	}
	if len(next) == 0 {
		return nil
	}
	rd.glancing = true
	return func() tea.Msg {
		out := glanceResults{}
		for _, d := range next {
			was := d.listKey()
			d.glance(context.Background())
			out[was] = d
		}
		return out
	}
}

// listKey returns the key of a data set in glanceResults.
func (d *Datum) listKey() [2]clean.Text { return [2]clean.Text{d.Name, d.Facts} }

// mostFiles is the largest number of files in a folder whose lengths are read.
const mostFiles = 200

// glance adds the size of the data to its facts. Data that cannot be read stays as listed:
// opening it shows the error.
func (d *Datum) glance(ctx context.Context) {
	disk, path := *d.Disk, d.Options.Paths[0]
	info, err := disk.Stat(path)
	switch {
	case err != nil:
	case info.IsDir():
		d.glanceFolder(ctx, disk, path)
	default:
		e, err := datasets.Glance(ctx, disk, path)
		if size := extentText(e); err == nil && size != "" {
			_, bytes, _ := strings.Cut(string(d.Facts), ", ")
			d.Facts = clean.Join(slices.DeleteFunc([]clean.Text{size, clean.Of(bytes)}, func(s clean.Text) bool { return s == "" }), ", ")
			if e.Texts > 0 && d.Note == "" {
				d.Note = clean.Counted(e.Texts, "column") + " of text"
			}
		}
	}
}

// glanceFolder adds the rate and the length of a folder of sound files, and the pattern of
// their names.
func (d *Datum) glanceFolder(ctx context.Context, disk sandbox.Disk, path string) {
	entries, err := disk.ReadDir(path)
	if err != nil {
		return
	}
	var names []string
	for _, e := range entries[:min(len(entries), mostEntries)] {
		if _, byFolder := datasets.Recognise(e.Name()); byFolder && !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	var rates []float64
	seconds := 0.0
	for _, name := range names[:min(len(names), mostFiles)] {
		e, err := datasets.Glance(ctx, disk, path+"/"+name)
		if err != nil || e.Rate == 0 || ctx.Err() != nil {
			break
		}
		seconds += e.Seconds
		if !slices.Contains(rates, e.Rate) {
			rates = append(rates, e.Rate)
		}
	}
	if len(rates) > 0 {
		d.Facts += ", " + rateText(rates)
	}
	if len(rates) > 0 && len(names) <= mostFiles {
		d.Facts += ", " + durationText(seconds)
	}
	if patterns := propose.Patterns(names); len(patterns) > 0 && d.Note == "" {
		d.Note = "names look like " + clean.Of(strings.NewReplacer("{", "", "}", "").Replace(patterns[0].Written))
	}
}

// extentText returns the numbers of rows and columns, "" if unknown.
func extentText(e format.Extent) clean.Text {
	if e.Rows <= 0 || e.Columns <= 0 {
		return ""
	}
	text := clean.Counted(e.Rows, "row") + " × " + clean.Counted(e.Columns, "column")
	if e.About {
		text = "about " + text
	}
	if e.Rate > 0 {
		text += ", " + rateText([]float64{e.Rate}) + ", " + durationText(e.Seconds)
	}
	return text
}

// rateText returns the sampling rate, or the range of several.
func rateText(rates []float64) clean.Text {
	text := func(rate float64) string {
		if rate >= 1000 {
			return fmt.Sprintf("%.4g kHz", rate/1000)
		}
		return fmt.Sprintf("%.4g Hz", rate)
	}
	if low, high := slices.Min(rates), slices.Max(rates); low < high {
		return clean.Of(text(low) + " to " + text(high))
	}
	return clean.Of(text(rates[0]))
}

// durationText returns the duration of a recording.
func durationText(seconds float64) clean.Text {
	if seconds < 10 {
		return clean.Sprintf("%.1f s", seconds)
	}
	return clean.Clock(time.Duration(seconds * float64(time.Second)))
}
