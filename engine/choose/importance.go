package choose

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
)

// An Importance measures how much each axis of a sweep matters to the score, by a
// functional analysis of variance over the full grid that its points hold
// ([Decompose]).
type Importance struct {
	// Axes are the names of the axes of the grid, Grid their numbers of values.
	Axes []string `json:"axes"`
	Grid []int    `json:"grid"`
	// Points of Of points form the grid.
	Points int `json:"points"`
	Of     int `json:"of"`
	// Noise is the share of the variance of the mean score on which the parts disagree.
	Noise part.Float `json:"noise"`
	// Variance is the sum of the components on which the parts agree, and Error its
	// leave-one-part-out error: no varied parameter has a measurable effect unless
	// Variance exceeds it. Error is NaN for fewer than three parts.
	Variance part.Float `json:"variance"`
	Error    part.Float `json:"error"`
	// Shares are the contributions of sets of axes, the largest first; nil if the grid
	// is too small, or all its points score the same.
	Shares []Share `json:"shares"`

	// Chance is the number of points of the grid that score no better than chance on
	// validation. Their score is set to that of chance, because differences below it
	// are meaningless.
	Chance int `json:"chance"`

	severalGraphs bool // the scores belong to several graphs
	allEqual      bool // all points have the same score
	noEffect      bool // parts agree on no effect
	// noEffectInBetterHalf is noEffect among the better half.
	noEffectInBetterHalf bool
}

// graphsIn returns the set of training graphs of rows.
func graphsIn(rows []Row) map[part.Point]bool {
	out := map[part.Point]bool{}
	for i := range rows {
		out[graph.Under(rows[i].Config)] = true
	}
	return out
}

// A Share is the contribution of a set of axes to the variance of the score beyond its
// subsets: among all points of the grid, and among the better half.
type Share struct {
	Axes       []string   `json:"axes"`
	Share      part.Float `json:"share"`
	BetterHalf part.Float `json:"better_half"`
	// Error and BetterHalfError are the leave-one-part-out standard errors of both; NaN
	// for fewer than three parts.
	Error           part.Float `json:"error"`
	BetterHalfError part.Float `json:"better_half_error"`
	// Effect is a sentence on the effect of one or two axes and its certainty.
	Effect string `json:"effect,omitempty"`

	variance, varianceError float64
}

// Measurable reports whether the contribution of the axes exceeds its error.
func (s *Share) Measurable() bool {
	return s.variance > 0 && !(s.variance <= s.varianceError)
}

// fewestCells is the smallest number of cells of a grid that is decomposed.
const fewestCells = 8

// Importance returns how much each axis of the rows matters. planned are the points of
// the first plan: points added later are used only if they enlarge its grid. If planned
// is nil, all rows are used.
func (b By) Importance(rows []Row, planned []part.Point) Importance {
	b = b.Over(rows)
	if b.Objective == measure.BySlowness && len(graphsIn(rows)) > 1 {
		return Importance{Axes: []string{}, Grid: []int{}, Noise: part.Float(math.NaN()), Error: part.Float(math.NaN()), severalGraphs: true}
	}
	cells := b.cells(rows)
	all, first := gridOf(cells), gridOf(plannedCells(cells, planned))
	g := first
	if planned == nil || all.points > first.points && len(all.axes) >= len(first.axes) {
		g = all
	}
	m := g.importance()
	if len(rows) > 0 && !m.Nothing() {
		m.describeEffects(g, !b.Shares(), rows[0].Ratio())
	}
	return m
}

// describeEffects sets the sentence of each share that exceeds its error, see
// [fullGrid.describeEffect].
func (m *Importance) describeEffects(g fullGrid, logs bool, ratio float64) {
	for i := range m.Shares {
		s := &m.Shares[i]
		if !s.Measurable() {
			continue
		}
		var at []int
		for _, name := range s.Axes {
			at = append(at, slices.Index(m.Axes, name))
		}
		s.Effect = g.describeEffect(at, logs, ratio)
	}
}

// importance decomposes the scores if the grid is large enough.
func (g fullGrid) importance() Importance {
	m := Importance{Axes: []string{}, Grid: []int{}, Points: g.points, Of: g.of, Chance: g.chance, Noise: part.Float(math.NaN()), Error: part.Float(math.NaN())}
	for i, axis := range g.axes {
		m.Axes, m.Grid = append(m.Axes, axis.Name), append(m.Grid, g.shape[i])
	}
	if g.points < fewestCells || 2*g.points < g.of {
		return m
	}
	if m.allEqual = g.allEqual(); m.allEqual {
		return m
	}
	d, better := Decompose(g.shape, g.scores), Decompose(g.shape, BetterHalf(g.scores))
	m.Noise, m.Shares = part.Float(d.Noise), []Share{}
	m.noEffect, m.noEffectInBetterHalf = !d.Measurable(), !better.Measurable()
	m.Error = part.Float(d.Error)
	for i, c := range d.Components {
		of := better.Components[i]
		m.Variance += part.Float(c.Variance)
		share := Share{Share: part.Float(c.Share), Error: part.Float(c.ShareError), BetterHalf: part.Float(of.Share), BetterHalfError: part.Float(of.ShareError), variance: c.Variance, varianceError: c.Error}
		for _, axis := range c.Axes {
			share.Axes = append(share.Axes, g.axes[axis].Name)
		}
		m.Shares = append(m.Shares, share)
	}
	slices.SortStableFunc(m.Shares, func(a, b Share) int { return cmp.Compare(b.Share, a.Share) })
	return m
}

