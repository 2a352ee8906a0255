package dense

import (
	"fmt"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/mat"
)

func TestSyrkAddAgainstProduct(t *testing.T) {
	rnd := linalgtest.NewRand(1)
	for _, m := range []int{1, 2, 31, 32, 33, 127, 160, 161, 200} {
		for _, b := range []int{1, 5, 64, 150} {
			panel, dst := linalgtest.RandomDense(rnd, b, m), linalgtest.RandomSym(rnd, m)
			var want mat.Dense
			want.Mul(panel.T(), panel)
			want.Scale(-0.75, &want)
			want.Add(&want, dst)
			SyrkAdd(dst, -0.75, panel)
			if d := linalgtest.MaxDiff(t, dst, &want); d > 1e-12*float64(b) {
				t.Errorf("m=%d b=%d: off by %g", m, b, d)
			}
		}
	}
}

func TestSyrkAddLeavesLowerTriangle(t *testing.T) {
	const m = 100
	dst := mat.NewSymDense(m, nil)
	SyrkAdd(dst, 1, linalgtest.RandomDense(linalgtest.NewRand(2), 10, m))
	raw := dst.RawSymmetric()
	for i := range m {
		for j := range i {
			if raw.Data[i*raw.Stride+j] != 0 {
				t.Fatalf("entry (%d, %d) below the diagonal was written", i, j)
			}
		}
	}
}

func TestSyrkAddLeadingBlockAndProcs(t *testing.T) {
	const m, k, b = 300, 141, 70
	rnd := linalgtest.NewRand(3)
	panel, start := linalgtest.RandomDense(rnd, b, m), linalgtest.RandomSym(rnd, m)
	run := func(procs, cols int) *mat.SymDense {
		dst := mat.NewSymDense(cols, nil)
		dst.CopySym(start)
		linalgtest.WithProcs(procs, func() {
			SyrkAdd(dst, 0.3, mat.DenseCopyOf(panel.Slice(0, b, 0, cols)))
		})
		return dst
	}
	whole := run(1, m)
	linalgtest.SameBits(t, "GOMAXPROCS 1 and 2", whole, run(2, m))
	linalgtest.SameBits(t, "leading block", whole.SliceSym(0, k), run(2, k))
}

func TestSyrkAddOnView(t *testing.T) {
	rnd := linalgtest.NewRand(4)
	big := linalgtest.RandomSym(rnd, 90)
	before := mat.NewSymDense(90, nil)
	before.CopySym(big)
	panel := linalgtest.RandomDense(rnd, 20, 120).Slice(0, 20, 10, 60).(*mat.Dense)
	SyrkAdd(big.SliceSym(20, 70).(*mat.SymDense), 2, panel)
	var want mat.Dense
	want.Mul(panel.T(), panel)
	for i := range 90 {
		for j := range 90 {
			w := before.At(i, j)
			if i >= 20 && i < 70 && j >= 20 && j < 70 {
				w += 2 * want.At(i-20, j-20)
			}
			if d := big.At(i, j) - w; d > 1e-12 || d < -1e-12 {
				t.Fatalf("entry (%d, %d) off by %g", i, j, d)
			}
		}
	}
}

func TestSyrkAddShapes(t *testing.T) {
	linalgtest.WantPanic(t, "dense", "columns", func() { SyrkAdd(mat.NewSymDense(3, nil), 1, mat.NewDense(2, 4, nil)) })
	SyrkAdd(&mat.SymDense{}, 1, &mat.Dense{})
}

func BenchmarkSyrkAdd(b *testing.B) {
	for _, s := range [][2]int{{256, 250}, {256, 1000}, {256, 2500}} {
		rows, m := s[0], s[1]
		panel := linalgtest.RandomDense(linalgtest.NewRand(5), rows, m)
		flops := float64(rows) * float64(m) * float64(m+1)
		b.Run(fmt.Sprintf("%dx%d", rows, m), func(b *testing.B) {
			dst := mat.NewSymDense(m, nil)
			for b.Loop() {
				SyrkAdd(dst, 1e-3, panel)
			}
			b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
		b.Run(fmt.Sprintf("%dx%d/gonum", rows, m), func(b *testing.B) {
			dst := mat.NewSymDense(m, nil)
			for b.Loop() {
				dst.SymOuterK(1e-3, panel.T())
			}
			b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}
