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

// Importance says how much each axis of a sweep matters to the score: a functional
// analysis of variance over the full grid that its points hold ([Decompose]).
type Importance struct {
	// Axes name the axes of the grid, Grid is how many values each has.
	Axes []string `json:"axes"`
	Grid []int    `json:"grid"`
	// Points of Of points form the grid.
	Points int `json:"points"`
	Of     int `json:"of"`
	// Noise is the share of the variance of the mean score on which parts do not agree.
	Noise part.Float `json:"noise"`
	// Variance is the sum of the components on which the parts agree, with its error of leaving
	// one part out: nothing that was varied has a measurable effect unless it exceeds that. The
	// error is NaN for fewer than three parts.
	Variance part.Float `json:"variance"`
	Error    part.Float `json:"error"`
	// Shares are what sets of axes contribute, the largest first; nil where there is not
	// enough of a full grid, or all of it scores the same.
	Shares []Share `json:"shares"`

	// Chance is the number of points of the grid that score no better than chance on validation.
	// They count as scoring like chance: what they differ in is of no use.
	Chance int `json:"chance"`

	apart   bool // the scores are of several graphs
	alike   bool // they are the same at all points
	nothing bool // parts agree on no effect
	// betterNothing is nothing among the better half.
	betterNothing bool
}

// graphsIn are the training graphs of rows.
func graphsIn(rows []Row) map[part.Point]bool {
	out := map[part.Point]bool{}
	for i := range rows {
		out[graph.Under(rows[i].Config)] = true
	}
	return out
}

// Share is what a set of axes contributes to the variance of the score beyond its
// subsets: among all points of the grid, and among the better half.
type Share struct {
	Axes       []string   `json:"axes"`
	Share      part.Float `json:"share"`
	BetterHalf part.Float `json:"better_half"`
	// Error and BetterHalfError are the standard errors of both, of leaving one part out; NaN
	// for fewer than three parts.
	Error           part.Float `json:"error"`
	BetterHalfError part.Float `json:"better_half_error"`
	// Effect says in a sentence what the axes do, for one axis and for two, and how sure
	// that is.
	Effect string `json:"effect,omitempty"`

	variance, varianceError float64
}

// Measurable reports whether the contribution of the axes exceeds its error.
func (s *Share) Measurable() bool {
	return s.variance > 0 && !(s.variance <= s.varianceError)
}

// fewestCells is the least number of cells of a grid that tell what matters.
const fewestCells = 8

// Importance says which axes of the rows matter. Planned are the points that the sweep
// was begun with: those that were added do not count, unless they make its grid a larger
// one. Nil takes all rows.
func (b By) Importance(rows []Row, planned []part.Point) Importance {
	b = b.Over(rows)
	if b.Objective == measure.BySlowness && len(graphsIn(rows)) > 1 {
		return Importance{Axes: []string{}, Grid: []int{}, Noise: part.Float(math.NaN()), Error: part.Float(math.NaN()), apart: true}
	}
	cells := b.cells(rows)
	all, first := gridOf(cells), gridOf(among(cells, planned))
	g := first
	if planned == nil || all.points > first.points && len(all.axes) >= len(first.axes) {
		g = all
	}
	m := g.importance()
	if len(rows) > 0 {
		g.effects(&m, b.Logs(), rows[0].Ratio())
	}
	return m
}

// cell is one row as a place of a grid.
type cell struct {
	config part.Point
	parts  []float64 // nil for a hole
	chance bool      // it scores no better than chance, and parts are those of chance
}

// cells are the rows that are scored on the most inner splits.
func (b By) cells(rows []Row) []cell {
	most := 0
	for i := range rows {
		_, inner, _ := rows[i].layout()
		most = max(most, inner)
	}
	var out []cell
	parts := 0
	for i := range rows {
		c := cell{config: rows[i].Config}
		if _, inner, _ := rows[i].layout(); inner < most && rows[i].Measured() {
			continue
		}
		if s := b.Score(&rows[i]); s.Complete() && rows[i].Failed == 0 {
			c.parts, parts = s.Parts, max(parts, len(s.Parts))
			if chance := b.chance(&rows[i]); len(chance) == len(s.Parts) && meanOver(chance) <= s.U {
				c.parts, c.chance = chance, true
			}
		}
		out = append(out, c)
	}
	for i := range out { // before engine 0.6.0 a row has as many as folds are finished
		if len(out[i].parts) < parts {
			out[i].parts = nil
		}
	}
	return out
}

// among are the cells of planned points, holes where nothing was computed.
func among(cells []cell, planned []part.Point) []cell {
	at := map[part.Point]cell{}
	for _, c := range cells {
		at[axesOf(c.config)] = c
	}
	seen := map[part.Point]bool{}
	var out []cell
	for _, p := range planned {
		config := axesOf(p)
		if seen[config] {
			continue
		}
		seen[config] = true
		c, ok := at[config]
		if !ok {
			c = cell{config: p}
		}
		out = append(out, c)
	}
	return out
}

