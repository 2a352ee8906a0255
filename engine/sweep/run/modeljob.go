package run

import (
	"context"
	"fmt"
	"time"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
)

// modelJob holds the work on one model of a job: the model, the uses of its features, and
// the data shared with other models and jobs.
type modelJob struct {
	job   *sweep.Job
	which sweep.Model
	uses  sweep.Uses

	run         *control
	shared      *stages
	spare       *workspace
	validations *validations
	heldNovelty func(ctx context.Context, at part.Point) ([]float64, error) // that of the computation
}

// report sends an event for a finished stage, with the kernel width of the job if it has one.
func (j *modelJob) report(what string) {
	at := ""
	if kernel.Sigma.Of(j.job.At).OK {
		at = fmt.Sprintf(" · σ %.4g", kernel.Sigma.X(j.job.At))
	}
	j.reportAt(at, what)
}

// reportAt sends an event for a finished stage; at is the text that describes the kernel width.
func (j *modelJob) reportAt(at, what string) {
	text := fmt.Sprintf("fold %d · %s%s", j.job.At.Fold+1, space.Name.Of(j.job.At), at)
	switch {
	case j.which.Inner() && len(j.job.Fold.Inner) > 1:
		text += fmt.Sprintf(" · for choosing, %d of %d", j.which+1, len(j.job.Fold.Inner))
	case j.which.Inner():
		text += " · for choosing"
	}
	j.run.send(sweep.Event{Kind: sweep.StageDone, Stage: text + " · " + what})
}

// progressInterval is the least time between two progress events of learning; each event stays
// in the journal.
const progressInterval = 250 * time.Millisecond

// reportLearning sends an event with the progress of learning a front.
func (j *modelJob) reportLearning(what string, done, of int) {
	j.report(fmt.Sprintf("learning %s %d/%d", what, done, of))
}

// prepare returns the prepared parts of a model. They come from the cache if jobs share them;
// otherwise they are prepared here.
func (j *modelJob) prepare(ctx context.Context) (*preparation.Data, error) {
	key := j.job.PartsKey(j.which)
	prepare := func() (*preparation.Data, error) {
		return preparation.Prepare(ctx, j.job.Plan.Graphs, j.job.Parts(j.which), key.Preparation, func(learn func() (space.Front, error)) (space.Front, error) {
			return j.shared.fronts.get(ctx, j.job.FrontKey(j.which), learn)
		})
	}
	if !j.shared.parts.expected(key) {
		return prepare()
	}
	return j.shared.parts.get(ctx, key, prepare)
}
