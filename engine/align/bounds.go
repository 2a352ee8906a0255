package align

// FirstLast returns a lower bound of DTW under every window: the cost of the first
// frames plus, unless both series have a single frame, that of the last.
func FirstLast(x, y Series) float64 {
	check(x, y)
	sum := squaredDistance(x.frame(0), y.frame(0))
	if x.Len() > 1 || y.Len() > 1 {
		sum += squaredDistance(x.frame(x.Len()-1), y.frame(y.Len()-1))
	}
	return sum
}

func squaredDistance(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		v -= b[i]
		sum += v * v
	}
	return sum
}

// Envelope holds the lowest and the highest value of each channel of a series within a
// band around each frame.
type Envelope struct{ Low, High []float64 } // frame after frame, as in the series

// NewEnvelope returns the envelope of a series for a band of the given width, in a time
// that does not depend on the width (Lemire 2009).
func NewEnvelope(y Series, width int) Envelope {
	e := Envelope{make([]float64, len(y.X)), make([]float64, len(y.X))}
	for c := range y.Channels {
		extremes(e.High[c:], y.X[c:], y.Channels, y.Len(), width, func(a, b float64) bool { return a >= b })
		extremes(e.Low[c:], y.X[c:], y.Channels, y.Len(), width, func(a, b float64) bool { return a <= b })
	}
	return e
}

// extremes writes the extreme value of x within the width of each place. Its queue
// holds the places whose values may still be extreme, the most extreme first.
func extremes(dst, x []float64, stride, n, width int, beats func(a, b float64) bool) {
	queue := make([]int, 0, n)
	next := 0
	for i := range n {
		for ; next < n && next <= i+width; next++ {
			for len(queue) > 0 && beats(x[next*stride], x[queue[len(queue)-1]*stride]) {
				queue = queue[:len(queue)-1]
			}
			queue = append(queue, next)
		}
		for queue[0] < i-width {
			queue = queue[1:]
		}
		dst[i*stride] = x[queue[0]*stride]
	}
}

// Keogh returns the bound of Keogh: the squared distance of a series x from the
// envelope of another of the same length, summed over channels. It is at most the DTW
// in the band of the envelope, with one path for all channels or one for each. It stops
// at a sum above best.
func (e Envelope) Keogh(x Series, best float64) float64 {
	sum := 0.0
	const together = 64
	for at := 0; at < len(x.X); at += together {
		end := min(len(x.X), at+together)
		low, high := e.Low[at:end], e.High[at:end]
		for i, v := range x.X[at:end] {
			if u := high[i]; v > u {
				sum += (v - u) * (v - u)
			} else if l := low[i]; v < l {
				sum += (l - v) * (l - v)
			}
		}
		if sum > best {
			break
		}
	}
	return sum
}
