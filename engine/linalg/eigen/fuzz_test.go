package eigen

import (
	"bytes"
	"math"
	"testing"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/linalgtest"
)

// FuzzEigenSym checks spectra of any mixture of clusters, zeros and grades.
func FuzzEigenSym(f *testing.F) {
	f.Add(uint64(1), []byte{0, 0, 0, 255, 255, 1})
	f.Add(uint64(2), []byte{7})
	f.Add(uint64(3), []byte("glued and graded, all in one spectrum"))
	f.Fuzz(func(t *testing.T, seed uint64, spectrum []byte) {
		if len(spectrum) == 0 || len(spectrum) > 120 {
			t.Skip()
		}
		// A byte is a sign and a power of two, so that many are the same.
		a := linalgtest.WithSpectrum(len(spectrum), seed, func(i int) float64 {
			b := spectrum[i]
			if b == 0 {
				return 0
			}
			return math.Copysign(math.Ldexp(1, -int(b>>1)/3), float64(b&1)-0.5)
		})
		values, vectors, err := Sym(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		linalgtest.CheckEigen(t, a, values, vectors, len(spectrum))
		p := len(spectrum)/3 + 1
		lowest, y, err := Lowest(t.Context(), a, p)
		if err != nil {
			t.Fatal(err)
		}
		linalgtest.CheckEigen(t, a, lowest, y, p)
	})
}

// FuzzEigenTridiagonal checks tridiagonal matrices with entries of any sizes, zeros
// among them, and compares a few eigenpairs with all of them.
func FuzzEigenTridiagonal(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7}, uint8(2))
	f.Add([]byte("all kinds of numbers, beside the diagonal and on it"), uint8(20))
	f.Add([]byte{128, 0, 128, 0, 128, 64, 128, 0, 128}, uint8(3))
	f.Add(bytes.Repeat([]byte{212}, 137), uint8(89)) // all entries are 2⁻⁴²
	f.Fuzz(func(t *testing.T, numbers []byte, few uint8) {
		n := (len(numbers) + 1) / 2
		if n < 1 || n > 150 {
			t.Skip()
		}
		d, e := make([]float64, n), make([]float64, n-1)
		var largest float64
		for i, b := range numbers[:2*n-1] {
			// The lower half are even steps, the upper one powers of two.
			v := float64(b)/64 - 1
			if b >= 128 {
				v = math.Ldexp(1, -int(b-128)/2)
			}
			if i%2 == 0 {
				d[i/2] = v
			} else {
				e[i/2] = v
			}
			largest = max(largest, math.Abs(v))
		}
		p := 1 + int(few)%n
		got, err := Tridiagonal(t.Context(), d, e, p)
		if err != nil {
			t.Fatal(err)
		}
		linalgtest.CheckEigen(t, tridiagonalOf(d, e), got.Values, got.vectorsOf(t), p)
		dense.Release(got.storage)
		// Dividing needs a matrix of order one, which Tridiagonal makes by a power of two.
		_, exponent := math.Frexp(largest)
		want, err := divideAndConquer(t.Context(), dense.Ldexp(d, -exponent), dense.Ldexp(e, -exponent), n)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range got.Values {
			if all := math.Ldexp(want.Values[i], exponent); !(math.Abs(v-all) <= 1e-14*largest) {
				t.Errorf("value %d of %d is %v, of all it is %v", i, p, v, all)
			}
		}
		dense.Release(want.storage)
	})
}
