package simd

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
)

// Processors describe their caches in several leaves of CPUID: Zen 4 in 0x8000001D,
// Sapphire Rapids in 4.
func TestCachesOfDescriptions(t *testing.T) {
	for name, c := range map[string]struct {
		registers [][3]uint32
		want      Caches
	}{
		"Zen 4":           {[][3]uint32{{0x121, 0x1c0003f, 0x3f}, {0x122, 0x1c0003f, 0x3f}, {0x143, 0x1c0003f, 0x7ff}, {0x163, 0x3c0003f, 0x7fff}}, Caches{32 << 10, 1 << 20, 32 << 20}},
		"Sapphire Rapids": {[][3]uint32{{0x121, 0x2c0003f, 0x3f}, {0x143, 0x3c0003f, 0x7ff}}, Caches{48 << 10, 2 << 20, 0}},
		"nothing told":    {},
	} {
		var got Caches
		for _, r := range c.registers {
			got.add(r[0], r[1], r[2])
		}
		if got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	for l2, want := range map[int]int{0: 240, 256 << 10: 48, 512 << 10: 120, 1 << 20: 240, 2 << 20: 240, 1 << 10: 48} {
		if got := blockColumnsOf(Caches{L2: l2}); got != want || got%BlockAlign != 0 {
			t.Errorf("%d columns of a block with %d bytes, want %d", got, l2, want)
		}
	}
}

// Reading ahead changes nothing and needs no room behind the numbers.
func TestPrefetchChangesNothing(t *testing.T) {
	x := make([]float64, 100)
	for i := range x {
		x[i] = float64(i)
	}
	for from := range x {
		Prefetch(x[from:])
		Prefetch(x[:from])
	}
	Prefetch(nil)
	for i, v := range x {
		if v != float64(i) {
			t.Fatalf("number %d is %v", i, v)
		}
	}
}

// Blocks of any size give the same bytes.
func TestEveryBlockSizeGivesTheSameBytes(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		const n, m, depth = 131, 150, 300
		rng := rand.New(rand.NewPCG(8, 1))
		random := func(r, c int) blas64.General {
			g := blas64.General{Rows: r, Cols: c, Stride: c, Data: make([]float64, r*c)}
			for i := range g.Data {
				g.Data[i] = rng.NormFloat64()
			}
			return g
		}
		left, right, square := NewLeftFactor(n, depth), NewRightFactor(depth, m), NewRightFactor(depth, m)
		left.PackRows(random(n, depth), 0, left.Slivers())
		right.PackColumns(random(depth, m), 0, right.Slivers())
		groups := []Group{{100, 2}, {200, 3}}
		square.CutGroups(groups)
		square.PackColumns(random(depth, m), 0, square.Slivers())
		start, starts := random(n, m), random(m, m)
		var want [][]float64
		for _, size := range [][2]int{{384, 240}, {24, 24}, {48, 72}, {96, 24}, {24, 120}, {384, 48}} {
			c, d, e := clone(start), clone(starts), clone(starts)
			each := func(rows, columns int, f func(Block)) {
				for i := 0; i < rows; i += size[0] {
					for j := 0; j < columns; j += size[1] {
						f(Block{i, min(i+size[0], rows), j, min(j+size[1], columns)})
					}
				}
			}
			each(n, m, func(b Block) { Add(1.5, left, right, c, b, All) })
			each(m, m, func(b Block) { AddBoth(square, square, d, e, b, Upper) })
			got := [][]float64{c.Data, d.Data, e.Data}
			if want == nil {
				want = got
			}
			for i := range got {
				if !slices.Equal(got[i], want[i]) {
					t.Errorf("blocks of %d×%d: matrix %d has other bytes", size[0], size[1], i)
				}
			}
		}
	})
}

// The peak of each path counts what it does: a round takes a time that is not none.
func TestFusedMultiplyAdds(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		one, three := FusedMultiplyAdds(Path(), 1), FusedMultiplyAdds(Path(), 3)
		if one <= 0 || three != 3*one || FusedMultiplyAdds(Path(), 0) != 0 {
			t.Errorf("%g operations in a round, %g in three", one, three)
		}
	})
	defer func() {
		if recover() == nil {
			t.Error("a path that is none runs")
		}
	}()
	FusedMultiplyAdds("none", 1)
}
