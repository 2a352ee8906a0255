package prepare

import (
	"context"
	"math"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// normalisation scales each segment over all its inputs; "" is the default of
// the kind of data.
type normalisation string

const (
	byNone normalisation = "none"
	byPeak normalisation = "peak"
	byRMS  normalisation = "rms"
	// byStandard scales each input to mean 0 and variance 1.
	byStandard normalisation = "standard"
)

// parseNormalise parses --normalise.
func parseNormalise(written string) (Step, error) {
	switch n := normalisation(written); n {
	case "", byNone, byPeak, byRMS, byStandard:
		return n, nil
	}
	return nil, message.Usagef("--normalise %s: write peak, rms, standard or none", message.Clean(written))
}

// Apply normalises each segment. It leaves segments of zeros unchanged, and
// notes them even without normalisation.
func (by normalisation) Apply(ctx context.Context, m *data.Raw, _ Memory) error {
	if by == "" {
		if by = byNone; m.Kind == data.Sound {
			by = byPeak
		}
	}
	d := len(m.Inputs)
	if by != byNone {
		m.AloneOfWindows = by == byPeak
		m.Alone = func(x []float64) error {
			_, err := by.normalise(context.Background(), x, d)
			return err
		}
	}
	var silent []string
	for _, r := range m.Recordings {
		scaled, err := by.normalise(ctx, r.X, d)
		if err != nil {
			return err
		}
		if r.Rows > 0 && !scaled {
			silent = append(silent, r.Name)
		}
	}
	if by != byNone {
		m.Did("each segment normalised to %s 1", map[normalisation]string{byPeak: "peak", byRMS: "root mean square", byStandard: "mean 0 and variance"}[by])
	}
	if silent != nil {
		m.Note("all zero, left as they are: %s (%s)", message.Counted(len(silent), "segment"), message.List(silent))
	}
	return nil
}

// normalise scales rows of d numbers by all of them. It returns false if they
// are all zero.
func (by normalisation) normalise(ctx context.Context, x []float64, d int) (bool, error) {
	if err := ctx.Err(); err != nil || by != byStandard {
		if err == nil {
			return scale(ctx, x, by)
		}
		return true, err
	}
	return true, standardise(ctx, x, d)
}

// scale divides x by its peak, by its root mean square, or by 1. It returns
// false if x is all zero.
func scale(ctx context.Context, x []float64, by normalisation) (bool, error) {
	if by == byNone {
		return slices.ContainsFunc(x, func(v float64) bool { return v != 0 }), nil
	}
	peak := 0.0
	err := eachBlock(ctx, x, 1, func(_ int, block []float64) error {
		for _, v := range block {
			peak = max(peak, math.Abs(v))
		}
		return nil
	})
	if err != nil || peak == 0 {
		return false, err
	}
	size := 1.0
	if by == byRMS {
		// relative to the peak, so that no square overflows
		sum := 0.0
		err := eachBlock(ctx, x, 1, func(_ int, block []float64) error {
			for _, v := range block {
				sum += (v / peak) * (v / peak)
			}
			return nil
		})
		if err != nil {
			return false, err
		}
		size = math.Sqrt(sum / float64(len(x)))
	}
	return true, eachBlock(ctx, x, 1, func(_ int, block []float64) error {
		for i := range block {
			block[i] = block[i] / peak / size
		}
		return nil
	})
}

// standardise scales each of the d columns of x to mean 0 and variance 1 (with
// divisor n), a constant column to 0.
func standardise(ctx context.Context, x []float64, d int) error {
	if len(x) == 0 {
		return nil
	}
	n := float64(len(x) / d)
	first := slices.Clone(x[:d])
	mean, deviation := make([]float64, d), make([]float64, d)
	pass := func(f func(c int, v *float64)) error {
		return eachBlock(ctx, x, d, func(_ int, block []float64) error {
			for ; len(block) > 0; block = block[d:] {
				for c := range d {
					f(c, &block[c])
				}
			}
			return nil
		})
	}
	if err := pass(func(c int, v *float64) { mean[c] += (*v - first[c]) / n }); err != nil {
		return err
	}
	for c, v := range first {
		mean[c] += v
	}
	if err := pass(func(c int, v *float64) { deviation[c] += (*v - mean[c]) * (*v - mean[c]) / n }); err != nil {
		return err
	}
	for c, square := range deviation {
		deviation[c] = 1
		if square > 0 {
			deviation[c] = math.Sqrt(square)
		}
	}
	return pass(func(c int, v *float64) { *v = (*v - mean[c]) / deviation[c] })
}
