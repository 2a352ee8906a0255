package linalg

import (
	"fmt"
	"testing"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/linalgtest"
)

// BenchmarkBand measures the stages of the way by a band.
func BenchmarkBand(b *testing.B) {
	for _, n := range linalgtest.Orders {
		a, work := linalgtest.Dominant(n), dense.Borrow(n, n)
		reflectors := dense.Borrow(n, n)
		reduce := func(b *testing.B) *banded {
			if err := dense.CopyShifted(b.Context(), work, a, 0); err != nil {
				b.Fatal(err)
			}
			r, err := reduceToBand(b.Context(), work)
			if err != nil {
				b.Fatal(err)
			}
			return r
		}
		b.Run(fmt.Sprint("reduce ", n), func(b *testing.B) {
			for b.Loop() {
				reduce(b)
			}
		})
		r := reduce(b)
		kept := append([]float64(nil), r.b.data...)
		var t *chase
		b.Run(fmt.Sprint("chase ", n), func(b *testing.B) {
			for b.Loop() {
				copy(r.b.data, kept)
				var err error
				if t, _, _, err = reduceBand(b.Context(), r.b, reflectors); err != nil {
					b.Fatal(err)
				}
			}
		})
		x := dense.Slice(linalgtest.Dominant(n), 0, n/5, 0, n)
		b.Run(fmt.Sprintf("chase back %d of %d", n/5, n), func(b *testing.B) {
			for b.Loop() {
				if err := t.applyQ(b.Context(), x); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("back %d of %d", n/5, n), func(b *testing.B) {
			for b.Loop() {
				if err := r.applyQ(b.Context(), x); err != nil {
					b.Fatal(err)
				}
			}
		})
		dense.Release(work)
		dense.Release(reflectors)
	}
}
