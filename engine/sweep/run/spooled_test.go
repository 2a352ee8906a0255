package run

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
	"gonum.org/v1/gonum/mat"
)

// writeArray writes an n×d NPY file of slow and fast oscillations.
func writeArray(t *testing.T, n, d int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.npy")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", n, d)
	fmt.Fprintf(f, "\x93NUMPY\x01\x00%c\x00%-117s\n", 118, header)
	row := make([]byte, 0, 8*d)
	for i := range n {
		row = row[:0]
		for k := range d {
			v := math.Sin(float64(i)*(0.001+0.003*float64(k))) + 0.1*math.Sin(float64(i*i%977+k))
			row = binary.LittleEndian.AppendUint64(row, math.Float64bits(v))
		}
		if _, err := f.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// heapBytes are the bytes of the objects on the heap, live and dead.
func heapBytes() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// live is heapBytes once what is dead is collected. Pools keep what is in them
// for one more collection.
func live() int64 {
	runtime.GC()
	runtime.GC()
	return heapBytes()
}

// standing measures the most bytes that are live when an event happens. [sweep.RunOptions.Usage]
// is read by the goroutine that has the event, so the only worker stands still meanwhile. The
// sink would run beside it, and find buffers of whatever the worker is at by then.
type standing struct{ most int64 }

func (s *standing) usage() sweep.Usage {
	s.most = max(s.most, live())
	return sweep.Usage{}
}

// peak runs f and gives the most bytes on the heap in the meantime. Dead objects
// count, so it is a bound to be generous with.
func peak(f func()) int64 {
	most := int64(0)
	done := make(chan struct{})
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				most = max(most, heapBytes())
			}
		}
	}()
	f()
	close(done)
	<-stopped
	return most
}

// Data of five times the memory gives the results that it gives with memory for
// all of it. Between stages no more stands than that memory, and at no time half
// of the data.
func TestDataLargerThanMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("sweeps 40 MB")
	}
	// Each processor has buffers of some 300 kB, which the budget leaves out.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	n, d := 100_000, 50
	if !testenv.Full() {
		n = 75_000
	}
	data, budget := int64(8*n*d), int64(8*n*d/5)
	path := writeArray(t, n, d)
	s := sweep.Spec{Split: split.Options{Folds: 1, Validation: 0.25, Seed: 1}}.With("standardize", "on", "clip", "quantile:0.001", "method", "sfa,pca", "space", "linear,kernel", "sigma", "20", "lambda", "1e-6", "m", "30", "select", "random", "p", "2", "readout", "none", "front", "pca:0.9")
	if !testenv.Full() { // one model for each space, instead of two with two solutions
		s.Split.Validation = 0
		s.Set("method", "sfa")
	}
	open := func(memory int64) *sweep.Plan {
		set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{path}, Memory: memory}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if set.Spooled != (memory > 0) {
			t.Fatalf("with %d bytes: in a file: %v", memory, set.Spooled)
		}
		return sweeptest.Plan(t, set, s)
	}
	want := runAll(t, open(0), sweep.RunOptions{}).texts(t)
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	before := live()
	got, stood := &recorder{}, &standing{}
	most := peak(func() {
		runInto(t, open(budget), got, sweep.RunOptions{Memory: budget, Workers: 1, Usage: stood.usage})
	})
	t.Logf("%s of data, %s of memory, %s stand between stages, %s on the heap at most", sweep.FormatBytes(data), sweep.FormatBytes(budget), sweep.FormatBytes(stood.most-before), sweep.FormatBytes(most-before))
	if stood.most-before > budget {
		t.Errorf("%s stand between stages, more than the %s of the budget", sweep.FormatBytes(stood.most-before), sweep.FormatBytes(budget))
	}
	if most-before > data/2 {
		t.Errorf("%s on the heap, more than half of the data, %s", sweep.FormatBytes(most-before), sweep.FormatBytes(data))
	}
	if len(want) == 0 || len(got.results) != len(want) {
		t.Fatalf("%d points, want %d", len(got.results), len(want))
	}
	texts := got.texts(t)
	for k, text := range want {
		if texts[k] != text {
			t.Errorf("another result within memory:\n%s\n%s", text, texts[k])
		}
	}
}

// Samples in a file stay there while widths are measured on them, even if nobody
// holds them any more.
func TestWidthsHoldTheirSamples(t *testing.T) {
	path := writeArray(t, 1500, 200)
	set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{path}, Memory: 64 << 10}, nil)
	if err != nil {
		t.Fatal(err)
	}
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-done:
				return
			default:
				runtime.GC() // closes the files of matrices that nothing refers to
			}
		}
	}()
	defer func() { close(done); <-stopped }()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if err := recover(); err != nil {
			t.Fatalf("the file was closed under its reader: %v", err)
		}
	}()
	for _, measure := range []func(*mat.Dense) float64{kernel.HeuristicWidth, kernel.MeanNorm} {
		if w := measure(copied(t, set)); !(w > 0) {
			t.Errorf("width %g", w)
		}
	}
}

// copied is a copy of a set's samples where the set puts such.
func copied(t *testing.T, set *data.Set) *mat.Dense {
	n, d := set.X.Dims()
	x, err := set.Room(n, d)
	if err != nil || !set.Spooled {
		t.Fatalf("in a file: %v, %v", set.Spooled, err)
	}
	x.Copy(set.X)
	return x
}
