package datasets

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// numpyReads times numpy with a file in a process of its own, without its start.
const numpyReads = `
import sys, time, numpy as np
path, best = sys.argv[1], 1e9
for _ in range(3):
    t = time.perf_counter()
    a = np.loadtxt(path, delimiter=',', skiprows=1) if path.endswith('.csv') else np.load(path)
    best = min(best, time.perf_counter() - t)
print(best)
`

// BenchmarkBesideNumpy opens a table and an array of 50 columns, and reports how
// many times as long numpy takes with each; ours hashes the file as well, as a
// session needs it. Without numpy it measures ours alone.
func BenchmarkBesideNumpy(b *testing.B) {
	const rows, columns = 100_000, 50
	var csv strings.Builder
	body := make([]float64, 0, rows*columns)
	for c := range columns {
		fmt.Fprintf(&csv, "c%d%c", c, ",\n"[c/(columns-1)])
	}
	for i := range rows * columns {
		v := math.Round(1e6*math.Sin(float64(i))) / 1e6
		body = append(body, v)
		csv.WriteString(strconv.FormatFloat(v, 'f', 6, 64))
		csv.WriteByte(",\n"[(i%columns)/(columns-1)])
	}
	npy := npyFile{descr: "<f8", shape: fmt.Sprintf("(%d, %d)", rows, columns), body: bytesOf(body)}.build()
	dir := b.TempDir()
	for name, text := range map[string]string{"x.csv": csv.String(), "x.npy": npy} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			best := time.Hour
			for b.Loop() {
				start := time.Now()
				mustOpen(b, Options{Paths: []string{path}})
				best = min(best, time.Since(start))
			}
			out, err := exec.Command("python3", "-c", numpyReads, path).Output()
			if err != nil {
				b.Log("no python3 with numpy here")
				return
			}
			seconds, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(seconds/best.Seconds(), "numpy/ours")
		})
	}
}
