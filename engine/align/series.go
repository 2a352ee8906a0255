package align

import (
	"fmt"
	"math"
)

// Series holds a series of frames, each of Channels numbers, frame after frame in X. It
// has at least one frame.
type Series struct {
	X        []float64
	Channels int
}

// Of returns a series of one channel.
func Of(x ...float64) Series { return Series{x, 1} }

// Len returns the number of frames.
func (s Series) Len() int { return len(s.X) / s.Channels }

// frame returns frame i.
func (s Series) frame(i int) []float64 { return s.X[i*s.Channels:][:s.Channels] }

// check panics unless both series have frames of the same number of channels.
func check(x, y Series) {
	if x.Channels != y.Channels || x.Channels < 1 || len(x.X) < x.Channels || len(y.X) < x.Channels {
		panic(fmt.Sprintf("align: %d numbers in %d channels and %d in %d", len(x.X), x.Channels, len(y.X), y.Channels))
	}
}

// shorterFirst returns two series in an order that does not depend on their order in
// the call: the shorter one first, so that rows of a table are long.
func shorterFirst(x, y Series) (Series, Series) {
	if len(x.X) != len(y.X) {
		if len(x.X) > len(y.X) {
			return y, x
		}
		return x, y
	}
	for i, v := range x.X {
		if w := y.X[i]; v != w {
			if v > w {
				return y, x
			}
			return x, y
		}
	}
	return x, y
}

// Aligner holds storage to align pairs of series one after the other. The zero Aligner
// is ready to use, on one goroutine at a time.
type Aligner struct {
	local, above, row, sums []float64 // one row of the table each
	across                  []float64 // the second series, channel after channel
}

// prepare allocates rows for the frames of y, and reorders y by channels.
func (a *Aligner) prepare(y Series) {
	n := y.Len()
	for _, of := range []*[]float64{&a.local, &a.above, &a.row, &a.sums} {
		if len(*of) < n+1 {
			*of = make([]float64, n+1)
		}
	}
	if y.Channels == 1 {
		a.across = y.X
		return
	}
	a.across = make([]float64, len(y.X))
	for i := range n {
		for c, v := range y.frame(i) {
			a.across[c*n+i] = v
		}
	}
}

// distances returns the squared distances of a frame and the frames lo … hi-1 of the
// second series, of n frames, in the storage of a.
func (a *Aligner) distances(frame []float64, n, lo, hi int) []float64 {
	d := a.local[lo:hi]
	for j, v := range a.across[lo:hi] {
		v -= frame[0]
		d[j] = v * v
	}
	for c := 1; c < len(frame); c++ {
		at := frame[c]
		from := a.across[c*n+lo:][:len(d)]
		for j, v := range from {
			v -= at
			d[j] += v * v
		}
	}
	return d
}

var inf = math.Inf(1)
