package hmm_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/hmm"
	"gonum.org/v1/gonum/mat"
)

// packed returns strings of two columns of three symbols, of different lengths.
func packed(n int) *mat.Dense {
	r := rand.New(rand.NewPCG(9, 0))
	var frames []float64
	var lengths []int
	for i := range n {
		lengths = append(lengths, 1+r.IntN(12))
		for t := range lengths[i] {
			frames = append(frames, float64((i+t)%3), float64(r.IntN(3)))
		}
	}
	return data.PackFrames(mat.NewDense(len(frames)/2, 2, frames), lengths)
}

// products returns inner products of vectors.
func products(t *testing.T, s *hmm.Scores, x *mat.Dense) *mat.Dense {
	t.Helper()
	v, err := s.Vectors(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	frames, lengths := data.StackFrames(v)
	if n, _ := x.Dims(); len(lengths) != n {
		t.Fatalf("%d vectors of %d strings", len(lengths), n)
	}
	var k mat.Dense
	k.Mul(frames, frames.T())
	return &k
}

// The vectors' inner products are g(x)ᵀ(U + 10⁻³ mean U·I)⁻¹g(y) by its definition, and
// without the information g(x)ᵀg(y).
func TestVectorsAreScoresUnderTheInformation(t *testing.T) {
	x := packed(30)
	plain, err := hmm.LearnScores(t.Context(), x, 3, 2, false)
	if err != nil {
		t.Fatal(err)
	}
	d := plain.Model().Parameters()
	g := mat.NewDense(30, d, nil)
	scorer := hmm.NewScorer(plain.Model())
	for i := range 30 {
		of, _ := data.Frames(x.RawRowView(i))
		var symbols []int32
		for _, v := range of {
			symbols = append(symbols, int32(v))
		}
		scorer.Score(g.RawRowView(i), symbols)
	}
	var want, u, inverse, product mat.Dense
	want.Mul(g, g.T())
	if got := products(t, plain, x); !mat.EqualApprox(got, &want, 1e-10) {
		t.Error("without information the products differ")
	}
	u.Mul(g.T(), g)
	u.Scale(1.0/30, &u)
	raise := 1e-3 * mat.Trace(&u) / float64(d)
	for i := range d {
		u.Set(i, i, u.At(i, i)+raise)
	}
	if err := inverse.Inverse(&u); err != nil {
		t.Fatal(err)
	}
	product.Product(g, &inverse, g.T())
	whitened, err := hmm.LearnScores(t.Context(), x, 3, 2, true)
	if err != nil {
		t.Fatal(err)
	}
	if got := products(t, whitened, x); !mat.EqualApprox(got, &product, 1e-7) {
		t.Error("with information the products differ")
	}
}

// Restored scores make the same vectors, to the bit, of strings with a symbol that was never
// seen, too; arrays that do not fit are refused.
func TestRestoredScoresAreTheSame(t *testing.T) {
	x := packed(20)
	s, err := hmm.LearnScores(t.Context(), x, 4, 3, true)
	if err != nil {
		t.Fatal(err)
	}
	arrays := s.Arrays()
	again, err := hmm.RestoreScores(2, 4, func(name string) *mat.Dense { return arrays[name] })
	if err != nil {
		t.Fatal(err)
	}
	x.Set(0, data.SeriesHeader, 3)
	a, _ := s.Vectors(t.Context(), x)
	b, _ := again.Vectors(t.Context(), x)
	if !mat.Equal(a, b) || math.IsNaN(mat.Sum(a)) {
		t.Error("restored scores differ")
	}
	for name := range arrays {
		if _, err := hmm.RestoreScores(2, 4, func(n string) *mat.Dense {
			if n == name {
				return mat.NewDense(2, 2, []float64{-1, 2, 0, 0})
			}
			return arrays[n]
		}); err == nil {
			t.Errorf("a %s that cannot be is taken", name)
		}
	}
}

// Strings that no model distinguishes are an error.
func TestOneSymbolAloneHasNoScores(t *testing.T) {
	x := data.PackFrames(mat.NewDense(6, 1, nil), []int{3, 3})
	if _, err := hmm.LearnScores(t.Context(), x, 1, 1, true); err == nil {
		t.Error("scores of 0 are taken for features")
	}
}
