package subset

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.com/sfatui/engine/kernel"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func BenchmarkMPMAH(b *testing.B) {
	for _, c := range []struct{ n, m int }{{5000, 100}, {5000, 500}} {
		b.Run(fmt.Sprintf("n=%d/m=%d", c.n, c.m), func(b *testing.B) {
			benchmarkMPMAH(b, normal(c.n, 100, 1), 10, c.m)
		})
	}
}

// BenchmarkMPMAHLarge measures the selection of the large audio job of Böhmer et al.
// (2012): 245 words of 396 windows.
func BenchmarkMPMAHLarge(b *testing.B) {
	if testing.Short() {
		b.Skip("seconds for each round: not with -short")
	}
	benchmarkMPMAH(b, windows(245, 396, 50, 5, 500), 5, 2500)
}

func benchmarkMPMAH(b *testing.B, x *mat.Dense, sigma float64, m int) {
	b.ReportAllocs()
	var p Picks
	for b.Loop() {
		var err error
		if p, err = MPMAH(context.Background(), kernel.Gaussian{Sigma: sigma}, x, m, nil, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(p.Residual[len(p.Residual)-1], "last-residual")
	b.ReportMetric(p.Margin, "margin")
}

// windows returns windows of words that glide from one vowel to another: harmonics of a
// voice under two formants, with some noise, of peak 1. A window is length samples of
// the sound, step apart, and the next one begins hop later.
func windows(words, count, hop, step, length int) *mat.Dense {
	const rate = 48000
	rng := rand.New(rand.NewPCG(1, 1))
	x := mat.NewDense(words*count, length, nil)
	sound := make([]float64, hop*(count-1)+step*(length-1)+1)
	for w := range words {
		pitch := 90 + 140*rng.Float64()
		from, to := [2]float64{300 + 500*rng.Float64(), 900 + 1500*rng.Float64()}, [2]float64{300 + 500*rng.Float64(), 900 + 1500*rng.Float64()}
		shift := rng.Float64() * 2 * math.Pi
		for t := range sound {
			at := float64(t) / float64(len(sound))
			phase := shift + 2*math.Pi*pitch*(1-0.1*at)*float64(t)/rate
			sound[t] = 0.02 * rng.NormFloat64()
			for h := 1.0; h*pitch < 3500; h++ {
				var level float64
				for f := range from {
					off := (h*pitch - from[f] - at*(to[f]-from[f])) / 120
					level += 1 / (1 + off*off)
				}
				sound[t] += level * math.Sin(math.Pi*at) * math.Sin(h*phase)
			}
		}
		floats.Scale(1/max(floats.Max(sound), -floats.Min(sound)), sound)
		for i := range count {
			row := x.RawRowView(w*count + i)
			for j := range row {
				row[j] = sound[i*hop+j*step]
			}
		}
	}
	return x
}
