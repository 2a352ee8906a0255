package run

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sfa"
)

// surplusFeaturesNote returns the note on features that carry no information on the classes. A
// graph that joins the samples of a class has as many slow features as classes minus one; every
// further feature has Δ = 2 and varies within classes as noise does. It returns "" if there are
// none.
func (s *samples) surplusFeaturesNote(res *result.Result) string {
	if !graph.Kinds.Build(res.Point).Labels {
		return ""
	}
	classes := map[int]bool{}
	for _, c := range s.data.Train.Label {
		if c >= 0 {
			classes[c] = true
		}
	}
	slow := len(classes) - 1
	if slow < 1 || res.Features <= slow {
		return ""
	}
	return fmt.Sprintf("%d of %d features carry nothing: the %s graph of %d classes has %d slow features, the others have Δ near 2 and vary inside classes; ask for p = %[5]d",
		res.Features-slow, res.Features, graph.Name.Of(res.Point), len(classes), slow)
}

// undefinedSlownessNotes returns the note on features without a slowness on the test part, with
// the reason. Such features leave the mean undefined too.
func (s *samples) undefinedSlownessNotes(test []part.Float) []string {
	var which []string
	for i, v := range test {
		if math.IsNaN(float64(v)) {
			which = append(which, fmt.Sprint(i+1))
		}
	}
	switch {
	case which == nil:
		return nil
	case !slices.ContainsFunc(s.data.Held.Lengths, func(n int) bool { return n > 1 }):
		return []string{"no test slowness: no two samples of the test part follow each other"}
	case len(which) == len(test):
		return []string{"no test slowness: every feature is constant on the test part"}
	}
	return []string{fmt.Sprintf("no mean test slowness: constant on the test part are the features %s", preparation.ShortList(which))}
}

// deltaWithoutStructure is Δ, under a graph over labels, of features that vary within classes
// as noise does.
const deltaWithoutStructure = 2

// describeArbitrary adds notes on features that depend on rounding and on features that carry
// no information on the labels of the graph. Slowness is that under the training graph.
func (f *features) describeArbitrary(res *result.Result) {
	f.describeClusters(res)
	if note := f.samples.surplusFeaturesNote(res); note != "" && (res.Degenerate == nil || res.Degenerate.Nothing == 0) {
		res.Notes = append(res.Notes, note)
	}
}

// describeClusters finds clusters of equal eigenvalues and features without structure, and adds
// them and their notes to the result.
func (f *features) describeClusters(res *result.Result) {
	if len(f.Values) == 0 || res.Features == 0 {
		return
	}
	at := res.Point
	resolution := f.Spectrum.Resolution(f.Conditions[res.Features-1])
	values := f.Values
	if f.Spectrum.Rank > sfa.AllValues {
		values = values[:min(len(values), res.Features+1)] // independent of what other points of the plan require
	}
	d := degenerateBy(sfa.ClustersOf(values, resolution, res.Features), f.Stability, res.Features)
	kind := graph.Kinds.Build(at)
	if f.samples.job.Plan.Set.Label != nil && kind.Labels || kind.Order {
		for _, delta := range res.Slowness.Train {
			if float64(delta) >= deltaWithoutStructure-resolution(deltaWithoutStructure) {
				d.Nothing++
			}
		}
	}
	if d.Clusters == nil && d.Doubtful == nil && d.Nothing == 0 {
		return
	}
	res.Degenerate = d
	res.Notes = append(res.Notes, arbitraryNotes(d, f.Values, res.Features)...)
	if f.Stability == nil {
		for _, c := range d.Doubtful {
			res.Notes = append(res.Notes, fmt.Sprintf("features %s may depend on rounding: by the condition of C it could turn them into each other in the worst case", fromTo(c[0], c[1])))
		}
	}
	if note := f.samples.emptyNote(at, d.Nothing, res.Features); note != "" {
		res.Notes = append(res.Notes, note)
	}
}

