package samples

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// Clipping bounds each input by what is usual of it on the training part:
// between two quantiles, or within some scaled median absolute deviations of
// the median. One of the two numbers is not 0.
type Clipping struct{ Quantile, Deviations float64 }

// madScale makes the median absolute deviation of normal numbers their standard
// deviation.
const madScale = 1.4826

// ParseClip reads the clipping of outliers; "" and "none" give the zero one,
// which is none.
func ParseClip(text string) (Clipping, error) {
	var c Clipping
	if text == "" || text == "none" {
		return c, nil
	}
	kind, number, _ := strings.Cut(text, ":")
	v, err := strconv.ParseFloat(number, 64)
	switch {
	case err == nil && kind == "quantile" && v > 0 && v < 0.5:
		c.Quantile = v
	case err == nil && kind == "mad" && v > 0 && !math.IsInf(v, 0):
		c.Deviations = v
	default:
		return c, part.Errorf("clip", "%q: write quantile:0.01 (a share below 0.5 at each end), mad:5 (that many deviations from the median) or none", text)
	}
	return c, nil
}

// bounds are what the sorted values of an input are clipped to; the values are
// used up. Where more than half of them are one, which leaves no deviation to
// measure by, nothing is clipped.
func (c Clipping) bounds(sorted []float64) (lo, hi float64) {
	last := float64(len(sorted) - 1)
	if c.Quantile > 0 {
		return sorted[int(c.Quantile*last)], sorted[int(math.Ceil((1-c.Quantile)*last))]
	}
	median := sorted[len(sorted)/2]
	for i, v := range sorted {
		sorted[i] = math.Abs(v - median)
	}
	slices.Sort(sorted)
	reach := c.Deviations * madScale * sorted[len(sorted)/2]
	if reach == 0 {
		return math.Inf(-1), math.Inf(1)
	}
	return median - reach, median + reach
}

// clip fits the bounds to the first part and clips all parts.
func (c Clipping) clip(ctx context.Context, parts []*Part) (lo, hi []float64, note string, err error) {
	n, d := parts[0].X.Dims()
	lo, hi = make([]float64, d), make([]float64, d)
	buffers := sync.Pool{New: func() any { b := make([]float64, n); return &b }}
	err = parallel.For(ctx, d, 1, func(from, to int) {
		buffer := buffers.Get().(*[]float64)
		defer buffers.Put(buffer)
		sorted := *buffer
		for j := from; j < to; j++ {
			for i := range sorted {
				sorted[i] = parts[0].X.At(i, j)
			}
			slices.Sort(sorted)
			lo[j], hi[j] = c.bounds(sorted)
		}
	})
	if err == nil {
		err = makeOwn(ctx, parts)
	}
	clipped := 0
	for k, part := range parts {
		if err == nil && part.Len() > 0 {
			var count int
			if count, err = bound(ctx, part.X, lo, hi); k == 0 {
				clipped = count
			}
		}
	}
	return lo, hi, fmt.Sprintf("%d of %d values of the training part clipped", clipped, n*d), err
}

// bound moves what lies outside of the bounds onto them, and counts it.
func bound(ctx context.Context, x *mat.Dense, lo, hi []float64) (count int, err error) {
	n, _ := x.Dims()
	for i := range n {
		if i%gatherGrain == 0 && ctx.Err() != nil {
			return count, ctx.Err()
		}
		row := x.RawRowView(i)
		for j, v := range row {
			if v < lo[j] || v > hi[j] {
				row[j] = min(max(v, lo[j]), hi[j])
				count++
			}
		}
	}
	return count, nil
}
