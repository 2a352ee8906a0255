package dense

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/mat"
)

// weighted returns Σ_g weight_g · panel_gᵀ · panel_g for the groups of rows of panel.
func weighted(groups []simd.Group, panel *mat.Dense) *mat.Dense {
	_, m := panel.Dims()
	sum, at := mat.NewDense(m, m, nil), 0
	for _, g := range groups {
		var p mat.Dense
		rows := panel.Slice(at, at+g.Size, 0, m)
		at += g.Size
		p.Mul(rows.T(), rows)
		p.Scale(g.Weight, &p)
		sum.Add(sum, &p)
	}
	return sum
}

// addBoth packs the panel for SyrkAddBoth.
func addBoth(ctx context.Context, c, d *mat.SymDense, groups []simd.Group, panel *mat.Dense) error {
	b, m := panel.Dims()
	packed := simd.NewRightFactorIn(make([]float64, simd.RightSize(b, m)), b, m)
	packed.CutGroups(groups)
	packed.PackColumns(panel.RawMatrix(), 0, packed.Slivers())
	return SyrkAddBoth(ctx, c, d, packed)
}

func TestSyrkAddBothAgainstProduct(t *testing.T) {
	rnd := linalgtest.NewRand(70)
	for _, m := range linalgtest.Sizes(1, 2, 31, 120, 250) {
		for _, size := range []int{1, 16, 300} {
			groups := []simd.Group{{Size: size, Weight: 0}, {Size: 2 * size, Weight: 0.25}, {Size: 1, Weight: 1}, {Size: size, Weight: 3}}
			panel := linalgtest.RandomDense(rnd, 4*size+1, m)
			c, d := linalgtest.RandomSym(rnd, m), linalgtest.RandomSym(rnd, m)
			var wantC, wantD mat.Dense
			wantC.Mul(panel.T(), panel)
			wantC.Add(&wantC, c)
			wantD.Add(weighted(groups, panel), d)
			if err := addBoth(t.Context(), c, d, groups, panel); err != nil {
				t.Fatal(err)
			}
			if e := linalgtest.MaxDiff(t, c, &wantC); e > 1e-11 {
				t.Errorf("m=%d size=%d: C off by %g", m, size, e)
			}
			if e := linalgtest.MaxDiff(t, d, &wantD); e > 1e-11 {
				t.Errorf("m=%d size=%d: D off by %g", m, size, e)
			}
		}
	}
}

func TestSyrkAddBothLeadingBlockAndProcs(t *testing.T) {
	const m, k, b = 700, 333, 96
	rnd := linalgtest.NewRand(71)
	panel, start := linalgtest.RandomDense(rnd, b, m), linalgtest.RandomSym(rnd, m)
	groups := []simd.Group{{Size: 20, Weight: 0.1}, {Size: 36, Weight: 0.7}, {Size: 40, Weight: 2}}
	run := func(procs, cols int) (c, d *mat.SymDense) {
		c, d = mat.NewSymDense(cols, nil), mat.NewSymDense(cols, nil)
		c.CopySym(start)
		d.CopySym(start)
		linalgtest.WithProcs(procs, func() {
			if err := addBoth(t.Context(), c, d, groups, mat.DenseCopyOf(panel.Slice(0, b, 0, cols))); err != nil {
				t.Fatal(err)
			}
		})
		return c, d
	}
	c, d := run(1, m)
	for _, procs := range []int{2, 5} {
		c2, d2 := run(procs, m)
		linalgtest.SameBits(t, fmt.Sprint("C under GOMAXPROCS ", procs), c, c2)
		linalgtest.SameBits(t, fmt.Sprint("D under GOMAXPROCS ", procs), d, d2)
	}
	ck, dk := run(2, k)
	linalgtest.SameBits(t, "leading block of C", c.SliceSym(0, k), ck)
	linalgtest.SameBits(t, "leading block of D", d.SliceSym(0, k), dk)
	// With one group C is what SyrkAdd makes of it.
	alone, other, scratch := mat.NewSymDense(m, nil), mat.NewSymDense(m, nil), mat.NewSymDense(m, nil)
	SyrkAdd(alone, 1, panel)
	if err := addBoth(t.Context(), other, scratch, []simd.Group{{Size: b}}, panel); err != nil {
		t.Fatal(err)
	}
	linalgtest.SameBits(t, "SyrkAdd", alone, other)
	// Groups one after the other are groups in one call.
	c1, d1 := mat.NewSymDense(m, nil), mat.NewSymDense(m, nil)
	c1.CopySym(start)
	d1.CopySym(start)
	at := 0
	for _, g := range groups {
		if err := addBoth(t.Context(), c1, d1, []simd.Group{g}, panel.Slice(at, at+g.Size, 0, m).(*mat.Dense)); err != nil {
			t.Fatal(err)
		}
		at += g.Size
	}
	linalgtest.SameBits(t, "C group by group", c, c1)
	linalgtest.SameBits(t, "D group by group", d, d1)
}

func TestSyrkAddBothShapes(t *testing.T) {
	s := func(n int) *mat.SymDense { return mat.NewSymDense(n, nil) }
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := addBoth(ctx, s(3), s(3), []simd.Group{{Size: 2}}, mat.NewDense(2, 3, nil)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	linalgtest.WantPanic(t, "dense", "columns", func() { _ = addBoth(t.Context(), s(3), s(3), []simd.Group{{Size: 2}}, mat.NewDense(2, 4, nil)) })
	linalgtest.WantPanic(t, "dense", "orders", func() { _ = addBoth(t.Context(), s(3), s(4), []simd.Group{{Size: 2}}, mat.NewDense(2, 3, nil)) })
}

func BenchmarkSyrkAddBoth(b *testing.B) {
	for _, s := range [][2]int{{7 * 256, 999}, {7 * 256, 2499}} {
		rows, m := s[0], s[1]
		panel := linalgtest.RandomDense(linalgtest.NewRand(72), rows, m)
		c, d := NewSym(m), NewSym(m)
		var groups []simd.Group
		for _, w := range []float64{0.15, 0.6, 1.2, 2, 2.8, 3.4, 3.8} {
			groups = append(groups, simd.Group{Size: rows / 7, Weight: w})
		}
		packed := simd.NewRightFactor(rows, m)
		packed.CutGroups(groups)
		packed.PackColumns(panel.RawMatrix(), 0, packed.Slivers())
		b.Run(fmt.Sprintf("%dx%d", rows, m), func(b *testing.B) {
			for b.Loop() {
				if err := SyrkAddBoth(b.Context(), c, d, packed); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(rows)*float64(m)*float64(m+1)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}
