package align

import "math"

// DTW returns the cost of the best path between two series, one for all channels: the
// sum of squared distances along it. It is +∞ if the window has no path.
func (a *Aligner) DTW(x, y Series, w Window) float64 { return a.DTWBelow(x, y, w, inf) }

// DTWBelow returns DTW if that is at most best, and otherwise +∞ or DTW: it stops at
// the first row of the table without an entry up to best.
func (a *Aligner) DTWBelow(x, y Series, w Window, best float64) float64 {
	check(x, y)
	x, y = shorterFirst(x, y)
	n, m := x.Len(), y.Len()
	a.prepare(y)
	// above[j+1] is the entry of column j in the previous row; above[0] stands for the
	// column before the first.
	above, row := a.above[:m+1], a.row[:m+1]
	for j := range above {
		above[j], row[j] = inf, inf
	}
	above[0] = 0
	for i := range n { // the ends of a row's window never move to the left
		lo, hi := w.row(i, n, m)
		if lo >= hi {
			return inf
		}
		least := fillRow(row[lo+1:hi+1], above[lo:hi+1], a.distances(x.frame(i), m, lo, hi))
		if least > best || math.IsInf(least, 1) {
			return inf
		}
		row[lo] = inf
		if hi < m {
			row[hi+1] = inf
		}
		above, row = row, above
	}
	return above[m]
}

// fillRow fills a row of the table of costs from the row above, which begins a column
// earlier and is +∞ outside its window. It returns the least entry.
func fillRow(row, above, local []float64) (least float64) {
	row, above = row[:len(local)], above[:len(local)+1]
	v, corner := inf, above[0]
	least = inf
	for j, d := range local {
		up := above[j+1]
		v = d + min(min(corner, up), v)
		row[j] = v
		least = min(least, v)
		corner = up
	}
	return least
}

// IndependentBelow does the same as [Aligner.DTWBelow] with a separate path for each
// channel: it returns the sum of the costs of the channels, each taken as a series.
func (a *Aligner) IndependentBelow(x, y Series, w Window, best float64) float64 {
	check(x, y)
	if x.Channels == 1 {
		return a.DTWBelow(x, y, w, best)
	}
	sum := 0.0
	for c := range x.Channels {
		if sum += a.DTWBelow(x.channel(c), y.channel(c), w, best-sum); sum > best {
			return inf
		}
	}
	return sum
}

// channel returns channel c as a series.
func (s Series) channel(c int) Series {
	out := make([]float64, s.Len())
	for i := range out {
		out[i] = s.X[i*s.Channels+c]
	}
	return Series{out, 1}
}

// Path returns the best path between two series with its cost: the pairs (i, j) of
// frames, counted from 0, from the first to the last. Of equally good steps it takes
// the diagonal one, then the one in x. The path is nil if the cost is +∞.
func Path(x, y Series, w Window) (path [][2]int, cost float64) {
	check(x, y)
	n, m := x.Len(), y.Len()
	var a Aligner
	a.prepare(y)
	table := make([]float64, (n+1)*(m+1))
	for k := range table {
		table[k] = inf
	}
	table[0] = 0
	at := func(i, j int) float64 { return table[i*(m+1)+j] }
	for i := range n {
		if lo, hi := w.row(i, n, m); lo < hi {
			fillRow(table[(i+1)*(m+1)+lo+1:][:hi-lo], table[i*(m+1)+lo:][:hi-lo+1], a.distances(x.frame(i), m, lo, hi))
		}
	}
	if cost = at(n, m); math.IsInf(cost, 1) {
		return nil, cost
	}
	for i, j := n, m; i > 0 && j > 0; {
		path = append(path, [2]int{i - 1, j - 1})
		corner, up, left := at(i-1, j-1), at(i-1, j), at(i, j-1)
		switch {
		case corner <= up && corner <= left:
			i, j = i-1, j-1
		case up <= left:
			i--
		default:
			j--
		}
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path, cost
}
