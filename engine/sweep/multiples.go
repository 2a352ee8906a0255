package sweep

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
)

// resolve sets the λ of points from text, which contains multiples. They refer to the median
// over the folds of the λ from which regularisation begins to act on a point with the most
// features, so that folds share a grid.
func (g *grid) resolve(text string, in []part.Point, acting Acting) (out []part.Point, acts []Act, err error) {
	zeros := g.unregularised(in)
	from, err := acting(zeros)
	if err != nil {
		return nil, nil, err
	}
	lambdas := map[part.Point][]float64{} // of each fold
	for i, z := range zeros {
		lambdas[z.Config()] = append(lambdas[z.Config()], from[i])
	}
	settings := map[part.Point][]part.Assignment{}
	for _, z := range zeros {
		config := z.Config()
		if settings[config] != nil {
			continue
		}
		acts = append(acts, Act{config, medianActing(lambdas[config])})
		if settings[config], err = acts[len(acts)-1].parse(text); err != nil {
			return nil, nil, err
		}
	}
	most := mostFeatures(in)
	for _, p := range in {
		if !method.Lambda.Axis().AppliesTo(&p, g.target) {
			out = append(out, p)
			continue
		}
		for _, set := range settings[unregularised(p, most).Config()] {
			q := p
			set(&q)
			out = append(out, q)
		}
		if len(out) > maxPoints {
			return nil, nil, part.Errorf("lambda", "the sweep has more than %d points; take fewer values", maxPoints)
		}
	}
	return out, acts, nil
}

// medianActing returns the median of the positive lambdas; NaN if there are none.
func medianActing(lambdas []float64) float64 {
	positive := slices.DeleteFunc(lambdas, func(x float64) bool { return !(x > 0) })
	if len(positive) == 0 {
		return math.NaN()
	}
	return median(positive)
}

// parse parses multiples of a.Lambda.
func (a Act) parse(text string) ([]part.Assignment, error) {
	if math.IsNaN(a.Lambda) {
		return nil, part.Errorf("lambda", "multiples of λ are undefined at %s, where no fold can be solved without regularisation: write λ as numbers", a.Config.Label())
	}
	return method.Lambda.Axis().Parse(text, part.MultiplesOf(a.Lambda))
}

// unregularised returns the distinct points to solve for the λ from which regularisation begins
// to act.
func (g *grid) unregularised(in []part.Point) []part.Point {
	var zeros []part.Point
	most, seen := mostFeatures(in), map[part.Point]bool{}
	for _, p := range in {
		if z := unregularised(p, most); !seen[z] && method.Lambda.Axis().AppliesTo(&p, g.target) {
			seen[z] = true
			zeros = append(zeros, z)
		}
	}
	return zeros
}

// unregularised returns the point of slow feature analysis without regularisation and readout
// that has the same function space, subset and graph as p.
func unregularised(p part.Point, features int) part.Point {
	cut := method.Cut.Of(p)
	readout.Kinds.Drop(&p)
	method.Kinds.Drop(&p)
	method.Cut.Set(&p, cut)
	method.Rotation.Set(&p, "")
	p.Draw = 0
	p = p.Unmeasured()
	return p.With(method.Name.Is("sfa"), method.Lambda.Is(0), method.P.Is(features), readout.Name.Is("none"))
}

// mostFeatures returns the largest number of features of the points.
func mostFeatures(in []part.Point) int {
	most := 1
	for _, p := range in {
		most = max(most, method.P.Of(p))
	}
	return most
}

// ActsText returns in words the range of λ from which regularisation begins to act; "" if it
// was not computed.
func (p *Plan) ActsText() string {
	if len(p.Acts) == 0 {
		return ""
	}
	least, most := p.Acts[0].Lambda, p.Acts[0].Lambda
	for _, a := range p.Acts {
		least, most = min(least, a.Lambda), max(most, a.Lambda)
	}
	if least == most {
		return "λ begins to act near " + shortNumber(least)
	}
	return fmt.Sprintf("λ begins to act near %s to %s, depending on other parameters", shortNumber(least), shortNumber(most))
}

// shortNumber formats x with two digits: 5e-4.
func shortNumber(x float64) string {
	return strings.Replace(strconv.FormatFloat(x, 'g', 2, 64), "e-0", "e-", 1)
}
