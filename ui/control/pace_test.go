package control

import (
	"math/rand/v2"
	"testing"
	"time"
)

// At an even pace the remaining time has no error; at an uneven one the error matches
// repetitions. If the progress goes back, the measurement starts again.
func TestPaceError(t *testing.T) {
	p := Pace{}
	for i := range 9 {
		p.update(float64(i)/16, time.Duration(i)*time.Second)
	}
	if off, ok := p.StandardError(); !ok || off > time.Millisecond {
		t.Errorf("an even pace is off by %v, %v", off, ok)
	}
	p.update(0.1, time.Second)
	if _, ok := p.StandardError(); ok {
		t.Error("a sweep that starts again has a standard error of its pace")
	}
	inside, random := 0, rand.New(rand.NewPCG(1, 2))
	const runs, pieces, half = 400, 32, 16
	for range runs {
		p, busy, left := Pace{}, 0.0, 0.0
		for i := 1; i <= pieces; i++ {
			took := 1 + random.ExpFloat64()
			if i > half {
				left += took
				continue
			}
			busy += took
			p.update(float64(i)/pieces, time.Duration(busy*float64(time.Second)))
		}
		off, ok := p.StandardError()
		if miss := left - busy; ok && miss < 2*off.Seconds() && miss > -2*off.Seconds() {
			inside++
		}
	}
	if inside < runs*90/100 || inside > runs*99/100 {
		t.Errorf("%d of %d times the truth is within two standard errors", inside, runs)
	}
}
