package predictable

import (
	"fmt"
	"math"
)

// Windows have an even number of samples, at least smallestWindow.
const (
	smallestWindow = 8
	largestWindow  = 256
	fewestWindows  = 4
)

// Window returns a length of windows, in samples, that suits [ForeCA] of segments of
// the given lengths: the largest power of two of 8 … 256 that is at most an eighth of
// all samples, so that the average is over many windows, and no longer than the
// segments of at least half of the samples.
func Window(lengths []int) int {
	n := 0
	for _, length := range lengths {
		n += length
	}
	window := largestWindow
	for window > smallestWindow && (window > n/8 || 2*samplesIn(lengths, window) < n) {
		window /= 2
	}
	return window
}

// samplesIn counts the samples in segments of at least the given length.
func samplesIn(lengths []int, least int) int {
	n := 0
	for _, length := range lengths {
		if length >= least {
			n += length
		}
	}
	return n
}

// stretch holds a part of a segment under one taper. Its weight is its share in the
// spectrum; all add up to 1.
type stretch struct {
	from, length int
	weight       float64
}

// stretches covers each segment with stretches of window samples that overlap by half
// or a little more, so that the last ends with the segment. A shorter segment is one
// stretch; one shorter than half a window is left out. Segments weigh as much as their
// lengths. used counts the samples covered.
func stretches(lengths []int, window int) (out []stretch, used int) {
	used = samplesIn(lengths, window/2)
	start := 0
	for _, length := range lengths {
		switch {
		case length < window/2:
		case length <= window:
			out = append(out, stretch{start, length, float64(length) / float64(used)})
		default:
			more := (length - window + window/2 - 1) / (window / 2)
			weight := float64(length) / float64(used) / float64(more+1)
			for k := range more + 1 {
				out = append(out, stretch{start + k*(length-window)/more, window, weight})
			}
		}
		start += length
	}
	return out, used
}

// coverSegments returns stretches, if they suffice for a spectrum of r features, and
// notes on samples left out and on too few windows. It fails if they do not suffice.
func coverSegments(lengths []int, window, r int) ([]stretch, []string, error) {
	n := 0
	for _, length := range lengths {
		n += length
	}
	all, used := stretches(lengths, window)
	switch {
	case 2*used < n:
		return nil, nil, fmt.Errorf("only %d of %d samples are in segments of at least %d, half a window: take shorter windows (they have %d or more samples), or longer segments", used, n, window/2, smallestWindow)
	case len(all) < fewestWindows:
		return nil, nil, fmt.Errorf("%d samples make %d windows of up to %d, and a spectrum is an average over %d or more: take shorter windows, or more samples", used, len(all), window, fewestWindows)
	case used <= r:
		return nil, nil, fmt.Errorf("%d samples are in segments of at least %d, half a window: no more than the %d features", used, window/2, r)
	}
	var notes []string
	if used < n {
		notes = append(notes, fmt.Sprintf("%d of %d samples are in segments shorter than half a window of %d and were left out", n-used, n, window))
	}
	if len(all) < r {
		notes = append(notes, fmt.Sprintf("the spectrum is an average over %d windows for %d features: so few make noise seem forecastable; shorter windows or fewer features would tell more", len(all), r))
	}
	return all, notes, nil
}

// taper returns the Hann window of so many samples, sin²(π(t+½)/length), scaled to a
// sum of squares of 1.
func taper(length int) []float64 {
	h := make([]float64, length)
	sum := 0.0
	for t := range h {
		s := math.Sin(math.Pi * (float64(t) + 0.5) / float64(length))
		h[t] = s * s
		sum += h[t] * h[t]
	}
	for t := range h {
		h[t] /= math.Sqrt(sum)
	}
	return h
}

// tapers returns a taper for each length that occurs among the stretches.
func tapers(all []stretch) map[int][]float64 {
	out := map[int][]float64{}
	for _, s := range all {
		if out[s.length] == nil {
			out[s.length] = taper(s.length)
		}
	}
	return out
}
