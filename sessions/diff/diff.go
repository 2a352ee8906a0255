// Package diff compares the points of two sessions.
package diff

import (
	"cmp"
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions"
)

// Difference is what two sessions A and B have not in common.
type Difference struct {
	A, B *sessions.Session
	// SameData, SameEngine and SameArithmetic say whether the results can be
	// equal to the bit at all.
	SameData, SameEngine, SameArithmetic bool
	// Parameters are those in whose values the points differ.
	Parameters []Parameter
	// OnlyA and OnlyB are the configurations that only one has finished points
	// of, Common those that both have, in the order of their parameters.
	OnlyA, OnlyB []part.Point
	Common       []Pair
}

// Parameter lists the values of a parameter.
type Parameter struct {
	Name               string
	OnlyA, OnlyB, Both []string
}

// Pair is a configuration of both sessions.
type Pair struct {
	Config part.Point
	A, B   choose.Row
	// Equal says that both have the same folds and draws, with results equal to
	// the bit.
	Equal bool
	// ChangedSince is the version of the engine since which the readout is computed
	// otherwise, where one of the two was made before: its measures are left out. ""
	// where all can be compared.
	ChangedSince string
	// GraphSince is the same for slowness, which is taken along the edges of the training
	// graph.
	GraphSince string
	// Measures are compared on the folds and draws that both have. The last is
	// the largest |variance − 1| of any training output.
	Measures []choose.Contrast
}

// Of compares the finished points of two sessions. Differences of the same data are
// tested, with the region of practical equivalence rope, see [choose.Compare]; folds of
// other data are no pairs.
func Of(a, b *sessions.Session, rope float64) Difference {
	h, k := a.Header, b.Header
	d := Difference{
		A: a, B: b, SameData: h.Data.Hash == k.Data.Hash, SameEngine: h.Engine == k.Engine, SameArithmetic: h.KernelPath == k.KernelPath,
		Parameters: parametersOf(configs(a), configs(b)),
	}
	rows := a.Rows()
	others := b.Rows()
	at := map[part.Point]int{}
	for i := range others {
		at[others[i].Config] = i
	}
	matched := make([]bool, len(others))
	for _, r := range rows {
		i, ok := at[r.Config]
		if !ok {
			d.OnlyA = append(d.OnlyA, r.Config)
			continue
		}
		matched[i] = true
		p := pairOf(r, others[i], rope)
		p.leaveOutChanged(h.Engine, k.Engine)
		d.Common = append(d.Common, p)
	}
	for i := range others {
		if !matched[i] {
			d.OnlyB = append(d.OnlyB, others[i].Config)
		}
	}
	d.correct()
	return d
}

// correct corrects the tests for all that is shown together, and takes away those that
// say nothing.
func (d *Difference) correct() {
	var shown [][]choose.Contrast
	for _, p := range d.Common {
		for i := range p.Measures {
			if !d.SameData || p.Equal {
				p.Measures[i].Test = choose.Test{}
			}
		}
		shown = append(shown, p.Measures)
	}
	choose.Correct(shown...)
}

// configs are the parameters of the finished points of a session.
func configs(s *sessions.Session) []part.Point {
	var out []part.Point
	for _, r := range s.Finished() {
		out = append(out, r.Point)
	}
	return out
}

// parametersOf compares the values of each parameter.
func parametersOf(a, b []part.Point) []Parameter {
	var out []Parameter
	add := func(name string, of func(part.Point) string) {
		p := Parameter{Name: name}
		x, y := sessions.ValuesOf(a, of), sessions.ValuesOf(b, of)
		for _, v := range x {
			if slices.Contains(y, v) {
				p.Both = append(p.Both, v)
			} else {
				p.OnlyA = append(p.OnlyA, v)
			}
		}
		for _, v := range y {
			if !slices.Contains(x, v) {
				p.OnlyB = append(p.OnlyB, v)
			}
		}
		if len(p.OnlyA)+len(p.OnlyB) > 0 {
			out = append(out, p)
		}
	}
	for _, axis := range part.Axes() {
		add(axis.Name, func(p part.Point) string { return axis.Of(&p) })
	}
	for _, f := range sessions.Settings {
		add(f.Name, f.Of)
	}
	return out
}

// leaveOutChanged takes away the measures of a readout or a graph that the two engines
// compute otherwise.
func (p *Pair) leaveOutChanged(a, b string) {
	if x, y := readout.ChangedSince(p.Config, a), readout.ChangedSince(p.Config, b); x != y {
		p.ChangedSince = cmp.Or(x, y)
	}
	if x, y := graph.ChangedSince(p.Config, a), graph.ChangedSince(p.Config, b); x != y {
		p.GraphSince = cmp.Or(x, y)
	}
	p.Measures = slices.DeleteFunc(p.Measures, func(c choose.Contrast) bool {
		return c.Measure.Readout && p.ChangedSince != "" || c.Measure.Graph && p.GraphSince != ""
	})
}

// pairOf compares the rows of one configuration.
func pairOf(a, b choose.Row, rope float64) Pair {
	p := Pair{Config: a.Config, A: a, B: b, Measures: choose.Compare(a, b, rope), Equal: len(a.Results) == len(b.Results)}
	at := map[part.Point]*result.Result{}
	for _, r := range b.Results {
		at[r.Point] = r
	}
	for _, r := range a.Results {
		other, ok := at[r.Point]
		p.Equal = p.Equal && ok && sessions.Identical(r, other)
	}
	if a.Measured() && b.Measured() {
		one := func(r choose.Row) choose.Stat {
			return choose.Stat{Mean: r.Of(measure.Deviation).Mean, SE: math.NaN(), N: 1}
		}
		p.Measures = append(p.Measures, choose.Contrast{Measure: measure.Deviation, A: one(a), B: one(b)})
	}
	return p
}
