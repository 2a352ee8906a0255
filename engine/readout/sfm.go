package readout

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.com/sfatui/engine/machines"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// The parameters of support feature machines.
var (
	Form = part.NewWord(part.Axis{
		Name: "sfm", Readout: true, Default: centred, Choices: []string{centred, margin},
		Doc: "constraints of a support feature machine: class means 1 apart and no sample on the wrong side (centred), or a margin of 1 for every sample",
	})
	Slack = part.NewNumber(part.Axis{
		Name: "slack", Log: true, Readout: true, Must: part.Above0, Default: "none", Unset: "none",
		Doc: "penalty of a sample on the wrong side in a support feature machine: 0.1,1,10; none: not allowed",
	})
)

const (
	centred = "centred"
	margin  = "margin"
)

// SupportFeatures classifies, one class against the rest, by as few features as
// possible (Klement and Martinetz 2010; package machines).
type SupportFeatures struct {
	*Model
	machines []*machines.FeatureMachine
	classes  []int // class of each machine
}

// NewSupportFeatures trains on the labelled rows of the n×p features phi; labels are 0
// … classes-1, and -1 for none. It fails if ctx ends, if a feature is not finite, if
// fewer than two classes have samples, and if no plane separates a class and samples
// may not be on the wrong side. The bias is free, so that subtracting the means of the
// features changes nothing but rounding.
func NewSupportFeatures(ctx context.Context, phi *mat.Dense, label []int, classes int, at part.Point) (*SupportFeatures, error) {
	t, err := newClassTraining(phi, label, classes)
	if err != nil {
		return nil, err
	}
	x, of := t.labelled()
	mean := t.mean()
	for i := range t.n {
		floats.Sub(x.RawRowView(i), mean)
	}
	o := machines.FeatureOptions{C: math.Inf(1), Bias: true, Free: true}
	if Form.Of(at) == margin {
		o.Form = machines.Margin
	}
	if c := Slack.Of(at); c.OK {
		o.C = c.X
	}
	s := &SupportFeatures{classes: t.positives()}
	var weights [][]float64
	for _, class := range s.classes {
		m, err := machines.TrainFeatures(ctx, x, signsOf(of, class), o)
		if err != nil {
			return nil, sfmError(err, class, len(t.present))
		}
		s.machines, weights = append(s.machines, m), append(weights, append(slices.Clone(m.W), m.Bias-floats.Dot(m.W, mean)))
	}
	s.Model = t.model(weights)
	s.addNotes()
	return s, nil
}

// sfmError returns an error that names the class without a machine and the remedy.
func sfmError(err error, class, classes int) error {
	which := "the two classes"
	if classes > 2 {
		which = fmt.Sprintf("class %d (counted from 0) and the rest", class)
	}
	var no *machines.NotSeparable
	switch {
	case errors.As(err, &no):
		return fmt.Errorf("readout: %s are not separable: no plane has each on its side; let samples lie on the wrong side with --slack, such as --slack %s",
			which, strconv.FormatFloat(no.C, 'g', 2, 64))
	case errors.Is(err, machines.ErrSameMeans):
		return fmt.Errorf("readout: the means of %s are the same, so that they cannot be 1 apart: write --sfm margin", which)
	}
	return err
}

// addNotes adds notes on the effect of slack.
func (s *SupportFeatures) addNotes() {
	missed, none := 0, 0
	for _, m := range s.machines {
		missed += m.Missed
		if m.Size == 0 {
			none++
		}
	}
	if none > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%d of %d support feature machines have no feature: errors cost less than any weight; take a larger --slack", none, len(s.machines)))
	}
	if missed > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("the classes are not separable at this --slack: %d training samples miss their condition", missed))
	}
}

// Info implements [Informed]: the number of features with a weight for some class, the
// linear programs solved, the 1-norm of the weights, and the training samples that
// violate their condition.
func (s *SupportFeatures) Info() map[string]float64 {
	info := map[string]float64{}
	used := map[int]bool{}
	for _, m := range s.machines {
		info["steps"] += float64(m.Steps)
		info["objective"] += m.Norm
		info["missed"] += float64(m.Missed)
		for j, w := range m.W {
			if w != 0 {
				used[j] = true
			}
		}
	}
	info["chosen"] = float64(len(used))
	return info
}

func (s *SupportFeatures) Chosen() (out []Choice) {
	for k, m := range s.machines {
		for j, w := range m.W {
			if w != 0 {
				out = append(out, Choice{j, s.classes[k], w})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Choice) int { return cmp.Compare(a.Index, b.Index) })
	return out
}

// supportFeatureNeeds returns the costs of the conditions, their scaled copy and the
// tableau of a linear program. A program takes about one pivot per sample, and margins
// take more programs.
func supportFeatureNeeds(at part.Point, n, p int) Needs {
	programs := 4.0
	if Form.Of(at) == margin {
		programs = 20
	}
	all := float64(n)
	return Needs{Numbers: 4 * int64(n) * int64(p+1), Work: programs * all * all * float64(p+1)}
}

var supportFeatures = linear(part.Part[Kind]{
	Name: "sfm", Doc: "support feature machine: classifies with as few features, or inputs, as possible",
	Parameters: []part.Parameter{Form, Slack, From},
	Build: Kind{Discriminant: Margin, Needs: supportFeatureNeeds, Classify: func(ctx context.Context, phi *mat.Dense, label []int, classes int, at part.Point) (Classifier, error) {
		return NewSupportFeatures(ctx, phi, label, classes, at)
	}},
})
