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

// known is what was found out of the data beside the screen.
type known struct {
	survey    *survey.Survey
	surveyErr error
	surveyed  []recipe.Setting // for which the survey was asked
	surveyID  int              // of the survey that was asked for last, 0 for none
	surveying bool             // it is not done

	preview preview // in place of data that cannot be read yet

	set    *data.Set  // that the rest is about
	spec   sweep.Spec // that folds are of
	report *inspect.Report
	advice *inspect.Advice
	dealt  string // how the split deals, or why it cannot

	correlations *inspect.Correlations
	of           int // the input that the following is of, -1 for none
	histogram    *inspect.Histogram
	spectrum     *inspect.Spectrum
	spectrumErr  error
	stopInput    func()

	id   int // of what was asked last
	stop func()
}

// Surveyed tells what the files hold.
type Surveyed struct {
	id     int
	survey *survey.Survey
	err    error
}

// Looked tells what is seen in data that was read.
type Looked struct {
	id     int
	report *inspect.Report
	advice *inspect.Advice
	dealt  string
}

// Correlated tells how the inputs of data go together.
type Correlated struct {
	set *data.Set
	of  *inspect.Correlations
}

// LookedAtInput tells what is seen of one input.
type LookedAtInput struct {
	set         *data.Set
	of          int
	histogram   *inspect.Histogram
	spectrum    *inspect.Spectrum
	spectrumErr error
}

// Update takes up what was found out, and asks for what is not known yet.
func (p *Page) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case Surveyed:
		if msg.id == p.known.surveyID {
			p.known.surveying = false
			if msg.err == nil || p.known.survey == nil {
				p.known.survey, p.known.surveyErr = msg.survey, msg.err
			}
			p.propose(sc)
		}
	case Saved:
		p.saved(sc, msg)
	case Looked:
		if msg.id == p.known.id {
			p.known.report, p.known.advice, p.known.dealt = msg.report, msg.advice, msg.dealt
			p.propose(sc)
		}
	case Previewed:
		if msg.id == p.known.preview.id {
			p.known.preview.set, p.known.preview.mending = msg.set, msg.mending
			p.propose(sc)
		}
	case Tried:
		return p.tried(sc, msg)
	case Correlated:
		if msg.set == p.known.set {
			p.known.correlations = msg.of
		}
	case LookedAtInput:
		if k := &p.known; msg.set == k.set && msg.of == k.of {
			k.histogram, k.spectrum, k.spectrumErr = msg.histogram, msg.spectrum, msg.spectrumErr
		}
	}
	if sc.Shown != page.Data || p.ctl.Work == nil {
		return nil
	}
	ahead := p.lookAhead(sc)
	seen := p.looked(sc)
	return tea.Batch(ahead, p.look(sc), p.lookAtSet(seen), p.lookAtInput(seen))
}

// ofCells are the flags that change what the cells of files are; roles do not.
var ofCells = []string{"missing-value", "transpose", "array", "name", "test-data", "differing", "clock"}

// look looks at the files, and again where their cells are read in another way.
func (p *Page) look(sc *page.Scene) tea.Cmd {
	if sc.Mode != page.Live && sc.Session == nil {
		return nil
	}
	ctx, options := p.ctl.Work.Context, p.ctl.DataOptions()
	cells := slices.DeleteFunc(recipe.Settings(options), func(s recipe.Setting) bool { return !slices.Contains(ofCells, s.Name) })
	if p.known.surveyID > 0 && sameSettings(p.known.surveyed, cells) {
		return nil
	}
	p.known.surveyed, p.known.surveyID, p.known.surveying = cells, p.ctl.NextID(), true
	id := p.known.surveyID
	return func() tea.Msg {
		s, err := datasets.Survey(ctx, options)
		return Surveyed{id, s, err}
	}
}

// lookAtSet looks at the data whenever it was read anew, or is split in another way.
func (p *Page) lookAtSet(sc *page.Scene) tea.Cmd {
	k := &p.known
	if sc.Set == nil || sc.Set == k.set && sc.Spec == k.spec {
		return nil
	}
	if k.stop != nil {
		k.stop()
	}
	correlate := tea.Cmd(nil)
	if sc.Set != k.set {
		k.report, k.advice, k.correlations, k.of = nil, nil, nil, -1
		correlate = p.correlate(sc.Set)
	}
	ctx, cancel := context.WithCancel(p.ctl.Work.Context)
	k.id, k.set, k.spec, k.stop = p.ctl.NextID(), sc.Set, sc.Spec, cancel
	id, set, spec, report, advice := k.id, k.set, k.spec, k.report, k.advice
	plain := p.ctl.DataOptions().Embed == "" && !slices.ContainsFunc(set.Prepared, func(string) bool { return set.Overlap > 0 })
	return tea.Batch(correlate, func() tea.Msg {
		defer cancel()
		msg := Looked{id: id, report: report, advice: advice, dealt: dealtOf(set, spec)}
		if msg.report == nil {
			msg.report, _ = inspect.ReportOf(ctx, set) // fails when ctx ends
		}
		if _, d := set.X.Dims(); msg.advice == nil && plain && !set.Series && d <= propose.MostSensors {
			msg.advice, _ = inspect.Advise(ctx, set) // of short segments there is none
		}
		return msg
	})
}

// mostCorrelated bounds the inputs that correlations are of.
const mostCorrelated = 60

// correlate looks at how the inputs go together.
func (p *Page) correlate(set *data.Set) tea.Cmd {
	drawn := drawnInputs(set, len(set.Inputs))
	drawn = drawn[:min(len(drawn), mostCorrelated)]
	ctx := p.ctl.Work.Context
	return func() tea.Msg {
		c, _ := inspect.CorrelationsOf(ctx, set, drawn) // fails when the program ends
		return Correlated{set, c}
	}
}

// histogramParts is how many parts of an input's range are counted.
const histogramParts = 64

// lookAtInput looks at the input under the cursor, where its details or its spectrum are
// shown.
func (p *Page) lookAtInput(sc *page.Scene) tea.Cmd {
	k := &p.known
	if sc.Set == nil || k.set != sc.Set || !p.detailed(sc.W) && p.shown != spectrumPane {
		return nil
	}
	j := p.inputAt(sc)
	if k.of == j {
		return nil
	}
	if k.stopInput != nil {
		k.stopInput()
	}
	ctx, cancel := context.WithCancel(p.ctl.Work.Context)
	k.of, k.histogram, k.spectrum, k.spectrumErr, k.stopInput = j, nil, nil, nil, cancel
	set := sc.Set
	return func() tea.Msg {
		defer cancel()
		msg := LookedAtInput{set: set, of: j, histogram: inspect.HistogramOf(set, j, histogramParts)}
		msg.spectrum, msg.spectrumErr = inspect.SpectrumOf(ctx, set, j)
		return msg
	}
}

// dealtOf says how a sweep would divide data, or why it cannot.
func dealtOf(set *data.Set, spec sweep.Spec) string {
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
