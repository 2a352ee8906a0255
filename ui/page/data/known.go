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
	"example.com/sfatui/ui/page"
)

// findings holds the results of background work on the data.
type findings struct {
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

// Looked is the message with the report on data that was read.
type Looked struct {
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

// Update stores the results of background work and returns commands for the missing ones.
func (p *Page) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case Surveyed:
		if msg.id == p.findings.surveyID {
			p.findings.surveying = false
			if msg.err == nil || p.findings.survey == nil {
				p.findings.survey, p.findings.surveyErr = msg.survey, msg.err
			}
			p.propose(sc)
		}
	case Saved:
		p.reportSaved(sc, msg)
	case Looked:
		if msg.id == p.findings.id {
			p.findings.report, p.findings.advice, p.findings.splitText = msg.report, msg.advice, msg.splitText
			p.propose(sc)
		}
	case Previewed:
		if msg.id == p.findings.preview.id {
			p.findings.preview.set, p.findings.preview.mending = msg.set, msg.mending
			p.propose(sc)
		}
	case Tried:
		return p.acceptTried(sc, msg)
	case Correlated:
		if msg.set == p.findings.set {
			p.findings.correlations = msg.correlations
		}
	case LookedAtInput:
		if k := &p.findings; msg.set == k.set && msg.inputNumber == k.inputNumber {
			k.histogram, k.spectrum, k.spectrumErr = msg.histogram, msg.spectrum, msg.spectrumErr
		}
	}
	if sc.Shown != page.Data || p.ctl.Work == nil {
		return nil
	}
	ahead := p.readPreview(sc)
	seen := p.withPreview(sc)
	return tea.Batch(ahead, p.surveyFiles(sc), p.inspectSet(seen), p.inspectInput(seen))
}

// cellFlags are the flags that change how cells of files are read; roles do not.
var cellFlags = []string{"missing-value", "transpose", "array", "name", "test-data", "differing", "clock"}

// surveyFiles returns a command that surveys the files, nil if the current survey is up to
// date.
func (p *Page) surveyFiles(sc *page.Scene) tea.Cmd {
	if sc.Mode != page.Live && sc.Session == nil {
		return nil
	}
	ctx, options := p.ctl.Work.Context, p.ctl.DataOptions()
	cells := slices.DeleteFunc(recipe.Settings(options), func(s recipe.Setting) bool { return !slices.Contains(cellFlags, s.Name) })
	if p.findings.surveyID > 0 && sameSettings(p.findings.surveyed, cells) {
		return nil
	}
	p.findings.surveyed, p.findings.surveyID, p.findings.surveying = cells, p.ctl.NextID(), true
	id := p.findings.surveyID
	return func() tea.Msg {
		s, err := datasets.Survey(ctx, options)
		return Surveyed{id, s, err}
	}
}

// inspectSet returns commands that report on the data if it was read again or the specification
// changed. They cancel older ones.
func (p *Page) inspectSet(sc *page.Scene) tea.Cmd {
	k := &p.findings
	if sc.Set == nil || sc.Set == k.set && sc.Spec == k.spec {
		return nil
	}
	if k.stop != nil {
		k.stop()
	}
	correlate := tea.Cmd(nil)
	if sc.Set != k.set {
		k.report, k.advice, k.correlations, k.inputNumber = nil, nil, nil, -1
		correlate = p.correlateInputs(sc.Set)
	}
	ctx, cancel := context.WithCancel(p.ctl.Work.Context)
	k.id, k.set, k.spec, k.stop = p.ctl.NextID(), sc.Set, sc.Spec, cancel
	id, set, spec, report, advice := k.id, k.set, k.spec, k.report, k.advice
	plain := p.ctl.DataOptions().Embed == "" && !slices.ContainsFunc(set.Prepared, func(string) bool { return set.Overlap > 0 })
	return tea.Batch(correlate, func() tea.Msg {
		defer cancel()
		msg := Looked{id: id, report: report, advice: advice, splitText: splitText(set, spec)}
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
func (p *Page) correlateInputs(set *data.Set) tea.Cmd {
	drawn := drawnInputs(set, len(set.Inputs))
	drawn = drawn[:min(len(drawn), mostCorrelated)]
	ctx := p.ctl.Work.Context
	return func() tea.Msg {
		c, _ := inspect.CorrelationsOf(ctx, set, drawn) // fails only when the program ends
		return Correlated{set, c}
	}
}

// histogramParts is the number of bins of an input's histogram.
const histogramParts = 64

// inspectInput returns a command that computes the histogram and the spectrum of the input
// under the cursor if its details or its spectrum are shown and not known yet.
func (p *Page) inspectInput(sc *page.Scene) tea.Cmd {
	k := &p.findings
	if sc.Set == nil || k.set != sc.Set || !p.showsDetails(sc.W) && p.pictureSlot != spectrumPane {
		return nil
	}
	j := p.inputAt(sc)
	if k.inputNumber == j {
		return nil
	}
	if k.stopInput != nil {
		k.stopInput()
	}
	ctx, cancel := context.WithCancel(p.ctl.Work.Context)
	k.inputNumber, k.histogram, k.spectrum, k.spectrumErr, k.stopInput = j, nil, nil, nil, cancel
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
