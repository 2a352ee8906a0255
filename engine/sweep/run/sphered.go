package run

import (
	"context"
	"math"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
)

// evaluateTraining computes the training features of a solution if they are kept, and measures
// them: from sphered values where possible, otherwise by a pass over the features.
func (m *model) evaluateTraining(ctx context.Context, f *features, at part.Point, u sweep.Uses) error {
	if m.samples.job.Sphered(u, at) {
		forms, err := m.forms(ctx, f, u.Train.Sphered)
		if err != nil {
			return err
		}
		if forms != nil {
			f.trained = forms
			f.train, _, err = m.evaluate(ctx, m.train, m.samples.data.Train.Lengths, &m.trainBuffers.features, f.Solution, sweep.Use{Keep: u.Train.Keep})
			return err
		}
	}
	phi, pass, err := m.evaluate(ctx, m.train, m.samples.data.Train.Lengths, &m.trainBuffers.features, f.Solution, u.Train)
	if f.train = phi; pass != nil {
		f.trained = pass
	}
	return err
}

// forms returns the measures of training features from the second moments of sphered values.
// These are computed once, for the given number of functions, and serve all solutions of the
// model over at most as many. It returns nil if the values cannot be sphered.
func (m *model) forms(ctx context.Context, f *features, functions int) (*measure.Forms, error) {
	if m.sphered == nil {
		s, err := m.sphere(ctx, min(functions, m.functions.space.Dim()))
		if err != nil {
			return nil, err
		}
		m.sphered = &sphered{s}
	}
	s := m.sphered.moments
	if s == nil {
		return nil, nil
	}
	covariance, steps, err := s.Features(ctx, f.A)
	if err != nil {
		return nil, err
	}
	if s.Moments.Pairs == 0 {
		for j := range steps {
			steps[j] = math.NaN()
		}
	}
	return &measure.Forms{Covariance: covariance, Steps: steps}, nil
}

// sphere returns the second moments of the sphered values of the first dim functions on the
// training part; nil for a full kernel and for spaces without a stable basis.
func (m *model) sphere(ctx context.Context, dim int) (*moments.Sphered, error) {
	if _, ok := m.functions.space.(*space.Stable); !ok || m.fullKernel {
		return nil, nil
	}
	mom, err := m.timeMoments(ctx)
	if err != nil {
		return nil, err
	}
	if err := m.samples.of.run.stage(ctx); err != nil {
		return nil, err
	}
	s, err := moments.Sphere(ctx, m.train, mom.Leading(dim), sfa.Tolerance(dim))
	if s != nil {
		m.samples.of.report("sphered values")
	}
	return s, err
}
