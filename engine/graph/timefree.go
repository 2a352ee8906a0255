package graph

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/sfa"
	"gonum.org/v1/gonum/mat"
)

// TimeResponses returns [FreeResponses] of the graph [Time] of segments of the given
// lengths, in closed form and for any number n of samples. With P pairs they are:
//
//   - Δ = 0 for the constant, and for the contrasts between segments, one fewer than
//     segments: the j-th is constant in each segment and contrasts segment j, from 0, with
//     those before it.
//   - Δ = (n/P)·(2 − 2cos(πk/L)) for √(2n/L)·cos(πk(t+½)/L) in one segment of L samples
//     t = 0 … L−1, k = 1 … L−1, and 0 in the others.
//
// Responses of equal Δ are in the order of their segments. It fails if no segment has two
// samples, and panics if p < 1.
func TimeResponses(lengths []int, p int) (values []float64, y *mat.Dense, err error) {
	if p < 1 {
		panic(fmt.Sprintf("graph: %d free responses", p))
	}
	n, segments := 0, 0
	for _, length := range lengths {
		n += length
		segments += min(length, 1)
	}
	if n == segments {
		return nil, nil, errors.New("no segment has two samples: every response is free")
	}
	waves := timeWaves(lengths, p)
	p = min(p, n)
	values, y = make([]float64, p), mat.NewDense(n, p, nil)
	for i := range min(p, segments) {
		contrast(y, i, lengths)
	}
	for i := segments; i < p; i++ {
		w := waves[i-segments]
		values[i] = w.delta * float64(n) / float64(n-segments)
		w.write(y, i)
	}
	sfa.CanonicalSigns(y, y)
	return values, y, nil
}

// SlowestInTime returns the smallest Δ of a response under the graph [Time] that varies
// within a segment, and the number of samples of that segment, the longest. It panics
// if no segment has two samples.
func SlowestInTime(lengths []int) (delta float64, samples int) {
	n, pairs := 0, 0
	for _, length := range lengths {
		n, pairs = n+length, pairs+max(length-1, 0)
	}
	w := timeWaves(lengths, 1)[0]
	return w.delta * float64(n) / float64(pairs), w.length
}

// wave is a cosine of k half periods over a segment.
type wave struct {
	start, length, k int
	delta            float64 // 2 − 2cos(πk/L)
}

// timeWaves returns the p waves of smallest Δ, and more.
func timeWaves(lengths []int, p int) (waves []wave) {
	start := 0
	for _, length := range lengths {
		for k := 1; k < length && k <= p; k++ {
			half := math.Sin(math.Pi * float64(k) / float64(2*length))
			waves = append(waves, wave{start, length, k, 4 * half * half})
		}
		start += length
	}
	slices.SortStableFunc(waves, func(a, b wave) int { return cmp.Compare(a.delta, b.delta) })
	return waves
}

// write writes the wave to column c, with mean square 1.
func (w wave) write(y *mat.Dense, c int) {
	n, _ := y.Dims()
	scale := math.Sqrt(2 * float64(n) / float64(w.length))
	for t := range w.length {
		y.Set(w.start+t, c, scale*math.Cos(math.Pi*float64(w.k)*(float64(t)+0.5)/float64(w.length)))
	}
}

// contrast writes the j-th response that is constant in each segment to column j, with
// mean square 1: the constant if j is 0.
func contrast(y *mat.Dense, j int, lengths []int) {
	n, _ := y.Dims()
	before, at := 0, 0 // number of samples of the segments before the j-th non-empty one, and its index
	for seen := 0; ; at++ {
		if lengths[at] > 0 {
			if seen == j {
				break
			}
			seen++
		}
		before += lengths[at]
	}
	if j == 0 {
		for t := range n {
			y.Set(t, 0, 1)
		}
		return
	}
	own, sum := float64(lengths[at]), float64(before)
	low, high := math.Sqrt(float64(n)*own/(sum*(sum+own))), -math.Sqrt(float64(n)*sum/(own*(sum+own)))
	for t := range before {
		y.Set(t, j, low)
	}
	for t := range lengths[at] {
		y.Set(before+t, j, high)
	}
}
