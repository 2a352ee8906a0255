package synth

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// kernelSFA returns the p slowest features of a series, n×p, in the whole
// function space of a kernel: kernel PCA, then slow feature analysis of the
// whitened components (paper 003, sections 3.2 and 3.3). Components of at most
// cut times the largest variance are dropped.
func kernelSFA(t *testing.T, x *mat.Dense, kernel func(a, b []float64) float64, cut float64, p int) *mat.Dense {
	t.Helper()
	n, _ := x.Dims()
	k := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range i + 1 {
			v := kernel(x.RawRowView(i), x.RawRowView(j))
			k.Set(i, j, v)
			k.Set(j, i, v)
		}
	}
	return linearSFA(t, k, cut, p)
}

// linearSFA returns the p slowest linear features of the rows of h, n×p, each
// of variance 1.
func linearSFA(t *testing.T, h *mat.Dense, cut float64, p int) *mat.Dense {
	t.Helper()
	n, _ := h.Dims()
	white := whiten(t, centre(h), cut)
	_, rank := white.Dims()
	var steps mat.Dense
	steps.Sub(white.Slice(1, n, 0, rank), white.Slice(0, n-1, 0, rank))
	var change mat.SymDense
	change.SymOuterK(1, steps.T())
	var eigen mat.EigenSym
	if !eigen.Factorize(&change, true) {
		t.Fatal("no eigenvectors")
	}
	var vectors, y mat.Dense
	eigen.VectorsTo(&vectors)
	y.Mul(white, vectors.Slice(0, rank, 0, min(p, rank)))
	y.Scale(math.Sqrt(float64(n)), &y)
	return &y
}

// whiten returns the principal components of centred columns with more than cut
// times the largest variance, each of sum of squares 1.
func whiten(t *testing.T, centred *mat.Dense, cut float64) *mat.Dense {
	t.Helper()
	_, d := centred.Dims()
	var qr mat.QR
	qr.Factorize(centred)
	var r, v, white mat.Dense
	qr.RTo(&r)
	var svd mat.SVD
	if !svd.Factorize(r.Slice(0, d, 0, d), mat.SVDThinV) {
		t.Fatal("no singular value decomposition")
	}
	svd.VTo(&v)
	values := svd.Values(nil)
	rank := 0
	for rank < len(values) && values[rank]*values[rank] > cut*values[0]*values[0] {
		for i := range d {
			v.Set(i, rank, v.At(i, rank)/values[rank])
		}
		rank++
	}
	white.Mul(centred, v.Slice(0, d, 0, rank))
	return &white
}

// delta returns the mean squared difference divided by the variance.
func delta(y []float64) float64 {
	var sum float64
	for i := 1; i < len(y); i++ {
		sum += (y[i] - y[i-1]) * (y[i] - y[i-1])
	}
	_, deviation := meanDeviation(y)
	return sum / float64(len(y)-1) / (deviation * deviation)
}

// centre subtracts the mean of each column.
func centre(h *mat.Dense) *mat.Dense {
	n, d := h.Dims()
	centred := mat.NewDense(n, d, nil)
	column := make([]float64, n)
	for j := range d {
		mat.Col(column, j, h)
		mean, _ := meanDeviation(column)
		for i, v := range column {
			centred.Set(i, j, v-mean)
		}
	}
	return centred
}

// correlation returns the absolute correlation of two columns.
func correlation(a, b []float64) float64 {
	ma, da := meanDeviation(a)
	mb, db := meanDeviation(b)
	var sum float64
	for i := range a {
		sum += (a[i] - ma) * (b[i] - mb)
	}
	return math.Abs(sum / (float64(len(a)) * da * db))
}

// gaussian returns exp(−|a−b|²/2σ²).
func gaussian(sigma float64) func(a, b []float64) float64 {
	return func(a, b []float64) float64 {
		var sum float64
		for i := range a {
			sum += (a[i] - b[i]) * (a[i] - b[i])
		}
		return math.Exp(-sum / (2 * sigma * sigma))
	}
}
