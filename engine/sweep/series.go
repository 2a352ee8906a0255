package sweep

import (
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"gonum.org/v1/gonum/mat"
)

// fillSeries fills in what is left out where samples are whole series: a graph over labels
// or the target, for there are no pairs in time, and as many features as classes tell apart.
// half is half of the training samples.
func (s *Spec) fillSeries(set *data.Set, half int) {
	s.fill("kernel", "gak")
	switch classes := len(set.Classes); {
	case classes > 1:
		s.fill("graph", "clustered")
		s.fill("p", fmt.Sprint(classes-1))
	case set.Target != nil:
		s.fill("graph", "serial")
		s.fill("p", fmt.Sprint(max(1, min(9, half-1)))) // neighbours of ten groups
	}
}

// checkSeries refuses parts that know nothing of whole series where samples are such, and
// those that know nothing else where they are not.
func (g *grid) checkSeries(set *data.Set) error {
	kernels := g.reached(kernel.Name)
	if !slices.ContainsFunc(g.reached(space.Name), func(name string) bool { return space.Kinds.Named(name).Build.Kernel }) {
		kernels = nil
	}
	for _, name := range kernels {
		aligned := kernel.OfSeries(kernel.At(part.Point{}.With(kernel.Name.Is(name))))
		switch {
		case aligned && !set.Series:
			return part.Errorf("kernel", "%s aligns whole series: give --unit segment, or take a kernel of samples, such as gaussian", name)
		case set.Series && !aligned:
			return part.Errorf("kernel", "%s compares samples input by input, and with --unit segment a sample is a whole series: take gak or dtw", name)
		}
	}
	if !set.Series {
		for _, name := range g.reached(readout.Metric) {
			if name != "" {
				return part.Errorf("metric", "%s warps whole series: give --unit segment", name)
			}
		}
		return nil
	}
	for _, name := range g.reached(graph.Name) {
		if graph.Kinds.Named(name).Build.Time {
			return part.Errorf("graph", "%s: with --unit segment a segment has one row, so there are no pairs in time: take clustered or class-pairs, which join segments of one class, or serial, which orders them by a target", name)
		}
	}
	for _, name := range g.reached(space.Name) {
		if !space.Kinds.Named(name).Build.Kernel {
			return part.Errorf("space", "%s takes samples of as many inputs each, and with --unit segment a sample is a whole series: take kernel", name)
		}
	}
	for _, layers := range g.reached(hierarchy.Layers) {
		if layers != "" {
			return part.Errorf("layers", "a network takes samples of as many inputs each, and with --unit segment a sample is a whole series: leave it out")
		}
	}
	for _, name := range g.reached(subset.Name) {
		if subset.Kinds.Named(name).Build.Centres {
			return part.Errorf("select", "%s takes means of samples, and whole series have none: take mp-mah, random or all", name)
		}
	}
	return nil
}

// seriesScales are what multiples of a width refer to where the rows of x are whole series:
// the median distance of two frames times the root of the median length (Cuturi 2011), and
// the mean norm of a frame times that.
func seriesScales(x *mat.Dense) part.Scales {
	frames, lengths := data.StackFrames(x)
	slices.Sort(lengths)
	n := len(lengths)
	root := math.Sqrt(float64(lengths[(n-1)/2]+lengths[n/2]) / 2)
	return part.Scales{
		Heuristic: kernel.HeuristicWidth(frames) * math.Sqrt(2*math.Ln2) * root,
		Norm:      kernel.MeanNorm(frames) * root,
	}
}

// alignWork is the cost of a pair of frames beside that of their distance: an exponential,
// a division and a step that waits for the one before.
const alignWork = 300

// sampleWork is the operations of what a kernel takes for the inner product of two samples.
func (p *Plan) sampleWork() float64 {
	if !p.Set.Series {
		return 2 * float64(p.inputs())
	}
	n, _ := p.Set.X.Dims()
	sum := 0.0
	for i := range n {
		frames := p.Set.X.At(i, 0)
		sum += frames
	}
	mean := sum / float64(n)
	return mean * mean * (alignWork + 4*float64(p.Set.Channels()))
}
