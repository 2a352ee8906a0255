package datasets

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format/sound"
	"example.com/sfatui/datasets/internal/check"
	"example.com/sfatui/datasets/internal/sample"
	"example.com/sfatui/datasets/prepare"
	"gonum.org/v1/gonum/mat"
)

func BenchmarkReadCSV(b *testing.B) {
	var text strings.Builder
	text.WriteString("a,b,c,d,e,f,g,h\n")
	for i := range 20_000 {
		for k := range 8 {
			if k > 0 {
				text.WriteByte(',')
			}
			fmt.Fprintf(&text, "%.6f", math.Sin(float64(8*i+k)))
		}
		text.WriteByte('\n')
	}
	path := write(b, "x.csv", text.String())
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		mustOpen(b, Options{Paths: []string{path}})
	}
}

func BenchmarkReadWAV(b *testing.B) {
	x := make([]float64, 1<<18)
	for i := range x {
		x[i] = math.Sin(float64(i)) / 2
	}
	for _, bits := range []int{16, 24} {
		b.Run(fmt.Sprint(bits, "bit"), func(b *testing.B) {
			file, folder := []byte(sample.WAV{Bits: bits, Values: x}.Build()), b.TempDir()
			b.SetBytes(int64(len(file)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := check.Read(b, &sound.WAV, folder, file); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkEmbed(b *testing.B) {
	for _, e := range []prepare.Embedding{{L: 400, Epsilon: 1, Delta: 8}, {L: 500, Epsilon: 5, Delta: 50}} {
		b.Run(e.String(), func(b *testing.B) {
			r := &data.Recording{Rows: 50_000, X: make([]float64, 50_000)}
			n := e.Windows(r.Rows)
			x := mat.NewDense(n, e.L, nil)
			b.SetBytes(int64(8 * n * e.L))
			for b.Loop() {
				if err := e.CopyWindows(context.Background(), x, 0, r, n, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkHash(b *testing.B) {
	s := &data.Set{X: mat.NewDense(2000, 500, nil)}
	b.SetBytes(2000 * 500 * 8)
	for b.Loop() {
		s.Hash()
	}
}
