package synth

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

const retinaSeed = 2011

// The size of the retina and the motion of a pattern: lengths in sensors, times
// in samples.
const (
	retinaSensors = 65
	crossingTime  = 150
	crossingStart = -20.0 // initial position of a pattern's centre, with sensors 0 … 64
	crossingSpeed = 0.7
)

// patternShapes holds the patterns' sizes and the widths of their low passes.
var patternShapes = [3]struct{ size, width float64 }{{15, 1}, {22, 1.5}, {30, 2.5}}

// patternOrders holds the order of the patterns in each pass.
var patternOrders = [6][3]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}

// Pass is one presentation of the three patterns, one after the other.
type Pass struct {
	// X is n×65, the retina at n times.
	X *mat.Dense
	// Pattern is the pattern in view at each time, 1 to 3; 0 while the retina
	// is blank, before a pattern enters and after it has left.
	Pattern []int
	// Latent is n×2: the current pattern, 1 to 3, and the position of its
	// centre in sensors from the retina's first, which may be outside the
	// retina.
	Latent *mat.Dense
}

// Retina returns the data of the one-dimensional retina of paper 003, section
// 4.2 (after Wiskott and Sejnowski, Neural Computation 14, 715–770, 2002): 65
// sensors in a line, across which three patterns move from left to right at
// constant speed, one after the other, 450 samples in all. A pattern is
// low-passed white noise; the three differ in size and fineness.
//
// The first pass is the paper's. Five more show the same patterns in the other
// orders and at positions in between, to test features on unseen data. The
// paper does not state sizes, speed and the time between patterns; here they
// are 15, 22 and 30 sensors, 0.7 sensors a sample, and 15 to 36 blank samples.
//
// Because all patterns come from and return to the blank retina, its states
// form three loops that meet in one point, and the slowest features of a rich
// function space are known: two that distinguish the patterns, then one that
// encodes the position, the same for all three. Every pattern has peak 1;
// numbers are on the grid of 16 bit sound.
func Retina() []Pass {
	rng := rand.New(rand.NewPCG(retinaSeed, 0))
	var patterns [3]pattern
	for i, shape := range patternShapes {
		patterns[i] = newPattern(rng, shape.size, shape.width)
	}
	passes := make([]Pass, len(patternOrders))
	for i, order := range patternOrders {
		passes[i] = newPass(patterns, order, float64(i)/float64(len(patternOrders)))
	}
	return passes
}

// newPass returns a pass with the patterns in order, which starts late by a
// fraction of a sample.
func newPass(patterns [3]pattern, order [3]int, late float64) Pass {
	n := len(order) * crossingTime
	p := Pass{X: mat.NewDense(n, retinaSensors, nil), Pattern: make([]int, n), Latent: mat.NewDense(n, 2, nil)}
	for t := range n {
		turn := order[t/crossingTime]
		centre := crossingStart + crossingSpeed*(float64(t%crossingTime)+late)
		row := p.X.RawRowView(t)
		for i := range row {
			row[i] = toGrid(patterns[turn].at(float64(i) - centre))
			if row[i] != 0 {
				p.Pattern[t] = turn + 1
			}
		}
		p.Latent.SetRow(t, []float64{float64(turn + 1), toGrid(centre)})
	}
	return p
}

// pattern is white noise at knots, low-passed by a Gaussian, that fades in and
// out over its size.
type pattern struct {
	size, width, gain float64 // in sensors; gain scales the peak to 1
	knots             []float64
}

// knotSpacing is the distance of the noise's knots in sensors, finer than any
// low pass resolves.
const knotSpacing = 0.5

func newPattern(rng *rand.Rand, size, width float64) pattern {
	p := pattern{size: size, width: width, gain: 1}
	for range int(size/knotSpacing) + 1 {
		p.knots = append(p.knots, rng.NormFloat64())
	}
	peak := 0.0
	for x := -size / 2; x <= size/2; x += knotSpacing / 8 {
		peak = max(peak, math.Abs(p.at(x)))
	}
	p.gain = 1 / peak
	return p
}

// at returns the pattern at x sensors to the right of its centre, 0 outside it.
func (p pattern) at(x float64) float64 {
	if math.Abs(x) >= p.size/2 {
		return 0
	}
	var sum float64
	for i, k := range p.knots {
		d := (x + p.size/2 - float64(i)*knotSpacing) / p.width
		sum += k * math.Exp(-d*d/2)
	}
	fade := math.Cos(math.Pi * x / p.size)
	return p.gain * fade * fade * sum
}
