package kernel

import (
	"context"
	"math/rand/v2"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/mat"
)

// chosenRows returns m rows of x, in random order.
func chosenRows(x *mat.Dense, m int) (rows []int, z *mat.Dense) {
	n, d := x.Dims()
	rows, z = rand.New(rand.NewPCG(5, 0)).Perm(n)[:m], mat.NewDense(m, d, nil)
	for i, t := range rows {
		z.SetRow(i, x.RawRowView(t))
	}
	return rows, z
}

// What comes from distances is what comes from the samples, bit for bit: a sweep may
// do either.
func TestDistancesGiveTheSameKernel(t *testing.T) {
	for _, d := range linalgtest.Sizes(1, 37, 600) {
		checkDistances(t, normal(150, d, 1), normal(70, d, 2))
	}
}

func checkDistances(t *testing.T, x, held *mat.Dense) {
	t.Helper()
	x.SetRow(3, x.RawRowView(90))
	held.SetRow(5, x.RawRowView(17))
	origin := ColumnMeans(x)
	trained, err := NewDistances(t.Context(), x, x, origin)
	if err != nil {
		t.Fatal(err)
	}
	scored, err := NewDistances(t.Context(), held, x, origin)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []int{1, 2, 7, 24, 61, 150} {
		rows, z := chosenRows(x, m)
		for _, def := range definitions(3) {
			for _, shift := range []bool{false, true} {
				k := def.kernel
				if !k.TranslationInvariant() || shift && !k.CanShift() {
					continue
				}
				checkRows(t, trained, k, x, z, origin, rows, shift)
				checkRows(t, scored, k, held, z, origin, rows, shift)
				got, err := trained.Gram(t.Context(), k, rows, shift)
				if err != nil {
					t.Fatal(err)
				}
				want, err := GramAt(t.Context(), k, z, origin, shift)
				if err != nil {
					t.Fatal(err)
				}
				if !mat.Equal(got, want) {
					t.Errorf("%s: another kernel matrix of %d supports", k.Name(), m)
				}
			}
		}
	}
}

// checkRows compares rows of kernel values, and of their differences.
func checkRows(t *testing.T, d *Distances, k Kernel, x, z *mat.Dense, origin []float64, rows []int, shift bool) {
	t.Helper()
	n, _ := x.Dims()
	m := len(rows)
	want, less, got := mat.NewDense(n, m, nil), mat.NewDense(n, max(1, m-1), nil), make([]float64, m)
	Matrix(want, k, x, NewSupportsAt(z, origin), shift)
	if m > 1 {
		NewDifferences(z, origin).Matrix(less, k, x, shift)
	}
	for i := range n {
		d.Row(got, k, i, rows, shift)
		for j, v := range got {
			if v != want.At(i, j) {
				t.Fatalf("%s of sample %d and support %d of %d: %g, from the samples %g", k.Name(), i, j, m, v, want.At(i, j))
			}
			if j > 0 && v-got[0] != less.At(i, j-1) {
				t.Fatalf("%s of sample %d, support %d of %d less the first: %g, from the samples %g", k.Name(), i, j, m, v-got[0], less.At(i, j-1))
			}
		}
	}
}

func TestDistancesPanicAndEnd(t *testing.T) {
	x := normal(10, 3, 1)
	d, err := NewDistances(t.Context(), x, x, ColumnMeans(x))
	if err != nil {
		t.Fatal(err)
	}
	for name, call := range map[string]func(){
		"a kernel of products": func() { d.Row(make([]float64, 2), Linear{}, 0, []int{1, 2}, false) },
		"another length":       func() { d.Row(make([]float64, 3), Gaussian{Sigma: 1}, 0, []int{1, 2}, false) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			call()
		}()
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewDistances(ended, x, x, ColumnMeans(x)); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := d.Gram(ended, Gaussian{Sigma: 1}, []int{1, 2}, false); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

// BenchmarkDistancesRow measures the look-up of a kernel's values: of half of all
// samples, in random order, from more distances than caches hold. Prefetching the next
// row reduces the time to four fifths.
func BenchmarkDistancesRow(b *testing.B) {
	const n, m = 4000, 2000
	x := normal(n, 2, 1)
	d, err := NewDistances(b.Context(), x, x, ColumnMeans(x))
	if err != nil {
		b.Fatal(err)
	}
	rows, _ := chosenRows(x, m)
	dst, k := make([]float64, m), Gaussian{Sigma: 1}
	b.SetBytes(8 * m)
	for name, ahead := range map[string]bool{"read ahead": true, "not": false} {
		b.Run(name, func(b *testing.B) {
			i := 0
			for b.Loop() {
				if i++; i == n {
					i = 0
				}
				if ahead {
					d.ReadAhead(i+1, m)
				}
				d.Row(dst, k, i, rows, false)
			}
		})
	}
}
