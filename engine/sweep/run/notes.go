package run

import (
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/samples"
)

// beyondClasses says that some of a point's features carry nothing: a graph that
// joins samples of one class has as many slow features as classes less one, and
// every further one has Δ = 2, within classes like noise; "" where none is
// beyond.
func (m *model) beyondClasses(res *result.Result) string {
	if !graph.Kinds.Build(res.Point).Labels {
		return ""
	}
	classes := map[int]bool{}
	for _, c := range m.data.Train.Label {
		if c >= 0 {
			classes[c] = true
		}
	}
	tell := len(classes) - 1
	if tell < 1 || res.Features <= tell {
		return ""
	}
	return fmt.Sprintf("%d of %d features carry nothing: the %s graph of %d classes has %d slow features, the others have Δ near 2 and vary inside classes; ask for p = %[5]d",
		res.Features-tell, res.Features, graph.Name.Of(res.Point), len(classes), tell)
}

// withoutSlowness says which features have no slowness on the test part, and
// why: their mean has none either.
func (m *model) withoutSlowness(test []part.Float) []string {
	var which []string
	for i, v := range test {
		if math.IsNaN(float64(v)) {
			which = append(which, fmt.Sprint(i+1))
		}
	}
	switch {
	case which == nil:
		return nil
	case !slices.ContainsFunc(m.data.Held.Lengths, func(n int) bool { return n > 1 }):
		return []string{"no test slowness: no two samples of the test part follow each other"}
	case len(which) == len(test):
		return []string{"no test slowness: every feature is constant on the test part"}
	}
	return []string{fmt.Sprintf("no mean test slowness: constant on the test part are the features %s", samples.ShortList(which))}
}
