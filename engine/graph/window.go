package graph

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

var sliding = part.Part[Kind]{Name: "window", Doc: "samples at most a window apart in the order of their target", Parameters: []part.Parameter{Width, ClassOrder}, Build: Kind{
	Order: true,
	New: func(_ context.Context, s Samples, at part.Point) (Graph, error) {
		order, err := s.order(at)
		if err != nil {
			return nil, err
		}
		return Window(order, Width.Of(at))
	},
}}

// window is a square sliding window over samples in ascending order of a value.
// Positions in that order count from 0.
type window struct {
	d      int
	order  []int // the samples by position
	start  []int // start position of each tie, and the end
	bend   []float64
	vertex []float64
	degree []float64
}

// Window joins each sample to the d samples before and after it in ascending order of
// their values, usually a target: v = 1, and γ = 1 up to a distance of d, including the
// sample itself, and γ = 2 where the window is mirrored at an end. With positions n, n'
// from 1 to N that is for n + n' ≤ d + 1 and for n + n' ≥ 2N + 1 − d. All degrees are
// 2d + 1, Q = N and R = N(2d + 1): it is consistent. (Escalante-B. and Wiskott 2013,
// section 5.2, where the second condition is misprinted: with 2N − 1, restriction 34
// fails.)
//
// The paper does not define the order of samples of equal value. As in [Reorder] this
// is the mean over all orders, so that the features do not depend on the order of the
// rows.
//
// d must lie between 1 and N − 1. It panics if a value is NaN.
func Window(values []float64, d int) (Graph, error) {
	n := len(values)
	if d < 1 || d >= n {
		return nil, fmt.Errorf("a sliding window of half-width %d over %d samples: it must lie between 1 and %d", d, n, n-1)
	}
	w := &window{d: d, vertex: ones(n), degree: make([]float64, n)}
	w.order, w.start = sortByValue(values)
	floats.AddConst(float64(2*d+1), w.degree)
	w.bend = make([]float64, len(w.start)-1)
	for t := range w.bend {
		if size := w.start[t+1] - w.start[t]; size > 1 {
			_, other := w.weightsInTie(t)
			w.bend[t] = float64(size) * (other - w.meanWeight(t, t))
		}
	}
	return w, nil
}

// positionWeight returns the weight of position p, summed over the positions from …
// to-1.
func (w *window) positionWeight(p, from, to int) int {
	n := len(w.order)
	overlap := func(lo, hi int) int { return max(0, min(hi, to)-max(lo, from)) }
	return overlap(p-w.d, p+w.d+1) + overlap(0, w.d-p) + overlap(2*n-1-w.d-p, n)
}

// meanWeight returns the mean weight of the positions of tie a with those of tie b.
func (w *window) meanWeight(a, b int) float64 {
	sum := 0
	for p := w.start[a]; p < w.start[a+1]; p++ {
		sum += w.positionWeight(p, w.start[b], w.start[b+1])
	}
	return float64(sum) / float64((w.start[a+1]-w.start[a])*(w.start[b+1]-w.start[b]))
}

// weightsInTie returns the mean weights of a sample of tie t with itself and with
// another one of the tie.
func (w *window) weightsInTie(t int) (self, other float64) {
	all, loops := 0, 0
	for p := w.start[t]; p < w.start[t+1]; p++ {
		all += w.positionWeight(p, w.start[t], w.start[t+1])
		loops += w.positionWeight(p, p, p+1)
	}
	size := w.start[t+1] - w.start[t]
	if size > 1 {
		other = float64(all-loops) / float64(size*(size-1))
	}
	return float64(loops) / float64(size), other
}

func (w *window) N() int              { return len(w.order) }
func (w *window) Vertices() []float64 { return w.vertex }
func (w *window) Degrees() []float64  { return w.degree }

// lastLinkedTie returns the last tie that samples of tie t have edges to.
func (w *window) lastLinkedTie(t int) int {
	end := min(w.start[t+1]-1+w.d, len(w.order)-1)
	for t+2 < len(w.start) && w.start[t+1] <= end {
		t++
	}
	return t
}

