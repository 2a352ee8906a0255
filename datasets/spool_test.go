package datasets

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"example.com/sfatui/datasets/internal/check"
	"example.com/sfatui/datasets/internal/sample"
	"example.com/sfatui/datasets/storage"
	"example.com/sfatui/datasets/testenv"
)

// Data that exceeds the memory is kept in files, and is the same.
func TestSpool(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no files are mapped here")
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	const d = 8
	n := 2000
	if testenv.Full() {
		n = 5000
	}
	var csv, gaps strings.Builder
	csv.WriteString("a,b,c,d,e,f,g,h,trial\n")
	gaps.WriteString("a,b,c,d,e,f,g,h\n")
	var body []byte
	for i := range n {
		for k := range d {
			v := math.Sin(float64(i*d + k))
			fmt.Fprintf(&csv, "%.17g,", v)
			text := fmt.Sprintf("%.17g", v)
			if i%100 == 7 && k == 3 {
				text = "NA"
			}
			gaps.WriteString(text + [...]string{",", "\n"}[k/(d-1)])
			body = binary.LittleEndian.AppendUint64(body, math.Float64bits(v))
		}
		fmt.Fprintf(&csv, "t%d\n", i/50)
	}
	files := map[string]string{
		"one.csv": csv.String(), "gaps.csv": gaps.String(),
		"rows.npy":    sample.NPY{Descr: "<f8", Shape: fmt.Sprintf("(%d, 8)", n), Body: body}.Build(),
		"columns.npy": sample.NPY{Descr: "<f8", Shape: fmt.Sprintf("(%d, 8)", n), Fortran: true, Body: body}.Build(),
	}
	for name, o := range map[string]Options{
		"one.csv": {Drop: []string{"trial"}}, "gaps.csv": {Missing: "split"}, "rows.npy": {}, "columns.npy": {},
	} {
		path := write(t, name, files[name])
		for _, more := range []Options{{}, {Embed: "l=5,delta=2"}, {Resample: "2/3"}, {STFT: "length=8"}, {Limit: 100}, {Log: "signed", Normalise: "standard"}} {
			more.Paths, more.Drop, more.Missing = []string{path}, o.Drop, o.Missing
			checkSpooled(t, name, more)
		}
	}
	checkSpooled(t, "segments", Options{Paths: []string{write(t, "x.csv", files["one.csv"])}, Segment: "trial"})
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v %v", entries, err)
	}
}

// checkSpooled opens data within memory and beyond it.
func checkSpooled(t *testing.T, what string, o Options) {
	t.Helper()
	inside := mustOpen(t, o)
	o.Memory = 64 << 10
	outside := mustOpen(t, o)
	if inside.Spooled || !outside.Spooled {
		t.Errorf("%s %+v: in files: %v and %v", what, o, inside.Spooled, outside.Spooled)
	}
	if inside.Hash() != outside.Hash() {
		t.Errorf("%s %+v: the samples are not the same", what, o)
	}
	x, err := outside.Room(3, 2)
	if err != nil || x.At(2, 1) != 0 {
		t.Errorf("%v %v", x, err)
	}
}

// A transposed table is read completely before its first sample is known: into
// a file if it exceeds the memory.
func TestSpoolTransposed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no files are mapped here")
	}
	var text strings.Builder
	for k := range 4 {
		for i := range 120_000 { // more than a table has columns
			fmt.Fprintf(&text, "%.9g,", math.Sin(float64(i*(k+1))))
		}
		text.WriteString("0\n")
	}
	path := write(t, "x.csv", text.String())
	checkSpooled(t, "transposed", Options{Paths: []string{path}, Transpose: true})
	s := mustOpen(t, Options{Paths: []string{path}, Transpose: true, Memory: 64 << 10})
	if n, d := s.X.Dims(); n != 120_001 || d != 4 || math.Abs(s.X.At(7, 2)-math.Sin(21)) > 1e-8 || s.X.At(120_000, 3) != 0 {
		t.Errorf("%d×%d, %v", n, d, s.X.RawRowView(7))
	}
	long := write(t, "long.csv", strings.Repeat("1.5,", 17<<18)+"2\n2.5,2\n")
	_, err := Open(context.Background(), Options{Paths: []string{long}, Transpose: true, Memory: 1 << 20}, nil)
	check.Error(t, err, false, "longer than 16 MiB", "raise --memory")
}

