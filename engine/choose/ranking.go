package choose

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/subset"
)

// A rank is the degree to which a row can be trusted. A row of a lower rank precedes rows of higher
// ranks whatever their scores.
type rank int

const (
	complete     rank = iota
	incomplete        // a part failed, is empty or is not finished, or others have more inner splits
	violating         // unit variance is violated
	undetermined      // rounding determines all of its features: never chosen
	diagnosis         // it is trained on a smaller share than others, to measure the benefit of more data: never chosen
	unscored
)

// A scored is a row with its score.
type scored struct {
	row *Row
	Score
	rank rank
}

func (b By) scored(r *Row) scored {
	s := scored{row: r, Score: b.Score(r)}
	switch {
	case math.IsNaN(s.U):
		s.rank = unscored
	case preparation.ShareOf(r.Config) < b.share:
		s.rank = diagnosis
	case r.undetermined():
		s.rank = undetermined
	case !r.VarianceOK:
		s.rank = violating
	case !s.Complete() || r.Failed > 0 || r.Config.Inner < b.splits:
		s.rank = incomplete
	}
	return s
}

// undetermined reports whether rounding determines all features of some fold.
func (r *Row) undetermined() bool {
	return slices.ContainsFunc(r.Results, func(res *result.Result) bool { return res.Degenerate != nil && res.Degenerate.Determined == 0 })
}

// Compare compares two rows in the order of choice, the better first. Rows with equal
// scores are compared by the tie-breaking rules.
func (b By) Compare(x, y *Row) int {
	s, t := b.scored(x), b.scored(y)
	return b.compare(&s, &t)
}

// Order returns the indices of the rows, the best first.
func (b By) Order(rows []Row) []int {
	all := make([]scored, len(rows))
	order := make([]int, len(rows))
	for i := range rows {
		all[i], order[i] = b.scored(&rows[i]), i
	}
	slices.SortStableFunc(order, func(i, j int) int { return b.compare(&all[i], &all[j]) })
	return order
}

// compareTrust compares two rows by how far they can be trusted: by rank, and incomplete
// rows by their number of scored parts, more first, because scores on different parts
// are incomparable.
func compareTrust(x, y *scored) int {
	if x.rank == incomplete && y.rank == incomplete {
		return cmp.Compare(y.Got, x.Got)
	}
	return cmp.Compare(x.rank, y.rank)
}

func (b By) compare(x, y *scored) int {
	if c := compareTrust(x, y); c != 0 || x.rank == unscored {
		return cmp.Or(c, compareConfig(x.row.Config, y.row.Config))
	}
	if !tied(x.U, y.U) {
		return cmp.Compare(x.U, y.U)
	}
	for _, t := range b.tieBreaks() {
		if c := t.compare(x.row, y.row); c != 0 {
			return c
		}
	}
	return 0
}

// tied reports whether two scores differ by rounding alone.
func tied(u, best float64) bool {
	return u == best || math.Abs(u-best) <= 1e-12*max(1, math.Abs(best)) // scores may be infinite
}

// A tieBreak is a rule that orders rows with the same score.
type tieBreak struct {
	name    string
	compare func(x, y *Row) int
}

// tieBreaks returns the tie-breaking rules in order of application.
func (b By) tieBreaks() []tieBreak {
	var out []tieBreak
	if !b.noBrier {
		out = append(out, tieBreak{"the lower Brier score", compareBrier})
	}
	return append(out,
		tieBreak{"the larger λ", comparing(method.Lambda, -1)},
		tieBreak{"the smaller m", comparing(subset.M, 1)},
		tieBreak{"the smaller p", comparing(method.P, 1)},
		tieBreak{"the larger σ", comparing(kernel.Sigma, -1)},
		tieBreak{"the order of the table", func(x, y *Row) int { return compareConfig(x.Config, y.Config) }})
}

// comparing returns a function that compares rows by a parameter that both have, in
// descending order for sign −1.
func comparing(of part.Parameter, sign int) func(x, y *Row) int {
	return func(x, y *Row) int {
		a, ok := of.Axis().Number(&x.Config)
		b, both := of.Axis().Number(&y.Config)
		if !ok || !both {
			return 0
		}
		return sign * cmp.Compare(a, b)
	}
}

// compareBrier compares rows by their Brier scores; differences within those between
// processors count as equal.
func compareBrier(x, y *Row) int {
	a, b := x.brier(), y.brier()
	if !(math.Abs(a-b) > pathsDiffer) {
		return 0
	}
	return cmp.Compare(a, b)
}

// scores returns the rows with their scores, and their indices.
func (b By) scores(rows []Row) (all []scored, index []int) {
	all, index = make([]scored, len(rows)), make([]int, len(rows))
	for i := range rows {
		all[i], index[i] = b.scored(&rows[i]), i
	}
	return all, index
}

// best returns the index of the best of the rows among, the rows that tie with it, and
// the names of the rules that broke the tie. best is −1 if no row may be chosen.
func (b By) best(all []scored, among []int) (best int, ties []int, by []string) {
	best = -1
	for _, i := range among {
		s := &all[i]
		if s.rank >= undetermined {
			continue
		}
		if best < 0 || cmp.Or(compareTrust(s, &all[best]), cmp.Compare(s.U, all[best].U)) < 0 {
			best = i
		}
	}
	if best < 0 {
		return best, nil, nil
	}
	for _, i := range among {
		s := &all[i]
		if compareTrust(s, &all[best]) == 0 && tied(s.U, all[best].U) {
			ties = append(ties, i)
		}
	}
	best, by, _ = b.breakTies(all, ties)
	return best, ties, by
}

// breakTies returns the first of tied rows, the names of the rules that removed some of
// them, and the number of rows that remained after each.
func (b By) breakTies(all []scored, left []int) (best int, by []string, counts []int) {
	for _, t := range b.tieBreaks() {
		if len(left) == 1 {
			break
		}
		first := slices.MinFunc(left, func(i, j int) int { return t.compare(all[i].row, all[j].row) })
		kept := slices.DeleteFunc(slices.Clone(left), func(i int) bool { return t.compare(all[i].row, all[first].row) > 0 })
		if len(kept) < len(left) {
			left, by, counts = kept, append(by, t.name), append(counts, len(kept))
		}
	}
	return left[0], by, counts
}

// differInP reports whether two rows differ only in the number of features.
func differInP(x, y *Row) bool {
	return x.Config != y.Config && x.Config.With(method.P.Is(method.P.Of(y.Config))) == y.Config
}

// A graphRows holds the indices of the rows of one training graph.
type graphRows struct {
	name string
	rows []int
}

// graphsOf groups rows by the training graph that they are scored under.
func graphsOf(all []scored, index []int) []graphRows {
	at := map[part.Point]int{}
	var out []graphRows
	for _, i := range index {
		g := graph.Under(all[i].row.Config)
		k, ok := at[g]
		if !ok {
			k = len(out)
			at[g] = k
			out = append(out, graphRows{name: strings.TrimPrefix(g.Label(), "graph=")})
		}
		out[k].rows = append(out[k].rows, i)
	}
	return out
}
