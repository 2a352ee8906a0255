package datasets

import (
	"archive/zip"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"example.com/sfatui/datasets/format/array"
	"example.com/sfatui/datasets/internal/check"
	"example.com/sfatui/datasets/internal/sample"
)

// benchNumbers returns n×8 numbers as little-endian float64.
func benchNumbers(n int) []byte {
	b := make([]byte, 0, 64*n)
	for i := range 8 * n {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(math.Sin(float64(i))))
	}
	return b
}

// BenchmarkCopy copies the bytes of a file in memory, as a reference for
// reading.
func BenchmarkCopy(b *testing.B) {
	body := benchNumbers(1 << 18)
	path := write(b, "x.bin", string(body))
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		if _, err := os.ReadFile(path); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDecodeNPY decodes without hashing the file.
func BenchmarkDecodeNPY(b *testing.B) {
	numbers := benchNumbers(1 << 18)
	for _, descr := range []string{"<f8", ">f8", "<f4", "<i2"} {
		for _, fortran := range []bool{false, true} {
			b.Run(fmt.Sprint(descr, map[bool]string{true: ",by columns"}[fortran]), func(b *testing.B) {
				body := elementsOf(descr, numbers)
				f := []byte(sample.NPY{Descr: descr, Fortran: fortran, Shape: fmt.Sprintf("(%d, 8)", len(body)/8/int(descr[2]-'0')), Body: body}.Build())
				b.SetBytes(int64(len(f)))
				folder := b.TempDir()
				for b.Loop() {
					if _, err := check.Read(b, &array.NPY, folder, f); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// elementsOf converts numbers, little-endian doubles, to elements of another
// type. All of them stay finite.
func elementsOf(descr string, numbers []byte) []byte {
	var out []byte
	for at := 0; at < len(numbers); at += 8 {
		bits := binary.LittleEndian.Uint64(numbers[at:])
		switch x := math.Float64frombits(bits); descr {
		case "<f8":
			out = binary.LittleEndian.AppendUint64(out, bits)
		case ">f8":
			out = binary.BigEndian.AppendUint64(out, bits)
		case "<f4":
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(x)))
		case "<i2":
			out = binary.LittleEndian.AppendUint16(out, uint16(int16(1000*x)))
		}
	}
	return out
}

// formatFiles writes files of all formats, with about n rows.
func formatFiles(t testing.TB, n int) map[string]string {
	body := benchNumbers(n)
	npy := sample.NPY{Descr: "<f8", Shape: fmt.Sprintf("(%d, 8)", n), Body: body}
	var csv, ts, arff strings.Builder
	csv.WriteString("a,b,c,d,e,f,g,h\n")
	ts.WriteString("@classLabel true a\n@data\n")
	arff.WriteString("@attribute a real\n@attribute b real\n@attribute c real\n@attribute d real\n@data\n")
	for i := range n {
		for k := range 8 {
			fmt.Fprintf(&csv, "%.6f%c", math.Sin(float64(8*i+k)), ",\n"[k/7])
			fmt.Fprintf(&ts, "%.6f%s", math.Sin(float64(8*i+k)), [...]string{",", ":a\n"}[(i%64*8+k)/511])
		}
		fmt.Fprintf(&arff, "%.6f,%.6f,%.6f,%.6f\n", math.Sin(float64(i)), math.Cos(float64(i)), math.Sin(float64(2*i)), 1.5)
	}
	edf := sample.EDF{Records: n / 64, Duration: "1", Labels: []string{"a", "b", "c", "d"}, Samples: []int{256, 256, 256, 256},
		Limits: [4]string{"-100", "100", "-1000", "1000"}, Body: body[:n*32]}
	return map[string]string{
		"x.csv": csv.String(), "x.ts": ts.String(), "x.arff": arff.String(), "x.npy": npy.Build(),
		"stored.npz": sample.NPZ(t, zip.Store, map[string]sample.NPY{"X": npy}), "packed.npz": sample.NPZ(t, zip.Deflate, map[string]sample.NPY{"X": npy}),
		"x.idx": sample.IDX(8, body[:n*8], n, 8), "x.edf": edf.Build(),
		"stored.mat": sample.MAT(false, sample.MATArray("X", sample.MATDouble, n, 8, sample.MATElement(9, body))),
		"packed.mat": sample.MAT(true, sample.MATArray("X", sample.MATDouble, n, 8, sample.MATElement(9, body))),
		"x.wav":      sample.WAV{Values: make([]float64, n)}.Build(),
		"x.flac":     sample.FLAC(t, 16, 0, [][]int32{sample.Ramp(0, 1, 4096)}, [][]int32{sample.Ramp(5, 3, 4096)}, [][]int32{sample.Ramp(5, -3, 4096)}),
		"x.parquet":  sample.Parquet(t, parquetNumbers(n)),
	}
}

// BenchmarkOpen opens a file of each format.
func BenchmarkOpen(b *testing.B) {
	for name, text := range formatFiles(b, 1<<15) {
		b.Run(name, func(b *testing.B) {
			path := write(b, name, text)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := Open(context.Background(), Options{Paths: []string{path}, Embed: "none"}, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkOpenLarge opens arrays so large that they are hashed while they are
// read.
func BenchmarkOpenLarge(b *testing.B) {
	const n = 1 << 19
	npy := sample.NPY{Descr: "<f8", Shape: fmt.Sprintf("(%d, 8)", n), Body: benchNumbers(n)}
	for name, text := range map[string]string{"x.npy": npy.Build(), "x.npz": sample.NPZ(b, zip.Store, map[string]sample.NPY{"X": npy})} {
		b.Run(name, func(b *testing.B) {
			path := write(b, name, text)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := Open(context.Background(), Options{Paths: []string{path}, Embed: "none"}, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// parquetEight is a row of eight numbers.
type parquetEight struct{ A, B, C, D, E, F, G, H float64 }

func parquetNumbers(n int) []parquetEight {
	rows := make([]parquetEight, n)
	for i := range rows {
		x := float64(i)
		rows[i] = parquetEight{math.Sin(x), math.Cos(x), x, -x, x * x, math.Sqrt(x), math.Exp(-x), 1 / (1 + x)}
	}
	return rows
}
