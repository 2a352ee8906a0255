package datasets

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// Files of two rates are each resampled from their own: a file has the same
// samples alone and among others.
func TestResampleFilesOfTwoRates(t *testing.T) {
	table := func(name string, rate float64, n int) string {
		var b strings.Builder
		b.WriteString("time,a,b\n")
		for i := range n {
			at := float64(i) / rate
			fmt.Fprintf(&b, "%.4f,%.9f,%.9f\n", at, math.Sin(3*at), math.Cos(2*at))
		}
		return write(t, name, b.String())
	}
	paths := []string{table("a10.csv", 10, 80), table("b20.csv", 20, 160), table("c4.csv", 4, 40)}
	all := mustOpen(t, Options{Paths: paths, Clock: "time:s", Resample: "10Hz"})
	if all.Rate != 10 || len(all.Segments) != 3 {
		t.Fatalf("rate %v, segments %+v", all.Rate, all.Segments)
	}
	for i, path := range paths {
		alone := mustOpen(t, Options{Paths: []string{path}, Clock: "time:s", Resample: "10Hz"})
		seg := all.Segments[i]
		if n, _ := alone.X.Dims(); n != seg.Len() {
			t.Fatalf("%s: %d samples, alone %d", path, seg.Len(), n)
		}
		for row := range seg.Len() {
			for c, v := range alone.X.RawRowView(row) {
				if got := all.X.At(seg.Start+row, c); got != v {
					t.Fatalf("%s: row %d is %v, alone %v", path, row, got, v)
				}
			}
		}
	}
	// In the middle of the faster one every second sample is that of a
	// band-limited signal.
	seg := all.Segments[1]
	// A rate in Hz implies that a clock without a unit counts seconds, which is
	// noted.
	bare := mustOpen(t, Options{Paths: paths, Clock: "time", Resample: "10Hz"})
	if bare.Hash() != all.Hash() || !strings.Contains(strings.Join(bare.Notes, "\n"), "time is read as seconds") {
		t.Errorf("without a unit: %q", bare.Notes)
	}
	for row := 30; row < 50; row++ {
		if got, want := all.X.At(seg.Start+row, 0), math.Sin(3*float64(row)/10); math.Abs(got-want) > 2e-3 {
			t.Errorf("row %d is %v, want %v", row, got, want)
		}
	}
	notes := strings.Join(all.Prepared, "\n")
	if !strings.Contains(notes, "5/2 from 4 samples a second, 1/2 from 20 samples a second to 10 samples a second") {
		t.Errorf("prepared %q", notes)
	}
}
