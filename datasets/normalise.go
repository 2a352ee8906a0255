package datasets

import (
	"context"
	"math"
	"slices"
)

// normalisation scales a segment as a whole, over all its inputs.
type normalisation string

const (
	byNone normalisation = "none"
	byPeak normalisation = "peak"
	byRMS  normalisation = "rms"
	// byStandard brings each input to mean 0 and variance 1.
	byStandard normalisation = "standard"
)

// parseNormalise reads --normalise; "" is the default of the kind of data.
func parseNormalise(written string, k kind) (normalisation, error) {
	switch n := normalisation(written); n {
	case byNone, byPeak, byRMS, byStandard:
		return n, nil
	case "":
		if k == sound {
			return byPeak, nil
		}
		return byNone, nil
	}
	return "", usagef("--normalise %s: write peak, rms, standard or none", Clean(written))
}

// normalise scales each segment to peak 1 or to root mean square 1. A segment
// of nothing but zeros stays as it is; it is noted even where nothing is scaled.
func (m *material) normalise(ctx context.Context, by normalisation) error {
	var silent []string
	for _, r := range m.recordings {
		if err := ctx.Err(); err != nil {
			return err
		}
		if by == byStandard {
			standardise(r.x, len(m.inputs))
			continue
		}
		if r.rows > 0 && !scale(r.x, by) {
			silent = append(silent, r.name)
		}
	}
	if by != byNone {
		m.did("each segment normalised to %s 1", map[normalisation]string{byPeak: "peak", byRMS: "root mean square", byStandard: "mean 0 and variance"}[by])
	}
	if silent != nil {
		m.note("all zero, left as they are: %s (%s)", counted(len(silent), "segment"), enumerate(silent))
	}
	return nil
}

// scale divides x by its peak or root mean square, or by nothing; false if x is
// all zero.
func scale(x []float64, by normalisation) bool {
	if by == byNone {
		return slices.ContainsFunc(x, func(v float64) bool { return v != 0 })
	}
	peak := 0.0
	for _, v := range x {
		peak = max(peak, math.Abs(v))
	}
	if peak == 0 {
		return false
	}
	size := 1.0
	if by == byRMS {
		// relative to the peak, so that no square overflows
		sum := 0.0
		for _, v := range x {
			sum += (v / peak) * (v / peak)
		}
		size = math.Sqrt(sum / float64(len(x)))
	}
	for i := range x {
		x[i] = x[i] / peak / size
	}
	return true
}

// standardise brings each of the d columns of x to mean 0 and variance 1,
// divided by n; one that never changes to 0.
func standardise(x []float64, d int) {
	n := len(x) / d
	for c := range d {
		if n == 0 {
			return
		}
		mean, square := 0.0, 0.0
		for i := c; i < len(x); i += d {
			mean += (x[i] - x[c]) / float64(n)
		}
		mean += x[c]
		for i := c; i < len(x); i += d {
			square += (x[i] - mean) * (x[i] - mean) / float64(n)
		}
		for i := c; i < len(x); i += d {
			x[i] -= mean
			if square > 0 {
				x[i] /= math.Sqrt(square)
			}
		}
	}
}
