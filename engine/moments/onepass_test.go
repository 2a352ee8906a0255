package moments

import (
	"fmt"
	"math"
	"runtime"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"gonum.org/v1/gonum/mat"
)

// sampledSpace returns a space over some of the samples.
func sampledSpace(t *testing.T, x *mat.Dense, m int, sigma float64) *space.Stable {
	t.Helper()
	k := kernel.Gaussian{Sigma: sigma}
	origin := kernel.ColumnMeans(x)
	picks, err := subset.MPMAH(t.Context(), k, x, m, func() []float64 { return origin }, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, d := x.Dims()
	z := mat.NewDense(len(picks.Index), d, nil)
	for i, t := range picks.Index {
		z.SetRow(i, x.RawRowView(t))
	}
	s, err := space.NewStableAt(t.Context(), k, z, origin, true)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// One pass gives the moments that two give, also of functions that hardly a sample but their
// support has a part in, and of those that have much in common.
func TestStreamSphered(t *testing.T) {
	const n, d = 1300, 6
	ctx, x, lengths := t.Context(), walk(n, d, 31), []int{500, 1, 799}
	for _, sigma := range []float64{0.05, 3, 60, 500} {
		s := sampledSpace(t, x, linalgtest.Size(150), sigma)
		spaces := []space.Space{s}
		if p, err := s.Partial(ctx); err != nil {
			t.Fatal(err)
		} else if p != nil {
			spaces = append(spaces, p)
		}
		for _, functions := range spaces {
			t.Run(fmt.Sprintf("σ %g, %T", sigma, functions), func(t *testing.T) {
				v := NewValues(functions, x, lengths)
				want, err := Stream(ctx, v)
				if err != nil {
					t.Fatal(err)
				}
				got, sphered, err := StreamSphered(ctx, v, 0x1p-45)
				if err != nil || sphered == nil {
					t.Fatal("not sphered", err)
				}
				compareMoments(t, got, want, 1e-12)
				again, err := Sphere(ctx, v, want, 0x1p-45)
				if err != nil || again == nil {
					t.Fatal(err)
				}
				if most := 3 * mat.Norm(again.Moments.C, 2); !(mat.Norm(sphered.Moments.C, 2) <= most) {
					t.Errorf("the norm of C_z is %g, and that of values sphered by their own moments a third of %g", mat.Norm(sphered.Moments.C, 2), most)
				}
				linalgtest.WithProcs(1+runtime.GOMAXPROCS(0)%3, func() {
					other, z, err := StreamSphered(ctx, v, 0x1p-45)
					if err != nil || z == nil {
						t.Fatal(err)
					}
					checkBits(t, "on other processors", other, got)
					checkBits(t, "sphered on other processors", z.Moments, sphered.Moments)
				})
			})
		}
	}
}

// compareMoments holds entries of moments against others, relative to how far their functions
// deviate.
func compareMoments(t *testing.T, got, want *Moments, tol float64) {
	t.Helper()
	if got.N != want.N || got.Pairs != want.Pairs {
		t.Fatalf("%d samples and %d pairs, not %d and %d", got.N, got.Pairs, want.N, want.Pairs)
	}
	least, largest := 0x1p-45*mat.Norm(want.C, 2), mat.Norm(mat.NewVecDense(len(want.Mean), want.Mean), 2)
	for i, mean := range want.Mean {
		deviates := math.Sqrt(max(want.C.At(i, i), least))
		if !(math.Abs(got.Mean[i]-mean) <= tol*deviates+0x1p-50*largest) {
			t.Errorf("mean %d is %g, not %g", i, got.Mean[i], mean)
		}
		for j := range i + 1 {
			scale := tol * deviates * math.Sqrt(max(want.C.At(j, j), least))
			if !(math.Abs(got.C.At(i, j)-want.C.At(i, j)) <= scale) || !(math.Abs(got.Cdot.At(i, j)-want.Cdot.At(i, j)) <= 4*scale) {
				t.Fatalf("entry (%d, %d) is %g and %g, not %g and %g", i, j, got.C.At(i, j), got.Cdot.At(i, j), want.C.At(i, j), want.Cdot.At(i, j))
			}
		}
	}
}

// Samples that are unlike those that they are sphered by leave z too long, which is noticed;
// moments of h are those of [Stream], to the bit.
func TestStreamSpheredByOthers(t *testing.T) {
	const n, m = 800, 40
	stride := n / (sampledRows * (m - 1))
	x := walk(n, 3, 5)
	z := mat.NewDense(m, 3, nil)
	for i := range n {
		if i%stride == 0 {
			row := x.RawRowView(i)
			for j := range row {
				row[j] *= 1e-3
			}
		}
	}
	for i := range m {
		z.SetRow(i, x.RawRowView(i*stride))
	}
	s, err := space.NewStable(t.Context(), kernel.Gaussian{Sigma: 1}, z, true)
	if err != nil {
		t.Fatal(err)
	}
	v := NewValues(s, x, []int{n})
	want, err := Stream(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	got, sphered, err := StreamSphered(t.Context(), v, 0x1p-45)
	if err != nil {
		t.Fatal(err)
	}
	if sphered != nil {
		t.Errorf("sphered by samples unlike the others: C_z has the norm %g", mat.Norm(sphered.Moments.C, 2))
	}
	checkBits(t, "moments", got, want)
}

func TestStreamSpheredPanics(t *testing.T) {
	v := NewValues(sampledSpace(t, walk(300, 3, 7), 50, 1), walk(300, 3, 7), []int{300})
	if v.OnePass() {
		t.Error("six samples for a function are said to be many")
	}
	linalgtest.WantPanic(t, "moments", "too few values", func() { _, _, _ = StreamSphered(t.Context(), v, 1e-13) })
}
