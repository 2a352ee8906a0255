package synth

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"testing"

	"example.com/sfatui/datasets/testenv"
)

// hashFineGrid returns the SHA-256 of numbers on the grid of 2⁻³⁰, which
// contains that of 16 bit sound.
func hashFineGrid(t *testing.T, parts ...[]float64) string {
	t.Helper()
	h := sha256.New()
	for _, part := range parts {
		b := make([]byte, 0, 8*len(part))
		for _, x := range part {
			k := x * (1 << 30)
			if k != math.Trunc(k) {
				t.Fatalf("%v is not on the grid", x)
			}
			b = binary.LittleEndian.AppendUint64(b, uint64(int64(k)))
		}
		h.Write(b)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// parts returns the numbers of a series.
func (s Series) parts() [][]float64 {
	return [][]float64{s.X.RawMatrix().Data, s.Latent.RawMatrix().Data}
}

// A change here changes every published number of a set: it must be intended.
var seriesHashes = []struct {
	name string
	make func(again bool) [][]float64 // again, or as tests share it
	want string
}{
	{"sincos", func(bool) [][]float64 { return SinCos(1000).parts() }, "ec5094f09735b06b746bec37e4860f21e5936d8036772172bbb67973a9ecefac"},
	{"force", func(bool) [][]float64 { return Force().parts() }, "2f4463f409ad992061633cca6710bfc8797dcbb55057ea6aa0c12cd5ebfd1804"},
	{"noise", func(bool) [][]float64 { return Noise(0, 800, 10).parts() }, "05e50b9d5a819fcd3b538978118f49e3e48862720bed3cdb7b89a07ce069c9bb"},
	{"mixture", func(again bool) [][]float64 { return pick(again, Mixture, sharedMixture).parts() }, "7243bbcb7af3e3258c3e5452a3884c822e189d37b0efe9614ab97a6f6e48ebba"},
	{"retina", func(again bool) (all [][]float64) {
		for _, p := range pick(again, Retina, sharedRetina) {
			all = append(all, Series{X: p.X, Latent: p.Latent}.parts()...)
			for _, k := range p.Pattern {
				all = append(all, []float64{float64(k)})
			}
		}
		return all
	}, "945788c722aae8eb792a26450406bc08844e7491e97f5ad5d911de3d9dcd681f"},
	{"scene", func(again bool) (all [][]float64) {
		for _, take := range pick(again, Scenes, sharedScenes) {
			all = append(all, take.X.RawMatrix().Data)
		}
		return all
	}, "ae9524f770fc1bc19d56d0c3366f242a88e49b56cdf55d8319fa4afd804df79d"},
	{"faces", func(again bool) (all [][]float64) {
		for _, p := range pick(again, Faces, sharedFaces) {
			all = append(all, p.parts()...)
		}
		return all
	}, "78f15292aa190ea94e5e41c7ef841f9d58796e4c2010a79f0a25b807f83c84cf"},
}

func pick[T any](again bool, make, shared func() T) T {
	if again {
		return make()
	}
	return shared()
}

func TestSeriesAreTheSameOnEveryRun(t *testing.T) {
	for _, c := range seriesHashes {
		for procs, again := range map[int]bool{1: true, 3: false} {
			if procs == 1 && !testenv.Full() {
				continue // the hash is of a run on one processor
			}
			numbers := withProcs(procs, func() [][]float64 { return c.make(again) })
			if got := hashFineGrid(t, numbers...); got != c.want {
				t.Errorf("with %d processors %s hashes to %s, want %s", procs, c.name, got, c.want)
			}
		}
	}
}
