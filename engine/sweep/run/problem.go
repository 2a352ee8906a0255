package run

import (
	"context"

	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

// What methods ask of a model, see [method.Problem].

// Moments are those of the subset size and the training graph that the model is turned to.
func (m *model) Moments() *moments.Moments { return m.leading }

// SFA is the eigenproblem of the moments.
func (m *model) SFA() sfa.Problem { return m.problem }

// Whiten whitens the problem that the model is turned to, once for all λ.
func (m *model) Whiten(ctx context.Context) (*sfa.Whitened, error) {
	if m.whitened == nil {
		w, err := sfa.Whiten(ctx, m.problem)
		if err != nil {
			return nil, err
		}
		m.whitened = w
	}
	return m.whitened, nil
}

// Reduced says that the solve at the supports did not converge.
func (m *model) Reduced() bool { return m.atSupports != nil && m.atSupports.NotConverged }

// Space is that of the functions.
func (m *model) Space() space.Space { return m.space }

// Inputs are those of the training part.
func (m *model) Inputs() *mat.Dense { return m.data.Train.X }

// Lengths are the rows of each span of the training part.
func (m *model) Lengths() []int { return m.data.Train.Lengths }
