package synth

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// sceneRate is the number of sound samples per second.
const sceneRate = 22050

// SceneRate is the number of frames per second of a scene.
const SceneRate = float64(sceneRate) / frameHop

const (
	sceneSeed   = 1017
	takeCount   = 3   // of each scene
	takeFrames  = 500 // of each take
	takeLength  = (takeFrames-1)*frameHop + frameLength
	sceneLevel  = -20                             // RMS of every take in dB
	sceneLength = float64(takeLength) / sceneRate // seconds
)

// Take is one recording of a scene.
type Take struct {
	// Scene is the name of the scene: "piano", "bar" or "forest".
	Scene string
	// Number counts the takes of a scene from 1.
	Number int
	// X is 500×512, the frames of the short-time Fourier transform in order.
	X *mat.Dense
}

// scenes holds the names of the scenes and the functions that generate the
// sound of a take.
var scenes = []struct {
	name string
	play func(sound []float64, rng *rand.Rand)
}{
	{"piano", playPiano},
	{"bar", playBar},
	{"forest", playForest},
}

// Scenes returns three sound scenes like those of paper 002, section 4.2, as
// short-time Fourier transforms: a silent film's piano, the sounds of a bar and
// those of a forest. The paper uses recordings; these are synthetic. As in the
// paper, the sound has 22,050 samples per second, a frame has 512 samples, and
// a sample of the set is the frame's 512 real numbers. Each scene has three
// takes of 500 frames, two for training and one for testing: a tenth of the
// paper's data. All takes have the same RMS.
//
// The phase of a steady tone turns at a constant rate between frames: its two
// numbers are predictable, but not slow.
func Scenes() []Take {
	takes := make([]Take, len(scenes)*takeCount)
	inParallel(len(takes), func(i int) { takes[i] = newTake(i) })
	return takes
}

// SceneInputs returns the names of a take's inputs, by frequency and part.
func SceneInputs() []string { return stftNames(sceneRate) }

// newTake generates take i of all, with its own stream of random numbers.
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
