package moments

import (
	"context"
	"fmt"
	"testing"

	"example.com/sfatui/datasets/storage"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

// BenchmarkMoments streams 20,000 samples of 500 functions, by the plain way
// and by the transform. In the kernel spaces, evaluation is a part of it.
func BenchmarkMoments(b *testing.B) {
	const n, m, d = 20000, 500, 30
	x := walk(n, d, 1)
	k := kernel.Gaussian{Sigma: 20}
	stable, err := space.NewStable(b.Context(), k, mat.DenseCopyOf(x.Slice(0, m+1, 0, d)), true)
	if err != nil {
		b.Fatal(err)
	}
	printed, err := space.NewPrinted(b.Context(), k, mat.DenseCopyOf(x.Slice(0, m, 0, d)))
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		s    space.Space
		x    *mat.Dense
	}{
		{"linear", space.Linear{D: m}, walk(n, m, 2)},
		{"printed", printed, x},
		{"stable", stable, x},
	} {
		for segment, lengths := range map[string][]int{"one segment": {n}, "segments of 7 to 29": short(n)} {
			b.Run(fmt.Sprintf("%s/%s/plain", c.name, segment), func(b *testing.B) {
				for b.Loop() {
					streamPlain(newValues(c.s, c.x, lengths, notKept))
				}
			})
			b.Run(fmt.Sprintf("%s/%s/transform", c.name, segment), func(b *testing.B) {
				for b.Loop() {
					if _, err := Stream(context.Background(), newValues(c.s, c.x, lengths, notKept)); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkTransform measures the transform of one block, without the products.
func BenchmarkTransform(b *testing.B) {
	for _, m := range []int{24, 500, 2500} {
		for _, lengths := range [][]int{{BlockRows}, short(BlockRows)} {
			b.Run(fmt.Sprintf("m=%d/%d segments", m, len(lengths)), func(b *testing.B) {
				h := walk(BlockRows, m, 3)
				rows := batchRows{2 * BlockRows, BlockRows}
				t := newBatch(storage.Make(rows.size(m)), rows, m)
				t.width = m
				origin, mean := make([]float64, m), make([]float64, m)
				for b.Loop() {
					t.layOut(Blocks(lengths, BlockRows))
					t.transform(0, h)
					if err := t.merge(b.Context(), origin, origin, mean); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(b.Elapsed().Seconds()/float64(b.N*BlockRows*m)*1e9, "ns/value")
			})
		}
	}
}

// BenchmarkProject measures 200 features of values that are kept.
func BenchmarkProject(b *testing.B) {
	const n, m, d, p = 20000, 1000, 4, 200
	x := walk(n, d, 1)
	s, err := space.NewStable(b.Context(), kernel.Gaussian{Sigma: 2}, mat.DenseCopyOf(x.Slice(0, m+1, 0, d)), true)
	if err != nil {
		b.Fatal(err)
	}
	v := newValues(s, x, short(n), Packed)
	if _, err := v.Project(b.Context(), walk(s.Dim(), 1, 2), []float64{0}); err != nil { // evaluates them
		b.Fatal(err)
	}
	phi := dense.New(n, p)
	for _, dim := range []int{s.Dim() / 8, s.Dim() / 2, s.Dim()} {
		a, c := walk(dim, p, 2), make([]float64, p)
		b.Run(fmt.Sprint(dim), func(b *testing.B) {
			for b.Loop() {
				if err := v.ProjectTo(b.Context(), phi, a, nil, c); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(2*n*float64(dim*p*b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}

// short returns the lengths of segments of 7 to 29, n samples in all.
func short(n int) []int {
	var lengths []int
	for left, next := n, 7; left > 0; next = 7 + (next+4)%23 {
		lengths = append(lengths, min(next, left))
		left -= lengths[len(lengths)-1]
	}
	return lengths
}

// BenchmarkProjectFresh measures 200 features of the first functions of a kernel space
// whose values are not kept.
func BenchmarkProjectFresh(b *testing.B) {
	const n, m, d, p = 8192, 2000, 100, 200
	x := walk(n, d, 1)
	s, err := space.NewStable(b.Context(), kernel.Gaussian{Sigma: 5}, mat.DenseCopyOf(x.Slice(0, m+1, 0, d)), true)
	if err != nil {
		b.Fatal(err)
	}
	for _, dim := range []int{s.Dim() / 8, s.Dim()} {
		a := mat.NewDense(dim, p, nil)
		for j := range p {
			a.Set(j*dim/p, j, 1)
		}
		v, c := NewValues(s, x, []int{n}), make([]float64, p)
		if s.Direct(s.Coefficients(a)) == nil {
			b.Fatal("features do not come from the kernel")
		}
		b.Run(fmt.Sprintf("%d of %d", dim, s.Dim()), func(b *testing.B) {
			for b.Loop() {
				if _, err := v.Project(b.Context(), a, c); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
