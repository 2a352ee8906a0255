package simd

import "math"

// sturmPointsPortable is the number of points that are evaluated together. A term
// depends on the previous one, but not on those of other points.
const sturmPointsPortable = 4

func sturmPortable(s *Sturm, points *[sturmMost]float64, changes *[sturmMost]int64) {
	const m = sturmPointsPortable
	var before [m]float64
	var count [m]uint64
	now := [m]float64{1, 1, 1, 1}
	for k := 0; k < len(s.d); k += sturmSteps {
		for i := k; i < k+sturmSteps; i++ {
			d, square := s.d[i], s.squares[i]
			for c := range m {
				next := (points[c]-d)*now[c] - square*before[c]
				count[c] += (math.Float64bits(now[c]) ^ math.Float64bits(next)) >> 63
				before[c], now[c] = now[c], next
			}
		}
		for c := range m {
			_, exponent := math.Frexp(max(math.Abs(now[c]), math.Abs(before[c])))
			now[c], before[c] = math.Ldexp(now[c], -exponent), math.Ldexp(before[c], -exponent)
		}
	}
	for c := range m {
		changes[c] = int64(count[c])
	}
}
