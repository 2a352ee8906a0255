package advise

import (
	"fmt"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/subset"
)

// explainRank is the advice on missing features without a remedy.
const explainRank = "find out why features are missing"

// rankDeficiency returns a piece of advice if the best point has fewer features than requested,
// with the cause.
func (f *findings) rankDeficiency() []Advice {
	var r *result.Result
	for _, res := range f.best.Results {
		if res.Error == "" && res.Features < method.P.Of(res.Point) && (r == nil || res.Features < r.Features) {
			r = res
		}
	}
	if r == nil {
		return nil
	}
	a := Advice{
		Kind: Rank, Do: explainRank,
		Evidence: []Evidence{{Config: f.best.Config, Keys: []string{r.Key}, Measure: "features", Value: float64(r.Features)}},
		Why:      fmt.Sprintf("%s has %d of %d features: the rank is %d", f.name(f.best, "p"), r.Features, method.P.Of(r.Point), r.Rank),
	}
	sigma, hasWidth := f.lines["sigma"]
	m, hasSize := f.lines["m"]
	switch {
	case r.Supports > 0 && r.Supports < subset.M.Of(r.Point) && hasWidth:
		a.Why += fmt.Sprintf(", because %s found only %d of %d supports that are distinct at this width", subset.Name.Of(r.Point), r.Supports, subset.M.Of(r.Point))
		return []Advice{a.orValue(sigma, "narrow σ to", round(sigma.xs[sigma.at]/2))}
	case r.Supports > 0 && r.Supports < subset.M.Of(r.Point): // a larger m selects no more
		a.Why += fmt.Sprintf(", because %s found only %d of %d distinct supports", subset.Name.Of(r.Point), r.Supports, subset.M.Of(r.Point))
		return []Advice{a}
	case r.Supports > 0 && r.Rank >= r.Supports-1 && hasSize:
		a.Why += fmt.Sprintf(", the maximum for %d supports", r.Supports)
		return []Advice{a.orValue(m, "raise m to", float64(2*method.P.Of(r.Point)))}
	case r.Supports > 0 && hasWidth:
		a.Why += fmt.Sprintf(" of %d functions, because eigenvalues of C are zero to rounding at this width", r.Supports)
		return []Advice{a.orValue(sigma, "narrow σ to", round(sigma.xs[sigma.at]/2))}
	}
	for _, note := range r.Notes {
		if strings.Contains(note, "inputs constant") || strings.Contains(note, "copies of others") {
			a.Why += ", with " + note
		}
	}
	return []Advice{a}
}

// orValue returns the advice to set a value, or a itself if that value was tried.
func (a Advice) orValue(l line, do string, value float64) Advice {
	if with := a.withValues(l, value); with.Points != nil {
		with.Do = do + " " + formatFull(with.Values[0])
		return with
	}
	return a
}

// failures returns a piece of advice on points that failed, with the most frequent error.
func (f *findings) failures() []Advice {
	count := map[string]int{}
	var first *result.Result
	fits := 0
	for i := range f.Rows {
		for _, r := range f.Rows[i].Results {
			if r.Error == "" {
				continue
			}
			fits++
			count[r.Error]++
			if first == nil || count[r.Error] > count[first.Error] {
				first = r
			}
		}
	}
	if fits == 0 {
		return nil
	}
	return []Advice{{
		Kind: Failed, Do: "see why " + message.Counted(fits, "fit") + " failed",
		Evidence: []Evidence{{Config: first.Point.Config(), Keys: []string{first.Key}, Measure: "points with this error", Value: float64(count[first.Error])}},
		Why:      fmt.Sprintf("%d with: %s", count[first.Error], first.Error),
	}}
}
