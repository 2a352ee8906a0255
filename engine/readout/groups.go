package readout

import (
	"cmp"
	"fmt"
	"slices"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

const (
	mean   = "mean"
	median = "median"
)

// Estimate selects the number that readouts by groups of the target predict.
var Estimate = part.NewWord(part.Axis{
	Name: "estimate", Readout: true, Default: mean, Omitted: func(*part.Point) bool { return true }, Choices: []string{mean, median},
	Doc: "prediction of soft-gaussian, gaussian-number and centroid-number, over class probabilities and within a group: mean minimises the squared error (RMSE), median the absolute error (MAE)",
})

// Groups is the number of groups of the target.
var Groups = part.NewCount(part.Axis{
	Name: "groups", Readout: true, Default: "10", Doc: "number of groups of the target in soft-gaussian, gaussian-number and centroid-number",
})

// byMedian reports whether a point predicts medians.
func byMedian(at part.Point) bool { return Estimate.Of(at) == median }

// grouping is the way in which a target is made discrete.
type grouping struct {
	groups int
	median bool // the value of a group is its median instead of its mean
}

func groupingOf(at part.Point) grouping { return grouping{Groups.Of(at), byMedian(at)} }

// grouped holds the groups of a target.
type grouped struct {
	label []int     // of each sample
	value []float64 // of each group, ascending
	notes []string
}

// groupTarget returns the groups of the target of the features phi. It fails if
// [EqualGroups] does, and if there is a single group.
func (by grouping) groupTarget(phi *mat.Dense, target []float64) (*grouped, error) {
	if _, err := newTargetTraining(phi, target); err != nil {
		return nil, err
	}
	label, value, err := EqualGroups(target, by.groups)
	if err != nil {
		return nil, err
	}
	if len(value) < 2 {
		return nil, fmt.Errorf("readout: the targets of the training part fall into one group, about %v: "+
			"ask for more groups, name another target or divide the data in another way", value[0])
	}
	g := &grouped{label: label, value: value}
	if len(value) < by.groups {
		g.notes = []string{fmt.Sprintf("%d groups of targets instead of %d: equal targets stay together", len(value), by.groups)}
	}
	if by.median {
		g.takeMedians(target)
	}
	return g, nil
}

// takeMedians sets the value of each group to the median of its targets: for an even
// number of them, the mean of the two in the middle.
func (g *grouped) takeMedians(target []float64) {
	members := make([][]float64, len(g.value))
	for i, k := range g.label {
		members[k] = append(members[k], target[i])
	}
	for k, m := range members {
		slices.Sort(m)
		g.value[k] = stat.Mean([]float64{m[(len(m)-1)/2], m[len(m)/2]}, nil)
	}
}

// EqualGroups divides targets into groups of nearly equal size by ascending value.
// Equal targets stay together, in the group that contains the middle of their run.
// There may thus be fewer groups than requested, none of them empty; without equal
// targets sizes differ by at most one. It returns the group of each target and the mean
// of each group, in ascending order.
//
// It fails if groups < 2, if there is no target and if one is not finite.
func EqualGroups(target []float64, groups int) (label []int, mean []float64, err error) {
	if groups < 2 {
		return nil, nil, fmt.Errorf("readout: %d groups of targets: it takes 2 or more", groups)
	}
	if err := checkTarget(target); err != nil {
		return nil, nil, err
	}
	n := len(target)
	order := dense.Iota(n)
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
		// A mean updated by shares keeps a single value to the last bit.
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
