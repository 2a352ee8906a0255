package datasets

import (
	"archive/zip"
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/internal/sample"
	"example.com/sfatui/datasets/testenv"
	"github.com/mewkiz/flac"
	flacframe "github.com/mewkiz/flac/frame"
	"github.com/mewkiz/flac/meta"
	"github.com/parquet-go/parquet-go"
)

// sparseHead returns a header of d attributes of a type, and one number.
func sparseHead(d int, kind string) string {
	var b strings.Builder
	b.WriteString("@attribute first numeric\n")
	for i := range d {
		fmt.Fprintf(&b, "@attribute a%d %s\n", i, kind)
	}
	return b.String() + "@data\n"
}

// seriesHead returns a header of series of n values.
func seriesHead(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "@attribute att%d numeric\n", i)
	}
	return b.String() + "@attribute class {u,v}\n@data\n"
}

// zerosNPZ returns an archive of n bytes of zeros.
func zerosNPZ(t *testing.T, n int) string {
	return sample.NPZ(t, zip.Deflate, map[string]sample.NPY{"X": {Descr: "|u1", Shape: fmt.Sprintf("(%d, 1000)", n/1000), Body: make([]byte, n)}})
}

// silentFLAC returns a stream of frames of constant channels whose header
// claims a number of samples, or none.
func silentFLAC(t *testing.T, frames, claimed int) string {
	const channels, block = 8, 65535
	info := &meta.StreamInfo{BlockSizeMin: 16, BlockSizeMax: block, SampleRate: 8000, NChannels: channels, BitsPerSample: 16}
	info.NSamples = uint64(claimed * block)
	var b bytes.Buffer
	enc, err := flac.NewEncoder(&b, info)
	if err != nil {
		t.Fatal(err)
	}
	zeros := make([]int32, block)
	for i := range frames {
		fr := &flacframe.Frame{Header: flacframe.Header{BlockSize: block, SampleRate: 8000, Channels: channels - 1, BitsPerSample: 16, Num: uint64(i)}}
		for range channels {
			fr.Subframes = append(fr.Subframes, &flacframe.Subframe{SubHeader: flacframe.SubHeader{Pred: flacframe.PredConstant}, Samples: zeros, NSamples: block})
		}
		if err := enc.WriteFrame(fr); err != nil {
			t.Fatal(err)
		}
	}
	if err := enc.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// constantParquet returns a file of n rows of eight constant columns.
func constantParquet(t *testing.T, n int) string {
	type row struct {
		A, B, C, D, E, F, G, H int64 `parquet:",dict,zstd"`
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[row](&b)
	block := make([]row, 1<<16)
	for left := n; left > 0; left -= len(block) {
		if _, err := w.Write(block[:min(left, len(block))]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestExpansion refuses files in which few bytes represent many values, before
// memory is allocated for these.
func TestExpansion(t *testing.T) {
	if testing.Short() {
		t.Skip("counts what is allocated, of which the race detector takes its own")
	}
	const wide = 3000
	slow := []string{"constant.parquet", "zeros.npz", "claimed.flac", "unclaimed.flac"}
	for _, c := range []struct {
		name string
		text func() string
	}{
		{"numbers.arff", func() string { return sparseHead(wide, "numeric") + strings.Repeat("{}\n", 40000) }},
		{"indented.arff", func() string { return sparseHead(wide, "numeric") + strings.Repeat("\t{}\n\n", 60000) }},
		{"nominal.arff", func() string { return sparseHead(wide, "{u,v}") + strings.Repeat("{}\n", 40000) }},
		{"series.arff", func() string { return seriesHead(wide) + strings.Repeat("{}\n", 40000) }},
		{"zeros.npz", func() string { return zerosNPZ(t, 60_000_000) }},
		{"short.flac", func() string { return silentFLAC(t, 1, 80) }},
		{"claimed.flac", func() string { return silentFLAC(t, 80, 80) }},
		{"unclaimed.flac", func() string { return silentFLAC(t, 80, 0) }},
		{"constant.parquet", func() string { return constantParquet(t, 6_000_000) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !testenv.Full() && slices.Contains(slow, c.name) {
				t.Skip("takes seconds to write, which is for CI")
			}
			text := c.text()
			path := write(t, c.name, text)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			failure(t, Options{Paths: []string{path}, Memory: 64 << 20}, false, c.name, "would unpack to", "plausible", "leave out rows and columns")
			runtime.ReadMemStats(&after)
			if took := after.TotalAlloc - before.TotalAlloc; took > 256<<20 {
				t.Errorf("%d MB were allocated for %d bytes", took>>20, len(text))
			}
		})
	}
}

// TestSparse opens a few rows with one value other than 0, and in CI many rows
// with one such value in a thousand, if the memory for that is granted.
func TestSparse(t *testing.T) {
	mustOpen(t, Options{Paths: []string{write(t, "b.arff", sparseHead(20_000, "numeric")+strings.Repeat("{}\n", 100)+"{3 1}\n")}})
	if !testenv.Full() {
		t.Skip("large")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	var b strings.Builder
	b.WriteString(sparseHead(999, "numeric"))
	const n = 40_000 // of 8 kB: more than any file may expand to
	values := 0
	for range n {
		var row []string
		for i := range 1000 {
			if rng.Uint32N(1000) == 0 {
				row = append(row, fmt.Sprintf("%d 1", i))
			}
		}
		values += len(row)
		b.WriteString("{" + strings.Join(row, ",") + "}\n")
	}
	path := write(t, "a.arff", b.String())
	failure(t, Options{Paths: []string{path}, Memory: 64 << 20}, false, "a.arff", "would unpack to", "--memory")
	s := mustOpen(t, Options{Paths: []string{path}, Memory: 512 << 20, Granted: true})
	sum := 0.0
	for i := range n {
		for _, v := range s.X.RawRowView(i) {
			sum += v
		}
	}
	if sum != float64(values) || !s.Spooled {
		t.Errorf("%g of %d values, in a file: %v", sum, values, s.Spooled)
	}
}