// axesOf is a point without what the rows of a sweep share or repeat.
func axesOf(p part.Point) part.Point {
	p.Frame = part.Frame{}
	return p.Unmeasured()
}

// fullGrid is the full grid that some cells hold.
type fullGrid struct {
	axes       []*part.Axis
	labels     [][]string // of the values of each axis
	numeric    []bool     // whether they are numbers, in their order
	shape      []int
	scores     [][]float64 // of each part, the last axis running fastest
	points, of int
	chance     int // points that score no better than chance
}

func gridOf(cells []cell) fullGrid {
	g := fullGrid{of: len(cells)}
	axes, shape, places := placesOf(cells)
	labels := labelsOf(axes, shape, places, cells)
	at := map[string]*cell{}
	var there [][]int
	for i := range cells {
		if key := fmt.Sprint(places[i]); cells[i].parts != nil && at[key] == nil {
			at[key] = &cells[i]
			there = append(there, places[i])
		}
	}
	kept := FullGrid(shape, there)
	total := 1
	for axis, values := range kept {
		total *= len(values)
		if len(values) > 1 {
			g.axes, g.shape = append(g.axes, axes[axis]), append(g.shape, len(values))
			_, number := axes[axis].Number(&cells[0].config)
			of := make([]string, len(values))
			for i, v := range values {
				of[i] = labels[axis][v]
			}
			g.labels, g.numeric = append(g.labels, of), append(g.numeric, number)
		}
	}
	if len(there) == 0 {
		total = 0
	}
	for i := range total {
		place := make([]int, len(kept))
		for axis := len(kept) - 1; axis >= 0; axis-- {
			n := len(kept[axis])
			place[axis], i = kept[axis][i%n], i/n
		}
		c := at[fmt.Sprint(place)]
		if c.chance {
			g.chance++
		}
		if g.scores == nil {
			g.scores = make([][]float64, len(c.parts))
		}
		for k, u := range c.parts {
			g.scores[k] = append(g.scores[k], u)
		}
	}
	g.points = total
	return g
}

// labelsOf name the values of axes, numbers by four digits. Values that are multiples are
// not the same for all points and go by their rank.
func labelsOf(axes []*part.Axis, shape []int, places [][]int, cells []cell) [][]string {
	labels := make([][]string, len(axes))
	for a, axis := range axes {
		labels[a] = make([]string, shape[a])
		for i := range cells {
			text := axis.Of(&cells[i].config)
			if x, ok := axis.Number(&cells[i].config); ok {
				text = fmt.Sprintf("%.4g", x)
			}
			switch label := &labels[a][places[i][a]]; {
			case *label == "":
				*label = text
			case *label != text:
				*label = fmt.Sprintf("multiple %d", places[i][a]+1)
			}
		}
	}
	return labels
}

func configsOf(cells []cell) []part.Point {
	configs := make([]part.Point, len(cells))
	for i, c := range cells {
		configs[i] = c.config
	}
	return configs
}

// placesOf are the axes on which cells differ, how many values each has, and the place
// of each cell: numbers in their order, words as they come, and multiples by their rank.
func placesOf(cells []cell) (axes []*part.Axis, shape []int, places [][]int) {
	places = make([][]int, len(cells))
	configs := configsOf(cells)
	for _, axis := range part.Axes() {
		if levels := levelsOf(axis, configs); levels != nil {
			axes, shape = append(axes, axis), append(shape, slices.Max(levels)+1)
			for i, level := range levels {
				places[i] = append(places[i], level)
			}
			continue
		}
		var values []string
		number := map[string]float64{}
		for i := range cells {
			text := axis.Of(&cells[i].config)
			if !slices.Contains(values, text) {
				values = append(values, text)
				number[text], _ = axis.Number(&cells[i].config)
			}
		}
		if len(values) < 2 {
			continue
		}
		slices.SortStableFunc(values, func(a, b string) int { return cmp.Compare(number[a], number[b]) })
		axes, shape = append(axes, axis), append(shape, len(values))
		for i := range cells {
			places[i] = append(places[i], slices.Index(values, axis.Of(&cells[i].config)))
		}
	}
	return axes, shape, places
}

