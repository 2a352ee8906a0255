package inspect

import (
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"gonum.org/v1/gonum/mat"
)

// LabelCopies returns the inputs that seem to repeat the answer: those with one value in all
// samples of a class, not the same in all classes, and those equal to the target in all samples.
// The labelled samples must be at least twice as many as the classes. Of a delay embedding it
// returns the names of the inputs without the delay.
func LabelCopies(s *data.Set) []string {
	a := newAnswers(s)
	embedded := slices.ContainsFunc(s.Prepared, func(step string) bool { return strings.HasPrefix(step, "delay embedding") })
	var names []string
	for j := range s.Channels() {
		if !a.repeatLabel(j) && !a.repeatTarget(j) {
			continue
		}
		name := s.Inputs[j]
		if embedded {
			name = name[:strings.LastIndexByte(name, '[')]
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// LabelCopyWarning returns the warning about the inputs of [LabelCopies], with the flag that leaves
// them out; "" for none.
func LabelCopyWarning(names []string) string {
	if len(names) == 0 {
		return ""
	}
	what := message.List(names) + " may repeat the answer: it has"
	if len(names) > 1 {
		what = message.List(names) + " may repeat the answer: each has"
	}
	return what + " one value for each label, or equals the target, so that the score proves nothing; leave out with --drop " + message.Quote(names) + " or name the other inputs with --columns"
}

// answers holds the frames of a set with their samples, and a frame of each class.
type answers struct {
	*data.Set
	frames  []*mat.Dense // of each segment
	example []place      // of each class that has samples
	values  []float64    // of an input, by class
	varies  bool         // the target is not constant
}

// place is a frame of a class in a segment, all by index.
type place struct{ class, segment, frame int }

// newAnswers returns the answers of a set, without examples if there are fewer than two labelled
// samples for each class.
func newAnswers(s *data.Set) *answers {
	a := &answers{Set: s, values: make([]float64, len(s.Classes)), varies: s.Target != nil && slices.Min(s.Target) < slices.Max(s.Target)}
	labelled, seen := 0, make([]bool, len(s.Classes))
	for i, seg := range s.Segments {
		a.frames = append(a.frames, s.FramesOf(seg))
		for sample := seg.Start; sample < seg.End && s.Label != nil; sample++ {
			class := s.Label[sample]
			if class < 0 {
				continue
			}
			if !seen[class] {
				seen[class] = true
				a.example = append(a.example, place{class, i, sample - seg.Start})
			}
			labelled++
		}
	}
	if labelled < 2*len(a.example) {
		a.example = nil
	}
	return a
}

// repeatLabel reports whether an input has one value in each class, and at least two over all.
func (a *answers) repeatLabel(input int) bool {
	differ := false
	for i, at := range a.example {
		x := a.frames[at.segment].At(at.frame, input)
		a.values[at.class] = x
		differ = differ || i > 0 && x != a.values[a.example[0].class]
	}
	return differ && a.eachFrame(input, func(sample int, x float64) bool {
		class := a.Label[sample]
		return class < 0 || x == a.values[class]
	})
}

// repeatTarget reports whether an input equals the target.
func (a *answers) repeatTarget(input int) bool {
	return a.varies && a.eachFrame(input, func(sample int, x float64) bool { return x == a.Target[sample] })
}

// eachFrame reports whether accept holds for the values of an input in all frames.
func (a *answers) eachFrame(input int, accept func(sample int, x float64) bool) bool {
	for i, seg := range a.Segments {
		n, _ := a.frames[i].Dims()
		for t := range n {
			sample := seg.Start + t
			if a.Series {
				sample = seg.Start
			}
			if !accept(sample, a.frames[i].At(t, input)) {
				return false
			}
		}
	}
	return true
}
