package sweep

import (
	"fmt"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/symbol"
	"gonum.org/v1/gonum/mat"
)

// fillSeries fills in defaults for samples that are whole series: a graph over labels or the
// target, because there are no pairs in time, and as many features as separate the classes.
// half is half the number of training samples.
func (s *Spec) fillSeries(set *data.Set, half int) {
	s.fill("kernel", "gak")
	if slices.Contains(words(s.Text("kernel")), kernel.WarpedSquares{}.Name()) {
		s.fill("select", defaultSelection(2*half)) // its diagonal is 0, so a pursuit has no first step
		s.fill("indefinite", "clip")
	}
	if set.Channels() > 1 {
		s.fill("symbols", "sax:4") // symbols of several columns combine, so a few per column suffice
	}
	switch classes := len(set.Classes); {
	case classes > 1:
		s.fill("graph", "clustered")
		s.fill("p", fmt.Sprint(classes-1))
	case set.Target != nil:
		s.fill("graph", "serial")
		s.fill("p", fmt.Sprint(max(1, min(9, half-1)))) // ten groups joined to their neighbours have nine slow features
	}
}

// maxAllSupports is the largest number of series that all become supports by default if no
// pursuit can choose.
const maxAllSupports = 1000

// defaultSelection returns the default selection among n series if no pursuit can choose.
func defaultSelection(n int) string {
	if n <= maxAllSupports {
		return "all"
	}
	return "random"
}

// checkSeries refuses parts that cannot process whole series if samples are series, and parts
// that require series if they are not.
func (g *grid) checkSeries(set *data.Set) error {
	kernels := g.reachableWords(kernel.Name)
	if !slices.ContainsFunc(g.reachableWords(space.Name), func(name string) bool { return space.Kinds.Named(name).Build.Kernel }) {
		kernels = nil
	}
	for _, name := range kernels {
		aligned := kernel.OfSeries(kernel.At(part.Point{}.With(kernel.Name.Is(name))))
		switch {
		case aligned && !set.Series:
			return part.Errorf("kernel", "%s compares whole series: add --unit segment, or use a kernel over samples, such as gaussian", name)
		case set.Series && !aligned:
			return part.Errorf("kernel", "%s compares samples input by input, but with --unit segment a sample is a whole series: use gak, dtw, or ssk over symbols", name)
		}
	}
	if !set.Series {
		return g.checkNoSeriesReadout()
	}
	if err := g.checkWords(set, kernels); err != nil {
		return err
	}
	if err := g.checkBands(kernels); err != nil {
		return err
	}
	for _, name := range g.reachableWords(graph.Name) {
		if graph.Kinds.Named(name).Build.Time {
			return part.Errorf("graph", "%s: with --unit segment each segment is one sample, so there are no pairs in time: use clustered or class-pairs, which join segments of one class, or serial, which orders them by a target", name)
		}
	}
	for _, name := range g.reachableWords(space.Name) {
		if !space.Kinds.Named(name).Build.Kernel {
			return part.Errorf("space", "%s requires samples with equal numbers of inputs, but with --unit segment a sample is a whole series: use kernel", name)
		}
	}
	for _, layers := range g.reachableWords(hierarchy.Layers) {
		if layers != "" {
			return part.Errorf("layers", "a network requires samples with equal numbers of inputs, but with --unit segment a sample is a whole series: leave it out")
		}
	}
	for _, name := range g.reachableWords(subset.Name) {
		if subset.Kinds.Named(name).Build.Centres {
			return part.Errorf("select", "%s requires means of samples, which whole series do not have: use mp-mah, random or all", name)
		}
	}
	return nil
}

// checkNoSeriesReadout refuses readouts that compare whole series; it is for sets whose samples
// are not series.
func (g *grid) checkNoSeriesReadout() error {
	for _, name := range g.reachableWords(readout.Metric) {
		if name != "" {
			return part.Errorf("metric", "%s warps whole series: add --unit segment", name)
		}
	}
	for _, w := range []part.Word{readout.Kernel, readout.GPKernel} {
		for _, name := range g.reachableWords(w) {
			if readout.ComparesSeries(name) {
				return part.Errorf(w.Axis().Name, "%s compares whole series: add --unit segment, or use gaussian", name)
			}
		}
	}
	return nil
}

// checkBands refuses a band of 0 for the global alignment kernel.
func (g *grid) checkBands(kernels []string) error {
	readouts := slices.Concat(g.reachableWords(readout.Kernel), g.reachableWords(readout.GPKernel))
	for _, of := range []struct {
		kernels []string
		band    part.Number
	}{{kernels, kernel.Band}, {readouts, readout.Band}} {
		if !slices.Contains(of.kernels, kernel.GAK{}.Name()) {
			continue
		}
		for _, band := range g.settings[of.band.Axis()] {
			if at := of.band.Of(part.Point{}.With(band)); at.OK && at.X == 0 {
				return part.Errorf(of.band.Axis().Name, "0: gak gives weight 0 to frames whose offset equals the band, so no frames would remain: use 1, which aligns only frames at the same position, or 0 with dtw only")
			}
		}
	}
	return nil
}

// checkWords refuses words that are longer than the longest series.
func (g *grid) checkWords(set *data.Set, kernels []string) error {
	n, _ := set.X.Dims()
	longest := 0.0
	for i := range n {
		longest = max(longest, set.X.At(i, 0))
	}
	if slices.ContainsFunc(slices.Concat(g.reachableWords(readout.Kernel), g.reachableWords(readout.GPKernel)), readout.CountsWords) {
		for _, word := range g.settings[readout.WordLength.Axis()] {
			if n := readout.WordLength.Of(part.Point{}.With(word)); float64(n) > longest {
				return part.Errorf(readout.WordLength.Axis().Name, "%d: the longest series has %g frames: choose a shorter word length", n, longest)
			}
		}
	}
	for _, name := range kernels {
		for _, word := range g.settings[kernel.Word.Axis()] {
			p := part.Point{}.With(kernel.Name.Is(name), word)
			if kernel.Kernels.Has(p, kernel.Word) && float64(kernel.Word.Of(p)) > longest {
				return part.Errorf("word", "%d: the longest series has %g frames: choose a shorter word length", kernel.Word.Of(p), longest)
			}
		}
	}
	return nil
}

// seriesScales returns the scales of kernel widths for whole series in the rows of x: the
// median distance of two frames times the root of the median length (Cuturi 2011), and the mean
// norm of a frame times that root.
func seriesScales(x *mat.Dense) part.Scales {
	return part.Scales{Heuristic: kernel.SeriesWidth(x), Norm: kernel.SeriesNorm(x)}
}

// sampleWork returns the operations of an inner product of two samples in the kernel of a
// point, and those of what the kernel learns from each sample first.
func (p *Plan) sampleWork(at part.Point) (pair, learn float64) {
	if !p.Set.Series || !space.OfSeries(at) {
		return 2 * float64(p.inputs()), 0
	}
	n, _ := p.Set.X.Dims()
	sum := 0.0
	for i := range n {
		sum += p.Set.X.At(i, 0)
	}
	frames, channels := sum/float64(n), p.Set.Channels()
	if a := symbol.Alphabets.Of(at); a != nil && a.Build.Joint {
		channels = 1
	}
	k := kernel.At(at).(kernel.Aligned)
	if of, ok := k.(kernel.Learnt); ok {
		learn = of.LearnWork(frames, channels)
	}
	return k.Work(frames, channels), learn
}
