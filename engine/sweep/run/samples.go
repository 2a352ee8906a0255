package run

import (
	"context"
	"fmt"
	"slices"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/progress"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
)

// samples holds the prepared parts of a model, and the values that are computed from
// these parts alone.
type samples struct {
	of   *modelJob
	job  *sweep.Job
	data *preparation.Data

	known       *distances // shared squared distances; nil without
	originNote  string     // see farFromOrigin
	mostlyEqual bool       // see [kernel.MostlyEqual]

	whitening *inputWhitening // nil if no point of the job has a graph of GPFA
}

// newSamples prepares the parts of a model. For a kernel it also looks up the distances of the
// samples and checks them for properties that a result notes.
func (j *modelJob) newSamples(ctx context.Context) (*samples, error) {
	data, err := j.prepare(progress.With(ctx, progressInterval, j.reportLearning))
	if err != nil {
		return nil, err
	}
	s := &samples{of: j, job: j.job, data: data}
	if info := data.Fitted.FrontInfo; info != nil {
		j.report(fmt.Sprintf("%d atoms learnt", info.Atoms))
	}
	onSupports := space.OnSupports(j.job.At)
	if slices.ContainsFunc(j.job.Entries, func(e sweep.Entry) bool { return graph.Kinds.Build(e.Point).Predictive != nil }) {
		if s.whitening, err = newInputWhitening(ctx, data.Train.X, onSupports); err != nil {
			return nil, err
		}
	}
	if !onSupports {
		return s, nil
	}
	if err := j.run.stage(ctx); err != nil {
		return nil, err
	}
	if s.known, err = s.distances(ctx); err != nil {
		return nil, err
	}
	s.mostlyEqual = kernel.Sigma.Of(j.job.At).OK && !j.job.Plan.Set.Series && kernel.MostlyEqual(data.Train.X)
	s.originNote, err = s.farFromOrigin(ctx)
	return s, err
}

// exceedsKept reports whether the values of so many functions on the training part take more
// than sweep.KeptBytes.
func (s *samples) exceedsKept(functions int) bool {
	return 8*int64(s.data.Train.Len())*int64(functions) > sweep.KeptBytes
}

// distances returns the shared squared distances of the model's parts to the training samples;
// nil if no jobs share them.
func (s *samples) distances(ctx context.Context) (*distances, error) {
	key := s.job.PartsKey(s.of.which)
	if !s.job.LooksUp() || !s.of.shared.distances.expected(key) {
		return nil, nil
	}
	return s.of.shared.distances.get(ctx, key, func() (*distances, error) {
		d, x := new(distances), s.data.Train.X
		var err error
		if d.train, err = kernel.NewDistances(ctx, x, x, s.data.Origin()); err == nil && s.data.Held.X != nil {
			d.held, err = kernel.NewDistances(ctx, s.data.Held.X, x, s.data.Origin())
		}
		if err != nil {
			return nil, err
		}
		s.of.reportAt(" · every σ", "squared distances")
		return d, nil
	})
}

// farFromOrigin returns a note if the samples are so far from the origin of the kernel that
// their differences are small beside the distance; "" otherwise.
func (s *samples) farFromOrigin(ctx context.Context) (string, error) {
	if s.job.Plan.Set.Series || kernel.At(s.job.At).TranslationInvariant() {
		return "", nil
	}
	far, err := s.data.Train.FarMean(ctx)
	if far == "" || err != nil {
		return "", err
	}
	return fmt.Sprintf("%s, where the %s kernel has its origin: --%s moves it to the samples", far, kernel.Name.Of(s.job.At), preparation.Standardize.Axis().Name), nil
}