// importance decomposes the scores, where there are enough.
func (g fullGrid) importance() Importance {
	m := Importance{Axes: []string{}, Grid: []int{}, Points: g.points, Of: g.of, Chance: g.chance, Noise: part.Float(math.NaN()), Error: part.Float(math.NaN())}
	for i, axis := range g.axes {
		m.Axes, m.Grid = append(m.Axes, axis.Name), append(m.Grid, g.shape[i])
	}
	if g.points < fewestCells || 2*g.points < g.of {
		return m
	}
	if m.alike = g.alike(); m.alike {
		return m
	}
	d, better := Decompose(g.shape, g.scores), Decompose(g.shape, BetterHalf(g.scores))
	m.Noise, m.Shares = part.Float(d.Noise), []Share{}
	m.nothing, m.betterNothing = !d.Measurable(), !better.Measurable()
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

// alike says that on no part scores differ by more than processors do: their variance is
// rounding, of which no axis has a share.
func (g fullGrid) alike() bool {
	for _, scores := range g.scores {
		if slices.Max(scores)-slices.Min(scores) > pathsDiffer {
			return false
		}
	}
	return true
}

// leastShown is the share below which a component is not told alone.
const leastShown = 0.01

// Enough says that there was enough of a full grid to tell.
func (m *Importance) Enough() bool { return m.Shares != nil }

// Alike says that there was enough, and that all of it scores the same: nothing matters.
func (m *Importance) Alike() bool { return m.alike }

// Nothing reports that there was enough, and that the parts agree on no effect of anything that
// was varied by more than the error of that.
func (m *Importance) Nothing() bool { return m.nothing }

// BetterNothing reports [Importance.Nothing] among the better half.
func (m *Importance) BetterNothing() bool { return m.betterNothing }

// Notable are the main effects and pairs of at least 1 % in one of the two columns, and the
// sum of the rest in each.
func (m *Importance) Notable() (told []Share, rest Share) {
	rest.Error, rest.BetterHalfError = part.Float(math.NaN()), part.Float(math.NaN())
	for _, s := range m.Shares {
		if len(s.Axes) <= 2 && max(s.Share, s.BetterHalf) >= leastShown {
			told = append(told, s)
		} else {
			rest.Share, rest.BetterHalf = rest.Share+s.Share, rest.BetterHalf+s.BetterHalf
		}
	}
	return told, rest
}

// Name names the axes of a share by their signs: σ×λ.
func (s Share) Name() string {
	names := make([]string, len(s.Axes))
	for i, name := range s.Axes {
		axis, _ := part.AxisNamed(name)
		names[i] = cmp.Or(axis.Symbol, name)
	}
	return strings.Join(names, "×")
}

// Basis says what the shares are of: on 24 of 31 points that form a full grid.
func (m *Importance) Basis() string {
	if m.apart {
		return "slowness under different graphs cannot be compared"
	}
	if m.alike && m.Chance == m.Points {
		return fmt.Sprintf("nothing that was varied: none of the %d points of the grid scores better than chance on validation", m.Points)
	}
	if m.alike {
		return fmt.Sprintf("nothing that was varied: all %d points of the grid score the same", m.Points)
	}
	if m.nothing {
		return fmt.Sprintf("no varied parameter has a measurable effect: agreement between parts does not exceed noise (%d points)", m.Points)
	}
	if !m.Enough() {
		return fmt.Sprintf("not enough of a full grid: the largest has %d of %d points", m.Points, m.Of)
	}
	basis := fmt.Sprintf("on %d of %d points that form a full grid", m.Points, m.Of)
	if m.Chance > 0 {
		basis += fmt.Sprintf(", %d of which score no better than chance on validation and count as that", m.Chance)
	}
	return basis
}

// Lines are the sentences about what matters, and below them what the axes do; none where no axis was varied, or nothing scored.
func (m *Importance) Lines() []string {
	if (m.Of < 2 || m.Points == 0) && !m.apart {
		return nil
	}
	if m.nothing {
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
		basis += "; one validation part does not tell noise from effects"
	}
	told, rest := m.Notable()
	lines := []string{
		"what matters: " + sentence(told, rest, func(s Share) (share, e part.Float) { return s.Share, s.Error }) + noise + "; " + basis,
		"among the better half: no measurable effect",
	}
	if !m.betterNothing {
		lines[1] = "among the better half: " + sentence(told, rest, func(s Share) (share, e part.Float) { return s.BetterHalf, s.BetterHalfError })
	}
	for _, s := range told {
		if s.Effect != "" {
			lines = append(lines, "  "+s.Effect)
		}
	}
	return lines
}

// sentence lists shares of at least 1 % with their errors, the largest first.
func sentence(told []Share, rest Share, of func(Share) (share, e part.Float)) string {
	share := func(s Share) part.Float { x, _ := of(s); return x }
	told = slices.Clone(told)
	slices.SortStableFunc(told, func(a, b Share) int { return cmp.Compare(share(b), share(a)) })
	var out []string
	for _, s := range told {
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

// Percent writes a share with its standard error in percent: 62±8; without the error where that
// is NaN.
func Percent(share, e part.Float) string {
	if math.IsNaN(float64(e)) {
		return fmt.Sprintf("%.0f", 100*float64(share))
	}
	return fmt.Sprintf("%.0f±%.0f", 100*float64(share), 100*float64(e))
}
