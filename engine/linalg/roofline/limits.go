package roofline

import (
	"context"
	"runtime"
	"time"

	"example.com/sfatui/engine/linalg/hugepage"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
)

// Limits are what a machine can do at most.
type Limits struct {
	// One and All are floating-point operations a second, two for a fused multiply-add, on
	// one processor and on all that computations use.
	One, All float64
	// Bandwidth is bytes read from memory a second, by all processors.
	Bandwidth float64
}

// readNumbers are read at a time, more than caches hold.
const readNumbers = 16 << 20

// Tries are made for tries, and the best counts: what else the machine does only makes
// one slower. One takes tryTime or a little more.
var tries, tryTime = tryTimes()

func tryTimes() (tries, one time.Duration) {
	if runtime.GOOS == "windows" { // whose clock goes by a millisecond at a time
		return 400 * time.Millisecond, 20 * time.Millisecond
	}
	// One is shorter than a slice of time that the operating system gives to a process.
	return 50 * time.Millisecond, time.Millisecond / 2
}

// Measure measures the limits of the kernel path of the given name, one of [simd.Paths],
// in a fifth of a second. It panics where the processor does not have the path.
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
	l := Limits{One: best(func() float64 { return simd.FusedMultiplyAdds(path, rounds) })}
	workers := parallel.Processors()
	l.All = best(func() float64 {
		operations := make([]float64, workers)
		each(workers, func(i int) { operations[i] = simd.FusedMultiplyAdds(path, rounds) })
		return sum(operations)
	})
	l.All, l.Bandwidth = max(l.All, l.One), bandwidth(workers)
	return l
}

// bandwidth is that of reading, by all processors at once.
func bandwidth(workers int) float64 {
	x := hugepage.Make(readNumbers)
	size := len(x) / workers / 2
	each(workers, func(i int) { // touch
		for j := range x[2*i*size : 2*(i+1)*size] {
			x[2*i*size+j] = 1
		}
	})
	return best(func() float64 {
		each(workers, func(i int) {
			part := x[2*i*size : 2*(i+1)*size]
			simd.Dot(part[:size], part[size:])
		})
		return float64(16 * size * workers)
	})
}

// each calls f for each of some workers, at once.
func each(workers int, f func(i int)) {
	// Without a cancellable context there is nothing to report.
	_ = parallel.For(context.Background(), workers, 1, func(i, _ int) { f(i) })
}

// best is the highest rate a second of what f does, which it counts.
func best(f func() float64) float64 {
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

func sum(values []float64) (s float64) {
	for _, v := range values {
		s += v
	}
	return s
}
