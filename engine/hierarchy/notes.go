package hierarchy

import (
	"fmt"
	"math"
	"strings"
)

// nodeFacts holds the results of training a node; missing ones are zero.
type nodeFacts struct {
	components, functions, rank, features int

	share    float64 // of the variance in the components
	slowness float64 // of the slowest feature, under the training graph
}

// notes returns sentences on a layer and on its nodes, which were trained on the given
// number of samples.
func (l layer) notes(nodes []nodeFacts, samples int) []string {
	silent, short, overfit, least := 0, 0, 0, l.out
	for _, f := range nodes {
		switch {
		case f.features == 0:
			silent++
			continue
		case f.features < l.out && (l.features > 0 || l.keep.Share == 0):
			short++
			least = min(least, f.features)
		}
		if f.functions >= samples {
			overfit++
		}
	}
	notes := []string{l.String() + l.trained(nodes)}
	add := func(count int, format string, args ...any) {
		if count > 0 {
			notes = append(notes, fmt.Sprintf("%d of %d nodes ", count, len(nodes))+fmt.Sprintf(format, args...))
		}
	}
	add(silent, "see nothing that varies and have no features")
	add(short, "have fewer than %d features, the least %d: what they see has no higher rank", l.out, least)
	add(overfit, "have no fewer functions than the %d training samples, so slowness in training means little: put pca in front, or take smaller fields or more samples", samples)
	return notes
}

// trained returns a text on the nodes that have features.
func (l layer) trained(nodes []nodeFacts) string {
	var components, functions, rank, share, slowness span
	for _, f := range nodes {
		if f.features > 0 {
			components.add(float64(f.components))
			functions.add(float64(f.functions))
			rank.add(float64(f.rank))
			share.add(100 * f.share)
			slowness.add(f.slowness)
		}
	}
	var b strings.Builder
	if l.pca() {
		fmt.Fprintf(&b, "; %v components hold %v %% of the variance", components, share)
	}
	if l.features > 0 {
		fmt.Fprintf(&b, "; rank %v of %v functions; slowness of the first feature %v", rank, functions, slowness)
	}
	return b.String()
}

// span is the range of a number over the nodes of a layer.
type span struct {
	any       bool
	low, high float64
}

func (s *span) add(v float64) {
	if !s.any {
		*s = span{true, v, v}
	}
	s.low, s.high = math.Min(s.low, v), math.Max(s.high, v)
}

// String returns the range, or its value if it has only one.
func (s span) String() string {
	low, high := formatNumber(s.low), formatNumber(s.high)
	if low == high {
		return low
	}
	return low + " to " + high
}

// formatNumber formats v to three digits, an integer in full.
func formatNumber(v float64) string {
	if v == math.Trunc(v) {
		return formatExact(v)
	}
	return fmt.Sprintf("%.3g", v)
}
