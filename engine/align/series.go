package align

import (
	"fmt"
	"math"
)

// Series is a series of frames, each of Channels numbers, frame after frame in X. It has at
// least one frame.
type Series struct {
	X        []float64
	Channels int
}

// Of is a series of one channel.
func Of(x ...float64) Series { return Series{x, 1} }

// Len is the number of frames.
func (s Series) Len() int { return len(s.X) / s.Channels }

// frame is frame i.
func (s Series) frame(i int) []float64 { return s.X[i*s.Channels:][:s.Channels] }

// check panics unless both series have frames of the same number of channels.
func check(x, y Series) {
	if x.Channels != y.Channels || x.Channels < 1 || len(x.X) < x.Channels || len(y.X) < x.Channels {
		panic(fmt.Sprintf("align: %d numbers in %d channels and %d in %d", len(x.X), x.Channels, len(y.X), y.Channels))
	}
}

// ordered gives two series in an order that does not depend on theirs: the shorter one
// first, so that rows of a table are long.
func ordered(x, y Series) (Series, Series) {
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

// Aligner aligns pairs of series one after the other. The zero Aligner is ready to use, on
// one goroutine at a time.
type Aligner struct {
	local, above, row, sums []float64 // of a row of the table
	across                  []float64 // the second series, channel after channel
}

// begin makes room for rows of n frames of y, which it turns into channels.
func (a *Aligner) begin(y Series) {
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

// distances writes the squared distances of a frame and the n frames lo … hi-1 of the
// second series into local.
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
