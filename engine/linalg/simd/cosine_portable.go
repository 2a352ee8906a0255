package simd

// odd8 returns the sine sums of odd f of eight samples, where a_j = d_j + d_(8−j) for
// differences d_j, and d4 is the middle one.
func odd8(a1, a2, a3, d4 float64) (r1, r3, r5, r7 float64) {
	odd1, even1 := sin2*a1+sin6*a3, sin4*a2+d4
	odd3, even3 := sin6*a1-sin2*a3, sin4*a2-d4
	return odd1 + even1, odd3 + even3, odd3 - even3, odd1 - even1
}

// even8 returns the sine sums of even f of eight samples, where b_j = d_j − d_(8−j).
func even8(b1, b2, b3 float64) (r2, r4, r6 float64) {
	odd := sin4 * (b1 + b3)
	return odd + b2, b1 - b3, odd - b2
}

// cosine16Portable writes the cosine transform of the 16 samples x, without its
// constant, into y[1] … y[15], and their mean minus the first sample into y[0].
func cosine16Portable(x, y *[CosineLength][]float64) {
	x0 := x[0]
	n := len(x0)
	x1, x2, x3, x4, x5, x6, x7 := x[1][:n], x[2][:n], x[3][:n], x[4][:n], x[5][:n], x[6][:n], x[7][:n]
	x8, x9, x10, x11, x12, x13, x14, x15 := x[8][:n], x[9][:n], x[10][:n], x[11][:n], x[12][:n], x[13][:n], x[14][:n], x[15][:n]
	y0, y1, y2, y3, y4, y5, y6, y7 := y[0][:n], y[1][:n], y[2][:n], y[3][:n], y[4][:n], y[5][:n], y[6][:n], y[7][:n]
	y8, y9, y10, y11, y12, y13, y14, y15 := y[8][:n], y[9][:n], y[10][:n], y[11][:n], y[12][:n], y[13][:n], y[14][:n], y[15][:n]
	w := &scale16
	for j := range x0 {
		d8 := x8[j] - x7[j]
		d, e := x1[j]-x0[j], x15[j]-x14[j]
		a1, b1 := d+e, d-e
		d, e = x2[j]-x1[j], x14[j]-x13[j]
		a2, b2 := d+e, d-e
		d, e = x3[j]-x2[j], x13[j]-x12[j]
		a3, b3 := d+e, d-e
		d, e = x4[j]-x3[j], x12[j]-x11[j]
		a4, b4 := d+e, d-e
		d, e = x5[j]-x4[j], x11[j]-x10[j]
		a5, b5 := d+e, d-e
		d, e = x6[j]-x5[j], x10[j]-x9[j]
		a6, b6 := d+e, d-e
		d, e = x7[j]-x6[j], x9[j]-x8[j]
		a7, b7 := d+e, d-e

		y0[j] = 0.5*(a1+a2+a3+a4+a5+a6+a7+d8) + 0.0625*(7*b1+6*b2+5*b3+4*b4+3*b5+2*b6+b7)

		r2, r6, r10, r14 := odd8(b1+b7, b2+b6, b3+b5, b4)
		y2[j], y6[j], y10[j], y14[j] = w[2]*r2, w[6]*r6, w[10]*r10, w[14]*r14
		r4, r8, r12 := even8(b1-b7, b2-b6, b3-b5)
		y4[j], y8[j], y12[j] = w[4]*r4, w[8]*r8, w[12]*r12

		e1, e3, e5, e7 := odd8(a2, a4, a6, d8)
		o := sin1*a1 + sin3*a3 + sin5*a5 + sin7*a7
		y1[j], y15[j] = w[1]*(o+e1), w[15]*(o-e1)
		o = sin3*a1 + sin7*a3 + sin1*a5 - sin5*a7
		y3[j], y13[j] = w[3]*(o+e3), w[13]*(o-e3)
		o = sin5*a1 + sin1*a3 - sin7*a5 + sin3*a7
		y5[j], y11[j] = w[5]*(o+e5), w[11]*(o-e5)
		o = sin7*a1 - sin5*a3 + sin3*a5 - sin1*a7
		y7[j], y9[j] = w[7]*(o+e7), w[9]*(o-e7)
	}
}

// cosine8 writes the transform of eight samples as [cosine16Portable] does.
func cosine8(x, y *[CosineLength][]float64) {
	x0 := x[0]
	n := len(x0)
	x1, x2, x3, x4, x5, x6, x7 := x[1][:n], x[2][:n], x[3][:n], x[4][:n], x[5][:n], x[6][:n], x[7][:n]
	y0, y1, y2, y3, y4, y5, y6, y7 := y[0][:n], y[1][:n], y[2][:n], y[3][:n], y[4][:n], y[5][:n], y[6][:n], y[7][:n]
	w := &scale8
	for j := range x0 {
		d4 := x4[j] - x3[j]
		d, e := x1[j]-x0[j], x7[j]-x6[j]
		a1, b1 := d+e, d-e
		d, e = x2[j]-x1[j], x6[j]-x5[j]
		a2, b2 := d+e, d-e
		d, e = x3[j]-x2[j], x5[j]-x4[j]
		a3, b3 := d+e, d-e

		y0[j] = 0.5*(a1+a2+a3+d4) + 0.125*(3*b1+2*b2+b3)
		r1, r3, r5, r7 := odd8(a1, a2, a3, d4)
		y1[j], y3[j], y5[j], y7[j] = w[1]*r1, w[3]*r3, w[5]*r5, w[7]*r7
		r2, r4, r6 := even8(b1, b2, b3)
		y2[j], y4[j], y6[j] = w[2]*r2, w[4]*r4, w[6]*r6
	}
}

// cosine4 writes the transform of four samples as [cosine16Portable] does.
func cosine4(x, y *[CosineLength][]float64) {
	x0 := x[0]
	n := len(x0)
	x1, x2, x3 := x[1][:n], x[2][:n], x[3][:n]
	y0, y1, y2, y3 := y[0][:n], y[1][:n], y[2][:n], y[3][:n]
	w := &scale4
	for j := range x0 {
		d, d2, e := x1[j]-x0[j], x2[j]-x1[j], x3[j]-x2[j]
		a, b := d+e, d-e
		y0[j] = 0.5*(a+d2) + 0.25*b
		odd := sin4 * a
		y1[j], y2[j], y3[j] = w[1]*(odd+d2), w[2]*b, w[3]*(odd-d2)
	}
}

// cosine2 writes the transform of two samples as [cosine16Portable] does.
func cosine2(x, y *[CosineLength][]float64) {
	x0 := x[0]
	x1, y0, y1 := x[1][:len(x0)], y[0][:len(x0)], y[1][:len(x0)]
	for j := range x0 {
		d := x1[j] - x0[j]
		y0[j], y1[j] = 0.5*d, sin4*d
	}
}
