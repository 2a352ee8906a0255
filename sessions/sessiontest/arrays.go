package sessiontest

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Arrays holds the arrays of an NPZ file by name.
type Arrays map[string]Array

// Array is an array of numbers as 64-bit words.
type Array struct {
	Shape []int
	Words []uint64
}

// ReadArrays reads an NPZ file, and the text of its array "config". It is
// independent of package npz, which writes such files.
func ReadArrays(t testing.TB, file []byte) (arrays Arrays, config string) {
	t.Helper()
	must := func(t testing.TB, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	must(t, err)
	out := Arrays{}
	for _, f := range z.File {
		in, err := f.Open()
		must(t, err)
		b, err := io.ReadAll(in)
		must(t, err)
		head := 10 + int(binary.LittleEndian.Uint16(b[8:]))
		data := b[head:]
		if strings.Contains(string(b[:head]), "<U") {
			if f.Name == "config.npy" {
				for ; len(data) > 0; data = data[4:] {
					config += string(rune(binary.LittleEndian.Uint32(data)))
				}
			}
			continue
		}
		a := out[strings.TrimSuffix(f.Name, ".npy")]
		for _, n := range regexp.MustCompile(`\d+`).FindAllString(strings.SplitAfter(string(b[:head]), "'shape'")[1], -1) {
			size, _ := strconv.Atoi(n)
			a.Shape = append(a.Shape, size)
		}
		for ; len(data) > 0; data = data[8:] {
			a.Words = append(a.Words, binary.LittleEndian.Uint64(data))
		}
		out[strings.TrimSuffix(f.Name, ".npy")] = a
	}
	return out, config
}

// Slowness returns the mean squared difference of each feature within
// stretches.
func (a Arrays) Slowness(prefix string) []float64 {
	phi := a[prefix+"features"]
	begins := map[uint64]bool{}
	for _, at := range a[prefix+"starts"].Words {
		begins[at] = true
	}
	n, p := phi.Shape[0], phi.Shape[1]
	sum, pairs := make([]float64, p), 0
	for i := 1; i < n; i++ {
		if begins[uint64(i)] {
			continue
		}
		pairs++
		for j := range p {
			d := math.Float64frombits(phi.Words[i*p+j]) - math.Float64frombits(phi.Words[(i-1)*p+j])
			sum[j] += d * d
		}
	}
	for j := range sum {
		sum[j] /= float64(pairs)
	}
	return sum
}
