package data

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/datasets/survey"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/page"
)

// findings holds the results of background work on the data.
type findings struct {
	ctl *control.Control

	survey    *survey.Survey
	surveyErr error
	surveyed  []recipe.Setting // settings that the survey was started with
	surveyID  int              // ID of the latest survey, 0 for none
	surveying bool             // the survey is running

	preview preview // replaces data that cannot be read as configured

	set       *data.Set  // data set that the following fields describe
	spec      sweep.Spec // specification that splitText describes
	report    *inspect.Report
	advice    *inspect.Advice
	splitText string // how the data is split, or why it cannot be

	correlations *inspect.Correlations
	inputNumber  int // input that the following fields describe, -1 for none
	histogram    *inspect.Histogram
	spectrum     *inspect.Spectrum
	spectrumErr  error
	stopInput    func()

	id   int // ID of the latest inspection
	stop func()
}

// Surveyed is the message with the survey of the files.
type Surveyed struct {
	id     int
	survey *survey.Survey
	err    error
}

// Inspected is the message with the report on data that was read.
type Inspected struct {
	id        int
	report    *inspect.Report
	advice    *inspect.Advice
	splitText string
}

// Correlated is the message with the correlations of the inputs.
type Correlated struct {
	set          *data.Set
	correlations *inspect.Correlations
}

// LookedAtInput is the message with the histogram and the spectrum of one input.
type LookedAtInput struct {
	set         *data.Set
	inputNumber int
	histogram   *inspect.Histogram
	spectrum    *inspect.Spectrum
	spectrumErr error
}

// Update stores the results of background work, and reports whether they change the proposals.
func (f *findings) Update(msg tea.Msg) (renewed bool) {
	switch msg := msg.(type) {
	case Surveyed:
		if msg.id != f.surveyID {
			return false
		}
		f.surveying = false
		if msg.err == nil || f.survey == nil {
			f.survey, f.surveyErr = msg.survey, msg.err
		}
		return true
	case Inspected:
		if msg.id != f.id {
			return false
		}
		f.report, f.advice, f.splitText = msg.report, msg.advice, msg.splitText
		return true
	case Previewed:
		if msg.id != f.preview.id {
			return false
		}
		f.preview.set, f.preview.mending = msg.set, msg.mending
		return true
	case Correlated:
		if msg.set == f.set {
			f.correlations = msg.correlations
		}
	case LookedAtInput:
		if msg.set == f.set && msg.inputNumber == f.inputNumber {
			f.histogram, f.spectrum, f.spectrumErr = msg.histogram, msg.spectrum, msg.spectrumErr
		}
	}
	return false
}

// inspecting reports whether the report on the data, on which proposals depend, is being made.
func (f *findings) inspecting(sc *page.Scene) bool {
	return sc.Set != nil && f.set == sc.Set && f.report == nil
}

// cellFlags are the flags that change how cells of files are read; roles do not.
var cellFlags = []string{"missing-value", "transpose", "array", "name", "test-data", "differing", "clock"}

// surveyFiles returns a command that surveys the files, nil if the current survey is up to
// date.
func (f *findings) surveyFiles(sc *page.Scene) tea.Cmd {
	if sc.Mode != page.Live && sc.Session == nil {
		return nil
	}
	ctx, options := f.ctl.Work.Context, f.ctl.Data.Options()
	cells := slices.DeleteFunc(recipe.Settings(options), func(s recipe.Setting) bool { return !slices.Contains(cellFlags, s.Name) })
	if f.surveyID > 0 && sameSettings(f.surveyed, cells) {
		return nil
	}
	f.surveyed, f.surveyID, f.surveying = cells, f.ctl.NextID(), true
	id := f.surveyID
	return func() tea.Msg {
		s, err := datasets.Survey(ctx, options)
		return Surveyed{id, s, err}
	}
}

// inspectSet returns commands that report on the data if it was read again or the specification
// changed. They cancel older ones.
func (f *findings) inspectSet(sc *page.Scene) tea.Cmd {
	if sc.Set == nil || sc.Set == f.set && sc.Spec == f.spec {
		return nil
	}
	if f.stop != nil {
		f.stop()
	}
	correlate := tea.Cmd(nil)
	if sc.Set != f.set {
		f.report, f.advice, f.correlations, f.inputNumber = nil, nil, nil, -1
		correlate = f.correlateInputs(sc.Set)
	}
	ctx, cancel := context.WithCancel(f.ctl.Work.Context)
	f.id, f.set, f.spec, f.stop = f.ctl.NextID(), sc.Set, sc.Spec, cancel
	id, set, spec, report, advice := f.id, f.set, f.spec, f.report, f.advice
	plain := f.ctl.Data.Options().Embed == "" && !slices.ContainsFunc(set.Prepared, func(string) bool { return set.Overlap > 0 })
	return tea.Batch(correlate, func() tea.Msg {
		defer cancel()
		msg := Inspected{id: id, report: report, advice: advice, splitText: splitText(set, spec)}
		if msg.report == nil {
			msg.report, _ = inspect.ReportOf(ctx, set) // fails only if ctx is cancelled
		}
		if _, d := set.X.Dims(); msg.advice == nil && plain && !set.Series && d <= propose.MostSensors {
			msg.advice, _ = inspect.Advise(ctx, set) // short segments get no advice
		}
		return msg
	})
}

// mostCorrelated is the largest number of inputs that correlations are computed for.
const mostCorrelated = 60

// correlateInputs returns a command that computes the correlations of the inputs.
func (f *findings) correlateInputs(set *data.Set) tea.Cmd {
	drawn := drawnInputs(set, len(set.Inputs))
	drawn = drawn[:min(len(drawn), mostCorrelated)]
	ctx := f.ctl.Work.Context
	return func() tea.Msg {
		c, _ := inspect.CorrelationsOf(ctx, set, drawn) // fails only when the program ends
		return Correlated{set, c}
	}
}

// histogramParts is the number of bins of an input's histogram.
const histogramParts = 64

// inspectInput returns a command that computes the histogram and the spectrum of input j of the
// data, nil if they are known or being computed.
func (f *findings) inspectInput(sc *page.Scene, j int) tea.Cmd {
	if f.inputNumber == j {
		return nil
	}
	if f.stopInput != nil {
		f.stopInput()
	}
	ctx, cancel := context.WithCancel(f.ctl.Work.Context)
	f.inputNumber, f.histogram, f.spectrum, f.spectrumErr, f.stopInput = j, nil, nil, nil, cancel
	set := sc.Set
	return func() tea.Msg {
		defer cancel()
		msg := LookedAtInput{set: set, inputNumber: j, histogram: inspect.HistogramOf(set, j, histogramParts)}
		msg.spectrum, msg.spectrumErr = inspect.SpectrumOf(ctx, set, j)
		return msg
	}
}

// splitText returns how a sweep would split the data, or why it cannot.
func splitText(set *data.Set, spec sweep.Spec) string {
	o, err := spec.Dealt(set)
	if err != nil {
		return err.Error()
	}
	text, err := split.DealtOut(set, o)
	if err != nil {
		return err.Error()
	}
	return text
}

// currentSetup returns the current configuration.
func (f *findings) currentSetup(sc *page.Scene) dataSetup {
	return dataSetup{f.ctl.Data.Options(), sc.Spec}
}

// offSet returns the reason why no data can be drawn; "" if it can.
func (f *findings) offSet(sc *page.Scene) clean.Text { return page.NoSet(f.withPreview(sc)) }
