package roofline

import (
	"context"
	"runtime"
	"time"

	"example.com/sfatui/datasets/storage"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/floats"
)

// Limits holds the highest rates of a machine.
type Limits struct {
	// One and All are floating-point operations per second, two for a fused
	// multiply-add, on one processor and on all that computations use.
	One, All float64
	// Bandwidth is the rate at which all processors read from memory, in bytes per
	// second.
	Bandwidth float64
}

// readNumbers is the number of values that are read at a time, more than caches hold.
const readNumbers = 16 << 20

// tries is the duration of repeated attempts, the best of which counts, because other
// load only makes one slower. An attempt takes at least tryTime.
var tries, tryTime = tryTimes()

func tryTimes() (tries, one time.Duration) {
	if runtime.GOOS == "windows" { // its clock has a resolution of a millisecond
		return 400 * time.Millisecond, 20 * time.Millisecond
	}
	// An attempt is shorter than a time slice of the operating system.
	return 50 * time.Millisecond, time.Millisecond / 2
}

// Measure measures the limits of the kernel path of the given name, one of
// [simd.Paths], in a fifth of a second. It panics if the processor lacks the path.
func Measure(path string) Limits {
	rounds := 1 << 10
	for {
		start := time.Now()
		simd.FusedMultiplyAdds(path, rounds)
		if time.Since(start) > tryTime {
			break
		}
		rounds *= 2
	}
	l := Limits{One: bestRate(func() float64 { return simd.FusedMultiplyAdds(path, rounds) })}
	workers := parallel.Processors()
	l.All = bestRate(func() float64 {
		operations := make([]float64, workers)
		forEachWorker(workers, func(i int) { operations[i] = simd.FusedMultiplyAdds(path, rounds) })
		return floats.Sum(operations)
	})
	l.All, l.Bandwidth = max(l.All, l.One), bandwidth(workers)
	return l
}

// bandwidth returns the rate at which all workers together read from memory, in bytes
// per second.
func bandwidth(workers int) float64 {
	x := storage.Make(readNumbers)
	size := len(x) / workers / 2
	forEachWorker(workers, func(i int) { // touch
		for j := range x[2*i*size : 2*(i+1)*size] {
			x[2*i*size+j] = 1
		}
	})
	return bestRate(func() float64 {
		forEachWorker(workers, func(i int) {
			part := x[2*i*size : 2*(i+1)*size]
			simd.Dot(part[:size], part[size:])
		})
		return float64(16 * size * workers)
	})
}

// forEachWorker calls f for each worker concurrently.
func forEachWorker(workers int, f func(i int)) {
	// The background context never ends, so there is no error.
	_ = parallel.For(context.Background(), workers, 1, func(i, _ int) { f(i) })
}

// bestRate returns the highest rate per second of the operations that f performs and
// counts.
func bestRate(f func() float64) float64 {
	rate := 0.0
	for end := time.Now().Add(tries); rate == 0 || time.Now().Before(end); {
		start, done, took := time.Now(), 0.0, time.Duration(0)
		for took < tryTime {
			done += f()
			took = time.Since(start)
		}
		rate = max(rate, done/took.Seconds())
	}
	return rate
}