// leastShown is the share below which a component is added to the rest.
const leastShown = 0.01

// Enough reports whether the full grid was large enough for shares.
func (m *Importance) Enough() bool { return m.Shares != nil }

// Alike reports whether the grid was large enough and all its points score the same, so
// that nothing matters.
func (m *Importance) Alike() bool { return m.allEqual }

// Nothing reports whether the grid was large enough and no varied parameter has an
// effect above its error.
func (m *Importance) Nothing() bool { return m.noEffect }

// BetterNothing reports [Importance.Nothing] among the better half.
func (m *Importance) BetterNothing() bool { return m.noEffectInBetterHalf }

// Notable returns the main effects and pairs with a share of at least 1 % among all
// points or the better half, and the sum of the rest.
func (m *Importance) Notable() (notable []Share, rest Share) {
	rest.Error, rest.BetterHalfError = part.Float(math.NaN()), part.Float(math.NaN())
	for _, s := range m.Shares {
		if len(s.Axes) <= 2 && max(s.Share, s.BetterHalf) >= leastShown {
			notable = append(notable, s)
		} else {
			rest.Share, rest.BetterHalf = rest.Share+s.Share, rest.BetterHalf+s.BetterHalf
		}
	}
	return notable, rest
}

// Name returns the symbols of the axes of a share: σ×λ.
func (s Share) Name() string {
	names := make([]string, len(s.Axes))
	for i, name := range s.Axes {
		axis, _ := part.AxisNamed(name)
		names[i] = cmp.Or(axis.Symbol, name)
	}
	return strings.Join(names, "×")
}

// Basis returns the points that the shares are computed from, "on 24 of 31 points that
// form a full grid", or the reason why there are none.
func (m *Importance) Basis() string {
	if m.severalGraphs {
		return "slowness under different graphs cannot be compared"
	}
	if m.allEqual && m.Chance == m.Points {
		return fmt.Sprintf("no varied parameter; none of the %d points of the grid scores better than chance on validation", m.Points)
	}
	if m.allEqual {
		return fmt.Sprintf("no varied parameter; all %d points of the grid have the same score", m.Points)
	}
	if m.noEffect {
		return fmt.Sprintf("no varied parameter has a measurable effect: agreement between parts does not exceed noise (%d points)", m.Points)
	}
	if !m.Enough() {
		return fmt.Sprintf("the full grid is too small: it has %d of %d points", m.Points, m.Of)
	}
	basis := fmt.Sprintf("on %d of %d points that form a full grid", m.Points, m.Of)
	if m.Chance > 0 {
		basis += fmt.Sprintf(", %d of which score no better than chance on validation and count as chance", m.Chance)
	}
	return basis
}

// Lines returns sentences on what matters, followed by the effects of the axes. It
// returns nil if no axis was varied or no point was scored.
func (m *Importance) Lines() []string {
	if (m.Of < 2 || m.Points == 0) && !m.severalGraphs {
		return nil
	}
	if m.noEffect {
		return []string{m.Basis()}
	}
	if !m.Enough() {
		return []string{"what matters: " + m.Basis()}
	}
	noise := ""
	if n := float64(m.Noise); !math.IsNaN(n) {
		noise = fmt.Sprintf("; %.0f %% of the variance is noise", 100*max(0, min(n, 1)))
	}
	basis := m.Basis()
	if math.IsNaN(float64(m.Noise)) {
		basis += "; one validation part cannot separate noise from effects"
	}
	notable, rest := m.Notable()
	lines := []string{
		"what matters: " + sentence(notable, rest, func(s Share) (share, e part.Float) { return s.Share, s.Error }) + noise + "; " + basis,
		"among the better half: no measurable effect",
	}
	if !m.noEffectInBetterHalf {
		lines[1] = "among the better half: " + sentence(notable, rest, func(s Share) (share, e part.Float) { return s.BetterHalf, s.BetterHalfError })
	}
	for _, s := range notable {
		if s.Effect != "" {
			lines = append(lines, "  "+s.Effect)
		}
	}
	return lines
}

// sentence returns a list of the shares of at least 1 % with their errors, the largest
// first.
func sentence(notable []Share, rest Share, of func(Share) (share, e part.Float)) string {
	share := func(s Share) part.Float { x, _ := of(s); return x }
	notable = slices.Clone(notable)
	slices.SortStableFunc(notable, func(a, b Share) int { return cmp.Compare(share(b), share(a)) })
	var out []string
	for _, s := range notable {
		if x, e := of(s); x >= leastShown {
			out = append(out, s.Name()+" "+Percent(x, e)+" %")
		} else {
			rest.Share, rest.BetterHalf = rest.Share+s.Share, rest.BetterHalf+s.BetterHalf
		}
	}
	if out == nil {
		return "the points do not differ"
	}
	if share(rest) >= leastShown/2 {
		out = append(out, fmt.Sprintf("the rest %.0f %%", 100*float64(share(rest))))
	}
	return strings.Join(out, ", ")
}

// Percent returns a share and its standard error in percent, as "62±8"; the error is
// left out if it is NaN.
func Percent(share, e part.Float) string {
	if math.IsNaN(float64(e)) {
		return fmt.Sprintf("%.0f", 100*float64(share))
	}
	return fmt.Sprintf("%.0f±%.0f", 100*float64(share), 100*float64(e))
}
