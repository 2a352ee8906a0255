package home

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/ui/clean"
)

// told is what glances at data told, by the name and the facts that it was listed with.
type glanceResults map[[2]clean.Text]Datum

// glanceData looks at the next data that was not looked at.
func (p *Page) glanceData() tea.Cmd {
	if p.glancing || p.away {
		return nil
	}
	var next []Datum
	for _, d := range p.data {
		if _, ok := p.glanceResults[d.listed()]; !ok && d.Disk != nil && len(next) < batchSize {
			next = append(next, d)
		}
	}
	if len(next) == 0 {
		return nil
	}
	p.glancing = true
	return func() tea.Msg {
		out := glanceResults{}
		for _, d := range next {
			was := d.listed()
			d.glance(context.Background())
			out[was] = d
		}
		return out
	}
}

func (d *Datum) listed() [2]clean.Text { return [2]clean.Text{d.Name, d.Facts} }

// mostFiles is of how many files of a folder the length is asked.
const mostFiles = 200

// glance adds to what is known of data how much it holds. What cannot be read stays as it
// was listed: opening it says why.
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

// glanceFolder tells of a folder of sound its rate and length, and what the names of its
// files look like.
func (d *Datum) glanceFolder(ctx context.Context, disk confine.Disk, path string) {
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

// extent says how many rows and columns there are, "" where that is not known.
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

// hertz is the rate of sound, or from the least to the highest.
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

// length is how long a recording takes.
func durationText(seconds float64) clean.Text {
	if seconds < 10 {
		return clean.Sprintf("%.1f s", seconds)
	}
	return clean.Clock(time.Duration(seconds * float64(time.Second)))
}
