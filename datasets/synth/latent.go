package synth

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

const (
	walkSeed    = 2003
	walkRate    = 20  // samples per second
	trialCount  = 12  // segments
	trialLength = 500 // samples of each
	sensorCount = 24
	waveCount   = 2    // waves per sensor
	sensorNoise = 0.05 // standard deviation
)

// speeds holds the standard deviations of a step along u and along v. With v
// faster by √2, the slowness of cos(iπu)·cos(jπv) is proportional to i² + 2j²,
// so that the slowest features have an order: (1,0) (0,1) (1,1) (2,0) (2,1) …
var speeds = [2]float64{0.03, 0.03 * math.Sqrt2}

// persistence is the share of its velocity that the walker keeps in a step.
const persistence = 0.9

// Walk is a walk in a known latent space and the readings of sensors.
type Walk struct {
	// X is n×d, one sample of the d sensors per row. Latent is n×2: the place
	// (u, v) in the unit square.
	X, Latent *mat.Dense
	// Segments holds the trials as rows [start, end) of X, without gap or
	// overlap; each starts at a new place.
	Segments [][2]int
	// Rate is the number of samples per second.
	Rate float64
}

// Latent returns a random walk through the unit square, 12 trials of 500
// samples, with the readings of 24 noisy sensors at every step.
//
// The velocity is a first-order autoregression and is reflected at the walls,
// so that all places are equally likely and the speed does not depend on the
// place. The optimal free responses are then the Fourier (cosine) basis of the
// square, cos(iπu)·cos(jπv) (Wiskott, Neural Computation 15, 2147–2177, 2003;
// Franzius, Sprekeler and Wiskott, PLoS Computational Biology 3, e166, 2007),
// with which features of the sensors can be compared. Every sensor passes
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

// walker holds the place of the walk and its velocity per step.
type walker struct{ place, velocity [2]float64 }

// newWalker returns a walker at a random place, in the stationary state.
func newWalker(rng *rand.Rand) *walker {
	var w walker
	for k := range w.place {
		w.place[k] = rng.Float64()
		w.velocity[k] = speeds[k] * rng.NormFloat64()
	}
	return &w
}

// step moves the walker, reflecting it at 0 and 1. Places lie on the grid, as
// all outputs do.
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

// sensor is a saturating sum of plane waves across the square.
type sensor struct {
	waves [waveCount]wave
	gain  float64
}

// wave is cos(u·place[0] + v·place[1] + phase).
type wave struct{ u, v, phase float64 }

// newSensor returns a sensor with waves of 1.5 to 2.5 cycles in random
// directions.
func newSensor(rng *rand.Rand) sensor {
	s := sensor{gain: drawBetween(rng, 1, 2)}
	for i := range s.waves {
		number := 2 * math.Pi * drawBetween(rng, 1.5, 2.5)
		direction := drawBetween(rng, 0, 2*math.Pi)
		s.waves[i] = wave{number * math.Cos(direction), number * math.Sin(direction), drawBetween(rng, 0, 2*math.Pi)}
	}
	return s
}

// read returns the reading of the sensor at a place, without noise, in (−1, 1).
func (s sensor) read(place [2]float64) float64 {
	var sum float64
	for _, w := range s.waves {
		sum += math.Cos(w.u*place[0] + w.v*place[1] + w.phase)
	}
	return math.Tanh(s.gain * sum)
}
