package readout

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// SoftLabels is a trained soft Gaussian regression.
type SoftLabels struct {
	Noted
	info

	classes *Gaussians
	value   []float64
}

// SoftGaussian predicts a number by class probabilities (Escalante-B. and
// Wiskott 2013, Eq. 67): Σ_c P(c|φ)·values[c], with P from [Gaussian]. phi is
// n×p, label the class of each sample, −1 where it has none and is left out.
//
// It fails as Gaussian does, and when the value of a class that has samples is
// not finite. It panics unless there is a value for each class.
func SoftGaussian(ctx context.Context, phi *mat.Dense, label []int, classes int, values []float64) (*SoftLabels, error) {
	return softGaussian(ctx, phi, label, classes, values, shrinkage)
}

func softGaussian(ctx context.Context, phi *mat.Dense, label []int, classes int, values []float64, alpha alpha) (*SoftLabels, error) {
	if len(values) != classes {
		panic(fmt.Sprintf("readout: %d values for %d classes", len(values), classes))
	}
	g, err := gaussianClasses(ctx, phi, label, classes, alpha)
	if err != nil {
		return nil, err
	}
	for k, v := range values {
		if g.density[k] != nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
			return nil, fmt.Errorf("readout: the value of class %d (counted from 0) is %v: "+
				"take its samples out or give it a number", k, v)
		}
	}
	return &SoftLabels{Noted: Noted{g.Notes}, info: g.info, classes: g, value: slices.Clone(values)}, nil
}

// SoftGaussianTarget is [SoftGaussian] for a number that is not discrete: the
// classes are those of [EqualGroups], their values the means of the groups.
//
// It fails as these do, and when all targets are the same.
func SoftGaussianTarget(ctx context.Context, phi *mat.Dense, target []float64, groups int) (*SoftLabels, error) {
	return softGaussianTarget(ctx, phi, target, groups, shrinkage)
}

func softGaussianTarget(ctx context.Context, phi *mat.Dense, target []float64, groups int, alpha alpha) (*SoftLabels, error) {
	if _, err := newTargetTraining(phi, target); err != nil {
		return nil, err
	}
	label, mean, err := EqualGroups(target, groups)
	if err != nil {
		return nil, err
	}
	if len(mean) < 2 {
		return nil, fmt.Errorf("readout: the targets of the training part fall into one group, about %v: "+
			"ask for more groups, name another target or divide the data in another way", mean[0])
	}
	s, err := softGaussian(ctx, phi, label, len(mean), mean, alpha)
	if err == nil && len(mean) < groups {
		s.Notes = append(s.Notes, fmt.Sprintf("%d groups of targets instead of %d: equal targets stay together", len(mean), groups))
	}
	return s, err
}

// EqualGroups divides targets into groups of nearly equal size by rising value,
// equal targets together: a run of equal targets goes where its middle belongs.
// So there may be fewer groups than asked for, none of them empty; without
// equal targets sizes differ by at most one. It gives the group of each target
// and the mean of each group, which rises from group to group.
//
// It fails when groups < 2, when there is no target and when one is not finite.
func EqualGroups(target []float64, groups int) (label []int, mean []float64, err error) {
	if groups < 2 {
		return nil, nil, fmt.Errorf("readout: %d groups of targets: it takes 2 or more", groups)
	}
	if err := checkTarget(target); err != nil {
		return nil, nil, err
	}
	n := len(target)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(target[a], target[b]) })
	label = make([]int, n)
	var size []float64
	last := -1
	for lo := 0; lo < n; {
		value := target[order[lo]]
		hi := lo
		for hi < n && target[order[hi]] == value {
			hi++
		}
		// The middle is at (lo+hi)/2 of n.
		if group := (lo + hi) * min(groups, n) / (2 * n); group > last {
			last = group
			mean, size = append(mean, value), append(size, 0)
		}
		// A mean that moves by shares keeps a single value to the last bit.
		g := len(mean) - 1
		size[g] += float64(hi - lo)
		mean[g] += (value - mean[g]) * (float64(hi-lo) / size[g])
		for _, i := range order[lo:hi] {
			label[i] = g
		}
		lo = hi
	}
	return label, mean, nil
}

func (s *SoftLabels) Predict(phi *mat.Dense) []float64 {
	disc := s.classes.Discriminants(phi)
	out := make([]float64, disc.RawMatrix().Rows)
	for i := range out {
		row := disc.RawRowView(i)
		largest := floats.Max(row)
		sum := 0.0
		for k, d := range row {
			if s.classes.density[k] != nil {
				share := math.Exp(d - largest)
				sum += share
				out[i] += share * s.value[k]
			}
		}
		out[i] /= sum
	}
	return out
}

func (s *SoftLabels) Arrays() map[string]*mat.Dense {
	out := s.classes.Arrays()
	out["readout_values"] = mat.NewDense(1, len(s.value), slices.Clone(s.value))
	return out
}

// restoreSoftLabels makes a soft Gaussian regression again.
func restoreSoftLabels(_ part.Point, a Arrays) (Saved, error) {
	value, err := a.numbers("readout_values", 1, 0)
	if err != nil {
		return nil, err
	}
	g, err := restoreGaussians(a, len(value))
	if err != nil {
		return nil, err
	}
	return &SoftLabels{classes: g, value: value}, nil
}

// softLabels marks a part whose readout is a [SoftLabels].
func softLabels(p part.Part[Kind]) part.Part[Kind] {
	p.Build.Restore = restoreSoftLabels
	p.Build.Formula = []string{gaussianFormula, "the predicted number is Σ exp(value of k)·readout_values[k]/Σ exp(value of k) over these classes, which are groups of the target"}
	return p
}
