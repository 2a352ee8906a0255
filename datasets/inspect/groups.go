package inspect

import (
	"math"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// GroupMeans holds the means of the target in the groups of a set, and how far
// they differ beyond chance.
type GroupMeans struct {
	// Factor is the shrinkage of the means' differences: 0 if chance alone
	// explains them, 1 if chance is negligible.
	Factor float64 `json:"factor"`
	// OfRows reports that the chance variation is that of rows, assumed
	// independent, because each group is one segment and segments therefore do
	// not show it.
	OfRows bool        `json:"of_rows,omitempty"`
	Groups []GroupMean `json:"groups"`
}

// GroupMean holds the mean of a group, and its estimate shrunk towards the mean
// of all groups.
type GroupMean struct {
	Name    string  `json:"name"`
	Samples int     `json:"samples"`
	Mean    float64 `json:"mean"`
	Shrunk  float64 `json:"shrunk"`
}

// leastGroups is the minimum number of means for shrinkage.
const leastGroups = 4

// JamesStein shrinks means of equal known variance towards their own mean. The
// total squared error is less than that of the means themselves (Efron and
// Morris 1975; with m − 3 because the mean of the m means is estimated, too).
// factor is the remaining share of their distances, from 0 to 1. Fewer than
// four means are unchanged.
func JamesStein(means []float64, variance float64) (shrunk []float64, factor float64) {
	shrunk = slices.Clone(means)
	m := len(means)
	if m < leastGroups {
		return shrunk, 1
	}
	centre := stat.Mean(means, nil)
	spread := 0.0
	for _, v := range means {
		spread += (v - centre) * (v - centre)
	}
	if spread > 0 {
		factor = max(0, 1-float64(m-3)*variance/spread)
	}
	for i, v := range means {
		shrunk[i] = centre + factor*(v-centre)
	}
	return shrunk, factor
}

// groupMeans returns the group means of a set. It returns nil without a target,
// for fewer than four groups, and if the variation by chance cannot be
// estimated. That variation is taken over segments, as samples of one segment
// depend on each other, or over rows if each group is one segment.
func groupMeans(s *data.Set) *GroupMeans {
	names := s.Groups()
	if s.Target == nil || len(names) < leastGroups {
		return nil
	}
	units := map[string][]float64{}
	out := &GroupMeans{OfRows: len(s.Segments) == len(names)}
	samples := map[string]int{}
	for _, seg := range s.Segments {
		of := s.Target[seg.Start:seg.End]
		if !out.OfRows {
			of = []float64{stat.Mean(of, nil)}
		}
		units[seg.Group] = append(units[seg.Group], of...)
		samples[seg.Group] += seg.Len()
	}
	means := make([]float64, len(names))
	within, free, each, varies := 0.0, 0, 0.0, false
	for i, name := range names {
		means[i] = stat.Mean(units[name], nil)
		for _, v := range units[name] {
			within += (v - means[i]) * (v - means[i])
			varies = varies || v != units[name][0]
		}
		free += len(units[name]) - 1
		each += 1 / float64(len(units[name]))
	}
	if free == 0 || out.OfRows && !varies {
		return nil
	}
	var shrunk []float64
	shrunk, out.Factor = JamesStein(means, within/float64(free)*each/float64(len(names)))
	if math.IsNaN(out.Factor) {
		return nil
	}
	for i, name := range names {
		out.Groups = append(out.Groups, GroupMean{name, samples[name], means[i], shrunk[i]})
	}
	return out
}

// String returns the range of the means, before and after shrinkage.
func (g *GroupMeans) String() string {
	means, shrunk := make([]float64, len(g.Groups)), make([]float64, len(g.Groups))
	for i, of := range g.Groups {
		means[i], shrunk[i] = of.Mean, of.Shrunk
	}
	low, high := floats.MinIdx(means), floats.MaxIdx(means)
	text := message.Numbers("means from %.4g (%s) to %.4g (%s)", means[low], message.Clean(g.Groups[low].Name), means[high], message.Clean(g.Groups[high].Name))
	of := ""
	if g.OfRows {
		of = ", if rows are independent"
	}
	if g.Factor == 0 {
		return text + "; chance alone explains the differences" + of
	}
	return text + message.Numbers("; shrunk by the share due to chance"+of+": from %.4g to %.4g (James–Stein, factor %.2g)", shrunk[low], shrunk[high], g.Factor)
}
