package run

import (
	"slices"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/align"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
)

// parts are the training and the test series of a real set.
func parts(b *testing.B, folder, name string) (train, test *mat.Dense) {
	set := realSeries(b, folder, name)
	n, width := set.X.Dims()
	at := slices.IndexFunc(set.Segments, func(s data.Segment) bool { return s.Held })
	return set.X.Slice(0, at, 0, width).(*mat.Dense), set.X.Slice(at, n, 0, width).(*mat.Dense)
}

// The kernel of the training series with each other, and of the test series with them.
func BenchmarkAlignmentGram(b *testing.B) {
	for _, c := range []struct {
		folder, name string
		sigma        float64
	}{{"japanese_vowels", "JapaneseVowels", 2}, {"ucr_small", "GunPoint", 5}} {
		train, test := parts(b, c.folder, c.name)
		k := kernel.GAK{GAK: align.GAK{Sigma: c.sigma}}
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := kernel.Gram(b.Context(), k, train, false); err != nil {
					b.Fatal(err)
				}
				if _, err := kernel.NewAlignments(b.Context(), k, test, train, false); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The kernels of strings of the training series with each other, and of the test series with
// them, and for fisher what it learns first.
func BenchmarkStringGram(b *testing.B) {
	for _, c := range []struct{ folder, name, symbols string }{{"japanese_vowels", "JapaneseVowels", "sax:4"}, {"ucr_small", "GunPoint", "sax:8"}} {
		set := realSeries(b, c.folder, c.name)
		for _, name := range []string{"ssk", "spectrum", "fisher"} {
			plan, err := sweep.NewPlan(set, "hash", wholeSeries("kernel", name, "symbols", c.symbols))
			if err != nil {
				b.Fatal(err)
			}
			job := plan.Jobs[0]
			key := job.PartsKey(sweep.Outer)
			b.Run(c.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					parts, err := preparation.Prepare(b.Context(), plan.Graphs, job.Parts(sweep.Outer), key.Preparation, nil)
					if err != nil {
						b.Fatal(err)
					}
					k := kernel.At(plan.Entries[0].Point).(kernel.Aligned)
					if _, err := kernel.Gram(b.Context(), k, parts.Train.X, false); err != nil {
						b.Fatal(err)
					}
					if _, err := kernel.NewAlignments(b.Context(), k, parts.Held.X, parts.Train.X, false); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// One nearest neighbour by dynamic time warping of all test series, in order of bounds, and
// by comparing all on one processor, as a plain program does.
func BenchmarkWarpedNeighbours(b *testing.B) {
	for _, name := range []string{"ItalyPowerDemand", "GunPoint"} {
		trainRows, testRows := parts(b, "ucr_small", name)
		train, test := seriesIn(trainRows), seriesIn(testRows)
		for _, c := range []struct {
			name string
			w    align.Window
		}{{"free", align.Window{}}, {"band of a tenth", align.Band(train[0].Len() / 10)}} {
			near := align.NewNearest(train, false, c.w)
			b.Run(name+"/"+c.name, func(b *testing.B) {
				for b.Loop() {
					for _, x := range test {
						if _, _, err := near.Of(b.Context(), x, 1, -1); err != nil {
							b.Fatal(err)
						}
					}
				}
			})
			b.Run(name+"/"+c.name+"/all", func(b *testing.B) {
				var a align.Aligner
				for b.Loop() {
					for _, x := range test {
						for _, y := range train {
							a.DTW(x, y, c.w)
						}
					}
				}
			})
		}
	}
}

// seriesIn are the series in rows.
func seriesIn(x *mat.Dense) []align.Series {
	n, _ := x.Dims()
	out := make([]align.Series, n)
	for i := range out {
		frames, channels := data.Frames(x.RawRowView(i))
		out[i] = align.Series{X: frames, Channels: channels}
	}
	return out
}
