package stringkernel_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/stringkernel"
	"gonum.org/v1/gonum/mat"
)

// symbols are the letters of a text.
func symbols(text string) []int32 {
	var out []int32
	for _, r := range text {
		out = append(out, r)
	}
	return out
}

// counts are φ_u of all words u by their definition: every index sequence in turn, or with
// gaps false every sequence of neighbours.
func counts(s []int32, n int, decay float64, gaps bool) map[string]float64 {
	φ := map[string]float64{}
	var from func(at, first int, word []int32)
	from = func(at, first int, word []int32) {
		if len(word) == n {
			φ[fmt.Sprint(word)] += math.Pow(decay, float64(at-first))
			return
		}
		for i := at; i < len(s); i++ {
			if len(word) > 0 && !gaps && i > at {
				return
			}
			start := first
			if len(word) == 0 {
				start = i
			}
			from(i+1, start, append(slices.Clone(word), s[i]))
		}
	}
	from(0, 0, nil)
	return φ
}

// product is the inner product of two count vectors.
func product(a, b map[string]float64) (sum float64) {
	for u, v := range a {
		sum += v * b[u]
	}
	return sum
}

// L28: the words of Lodhi et al.
func TestL28SubsequencesOfSentences(t *testing.T) {
	var w stringkernel.Workspace
	cat, car := symbols("cat"), symbols("car")
	for _, λ := range []float64{0.3, 0.5, 1} {
		k := stringkernel.Subsequence{N: 2, Decay: λ}
		linalgtest.Near(t, "cat·car", unweighted(k, &w, cat, car), math.Pow(λ, 4), 1e-15)
		linalgtest.Near(t, "cat·car normalised", normalised(k, &w, cat, car), 1/(2+λ*λ), 1e-14)
	}
	x, y := symbols("science is organized knowledge"), symbols("wisdom is organized life")
	for i, want := range []float64{0.8486792152, 0.5798136983, 0.4784547863, 0.4388705084, 0.4057451635, 0.3691560120} {
		k := stringkernel.Subsequence{N: i + 1, Decay: 0.5}
		linalgtest.Near(t, fmt.Sprintf("n = %d", i+1), normalised(k, &w, x, y), want, 6e-11)
		if i < 3 {
			linalgtest.Near(t, fmt.Sprintf("n = %d by enumeration", i+1), product(counts(x, i+1, 0.5, true), counts(y, i+1, 0.5, true)), unweighted(k, &w, x, y), 1e-12*unweighted(k, &w, x, y))
		}
	}
}

// unweighted is the kernel with the λ of the words themselves.
func unweighted(k stringkernel.Subsequence, w *stringkernel.Workspace, s, t []int32) float64 {
	return k.Value(w, s, t) * math.Pow(k.Decay, float64(2*k.N))
}

func normalised(k stringkernel.Subsequence, w *stringkernel.Workspace, s, t []int32) float64 {
	return stringkernel.Normalised(k.Value(w, s, t), k.Value(w, s, s), k.Value(w, t, t))
}

// L29: another decay, and the spectrum kernel.
func TestL29SubsequencesAndSpectra(t *testing.T) {
	var w stringkernel.Workspace
	x, y := symbols("abacabadabacaba"), symbols("abcdabcdabcd")
	for i, want := range [][2]float64{{136.44311090, 0.6269484386}, {286.99672560, 0.4555265297}, {349.57229046, 0.3052087720}} {
		k := stringkernel.Subsequence{N: i + 2, Decay: 0.9}
		linalgtest.Near(t, "value", unweighted(k, &w, x, y), want[0], 6e-9)
		linalgtest.Near(t, "value by enumeration", product(counts(x, i+2, 0.9, true), counts(y, i+2, 0.9, true)), unweighted(k, &w, x, y), 1e-9)
		linalgtest.Near(t, "normalised", normalised(k, &w, x, y), want[1], 6e-11)
	}
	for i, want := range []float64{45, 14, 2} {
		linalgtest.Near(t, "spectrum", stringkernel.Spectrum{N: i + 1}.Value(&w, x, y), want, 0)
		linalgtest.Near(t, "spectrum by enumeration", product(counts(x, i+1, 1, false), counts(y, i+1, 1, false)), want, 0)
	}
}

