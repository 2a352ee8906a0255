package synth_test

import (
	"fmt"

	"example.com/sfatui/datasets/synth"
)

// Twelve trials of a walk, with the place that the sensors encode.
func ExampleLatent() {
	walk := synth.Latent()
	n, sensors := walk.X.Dims()
	_, latents := walk.Latent.Dims()
	fmt.Println(len(walk.Segments), "trials,", n, "samples of", sensors, "sensors and", latents, "latent variables")
	fmt.Println(synth.Latent().X.At(n-1, 0) == walk.X.At(n-1, 0)) // the same on every run
	// Output:
	// 12 trials, 6000 samples of 24 sensors and 2 latent variables
	// true
}
