package choose

import (
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/stat"
)

// A Stationarity compares the speed of a row's first feature between the validation
// parts of one series. The speed of a part is ln mean(Δφ)², where φ has variance 1 on
// the training part.
type Stationarity struct {
	// Contrast is the largest difference of mean speed between the parts before and
	// after a cut, in standard errors; the mean over folds. Limit is the value that a
	// stationary feature of the same memory exceeds in 5 % of series.
	Contrast part.Float `json:"contrast"`
	Limit    part.Float `json:"limit"`
	// Cut is the number of parts before the cut of the fold with the largest contrast;
	// Before and Behind are the mean squared steps on either side.
	Cut    int        `json:"cut"`
	Before part.Float `json:"before"`
	Behind part.Float `json:"behind"`
	// Memory is the integrated autocorrelation time of the first feature and Rows the
	// length of a part, both in samples and averaged over the parts.
	Memory part.Float `json:"memory"`
	Rows   part.Float `json:"rows"`
}

// fewestMemories is the length that a part needs to be a fair sample, in memory
// lengths.
const fewestMemories = 10

// StationarityOf compares the speed on the validation parts of a row. It returns nil
// unless these are stretches of one series, two or more in a fold, with recorded steps.
func StationarityOf(r *Row) *Stationarity {
	if r == nil || !r.series() {
		return nil
	}
	s, folds, largest, parts := Stationarity{}, 0, 0.0, 0
	for _, res := range r.Results {
		of := res.Validation.OrNone().Parts
		if res.Point.Draw > 0 || len(of) < 2 || slices.ContainsFunc(of, func(p result.ValidationPart) bool { return p.FirstSteps == nil || p.FirstMemory == nil }) {
			continue
		}
		c := contrastOf(of)
		if c.value > largest {
			largest, s.Cut, s.Before, s.Behind = c.value, c.cut, part.Float(c.before), part.Float(c.behind)
		}
		s.Contrast += part.Float(c.value)
		folds, parts = folds+1, max(parts, len(of))
		for _, p := range of {
			s.Memory += *p.FirstMemory / part.Float(len(of))
			s.Rows += part.Float(p.N) / part.Float(len(of))
		}
	}
	if folds == 0 {
		return nil
	}
	n := part.Float(folds)
	s.Contrast, s.Memory, s.Rows = s.Contrast/n, s.Memory/n, s.Rows/n
	s.Limit = part.Float(contrastLimit(parts, float64(s.Rows/s.Memory)))
	return &s
}

// A contrast is the largest difference of speed between the parts before and after a
// cut.
type contrast struct {
	value          float64
	cut            int
	before, behind float64
}

// contrastOf returns the contrast at the cut with the largest difference of speed.
// parts are in order of time. The error pools the variance of parts on either side with
// that of the mean over the quarters of a part.
func contrastOf(parts []result.ValidationPart) (c contrast) {
	k := len(parts)
	speed, within := make([]float64, k), 0.0
	for i, p := range parts {
		quarters := part.Numbers(p.FirstSteps)
		speed[i] = math.Log(stat.Mean(quarters, nil))
		for j, q := range quarters {
			quarters[j] = math.Log(q)
		}
		within += stat.Variance(quarters, nil) / float64(len(quarters)*k)
	}
	within = max(within, 2/float64(parts[0].N)) // the variance of a Gaussian feature is at least this
	free := 3 * k
	for cut := 1; cut < k; cut++ {
		a, va := stat.PopMeanVariance(speed[:cut], nil)
		b, vb := stat.PopMeanVariance(speed[cut:], nil)
		square := float64(cut)*va + float64(k-cut)*vb
		se := math.Sqrt((square + float64(free)*within) / float64(k-2+free) * (1/float64(cut) + 1/float64(k-cut)))
		if v := math.Abs(a-b) / se; v > c.value {
			c = contrast{v, cut, math.Exp(a), math.Exp(b)}
		}
	}
	return c
}

// contrastTable holds the 95 % quantiles of the largest contrast of stationary
// features, by the number of parts (rows, limitParts) and by memory lengths in a part
// (columns, limitMemories). They are simulated: squared steps are exp(h)·z², where h is
// an AR(1) process of variance 1 with the memory of the feature and z is white noise,
// because steps of a non-linear feature depend on its position.
var (
	limitParts    = []float64{2, 3, 4, 6, 8, 12, 16}
	limitMemories = []float64{0.5, 1, 2, 4, 8, 16, 32, 64}
	contrastTable = [][]float64{
		{4.37, 4.20, 3.65, 3.12, 2.72, 2.52, 2.41, 2.36},
		{5.25, 4.81, 3.99, 3.31, 2.97, 2.78, 2.69, 2.62},
		{5.89, 5.12, 4.18, 3.45, 3.06, 2.86, 2.79, 2.78},
		{6.68, 5.37, 4.34, 3.54, 3.15, 2.96, 2.89, 2.87},
		{7.12, 5.62, 4.31, 3.57, 3.23, 3.05, 2.96, 2.90},
		{7.41, 5.67, 4.42, 3.73, 3.28, 3.07, 3.00, 3.01},
		{7.71, 5.74, 4.48, 3.72, 3.33, 3.16, 3.09, 3.01},
	}
)

// contrastLimit interpolates contrastTable, in the logarithm of the memory lengths.
func contrastLimit(parts int, memories float64) float64 {
	i, s := placeIn(limitParts, float64(parts), func(x float64) float64 { return x })
	j, t := placeIn(limitMemories, memories, math.Log)
	row := func(i int) float64 { return contrastTable[i][j]*(1-t) + contrastTable[i][j+1]*t }
	return row(i)*(1-s) + row(i+1)*s
}

// placeIn returns the index of the interval of an ascending grid that contains x, and
// the position of x in it from 0 to 1 on the given scale. It clamps x to the grid.
func placeIn(grid []float64, x float64, scale func(float64) float64) (i int, share float64) {
	x = max(grid[0], min(x, grid[len(grid)-1]))
	i, _ = slices.BinarySearch(grid[1:len(grid)-1], x)
	return i, (scale(x) - scale(grid[i])) / (scale(grid[i+1]) - scale(grid[i]))
}

// Holds reports whether the series may be stationary.
func (s *Stationarity) Holds() bool { return !(s.Contrast > s.Limit) }

// Lines returns warnings if the series is not stationary, or if its parts are short for
// the memory of the feature.
func (s *Stationarity) Lines() (lines []string) {
	if s == nil {
		return nil
	}
	if !s.Holds() {
		lines = append(lines, message.Numbers("the series is not stationary: the mean squared step of ★'s first feature is %.2g before and %.2g after the end of validation part %d", float64(s.Before), float64(s.Behind), s.Cut))
	}
	if s.Rows < fewestMemories*s.Memory {
		lines = append(lines, fmt.Sprintf("validation parts of %.0f rows are short for a feature with a memory of %.0f rows", float64(s.Rows), float64(s.Memory)))
	}
	return lines
}