// The first column of a Parquet file also goes into a file if it exceeds the
// memory.
func TestSpoolParquet(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no files are mapped here")
	}
	type one struct {
		X float64 `parquet:"x"`
	}
	type three struct {
		Word string  `parquet:"a,dict"`
		X    float64 `parquet:"b"`
		Y    float64 `parquet:"c"`
	}
	ones, threes := make([]one, 20_000), make([]three, 20_000)
	for i := range ones {
		ones[i].X = math.Sin(float64(i))
		threes[i] = three{[]string{"u", "v"}[i/777%2], math.Cos(float64(i)), float64(i % 5)}
	}
	checkSpooled(t, "one column", Options{Paths: []string{write(t, "x.parquet", sample.Parquet(t, ones))}})
	path := write(t, "y.parquet", sample.Parquet(t, threes))
	o := Options{Paths: []string{path}, Label: "a", Memory: 400 << 10}
	s := mustOpen(t, o)
	for i, r := range threes {
		if s.X.At(i, 0) != r.X || s.X.At(i, 1) != r.Y || s.Classes[s.Label[i]] != r.Word {
			t.Fatalf("row %d: %v %s, want %v", i, s.X.RawRowView(i), s.Classes[s.Label[i]], r)
		}
	}
	if !s.Spooled {
		t.Error("the samples are in memory")
	}
	o.Memory = 64 << 10
	_, err := Open(context.Background(), o, nil)
	check.Error(t, err, false, "20000 rows are claimed, whose texts and times (a)", "raise --memory")
}

func TestSpoolWithoutRoom(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no files are mapped here")
	}
	path := write(t, "x.csv", columnText("a", 20_000, func(i int) float64 { return float64(i) }))
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	_, err := Open(context.Background(), Options{Paths: []string{path}, Memory: 1000}, nil)
	check.Error(t, err, false, "larger than memory", "set TMPDIR", "--memory")
}

// Sound, images and series beyond memory are written into files while they are
// read.
func TestSpoolOtherKinds(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no files are mapped here")
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	for name, text := range formatFiles(t, 1<<12) {
		checkSpooled(t, name, Options{Paths: []string{write(t, name, text)}, Embed: "none"})
	}
	x := make([]float64, storage.ArenaSize+1)
	long := mustOpen(t, Options{Paths: []string{write(t, "long.wav", sample.WAV{Values: x}.Build())}, Memory: 1 << 23, Embed: "none", Normalise: "none"})
	if !long.Spooled {
		t.Error("a long recording has its room on the heap")
	}
}

// A slice of the samples in a file keeps the file mapped after the set is gone;
// then nothing does.
func TestSpoolSliceOutlivesTheSet(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	maps := func() int {
		text, err := os.ReadFile("/proc/self/maps")
		if err != nil {
			t.Skip("this system does not list mappings:", err)
		}
		return strings.Count(string(text), dir)
	}
	const n, d = 5000, 8
	var body []byte
	for i := range n * d {
		body = binary.LittleEndian.AppendUint64(body, math.Float64bits(float64(i)))
	}
	path := write(t, "x.npy", sample.NPY{Descr: "<f8", Shape: "(5000, 8)", Body: body}.Build())
	set, err := Open(t.Context(), Options{Paths: []string{path}, Memory: 8 * 1024}, nil)
	if err != nil || !set.Spooled {
		t.Fatal(set, err)
	}
	part := set.Slice(1000, 4000)
	set = nil
	for range 3 {
		runtime.GC()
	}
	if got := part.At(7, 3); got != 1007*d+3 {
		t.Errorf("row 1007 of the file begins otherwise: %g", got)
	}
	if maps() != 1 {
		t.Errorf("%d files are mapped while a slice is used", maps())
	}
	runtime.KeepAlive(part)
	part = nil
	for deadline := 0; maps() > 0; deadline++ {
		if deadline == 1000 {
			t.Fatal("the file stays mapped with nobody who refers to it")
		}
		runtime.GC()
	}
}
