package prepare

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// resampling changes the sampling rate: to a rate, or by a factor.
type resampling struct {
	rate   float64 // samples per second; 0 with a factor
	factor float64
}

// maxRatio is the maximum numerator and denominator of a change of rate.
const maxRatio = 10_000

// parseResample parses --resample; nil for none.
func parseResample(written string) (Step, error) {
	if written == "" || written == "none" {
		return nil, nil
	}
	const form = "write a rate, such as 100Hz, or a factor, such as 1/4 or x0.5"
	if text, ok := strings.CutSuffix(strings.ToLower(written), "hz"); ok {
		rate, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || !(rate > 0) || math.IsInf(rate, 0) {
			return nil, message.Usagef("--resample %s: %s", message.Clean(written), form)
		}
		return resampling{rate: rate}, nil
	}
	text, times := strings.CutPrefix(written, "x")
	up, down, isRatio := strings.Cut(text, "/")
	p, err := strconv.ParseFloat(up, 64)
	q, errQ := 1.0, error(nil)
	if isRatio {
		q, errQ = strconv.ParseFloat(down, 64)
	}
	if !times && !isRatio || err != nil || errQ != nil || !(p > 0) || !(q > 0) || math.IsInf(p/q, 0) || p/q == 0 {
		return nil, message.Usagef("--resample %s: %s", message.Clean(written), form)
	}
	return resampling{factor: p / q}, nil
}

// ratio returns x as up/down, both at most maxRatio, by continued fractions. ok
// is false if no such ratio has nine correct digits.
func ratio(x float64) (up, down int, ok bool) {
	p0, q0, p1, q1 := 0.0, 1.0, 1.0, 0.0
	for rest := x; ; {
		whole := math.Floor(rest)
		p0, q0, p1, q1 = p1, q1, whole*p1+p0, whole*q1+q0
		if p1 > maxRatio || q1 > maxRatio {
			return 0, 0, false
		}
		if p1 > 0 && math.Abs(p1/q1-x) <= 1e-9*x {
			return int(p1), int(q1), true
		}
		rest = 1 / (rest - whole)
	}
}

// Apply changes the rate of all segments. It uses a sinc under a Hann window
// that passes frequencies below 0.9 of half the lower rate, which prevents
// aliasing. Near the ends of a segment, where the window is incomplete, the
// remaining weights are rescaled. Labels and targets are those of the nearest
// row. An input that is constant under the window, except for rounding, keeps
// its value, so that arithmetic adds no signal.
func (to resampling) Apply(ctx context.Context, m *data.Raw, memory Memory) error {
	filters := map[float64]*sincFilter{} // by the rate of a recording, nil if it is unchanged
	spread, d := m.Spread, len(m.Inputs)
	for _, r := range m.Recordings {
		rate := cmp.Or(m.Rate, r.Rate)
		f, ok := filters[rate]
		if !ok {
			var err error
			if f, err = to.filter(rate); err != nil {
				return err
			}
			filters[rate] = f
		}
		if f == nil {
			continue
		}
		n := 0
		if r.Rows > 0 {
			n = (r.Rows-1)*f.up/f.down + 1
		}
		if err := memory.Hold(max(0, (n-r.Rows)*d), r.Name); err != nil {
			return err
		}
		if err := f.apply(ctx, memory, r, n, d); err != nil {
			return err
		}
		spread = max(spread, (m.Spread+2*f.reach)*f.up/f.down)
	}
	m.Spread = spread
	to.recordStep(m, filters)
	return nil
}

// filter returns the filter from the given rate, 0 if unknown, to the requested
// rate; nil if they are equal.
func (to resampling) filter(rate float64) (*sincFilter, error) {
	factor := to.factor
	if to.rate > 0 {
		if rate == 0 {
			return nil, message.Usagef("--resample %gHz: the rate of the data is not known; state the unit of its clock, as in --clock t:s, or give a factor, such as 1/4", to.rate)
		}
		factor = to.rate / rate
	}
	up, down, ok := ratio(factor)
	if !ok {
		return nil, message.Usagef("--resample: %.9g is not a ratio of two whole numbers up to %d: choose another rate", factor, maxRatio)
	}
	if up == down {
		return nil, nil
	}
	return newSincFilter(up, down), nil
}

