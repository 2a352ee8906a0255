package choose

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
)

// A LearningCurve holds the best point of each share of the training parts on
// validation, and whether more data would help.
type LearningCurve struct {
	// Graph names the training graph if scores of graphs are incomparable; "" for all.
	Graph string `json:"graph,omitempty"`
	// Shares are in ascending order.
	Shares []ShareBest `json:"shares"`
	// MoreData is "helps" if the best point of the largest share is better than that of
	// the second largest by more than the error of the comparison, "hurts" if it is
	// worse, else "undecided".
	MoreData string `json:"more_data"`
	// Gain is the score of the second largest share minus that of the largest, Error
	// its corrected error, and P the one-sided probability of a gain this large if
	// there were none. They are NaN if the two have no common parts.
	Gain  part.Float `json:"gain"`
	Error part.Float `json:"error"`
	P     part.Float `json:"p"`

	show func(float64) float64
}

// A ShareBest is the best point of a share on validation. Its score on test is not used
// in the comparison.
type ShareBest struct {
	Share part.Float `json:"share"`
	Key   string     `json:"key"`
	// Validation and Test are means over the parts, in the units of the objective.
	Validation part.Float `json:"validation"`
	Test       part.Float `json:"test"`
	// Row is the summary of the point.
	Row *Row `json:"-"`

	score Score
}

// The values of [LearningCurve.MoreData].
const (
	moreHelps     = "helps"
	moreHurts     = "hurts"
	moreUndecided = "undecided"
)

// LearningCurves returns the learning curve of the rows, or one for each training graph
// if scores of graphs are incomparable. It returns nil if all rows have one share.
func (b By) LearningCurves(rows []Row) (curves []LearningCurve) {
	if !slices.ContainsFunc(rows, func(r Row) bool {
		return preparation.TrainShare.Of(r.Config) != preparation.TrainShare.Of(rows[0].Config)
	}) {
		return nil
	}
	b = b.Over(rows)
	b.share = 0 // choose within each share
	all, index := b.scores(rows)
	groups := []graphRows{{rows: index}}
	if graphs := graphsOf(all, index); b.graphsIncomparable() && len(graphs) > 1 {
		groups = graphs
	}
	for _, g := range groups {
		if c := b.learningCurve(all, g); len(c.Shares) > 1 {
			c.judge()
			curves = append(curves, c)
		}
	}
	return curves
}

// learningCurve returns the best row of each share of the rows of g.
func (b By) learningCurve(all []scored, g graphRows) LearningCurve {
	c := LearningCurve{Graph: g.name, show: scoreToUnits(b.Objective)}
	of := map[float64][]int{}
	for _, i := range g.rows {
		share := preparation.ShareOf(all[i].row.Config)
		of[share] = append(of[share], i)
	}
	for share, among := range of {
		best, _, _ := b.best(all, among)
		if best < 0 {
			continue
		}
		r, s := all[best].row, all[best].Score
		c.Shares = append(c.Shares, ShareBest{
			Share: part.Float(share), Key: r.Key(), Validation: part.Float(s.Shown()), Test: part.Float(c.show(b.onTest(r))), Row: r, score: s,
		})
	}
	slices.SortFunc(c.Shares, func(x, y ShareBest) int { return cmp.Compare(x.Share, y.Share) })
	return c
}

// judge compares the two largest shares part by part.
func (c *LearningCurve) judge() {
	nan := part.Float(math.NaN())
	c.MoreData, c.Gain, c.Error, c.P = moreUndecided, nan, nan, nan
	second, first := &c.Shares[len(c.Shares)-2], &c.Shares[len(c.Shares)-1]
	u, best := second.score.Parts, first.score.Parts
	if !second.score.Complete() || !first.score.Complete() || len(u) != len(best) || len(u) < 2 {
		return
	}
	d := DeficitOf(u, best, first.Row.Ratio())
	c.Gain, c.Error, c.P = part.Float(d.Mean), part.Float(d.SE), part.Float(d.P)
	switch alike := math.IsNaN(d.P); { // the difference is the same on all parts
	case d.P < significanceLevel, alike && d.Mean > roundingBound(best):
		c.MoreData = moreHelps
	case 1-d.P < significanceLevel, alike && d.Mean < -roundingBound(best):
		c.MoreData = moreHurts
	}
}

// String returns whether more data would help, with the two largest shares.
func (c *LearningCurve) String() string {
	second, first := &c.Shares[len(c.Shares)-2], &c.Shares[len(c.Shares)-1]
	verdict := map[string]string{
		moreHelps: "more data would help", moreHurts: "more data would not help", moreUndecided: "undecided whether more data would help",
	}[c.MoreData]
	p := ""
	switch {
	case !math.IsNaN(float64(c.P)):
		p = fmt.Sprintf(" (p = %.2g)", math.Min(float64(c.P), 1-float64(c.P)))
	case math.IsNaN(float64(c.Gain)):
		p = " (too few parts to compare)"
	}
	return message.Numbers("%s: with %g %% of the training part the best point scores %.4g, with %g %% it scores %.4g%s",
		verdict, 100*float64(second.Share), float64(second.Validation), 100*float64(first.Share), float64(first.Validation), p)
}

// Curve returns the shares with the scores of their best points on validation, and on
// test if that was measured.
func (c *LearningCurve) Curve() string {
	under := ""
	if c.Graph != "" {
		under = "under graph " + c.Graph + ", "
	}
	var steps []string
	of := "with the best score on validation"
	for _, s := range c.Shares {
		step := message.Numbers("%g %%: %.4g", 100*float64(s.Share), float64(s.Validation))
		if test := float64(s.Test); !math.IsNaN(test) {
			of = "with the best score on validation and that point's on test"
			step += message.Numbers(", %.4g", test)
		}
		steps = append(steps, step)
	}
	return under + "share of the training part, " + of + ": " + strings.Join(steps, "; ")
}
