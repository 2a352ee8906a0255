package codes

import (
	"context"
	"math"
	"strings"
	"testing"

	_ "example.com/sfatui/engine/linalg/dense" // the products that blocks are made for
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// lecture returns the start of rows L34 and L35, samples as rows.
func lectureParts() (x, codes, parts *mat.Dense) {
	x = linalgtest.Table(8, 6, func(j, i int) float64 { return 1 + math.Sin(float64(i+1+2*j))*math.Cos(float64(i*j)) })
	parts = linalgtest.Table(3, 6, func(k, i int) float64 { return 1 + 0.5*math.Cos(float64(i+3*k)) })
	codes = linalgtest.Table(8, 3, func(j, k int) float64 { return 1 + 0.5*math.Sin(float64(2*k+j)) })
	return x, codes, parts
}

func TestL34MultiplicativeUpdates(t *testing.T) {
	for _, c := range []struct {
		loss Loss
		want map[int]float64
	}{
		{Squared, map[int]float64{0: 215.4337966125, 1: 11.7869963956, 2: 11.0145951757, 10: 6.4989382641, 100: 2.7204708854}},
		{KullbackLeibler, map[int]float64{0: 53.2974834629, 1: 7.7259837701, 2: 7.2915679841, 10: 3.8342128063, 100: 1.6579517036}},
	} {
		x, codes, parts := lectureParts()
		record, err := MultiplicativeParts(context.Background(), x, codes, parts, c.loss, 100)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.want {
			linalgtest.Near(t, "the loss", record[i], want, 1e-8)
		}
		for i := 1; i < len(record); i++ {
			if record[i] > record[i-1]*(1+1e-13) {
				t.Errorf("sweep %d raises the loss from %.15g to %.15g", i, record[i-1], record[i])
			}
		}
		if c.loss == KullbackLeibler { // which keeps the sums of the samples
			var y mat.Dense
			y.Mul(codes, parts)
			for i := range 8 {
				linalgtest.Near(t, "the sum of a sample", floats.Sum(y.RawRowView(i)), floats.Sum(x.RawRowView(i)), 1e-10)
			}
		}
	}
}

func TestL35SparseFactors(t *testing.T) {
	x, codes, parts := lectureParts()
	record, err := SparseParts(context.Background(), x, codes, parts, Penalty{Eta: 0.1, Beta: 0.5}, 50)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range map[int]float64{0: 253.7325256671, 1: 26.1379157843, 2: 15.2314116140, 10: 8.9250902473, 50: 8.8276810948} {
		linalgtest.Near(t, "the objective", record[i], want, 1e-8)
	}
	zeros := 0
	for i := range 8 {
		for _, a := range codes.RawRowView(i) {
			if a == 0 {
				zeros++
			}
		}
	}
	if zeros != 7 {
		t.Errorf("%d exact zeros", zeros)
	}
}

func TestL36HoyersProjection(t *testing.T) {
	h := []float64{.9, .1, .5, .3, .7, .2}
	linalgtest.Near(t, "sparseness", Sparseness(h), 0.2570329785, 1e-10)
	for s, want := range map[float64][]float64{
		0.3: {0.9193091866, 0.0609923115, 0.4901507490, 0.2755715302, 0.7047299678, 0.1682819209},
		0.6: {1.0614455552, 0, 0.3077108890, 0, 0.6845782221, 0},
		0.9: {1.2837919486, 0, 0, 0, 0.2046417180, 0},
	} {
		x := append([]float64(nil), h...)
		ProjectSparseness(x, s)
		for i := range x {
			linalgtest.Near(t, "an entry", x[i], want[i], 1e-9)
		}
		linalgtest.Near(t, "sparseness", Sparseness(x), s, 1e-9)
	}
}

// Codes meet the conditions of optimality, doubled parts among them.
func TestCodesAreOptimal(t *testing.T) {
	x := linalgtest.Table(30, 7, func(i, j int) float64 { return 1 + math.Sin(float64(i*j+i)) })
	parts := linalgtest.Table(6, 7, func(k, j int) float64 { return 1 + math.Cos(float64((k%5+1)*(j+2))) })
	codes := mat.NewDense(30, 6, nil)
	for _, beta := range []float64{0, 0.3, 5} {
		if err := CodeParts(context.Background(), codes, x, parts, beta); err != nil {
			t.Fatal(err)
		}
		for i := range 30 {
			a := codes.RawRowView(i)
			left := append([]float64(nil), x.RawRowView(i)...)
			for k, v := range a {
				floats.AddScaled(left, -v, parts.RawRowView(k))
			}
			for k, v := range a {
				slope := floats.Dot(parts.RawRowView(k), left) - beta*floats.Sum(a)
				if v < 0 || slope > 1e-9 || v > 0 && slope < -1e-9 {
					t.Errorf("β %g: entry %d is %g at a slope of %g", beta, k, v, slope)
				}
			}
		}
	}
}

func TestNegativeNumbersAreRefused(t *testing.T) {
	x, _, _ := lectureParts()
	if err := CheckNonNegative(x); err != nil {
		t.Error(err)
	}
	for _, v := range []float64{-1e-9, math.NaN(), math.Inf(1)} {
		x.Set(3, 4, v)
		if err := CheckNonNegative(x); err == nil || !strings.Contains(err.Error(), "sample 4 has") || !strings.Contains(err.Error(), "input 5") {
			t.Errorf("%g: %v", v, err)
		}
	}
}

// sums returns n samples, with codes and parts to begin with.
func sums(n, d, k int) (x, codes, parts *mat.Dense) {
	return linalgtest.Table(n, d, func(i, j int) float64 { return 1 + math.Sin(float64(i*j)) }),
		linalgtest.Table(n, k, func(i, j int) float64 { return 1 + 0.5*math.Sin(float64(i+j)) }),
		linalgtest.Table(k, d, func(i, j int) float64 { return 1 + 0.5*math.Cos(float64(i*j)) })
}

// Blocks of samples add up to what products of all samples give, bit for bit.
func TestBlocksMakeTheUpdatesOfAllSamples(t *testing.T) {
	x, codes, parts := sums(2*blockRows+77, 12, 5)
	byHand, dictionary := mat.DenseCopyOf(codes), mat.DenseCopyOf(parts)
	record, err := MultiplicativeParts(t.Context(), x, codes, parts, Squared, 3)
	if err != nil {
		t.Fatal(err)
	}
	var up, gram, down, left mat.Dense
	for range 3 {
		up.Mul(byHand.T(), x)
		gram.Mul(byHand.T(), byHand)
		down.Mul(&gram, dictionary)
		scale(dictionary, &up, &down, 0)
		up.Reset()
		down.Reset()
		up.Mul(x, dictionary.T())
		gram.Mul(dictionary, dictionary.T())
		down.Mul(byHand, &gram)
		scale(byHand, &up, &down, 0)
		up.Reset()
		down.Reset()
	}
	linalgtest.SameBits(t, "codes", codes, byHand)
	linalgtest.SameBits(t, "parts", parts, dictionary)
	left.Mul(codes, parts)
	left.Sub(x, &left)
	left.MulElem(&left, &left)
	if want := mat.Sum(&left); record[3] != want {
		t.Errorf("a loss of %v, want %v", record[3], want)
	}
}

func BenchmarkMultiplicative(b *testing.B) {
	for _, loss := range []Loss{Squared, KullbackLeibler} {
		b.Run([]string{"squared", "divergence"}[loss], func(b *testing.B) {
			x, codes, parts := sums(4000, 64, 20)
			for b.Loop() {
				if _, err := MultiplicativeParts(b.Context(), x, codes, parts, loss, 10); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Parts have the sparseness asked for, and no sweep raises the error.
func TestHoyerKeepsSparsenessAndNeverRaisesTheError(t *testing.T) {
	x := mat.NewDense(50, 20, nil)
	x.Apply(func(i, j int, _ float64) float64 { return 1 + math.Sin(float64(i*(j+3))) }, x)
	for _, sparseness := range []float64{0.2, 0.5, 0.9} {
		codes, parts := mat.NewDense(50, 6, nil), mat.NewDense(6, 20, nil)
		codes.Apply(func(i, j int, _ float64) float64 { return 1 + math.Cos(float64(i+5*j))/2 }, codes)
		parts.Apply(func(i, j int, _ float64) float64 { return 1 + math.Cos(float64(7*i+j))/2 }, parts)
		record, err := HoyerParts(t.Context(), x, codes, parts, sparseness, 40)
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < len(record); i++ {
			if record[i] > record[i-1]*(1+1e-12) {
				t.Errorf("%g: sweep %d raises %.12g to %.12g", sparseness, i, record[i-1], record[i])
			}
		}
		if !(record[len(record)-1] < 0.999*record[1]) {
			t.Errorf("%g: the error only falls from %g to %g", sparseness, record[1], record[len(record)-1])
		}
		for j := range 6 {
			if got := Sparseness(parts.RawRowView(j)); math.Abs(got-sparseness) > 1e-9 {
				t.Errorf("part %d has the sparseness %g, want %g", j, got, sparseness)
			}
		}
	}
}

// A code for the divergence is a minimum: no entry can be changed for the better.
// A sample of zeros has the code zero, as has one whose numbers are all but zero, and the others
// are not touched by it. By 1/0 alone there would be no number.
func TestDivergentCodesOfSilence(t *testing.T) {
	parts := mat.NewDense(2, 3, []float64{1, 2, 0, 0, 1, 3})
	x := mat.NewDense(4, 3, []float64{0, 0, 0, 2, 5, 3, 1e-323, 0, 0, 2, 4, 0})
	codes := mat.NewDense(4, 2, nil)
	if err := CodePartsDivergent(t.Context(), codes, x, parts); err != nil {
		t.Fatal(err)
	}
	want := mat.NewDense(4, 2, []float64{0, 0, 2, 1, 0, 0, 2, 0}) // x is their product with the parts
	if !mat.EqualApprox(codes, want, 1e-6) {
		t.Errorf("codes\n%v", mat.Formatted(codes))
	}
}

func TestDivergentCodesAreBest(t *testing.T) {
	x, parts := mat.NewDense(1, 8, nil), mat.NewDense(3, 8, nil)
	x.Apply(func(_, j int, _ float64) float64 { return float64(j * j % 5) }, x)
	parts.Apply(func(i, j int, _ float64) float64 { return 1 + math.Sin(float64((i+1)*(j+2))) }, parts)
	codes := mat.NewDense(1, 3, nil)
	if err := CodePartsDivergent(t.Context(), codes, x, parts); err != nil {
		t.Fatal(err)
	}
	divergence := func(j int, by float64) float64 {
		moved := mat.DenseCopyOf(codes)
		moved.Set(0, j, max(moved.At(0, j)+by, 0))
		return KullbackLeibler.value(x, moved, parts, mat.NewDense(1, 8, nil))
	}
	for j := range 3 {
		for _, by := range []float64{-1e-2, 1e-2} {
			if least := divergence(0, 0); divergence(j, by) < least-1e-9 {
				t.Errorf("entry %d moved by %g: %.12g below %.12g", j, by, divergence(j, by), least)
			}
		}
	}
}
