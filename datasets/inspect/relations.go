package inspect

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/dsp/window"
	"gonum.org/v1/gonum/stat"

	"example.com/sfatui/datasets/data"
)

// mostFrames is the maximum number of frames for correlations and histograms;
// longer data is thinned evenly.
const mostFrames = 100_000

// Correlations holds the correlations of inputs with each other and with the
// label or target.
type Correlations struct {
	// Names holds the names of the inputs, then the label if there are two
	// classes, or the target. R is symmetric, in the same order; NaN if one of
	// the two is constant.
	Names []string
	R     [][]float64
	Of    int // number of frames
}

// CorrelationsOf computes Pearson's correlations of some inputs. It returns an
// error only when ctx ends.
func CorrelationsOf(ctx context.Context, s *data.Set, inputs []int) (*Correlations, error) {
	c := &Correlations{}
	var columns [][]float64
	var rows []int
	for _, j := range inputs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var x []float64
		x, rows = Thinned(s, j, mostFrames)
		columns, c.Names, c.Of = append(columns, x), append(c.Names, s.Inputs[j]), len(x)
	}
	if told := targetFunc(s); told != nil {
		x := make([]float64, len(rows))
		for i, row := range rows {
			x[i] = told(row)
		}
		columns, c.Names = append(columns, x), append(c.Names, targetName(s))
	}
	c.R = make([][]float64, len(columns))
	for i := range columns {
		c.R[i] = make([]float64, len(columns))
		for j := range i + 1 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			c.R[i][j] = stat.Correlation(columns[i], columns[j], nil)
			c.R[j][i] = c.R[i][j]
		}
	}
	return c, nil
}

// targetFunc returns a function for the label of a row as a number, if there
// are two classes, or for the target; nil if the set has neither.
func targetFunc(s *data.Set) func(row int) float64 {
	switch {
	case len(s.Classes) == 2:
		return func(row int) float64 { return float64(s.Label[row]) }
	case s.Target != nil:
		return func(row int) float64 { return s.Target[row] }
	}
	return nil
}

func targetName(s *data.Set) string {
	if len(s.Classes) == 2 {
		return "label " + s.Classes[1]
	}
	return s.TargetName
}

// Thinned returns at most so many values of an input, spread evenly over the
// frames, and their rows.
func Thinned(s *data.Set, input, most int) (values []float64, rows []int) {
	n := 0
	for _, seg := range s.Segments {
		n += framesIn(s, seg)
	}
	stride, at := max(1, (n+most-1)/most), 0
	for _, seg := range s.Segments {
		frames := s.FramesOf(seg)
		m, _ := frames.Dims()
		for t := range m {
			if at%stride == 0 {
				values = append(values, frames.At(t, input))
				row := seg.Start + t
				if s.Series {
					row = seg.Start
				}
				rows = append(rows, row)
			}
			at++
		}
	}
	return values, rows
}

func framesIn(s *data.Set, seg data.Segment) int {
	if s.Series {
		frames, _ := s.FramesOf(seg).Dims()
		return frames
	}
	return seg.Len()
}

// Histogram counts an input's values in equal parts of its range, over all
// samples and for each class.
type Histogram struct {
	Low, High float64
	All       []float64
	Classes   [][]float64 // by class; nil without labels
	N         []int       // samples of each class
	Total     int
}

// HistogramOf counts the values of an input in so many parts.
func HistogramOf(s *data.Set, input, parts int) *Histogram {
	values, rows := Thinned(s, input, mostFrames)
	h := &Histogram{Low: slices.Min(values), High: slices.Max(values), All: make([]float64, parts), Total: len(values)}
	for range s.Classes {
		h.Classes = append(h.Classes, make([]float64, parts))
	}
	h.N = make([]int, len(s.Classes))
	for i, v := range values {
		at := 0
		if h.High > h.Low {
			at = min(int((v-h.Low)/(h.High-h.Low)*float64(parts)), parts-1)
		}
		h.All[at]++
		if s.Label != nil && s.Label[rows[i]] >= 0 {
			h.Classes[s.Label[rows[i]]][at]++
			h.N[s.Label[rows[i]]]++
		}
	}
	return h
}

// Spectrum is the power of an input by frequency.
type Spectrum struct {
	Frequency []float64 // in Hz if the rate is at least 1 per second, else in periods per sample
	Power     []float64 // relative, with sum 1
	Windows   int       // number of windows averaged
	Length    int       // samples in each window
}

// Limits of the windows of a spectrum.
const (
	shortestWindow = 16
	longestWindow  = 1024
	mostWindows    = 2000
)

// SpectrumOf returns the mean power over windows of an input by Welch's method:
// windows overlap by half and are centred and tapered (Hann). No window crosses
// the border of a segment. It returns an error if all segments are too short,
// and when ctx ends.
func SpectrumOf(ctx context.Context, s *data.Set, input int) (*Spectrum, error) {
	longest := 0
	for _, seg := range s.Segments {
		longest = max(longest, framesIn(s, seg))
	}
	length := shortestWindow
	for 2*length <= min(longest, longestWindow) {
		length *= 2
	}
	if longest < length {
		return nil, fmt.Errorf("the longest segment has %d samples, and a spectrum requires %d or more", longest, shortestWindow)
	}
	sp := &Spectrum{Length: length, Power: make([]float64, length/2)}
	fft, x := fourier.NewFFT(length), make([]float64, length)
	for _, seg := range s.Segments {
		frames := s.FramesOf(seg)
		n, _ := frames.Dims()
		for from := 0; from+length <= n && sp.Windows < mostWindows; from += length / 2 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for t := range x {
				x[t] = frames.At(from+t, input)
			}
			mean := stat.Mean(x, nil)
			for t := range x {
				x[t] -= mean
			}
			for k, c := range fft.Coefficients(nil, window.Hann(x))[1:] {
				if k < len(sp.Power) {
					sp.Power[k] += real(c)*real(c) + imag(c)*imag(c)
				}
			}
			sp.Windows++
		}
	}
	total := 0.0
	for _, p := range sp.Power {
		total += p
	}
	rate := s.Rate
	if rate < 1 { // at rates of hours and days, Hz are unreadable
		rate = 1
	}
	for k := range sp.Power {
		sp.Power[k] /= math.Max(total, math.SmallestNonzeroFloat64)
		sp.Frequency = append(sp.Frequency, rate*fft.Freq(k+1))
	}
	return sp, nil
}
