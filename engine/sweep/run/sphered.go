package run

import (
	"context"
	"math"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
)

// sphered are the second moments of the sphered training values; moments is nil where the
// values cannot be sphered.
type sphered struct{ moments *moments.Sphered }

// evaluateTraining gives the training outputs of a solution where they are kept, and
// measures them.
func (m *model) evaluateTraining(ctx context.Context, f *features, u sweep.Use) error {
	if u.Sphered {
		forms, err := m.forms(ctx, f)
		if err != nil {
			return err
		}
		if forms != nil {
			f.trained = forms
			return nil
		}
	}
	phi, pass, err := m.evaluate(ctx, m.train, m.data.Train.Lengths, &m.trainBuffers.features, f.Solution, u)
	if f.train = phi; pass != nil {
		f.trained = pass
	}
	return err
}

// forms are measures of training outputs from the sphered values, which serve all
// solutions of the model; nil where they cannot be sphered.
func (m *model) forms(ctx context.Context, f *features) (*measure.Forms, error) {
	if m.sphered == nil {
		s, err := m.sphere(ctx)
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

// sphere measures the sphered values of the training part.
func (m *model) sphere(ctx context.Context) (*moments.Sphered, error) {
	if _, ok := m.space.(*space.Stable); !ok || m.fullKernel {
		return nil, nil
	}
	mom, err := m.streamed(ctx)
	if err != nil {
		return nil, err
	}
	if err := m.stage(ctx); err != nil {
		return nil, err
	}
	s, err := moments.Sphere(ctx, m.train, mom, sfa.Tolerance(m.space.Dim()))
	if s != nil {
		m.report("sphered values")
	}
	return s, err
}