// What holds of every pair of strings, and of every matrix of them.
func TestPropertiesOfStrings(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	var w stringkernel.Workspace
	strings := make([][]int32, 24)
	for i := range strings {
		strings[i] = make([]int32, r.IntN(11))
		for j := range strings[i] {
			strings[i][j] = r.Int32N(3)
		}
	}
	for n := 1; n <= 4; n++ {
		for _, λ := range []float64{0.2, 0.7, 1} {
			k := stringkernel.Subsequence{N: n, Decay: λ}
			check(t, fmt.Sprintf("subsequences of %d, λ = %g", n, λ), strings, n, func(s, u []int32) float64 { return k.Value(&w, s, u) },
				func(s, u []int32) float64 {
					return product(counts(s, n, λ, true), counts(u, n, λ, true)) / math.Pow(λ, float64(2*n))
				})
		}
		k := stringkernel.Spectrum{N: n}
		check(t, fmt.Sprintf("spectra of %d", n), strings, n, func(s, u []int32) float64 { return k.Value(&w, s, u) },
			func(s, u []int32) float64 { return product(counts(s, n, 1, false), counts(u, n, 1, false)) })
	}
}

// check holds a kernel against its definition on some pairs, and its normalised matrix
// against what it must be.
func check(t *testing.T, what string, strings [][]int32, n int, k, definition func(s, u []int32) float64) {
	t.Helper()
	g := mat.NewSymDense(len(strings), nil)
	for i, s := range strings {
		for j, u := range strings {
			v := k(s, u)
			if back := k(u, s); back != v {
				t.Fatalf("%s: %v and %v the other way round", what, v, back)
			}
			if want := definition(s, u); (i+j)%7 == 0 && math.Abs(v-want) > 1e-12*(1+want) {
				t.Fatalf("%s of %v and %v is %v, want %v", what, s, u, v, want)
			}
			reversed, other := slices.Clone(s), slices.Clone(u)
			slices.Reverse(reversed)
			slices.Reverse(other)
			if turned := k(reversed, other); math.Abs(turned-v) > 1e-12*(1+v) {
				t.Fatalf("%s: reversed, %v is %v", what, v, turned)
			}
			if i <= j {
				g.SetSym(i, j, stringkernel.Normalised(v, k(s, s), k(u, u)))
			}
		}
		own := 1.0
		if len(s) < n {
			own = 0
		}
		linalgtest.Near(t, what+" of a string with itself", g.At(i, i), own, 1e-15)
	}
	var e mat.EigenSym
	if !e.Factorize(g, false) {
		t.Fatal("no eigenvalues")
	}
	if least := e.Values(nil)[0]; least < -1e-10 {
		t.Errorf("%s: the least eigenvalue is %g", what, least)
	}
}

// Long words neither underflow nor overflow what is normalised.
func TestLongWordsKeepTheirScale(t *testing.T) {
	var w stringkernel.Workspace
	s := make([]int32, 300)
	for i := range s {
		s[i] = int32(i*i) % 5
	}
	k := stringkernel.Subsequence{N: 200, Decay: 0.01}
	linalgtest.Near(t, "a string with itself", normalised(k, &w, s, s), 1, 1e-12)
}

func BenchmarkSubsequence(b *testing.B) {
	var w stringkernel.Workspace
	x, y := long(150, 1), long(150, 2)
	k := stringkernel.Subsequence{N: 3, Decay: 0.5}
	for b.Loop() {
		k.Value(&w, x, y)
	}
}

func BenchmarkSpectrum(b *testing.B) {
	var w stringkernel.Workspace
	x, y := long(150, 1), long(150, 2)
	k := stringkernel.Spectrum{N: 3}
	for b.Loop() {
		k.Value(&w, x, y)
	}
}

// long is a string of n of eight symbols.
func long(n int, seed uint64) []int32 {
	r := rand.New(rand.NewPCG(seed, 0))
	s := make([]int32, n)
	for i := range s {
		s[i] = r.Int32N(8)
	}
	return s
}