func (w *window) Pairs() int {
	pairs := 0
	for t := range w.bend {
		size := w.start[t+1] - w.start[t]
		pairs += size*(size-1)/2 + size*(w.start[w.lastLinkedTie(t)+1]-w.start[t+1])
	}
	return pairs
}

// Laplacian computes (2d+1)·h minus the sum over the window. In the mean over orders
// each tied sample has the mean over its tie. Its weight to the rest of the tie differs
// from its weight to itself by the entry of bend.
func (w *window) Laplacian(dst, h *mat.Dense) {
	checkShapes(w.N(), dst, h)
	n, m := h.Dims()
	x, sum := mat.NewDense(n, m, nil), mat.NewDense(n, m, nil)
	for t := range w.bend {
		tie := w.order[w.start[t]:w.start[t+1]]
		averageRows(x.RawRowView(w.start[t]), h, tie)
		for p := w.start[t] + 1; p < w.start[t+1]; p++ {
			copy(x.RawRowView(p), x.RawRowView(w.start[t]))
		}
	}
	w.slide(sum, x)
	within := make([]float64, m)
	for t, bend := range w.bend {
		first, size := w.start[t], w.start[t+1]-w.start[t]
		copy(within, sum.RawRowView(first))
		for p := first + 1; p < first+size; p++ {
			floats.Add(within, sum.RawRowView(p))
		}
		floats.Scale(1/float64(size), within)
		mean := x.RawRowView(first)
		for _, i := range w.order[first : first+size] {
			out, row := dst.RawRowView(i), h.RawRowView(i)
			for c, v := range row {
				out[c] = float64(2*w.d+1)*v - within[c] - bend*(mean[c]-v)
			}
		}
	}
}

// slide sets dst to the sums of 2d+1 rows of x around each row, with x mirrored at its
// ends. Rows are divided into blocks of 2d+1, so that each sum is the end of one block
// and the beginning of the next: two additions a row for any d, and no subtraction,
// which would lose digits. (van Herk 1992, Pattern Recognition Letters 13, for the
// maximum.)
func (w *window) slide(dst, x *mat.Dense) {
	n, m := x.Dims()
	width := 2*w.d + 1
	row := func(e int) []float64 {
		p := e - w.d
		if p < 0 {
			p = -1 - p
		} else if p >= n {
			p = 2*n - 1 - p
		}
		return x.RawRowView(p)
	}
	end, begin := mat.NewDense(width, m, nil), make([]float64, m)
	for from := 0; from < n; from += width {
		copy(end.RawRowView(width-1), row(from+width-1))
		for k := width - 2; k >= 0; k-- {
			floats.AddTo(end.RawRowView(k), end.RawRowView(k+1), row(from+k))
		}
		clear(begin)
		for k := 0; k < width && from+k < n; k++ {
			if k > 0 {
				floats.Add(begin, row(from+width+k-1))
			}
			floats.AddTo(dst.RawRowView(from+k), end.RawRowView(k), begin)
		}
	}
}

func (w *window) Edges(yield func(i, j int, w float64) bool) {
	first := 0
	for a := range w.bend {
		for w.lastLinkedTie(first) < a {
			first++
		}
		self, other := w.weightsInTie(a)
		for b := first; b <= w.lastLinkedTie(a); b++ {
			weight := w.meanWeight(a, b)
			for _, i := range w.order[w.start[a]:w.start[a+1]] {
				for _, j := range w.order[w.start[b]:w.start[b+1]] {
					if a == b {
						weight = other
						if i == j {
							weight = self
						}
					}
					if !yield(i, j, weight) {
						return
					}
				}
			}
		}
	}
}

// span calls join for a few edges that connect the same components as all edges.
func (w *window) span(join func(i, j int)) {
	for p, i := range w.order[1:] {
		join(w.order[p], i)
	}
}
