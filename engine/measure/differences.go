package measure

import "gonum.org/v1/gonum/mat"

// addTurns adds (φ(t) − 2φ(t−1) + φ(t−2))² of the rows from … to-1. The difference
// of two differences is 0 on a line of any offset. Sums go four rows at a time: they
// are read and written once for all of them.
func addTurns(sum []float64, phi *mat.Dense, from, to int) {
	n, t := len(sum), from
	for ; t+4 <= to; t += 4 {
		a, b, c := phi.RawRowView(t - 2)[:n], phi.RawRowView(t - 1)[:n], phi.RawRowView(t)[:n]
		d, e, f := phi.RawRowView(t + 1)[:n], phi.RawRowView(t + 2)[:n], phi.RawRowView(t + 3)[:n]
		for j := range sum {
			v, w, x, y, z := b[j]-a[j], c[j]-b[j], d[j]-c[j], e[j]-d[j], f[j]-e[j]
			v, w, x, y = w-v, x-w, y-x, z-y
			sum[j] += (v*v + w*w) + (x*x + y*y)
		}
	}
	for ; t < to; t++ {
		a, b, c := phi.RawRowView(t - 2)[:n], phi.RawRowView(t - 1)[:n], phi.RawRowView(t)[:n]
		for j := range sum {
			x := (c[j] - b[j]) - (b[j] - a[j])
			sum[j] += x * x
		}
	}
}
