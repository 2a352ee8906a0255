package datasets_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/npy"
	"example.com/sfatui/datasets/sandbox"
)

// A glance returns the rows and columns that reading finds, estimates the rows
// of a long table, and returns nothing for a damaged or unknown file.
func TestGlance(t *testing.T) {
	wav := "RIFF\x34\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x02\x00\x40\x1f\x00\x00\x00\x7d\x00\x00\x04\x00\x10\x00data\x10\x00\x00\x00" + strings.Repeat("\x01\x00", 8)
	long := "a,b\n" + strings.Repeat("10.5,20.25\n", 420_000)
	varied, x := []byte("a,b\n"), uint32(1)
	for range 420_000 {
		x = x*1664525 + 1013904223
		varied = fmt.Appendf(varied, "%05d,%05d\n", x>>16, x&0xffff)
	}
	for _, c := range []struct {
		name, text string
		want       format.Extent
		fails      bool
	}{
		{name: "a.csv", text: "time,x,who\n0,1.5,ann\n1,2.5,bob\n2,3.5,ann\n", want: format.Extent{Rows: 3, Columns: 3, Texts: 1}},
		{name: "title.csv", text: "my data\nx,y,z\n1,2,3\n4,5,6\n7,8,9\n", want: format.Extent{Rows: 3, Columns: 3}},
		{name: "bare.dat", text: "1 2\n3 4\n5 6", want: format.Extent{Rows: 3, Columns: 2}},
		{name: "a.npy", text: string(npy.Append(nil, "<f8", 7, 3)) + strings.Repeat("\x00", 7*3*8), want: format.Extent{Rows: 7, Columns: 3}},
		{name: "a.wav", text: wav, want: format.Extent{Rows: 4, Columns: 2, Rate: 8000, Seconds: 4.0 / 8000}},
		{name: "cut.npy", text: "\x93NUMPY", fails: true},
		{name: "empty.csv", fails: true},
		{name: "cut.csv.gz", text: "\x1f\x8b\x08", fails: true},
		{name: "a.csv.gz", text: packed(t, "a,b\n1,2\n3,4\n5,6\n"), want: format.Extent{Rows: 3, Columns: 2}},
		{name: "a.wav.gz", text: packed(t, wav), want: format.Extent{Rows: 4, Columns: 2, Rate: 8000, Seconds: 4.0 / 8000}},
		{name: "long.csv.gz", text: packed(t, string(varied)), want: format.Extent{Rows: 420_000, Columns: 2, About: true}},
		{name: "same.csv.gz", text: packed(t, long), want: format.Extent{Rows: 420_000, Columns: 2, About: true}},
		{name: "a.flac", text: "fLaC\x80\x00\x00\x22" + strings.Repeat("\x00", 10) + "\x0a\xc4\x42\xf0\x00\x00\x56\x22" + strings.Repeat("\x00", 16), want: format.Extent{Rows: 22050, Columns: 2, Rate: 44100, Seconds: 0.5}},
		{name: "cut.flac", text: "fLaC\x80", fails: true},
		{name: "a.ts", text: "@problemName x\n@equalLength true\n@classLabel true a b\n@data\n1,2,3:4,5,6:a\n\n7,8,9:1,2,3:b\n", want: format.Extent{Rows: 6, Columns: 2}},
		{name: "unequal.ts", text: "@problemName x\n@equalLength false\n@classLabel false\n@data\n1,2,3\n7,8\n"},
		{name: "a.arff", text: "@relation x\n@attribute a numeric\n@attribute b {u,v}\n@data\n1,u\n% no\n2,v\n3,u\n", want: format.Extent{Rows: 3, Columns: 2, Texts: 1}},
		{name: "series.arff", text: "@relation x\n@attribute att0 numeric\n@attribute att1 numeric\n@attribute target {u,v}\n@data\n1,2,u\n"},
		{name: "cut.arff", text: "@relation x\n", fails: true},
		{name: "a.mat", text: mat(5, 2), want: format.Extent{Rows: 5, Columns: 2}},
		{name: "cut.mat", text: mat(5, 2)[:200], fails: true},
		{name: "letter.doc", text: "dear"},
		{name: "long.csv", text: long, want: format.Extent{Rows: 420_000, Columns: 2, About: true}},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := datasets.Glance(t.Context(), sandbox.Disk{}, path)
		if (err != nil) != c.fails || err == nil && got != c.want {
			t.Errorf("%s: %+v, %v; want %+v", c.name, got, err, c.want)
		}
	}
}

// packed returns a text compressed by gzip.
func packed(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write([]byte(text))
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// mat returns a MAT-file with an n×d array X of zeros.
func mat(n, d int) string {
	word := func(values ...uint32) (b []byte) {
		for _, v := range values {
			b = binary.LittleEndian.AppendUint32(b, v)
		}
		return b
	}
	element := slices.Concat(word(6, 8, 6, 0), word(5, 8, uint32(n), uint32(d)), word(1<<16|1), []byte("X\x00\x00\x00"), word(9, uint32(8*n*d)), make([]byte, 8*n*d))
	return fmt.Sprintf("%-124s\x00\x01IM", "MATLAB 5.0 MAT-file") + string(word(14, uint32(len(element)))) + string(element)
}