// degenerateBy returns the clusters of features that rounding mixes. If their stability was
// measured, clusters that stayed in place are doubtful only; if it was not, all clusters by the
// bound are doubtful.
func degenerateBy(bound sfa.Clusters, measured *sfa.Stability, features int) *result.Degenerate {
	d := &result.Degenerate{Determined: features}
	if measured == nil {
		d.Doubtful = bound.Bounds
		return d
	}
	for _, c := range bound.Bounds {
		turned := false
		for i := c[0]; i <= min(c[1], features); i++ {
			turned = turned || !(measured.Feature(i) >= sfa.Stays)
		}
		if turned {
			d.Clusters = append(d.Clusters, c)
		} else {
			d.Doubtful = append(d.Doubtful, c)
		}
	}
	for bound.Cut && d.Determined > bound.Determined && !(measured.Span(d.Determined) >= sfa.Stays) {
		d.Determined--
	}
	d.Cut = d.Determined < features
	return d
}

// arbitraryNotes returns a note for each cluster of d.
func arbitraryNotes(d *result.Degenerate, values []float64, features int) (notes []string) {
	for i, c := range d.Clusters {
		if !d.Cut || i < len(d.Clusters)-1 {
			notes = append(notes, fmt.Sprintf("features %s may be turned into each other (equal Δ)", fromTo(c[0], c[1])))
			continue
		}
		which := fmt.Sprintf("features %s are arbitrary: their", fromTo(c[0], features))
		if c[0] == features {
			which = fmt.Sprintf("feature %d is arbitrary: its", features)
		}
		remedy := fmt.Sprintf("%d features are determined: ask for p = %[1]d", d.Determined)
		switch d.Determined {
		case 0:
			remedy = "none is determined"
		case 1:
			remedy = "1 feature is determined: ask for p = 1"
		}
		notes = append(notes, fmt.Sprintf("%s Δ agree to rounding (%.6f), and the cluster goes on to %d, so that even their span depends on the machine; %s",
			which, values[c[0]-1], c[1], remedy))
	}
	return notes
}

// emptyNote returns the note on features that carry no information on the graph; "" if there
// are none.
func (s *samples) emptyNote(at part.Point, nothing, features int) string {
	switch {
	case nothing == 0:
		return ""
	case nothing < features:
		return fmt.Sprintf("%d of %d features carry nothing of the graph (Δ = 2: no structure)", nothing, features)
	}
	name, remedy := graph.Name.Of(at), "the inputs do not tell the classes apart"
	if name != "clustered" && name != "class-pairs" {
		remedy = "Use clustered"
	}
	of := fmt.Sprintf("%d labels", len(s.job.Plan.Set.Classes))
	if s.data.Train.Target != nil && graph.Kinds.Build(at).Order {
		of, remedy = s.job.Plan.Set.TargetName, "take more groups or a wider window"
	}
	return fmt.Sprintf("the %s graph of %s tells nothing here: every Δ is 2. %s", name, of, remedy)
}

// noiseNote returns the note on features that are no slower on the test part than white noise,
// at a level of 5 %: the lag-one correlation of noise over P pairs has variance 1/P, so that
// its Δ has standard deviation 2/√P. It returns "" if there are none, or if the graph is not
// that of time.
func (s *samples) noiseNote(at part.Point, slowness []part.Float) string {
	if !graph.InTime(at) || !method.Kinds.Build(at).Graph {
		return ""
	}
	bound := measure.NoiseBound(s.data.Held.Lengths)
	if bound <= 0 {
		return ""
	}
	var which []int
	for i, delta := range slowness {
		if float64(delta) >= bound {
			which = append(which, i+1)
		}
	}
	if which == nil {
		return ""
	}
	if len(which) == 1 {
		return fmt.Sprintf("feature %d is no slower than white noise on test", which[0])
	}
	return fmt.Sprintf("features %s are no slower than white noise on test", runsOf(which))
}

// fromTo returns the text for a run of at least two numbers: "1 and 2", "1 to 3".
func fromTo(first, last int) string {
	if last == first+1 {
		return fmt.Sprintf("%d and %d", first, last)
	}
	return fmt.Sprintf("%d to %d", first, last)
}

// runsOf returns the text for ascending numbers, with runs of three or more given by their
// ends.
func runsOf(numbers []int) string {
	var runs []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		if j == i+1 {
			j = i // two numbers are two runs
		}
		if runs = append(runs, fromTo(numbers[i], numbers[j])); j == i {
			runs[len(runs)-1] = fmt.Sprint(numbers[i])
		}
		i = j + 1
	}
	if len(runs) == 1 {
		return runs[0]
	}
	if last := len(runs) - 1; last < 8 {
		return strings.Join(runs[:last], ", ") + " and " + runs[last]
	}
	return preparation.ShortList(runs)
}