// recordStep sets the new rate, and records the step.
func (to resampling) recordStep(m *data.Raw, filters map[float64]*sincFilter) {
	var ratios []string
	for _, rate := range slices.Sorted(maps.Keys(filters)) {
		switch f := filters[rate]; {
		case f != nil && len(filters) == 1:
			ratios = append(ratios, fmt.Sprintf("%d/%d", f.up, f.down))
			m.Rate *= float64(f.up) / float64(f.down)
		case f != nil:
			ratios = append(ratios, fmt.Sprintf("%d/%d from %s", f.up, f.down, message.Sampling(rate)))
		}
	}
	if ratios == nil {
		return
	}
	if m.Rate == 0 {
		m.Rate = to.rate
	}
	at := ""
	if m.Rate > 0 {
		at = " to " + message.Sampling(m.Rate)
	}
	m.Did("resampled by %s%s, with a Hann-windowed sinc (%d periods of the lower rate to each side), cut off at 0.9 of half the lower rate",
		strings.Join(ratios, ", "), at, SincReach)
}

// sincFilter interpolates between samples. Output i lies at input i·down/up.
type sincFilter struct {
	up, down, reach int
	weights         [][]float64 // by the output's position between two inputs
}

func newSincFilter(up, down int) *sincFilter {
	corner := 0.9 * min(1, float64(up)/float64(down))
	f := &sincFilter{up: up, down: down, reach: int(math.Ceil(SincReach / corner)), weights: make([][]float64, up)}
	for phase := range f.weights {
		f.weights[phase] = SincWeights(float64(phase)/float64(up), corner, f.reach)
	}
	return f
}

// apply resamples a recording of d inputs to n rows.
func (f *sincFilter) apply(ctx context.Context, memory Memory, r *data.Recording, n, d int) error {
	x, err := memory.Floats(n * d)
	if err != nil {
		return err
	}
	nearest, steady := make([]int, n), make([]bool, d)
	for i := range n {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		phase, middle := i*f.down%f.up, i*f.down/f.up
		nearest[i] = min(middle+(2*phase)/f.up, r.Rows-1)
		low, high := max(0, middle-f.reach), min(r.Rows, middle+f.reach+1)
		row, sum, own := x[i*d:(i+1)*d], 0.0, r.X[middle*d:(middle+1)*d]
		for c := range steady {
			steady[c] = true
		}
		for t := low; t < high; t++ {
			w := f.weights[phase][t-middle+f.reach]
			sum += w
			for c, v := range r.X[t*d : (t+1)*d] {
				row[c] += w * v
				steady[c] = steady[c] && data.Steady(v, own[c])
			}
		}
		for c := range row {
			if row[c] /= sum; steady[c] {
				row[c] = own[c]
			}
		}
	}
	r.PickRows(nearest)
	r.X = x
	return nil
}

// SincReach is the number of samples of the slower rate on either side that the
// interpolation uses.
const SincReach = 16

// SincWeights returns the weights of the samples from reach before to reach
// after, for a position that is a fraction of a sample after the middle one.
func SincWeights(share, corner float64, reach int) []float64 {
	weights := make([]float64, 2*reach+1)
	for k := range weights {
		d := share + float64(reach-k)
		if math.Abs(d) >= float64(reach) {
			continue
		}
		weights[k] = corner * (1 + math.Cos(math.Pi*d/float64(reach))) / 2
		if u := math.Pi * corner * d; u != 0 {
			weights[k] *= math.Sin(u) / u
		}
	}
	return weights
}
