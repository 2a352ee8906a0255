package synth

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// sceneRate is the number of samples of sound in a second.
const sceneRate = 22050

// SceneRate is the number of frames in a second of a scene.
const SceneRate = float64(sceneRate) / frameHop

const (
	sceneSeed   = 1017
	takeCount   = 3   // of each scene
	takeFrames  = 500 // of each take
	takeLength  = (takeFrames-1)*frameHop + frameLength
	sceneLevel  = -20                             // dB, effective value of every take
	sceneLength = float64(takeLength) / sceneRate // seconds
)

// Take is one recording of a scene.
type Take struct {
	// Scene is what is heard: "piano", "bar" or "forest".
	Scene string
	// Number counts the takes of a scene from 1.
	Number int
	// X is 500×512, the frames of the short-time Fourier transform in order.
	X *mat.Dense
}

// scenes are the scenes by name, and what makes the sound of a take.
var scenes = []struct {
	name string
	play func(sound []float64, rng *rand.Rand)
}{
	{"piano", playPiano},
	{"bar", playBar},
	{"forest", playForest},
}

// Scenes are three sound scenes like those of paper 002, section 4.2, as
// short-time Fourier transforms: a silent film's piano, the sounds of a bar and
// those of a forest. Where the paper has recordings these are made. As there,
// the sound has 22,050 samples a second, a frame 512, and a sample of the set is
// the frame's 512 real numbers; there are three takes of 500 frames of each
// scene, two to train on and one to test on, a tenth of what the paper takes.
// All takes have the same effective value.
//
// From frame to frame the phase of a steady tone turns at a constant rate: its
// two numbers are predictable, but not slow.
func Scenes() []Take {
	takes := make([]Take, len(scenes)*takeCount)
	inParallel(len(takes), func(i int) { takes[i] = newTake(i) })
	return takes
}

// SceneInputs names the inputs of a take by frequency and part.
func SceneInputs() []string { return stftNames(sceneRate) }

// newTake records take i of all, with a stream of random numbers of its own.
func newTake(i int) Take {
	scene, number := scenes[i/takeCount], i%takeCount+1
	sound := make([]float64, takeLength)
	scene.play(sound, rand.New(rand.NewPCG(sceneSeed, uint64(i))))
	gain := amplitude(sceneLevel) / rms(sound)
	for t, v := range sound {
		sound[t] = toGrid(gain * v)
	}
	return Take{Scene: scene.name, Number: number, X: stft(sound)}
}
