package moments

import "math"

// step is σ = 2 sin(πk/16), the square root of the weight 2 − 2cos(πk/8) that
// waves of kind k have in Ċ.
func step(k int) float64 { return 2 * math.Sin(math.Pi*float64(k)/(2*longest)) }

// The sines sin(πk/8).
var (
	sin1 = math.Sin(math.Pi / 8)
	sin2 = math.Sqrt2 / 2
	sin3 = math.Cos(math.Pi / 8)
)

// waveScale[k] turns a sine sum of the differences d_j inside a chunk of length
// L = 8 into the row y_f of kind k = f·8/L of the cosine transform,
//
//	y_f = √(2/L)/σ · Σ sin(πfj/L) d_j,  σ = 2 sin(πf/2L),
//
// up to its sign, which no product sees: the differences of the orthonormal
// cosines are σ times the orthonormal sines.
var waveScale = func() (s [longest]float64) {
	for k := 1; k < longest; k++ {
		s[k] = 0.5 / step(k)
	}
	return s
}()

// waves8 writes the waves of the eight samples x into y[1] … y[7], and their
// mean above the first sample into y[0].
func waves8(x, y *[longest][]float64) {
	x0 := x[0]
	n := len(x0)
	x1, x2, x3, x4, x5, x6, x7 := x[1][:n], x[2][:n], x[3][:n], x[4][:n], x[5][:n], x[6][:n], x[7][:n]
	y0, y1, y2, y3, y4, y5, y6, y7 := y[0][:n], y[1][:n], y[2][:n], y[3][:n], y[4][:n], y[5][:n], y[6][:n], y[7][:n]
	s1, s2, s3, w := sin1, sin2, sin3, waveScale
	for j := range x0 {
		d4 := x4[j] - x3[j]
		d, e := x1[j]-x0[j], x7[j]-x6[j]
		a1, b1 := d+e, d-e
		d, e = x2[j]-x1[j], x6[j]-x5[j]
		a2, b2 := d+e, d-e
		d, e = x3[j]-x2[j], x5[j]-x4[j]
		a3, b3 := d+e, d-e

		y0[j] = 0.5*(a1+a2+a3+d4) + 0.125*(3*b1+2*b2+b3)
		odd, even := s1*a1+s3*a3, s2*a2+d4
		y1[j], y7[j] = w[1]*(odd+even), w[7]*(odd-even)
		odd, even = s3*a1-s1*a3, s2*a2-d4
		y3[j], y5[j] = w[3]*(odd+even), w[5]*(odd-even)
		odd = s2 * (b1 + b3)
		y2[j], y6[j] = w[2]*(odd+b2), w[6]*(odd-b2)
		y4[j] = w[4] * (b1 - b3)
	}
}

// waves4 is waves8 for four samples.
func waves4(x, y *[longest][]float64) {
	x0 := x[0]
	n := len(x0)
	x1, x2, x3 := x[1][:n], x[2][:n], x[3][:n]
	y0, y2, y4, y6 := y[0][:n], y[2][:n], y[4][:n], y[6][:n]
	w2, w4, w6 := math.Sqrt2*waveScale[2], math.Sqrt2*waveScale[4], math.Sqrt2*waveScale[6]
	for j := range x0 {
		d, d2, e := x1[j]-x0[j], x2[j]-x1[j], x3[j]-x2[j]
		a, b := d+e, d-e
		y0[j] = 0.5*(a+d2) + 0.25*b
		odd := sin2 * a
		y2[j], y4[j], y6[j] = w2*(odd+d2), w4*b, w6*(odd-d2)
	}
}

// waves2 is waves8 for two samples.
func waves2(x, y *[longest][]float64) {
	x0 := x[0]
	x1, y0, y4 := x[1][:len(x0)], y[0][:len(x0)], y[4][:len(x0)]
	for j := range x0 {
		d := x1[j] - x0[j]
		y0[j], y4[j] = 0.5*d, sin2*d
	}
}
