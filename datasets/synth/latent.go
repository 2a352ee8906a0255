package synth

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

const (
	walkSeed    = 2003
	walkRate    = 20  // samples in a second
	trialCount  = 12  // segments
	trialLength = 500 // samples of each
	sensorCount = 24
	waveCount   = 2    // waves that a sensor adds up
	sensorNoise = 0.05 // standard deviation
)

// speeds are the standard deviations of a step along u and along v. With v the
// faster by √2, the slowness of cos(iπu)·cos(jπv) goes as i² + 2j², so that the
// slowest features have an order: (1,0) (0,1) (1,1) (2,0) (2,1) …
var speeds = [2]float64{0.03, 0.03 * math.Sqrt2}

// persistence is how much of its velocity the walker keeps in a step.
const persistence = 0.9

// Walk is a walk in a known latent space and what sensors make of it.
type Walk struct {
	// X is n×d, one sample of the d sensors a row. Latent is n×2: where in the
	// unit square (u, v) it was taken.
	X, Latent *mat.Dense
	// Segments are the trials as rows [start, end) of X, without gap or
	// overlap; each starts somewhere new.
	Segments [][2]int
	// Rate is the number of samples in a second.
	Rate float64
}

// Latent walks at random through the unit square, 12 trials of 500 samples, and
// takes down 24 noisy sensors at every step.
//
// The velocity is a first-order autoregression and turns back at the walls, so
// that all places are equally likely and the speed does not depend on the
// place. The optimal free responses are then the Fourier (cosine) basis of the
// square, cos(iπu)·cos(jπv) (Wiskott, Neural Computation 15, 2147–2177, 2003;
// Franzius, Sprekeler and Wiskott, PLoS Computational Biology 3, e166, 2007),
// which is what features of the sensors can be compared with. Every sensor runs
// through more than a cycle across the square, so that no linear function of
// the sensors comes close to the slowest of them.
func Latent() Walk {
	rng := rand.New(rand.NewPCG(walkSeed, 0))
	sensors := make([]sensor, sensorCount)
	for i := range sensors {
		sensors[i] = newSensor(rng)
	}
	n := trialCount * trialLength
	w := Walk{X: mat.NewDense(n, sensorCount, nil), Latent: mat.NewDense(n, 2, nil), Rate: walkRate}
	for from := 0; from < n; from += trialLength {
		w.Segments = append(w.Segments, [2]int{from, from + trialLength})
		walker := newWalker(rng)
		for t := from; t < from+trialLength; t++ {
			walker.step(rng)
			w.Latent.SetRow(t, walker.place[:])
			row := w.X.RawRowView(t)
			for i := range sensors {
				row[i] = toGrid(sensors[i].read(walker.place) + sensorNoise*rng.NormFloat64())
			}
		}
	}
	return w
}

// walker is where the walk is and how it moves, in a step.
type walker struct{ place, velocity [2]float64 }

// newWalker starts anywhere, in the stationary state.
func newWalker(rng *rand.Rand) *walker {
	var w walker
	for k := range w.place {
		w.place[k] = rng.Float64()
		w.velocity[k] = speeds[k] * rng.NormFloat64()
	}
	return &w
}

// step moves on and is thrown back by the walls at 0 and 1. Places lie on the
// grid, as all that is given out.
func (w *walker) step(rng *rand.Rand) {
	fresh := math.Sqrt(1 - persistence*persistence)
	for k := range w.place {
		w.velocity[k] = persistence*w.velocity[k] + fresh*speeds[k]*rng.NormFloat64()
		x := w.place[k] + w.velocity[k]
		if x < 0 || x > 1 {
			x = math.Abs(math.Remainder(x, 2))
			w.velocity[k] = -w.velocity[k]
		}
		w.place[k] = toGrid(x)
	}
}

// sensor is a sum of plane waves across the square that saturates.
type sensor struct {
	waves [waveCount]wave
	gain  float64
}

// wave is cos(u·place[0] + v·place[1] + phase).
type wave struct{ u, v, phase float64 }

// newSensor draws waves of 1.5 to 2.5 cycles in any direction.
func newSensor(rng *rand.Rand) sensor {
	s := sensor{gain: between(rng, 1, 2)}
	for i := range s.waves {
		number := 2 * math.Pi * between(rng, 1.5, 2.5)
		direction := between(rng, 0, 2*math.Pi)
		s.waves[i] = wave{number * math.Cos(direction), number * math.Sin(direction), between(rng, 0, 2*math.Pi)}
	}
	return s
}

// read is what the sensor says at a place, without noise, in (−1, 1).
func (s sensor) read(place [2]float64) float64 {
	var sum float64
	for _, w := range s.waves {
		sum += math.Cos(w.u*place[0] + w.v*place[1] + w.phase)
	}
	return math.Tanh(s.gain * sum)
}
