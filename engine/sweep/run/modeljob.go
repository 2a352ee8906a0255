package run

import (
	"context"
	"fmt"
	"time"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
)

// stage waits while the run is paused and returns ctx's error; it is called between stages.
func (c *computation) stage(ctx context.Context) error { return c.run.gate.wait(ctx) }

// report sends an event for a finished stage, with the kernel width of the job if it has one.
func (m *model) report(what string) {
	at := ""
	if kernel.Sigma.Of(m.At).OK {
		at = fmt.Sprintf(" · σ %.4g", kernel.Sigma.X(m.At))
	}
	m.reportAt(at, what)
}

// reportAt sends an event for a finished stage; at is the text that describes the kernel width.
func (m *model) reportAt(at, what string) {
	text := fmt.Sprintf("fold %d · %s%s", m.At.Fold+1, space.Name.Of(m.At), at)
	switch {
	case m.which.Inner() && len(m.Fold.Inner) > 1:
		text += fmt.Sprintf(" · for choosing, %d of %d", m.which+1, len(m.Fold.Inner))
	case m.which.Inner():
		text += " · for choosing"
	}
	m.run.send(sweep.Event{Kind: sweep.StageDone, Stage: text + " · " + what})
}

// progressInterval is the least time between two progress events of learning; each event stays
// in the journal.
const progressInterval = 250 * time.Millisecond

// reportLearning sends an event with the progress of learning a front.
func (m *model) reportLearning(what string, done, of int) {
	m.report(fmt.Sprintf("learning %s %d/%d", what, done, of))
}

// prepare returns the prepared parts of a model. They come from the cache if jobs share them;
// otherwise they are prepared here.
func (c *computation) prepare(ctx context.Context, which sweep.Model) (*preparation.Data, error) {
	key := c.PartsKey(which)
	prepare := func() (*preparation.Data, error) {
		return preparation.Prepare(ctx, c.Plan.Graphs, c.Parts(which), key.Preparation, func(learn func() (space.Front, error)) (space.Front, error) {
			return c.shared.fronts.get(ctx, c.FrontKey(which), learn)
		})
	}
	if !c.shared.parts.expected(key) {
		return prepare()
	}
	return c.shared.parts.get(ctx, key, prepare)
}
