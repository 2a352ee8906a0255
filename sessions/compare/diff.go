package compare

import (
	"context"
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/list"
)

// Difference holds the differences between two sessions A and B.
type Difference struct {
	A, B *list.Outline
	// SameData, SameEngine and SameArithmetic report whether the results can be
	// equal to the bit.
	SameData, SameEngine, SameArithmetic bool
	// Parameters holds the settings that differ, of the finished points and of the data.
	Parameters []Parameter
	// OnlyA and OnlyB hold the configurations with finished points in only one
	// session, Common those in both, in the order of their parameters.
	OnlyA, OnlyB []part.Point
	Common       []Pair
	// Label returns the name of a configuration by the parameters that vary.
	Label func(part.Point) string
}

// Parameter lists the values of a parameter.
type Parameter struct {
	Name               string
	OnlyA, OnlyB, Both []string
}

// Pair is a configuration of both sessions.
type Pair struct {
	Config part.Point
	A, B   Counts
	// Equal reports that both have the same folds and draws, with results equal
	// to the bit.
	Equal bool
	// Measures holds the contrasts over the folds and draws that both have. The
	// last is the largest |variance − 1| of any training output.
	Measures []choose.Contrast
}

// Counts holds the numbers of a configuration's points.
type Counts struct{ Finished, Failed int }

// Options specifies a comparison of two sessions.
type Options struct {
	// Rope is the region of practical equivalence, see [choose.Compare].
	Rope float64
	// Equal requests the measures of equal pairs, too, for which all results
	// are read.
	Equal bool
}

// Sessions compares the finished points of two sessions. Differences on the
// same data are tested; folds of different data are not paired. It reads the
// results of one configuration at a time, so that memory does not grow with
// their number. It returns an error if a result cannot be read.
func Sessions(ctx context.Context, a, b *list.Outline, o Options) (Difference, error) {
	h, k := a.Header, b.Header
	d := Difference{
		A: a, B: b, SameData: h.Data.Hash == k.Data.Hash, SameEngine: h.Engine == k.Engine, SameArithmetic: h.KernelPath == k.KernelPath,
		Parameters: parametersOf(a.Settings(), b.Settings()),
	}
	mine, others := byConfig(a), byConfig(b)
	rows, theirs := a.Configs(), b.Configs()
	d.Label = sessions.LabelsOf(slices.Concat(rows, theirs))
	for _, r := range rows {
		if others[r.Config] == nil {
			d.OnlyA = append(d.OnlyA, r.Config)
			continue
		}
		if err := ctx.Err(); err != nil {
			return d, err
		}
		p, err := d.pairOf(r.Config, mine[r.Config], others[r.Config], o)
		if err != nil {
			return d, err
		}
		d.Common = append(d.Common, p)
	}
	for _, r := range theirs {
		if mine[r.Config] == nil {
			d.OnlyB = append(d.OnlyB, r.Config)
		}
	}
	d.correct()
	return d, nil
}

// byConfig returns the points grouped by configuration.
func byConfig(s *list.Outline) map[part.Point][]*list.OutlinePoint {
	out := map[part.Point][]*list.OutlinePoint{}
	for i := range s.Points {
		c := s.Points[i].Point.Config()
		out[c] = append(out[c], &s.Points[i])
	}
	return out
}

// correct corrects the tests for all comparisons that are shown together, and
// removes meaningless tests.
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

// pairOf compares the points of one configuration.
func (d *Difference) pairOf(config part.Point, mine, theirs []*list.OutlinePoint, o Options) (p Pair, err error) {
	p.Config = config
	if p.Equal = d.SameEngine && sameFiles(mine, theirs); !p.Equal || o.Equal {
		a, err := rowOf(d.A, mine)
		if err != nil {
			return p, err
		}
		b, err := rowOf(d.B, theirs)
		if err != nil {
			return p, err
		}
		p.compare(a, b, o.Rope)
	}
	return p, nil
}

// sameFiles reports whether both have the same points with identical files.
func sameFiles(a, b []*list.OutlinePoint) bool {
	sums := make(map[string]string, len(a))
	for _, p := range a {
		sums[p.Key] = p.SHA256
	}
	for _, p := range b {
		if sums[p.Key] != p.SHA256 {
			return false
		}
	}
	return len(a) == len(b)
}

// rowOf reads the results of a configuration.
func rowOf(s *list.Outline, points []*list.OutlinePoint) (choose.Row, error) {
	results := make([]*result.Result, len(points))
	for i, p := range points {
		var err error
		if results[i], err = s.Result(*p); err != nil {
			return choose.Row{}, err
		}
	}
	return choose.Summarize(results)[0], nil
}

// compare compares the rows of the configuration.
func (p *Pair) compare(a, b choose.Row, rope float64) {
	p.A, p.B = Counts{len(a.Results) - a.Failed, a.Failed}, Counts{len(b.Results) - b.Failed, b.Failed}
	p.Measures, p.Equal = choose.Compare(a, b, rope), len(a.Results) == len(b.Results)
	at := map[part.Point]*result.Result{}
	for _, r := range b.Results {
		at[r.Point] = r
	}
	for _, r := range a.Results {
		other, ok := at[r.Point]
		p.Equal = p.Equal && ok && journal.Identical(r, other)
	}
	if a.Measured() && b.Measured() {
		one := func(r choose.Row) choose.Stat {
			return choose.Stat{Mean: r.Of(measure.Deviation).Mean, SE: math.NaN(), N: 1}
		}
		p.Measures = append(p.Measures, choose.Contrast{Measure: measure.Deviation, A: one(a), B: one(b)})
	}
}
