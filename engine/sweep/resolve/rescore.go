package resolve

import (
	"context"
	"math"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/mat"
)

// Rescored holds scores of readouts of one configuration on the test parts of its folds.
type Rescored struct {
	// Groups holds the scores of the groups in test parts, in the order of their first
	// segment; nil for a set without groups.
	Groups []GroupScore
	// Curves holds the scores of the first features, one curve per readout; nil if the
	// features of a smaller p are not the first ones of a larger p.
	Curves []SizeCurve
}

// GroupScore is the score of the test samples of one group.
type GroupScore struct {
	Group             string
	Samples, Segments int
	// Sample and Segment are the accuracies, NaN for a regression; RMSE is NaN for a
	// classifier.
	Sample, Segment, RMSE float64
}

// SizeCurve is the score of a readout against the number of features p.
type SizeCurve struct {
	Readout part.Point // the configuration
	P       []int
	// Scores holds, for each of P and each fold, the accuracy of segments (of samples if
	// labels change within segments) or the RMSE.
	Scores [][]float64
}

// Rescore solves the folds of a configuration again and scores its readout by group, and
// readouts with fewer features. readouts are configurations that differ from it in the readout
// only; others are ignored. It fails as [run.Solve] does for the first fold that fails.
func Rescore(ctx context.Context, set *data.Set, hash string, folds, readouts []part.Point) (*Rescored, error) {
	r := &rescoring{groups: map[string]*groupOutputs{}}
	for i, fold := range folds {
		s, err := run.Solve(ctx, set, hash, fold)
		if err != nil {
			return nil, err
		}
		if s.Test == nil {
			continue
		}
		if i == 0 {
			r.planCurves(fold, readouts)
		}
		if err := r.addFold(ctx, set, s, fold); err != nil {
			return nil, err
		}
	}
	return r.result(set), nil
}

// rescoring accumulates the scores of folds.
type rescoring struct {
	groups map[string]*groupOutputs
	curves []SizeCurve
}

// groupOutputs holds the outputs of a readout for the test samples of a group.
type groupOutputs struct {
	lengths   []int
	disc      []float64 // discriminants, row by row
	classes   int
	label     []int
	predicted []float64
	target    []float64
}

// withoutReadout returns the configuration of p without its readout.
func withoutReadout(p part.Point) part.Point {
	p = p.Config()
	readout.Kinds.Drop(&p)
	return p
}

// planCurves adds an empty curve for each readout, with the numbers of features to score.
func (r *rescoring) planCurves(at part.Point, readouts []part.Point) {
	if !method.Kinds.Build(at).Nests || method.Rotation.Of(at) != "" || graph.Iterations.Of(at) > 1 {
		return
	}
	for _, other := range readouts {
		if withoutReadout(other) != withoutReadout(at) || !readout.Classifies(other) && !readout.Predicts(other) {
			continue
		}
		sizes := sizesUpTo(method.P.Of(at))
		r.curves = append(r.curves, SizeCurve{Readout: other, P: sizes, Scores: make([][]float64, len(sizes))})
	}
}

// sizesUpTo returns increasingly spaced numbers of features from 1 to p.
func sizesUpTo(p int) []int {
	var out []int
	for k := 1; k < p; k += max(k/3, 1) {
		out = append(out, k)
	}
	return append(out, p)
}

// addFold adds the scores of a fold.
func (r *rescoring) addFold(ctx context.Context, set *data.Set, s *run.Solved, at part.Point) error {
	if err := r.addGroups(ctx, set, s, at); err != nil {
		return err
	}
	for i := range r.curves {
		c := &r.curves[i]
		for k, p := range c.P {
			to := c.Readout
			to.Fold, to.Draw = at.Fold, at.Draw
			method.P.Set(&to, p)
			scores, err := s.Score(ctx, to)
			if err != nil {
				return err
			}
			score := scores.Accuracy.Best()
			if scores.RMSE != nil {
				score = *scores.RMSE
			}
			c.Scores[k] = append(c.Scores[k], float64(score))
		}
	}
	return nil
}

// addGroups adds the readout's outputs for the test samples of each group.
func (r *rescoring) addGroups(ctx context.Context, set *data.Set, s *run.Solved, at part.Point) error {
	if !readout.Classifies(at) && !readout.Predicts(at) || len(set.Groups()) == 0 {
		return nil
	}
	out, err := s.Readout(ctx, at)
	if err != nil {
		return err
	}
	part, from := s.Parts.Held, 0
	for _, n := range part.Lengths {
		g := r.group(set.Segments[set.SegmentAt(part.Rows[from])].Group)
		g.lengths = append(g.lengths, n)
		for i := from; i < from+n; i++ {
			if out.Disc != nil {
				_, g.classes = out.Disc.Dims()
				g.disc, g.label = append(g.disc, out.Disc.RawRowView(i)...), append(g.label, part.Label[i])
			} else {
				g.predicted, g.target = append(g.predicted, out.Predicted[i]), append(g.target, part.Target[i])
			}
		}
		from += n
	}
	return nil
}

func (r *rescoring) group(name string) *groupOutputs {
	if r.groups[name] == nil {
		r.groups[name] = &groupOutputs{}
	}
	return r.groups[name]
}

func (r *rescoring) result(set *data.Set) *Rescored {
	out := &Rescored{Curves: r.curves}
	for _, name := range set.Groups() {
		g := r.groups[name]
		if g == nil {
			continue
		}
		s := GroupScore{Group: name, Segments: len(g.lengths), Samples: max(len(g.label), len(g.target)), Sample: math.NaN(), Segment: math.NaN(), RMSE: math.NaN()}
		if g.disc != nil {
			s.Sample, s.Segment = measure.Accuracy(mat.NewDense(len(g.label), g.classes, g.disc), g.label, g.lengths)
		} else {
			s.RMSE = measure.RMSE(g.predicted, g.target)
		}
		out.Groups = append(out.Groups, s)
	}
	return out
}
