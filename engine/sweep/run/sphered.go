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

// sphered are the second moments of the sphered training values; moments is nil where the
// values cannot be sphered.
type sphered struct{ moments *moments.Sphered }

// evaluateTraining gives the training outputs of a solution where they are kept, and
// measures them.
func (m *model) evaluateTraining(ctx context.Context, f *features, at part.Point, u sweep.Uses) error {
	if m.Sphered(u, at) {
		forms, err := m.forms(ctx, f, u.Train.Sphered)
		if err != nil {
			return err
		}
		if forms != nil {
			f.trained = forms
			f.train, _, err = m.evaluate(ctx, m.train, m.data.Train.Lengths, &m.trainBuffers.features, f.Solution, sweep.Use{Keep: u.Train.Keep})
			return err
		}
	}
	phi, pass, err := m.evaluate(ctx, m.train, m.data.Train.Lengths, &m.trainBuffers.features, f.Solution, u.Train)
	if f.train = phi; pass != nil {
		f.trained = pass
	}
	return err
}

// spheresAll reports whether no solution is of more functions than are sphered.
func (m *model) spheresAll(u sweep.Use) bool { return u.Sphered >= m.space.Dim() }

// onePass reports whether the sphered values of v are measured with the moments.
func (m *model) onePass(v *moments.Values, u sweep.Use) bool { return v.OnePass() && m.spheresAll(u) }

// forms are measures of training outputs from the sphered values of the first functions,
// which serve all solutions of the model that have no more; nil where they cannot be
// sphered.
func (m *model) forms(ctx context.Context, f *features, functions int) (*measure.Forms, error) {
	if m.sphered == nil {
		s, err := m.sphere(ctx, min(functions, m.space.Dim()))
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

// sphere measures the sphered values of the first dim functions on the training part.
func (m *model) sphere(ctx context.Context, dim int) (*moments.Sphered, error) {
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
	s, err := moments.Sphere(ctx, m.train, mom.Leading(dim), sfa.Tolerance(dim))
	if s != nil {
		m.report("sphered values")
	}
	return s, err
}
