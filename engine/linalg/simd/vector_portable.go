package simd

// dotPortable computes [dot] in plain Go with four sums.
func dotPortable(x, y []float64) float64 {
	var s0, s1, s2, s3 float64
	y = y[:len(x)]
	i := 0
	for ; i+4 <= len(x); i += 4 {
		a, b := x[i:i+4:i+4], y[i:i+4:i+4]
		s0 += a[0] * b[0]
		s1 += a[1] * b[1]
		s2 += a[2] * b[2]
		s3 += a[3] * b[3]
	}
	for ; i < len(x); i++ {
		s0 += x[i] * y[i]
	}
	return (s0 + s1) + (s2 + s3)
}

func axpyPortable(alpha float64, x, y []float64) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] = mulAdd(alpha, v, y[i])
	}
}

func dotFourPortable(f Four, x []float64, s *[4]float64) {
	n := len(x)
	r0, r1, r2, r3 := f.row(0, n), f.row(1, n), f.row(2, n), f.row(3, n)
	var s0, s1, s2, s3 float64
	for j, v := range x {
		s0 += r0[j] * v
		s1 += r1[j] * v
		s2 += r2[j] * v
		s3 += r3[j] * v
	}
	*s = [4]float64{s0, s1, s2, s3}
}

func axpyFourPortable(f Four, w *[4]float64, y []float64) {
	n := len(y)
	r0, r1, r2, r3 := f.row(0, n), f.row(1, n), f.row(2, n), f.row(3, n)
	w0, w1, w2, w3 := w[0], w[1], w[2], w[3]
	for j := range y {
		// One row after the other, as in axpy.
		y[j] = mulAdd(r3[j], w3, mulAdd(r2[j], w2, mulAdd(r1[j], w1, mulAdd(r0[j], w0, y[j]))))
	}
}

func symvFourPortable(f Four, w *[4]float64, x, y []float64, s *[4]float64) {
	n := len(x)
	r0, r1, r2, r3 := f.row(0, n), f.row(1, n), f.row(2, n), f.row(3, n)
	w0, w1, w2, w3 := w[0], w[1], w[2], w[3]
	y = y[:n]
	var s0, s1, s2, s3 float64
	for j, v := range x {
		a0, a1, a2, a3 := r0[j], r1[j], r2[j], r3[j]
		s0 += a0 * v
		s1 += a1 * v
		s2 += a2 * v
		s3 += a3 * v
		y[j] += (a0*w0 + a1*w1) + (a2*w2 + a3*w3)
	}
	*s = [4]float64{s0, s1, s2, s3}
}
