package synth

import (
	"runtime"
	"sync"
)

// The sets that tests only read are computed once, with three processors.
var (
	sharedLatent  = once(Latent)
	sharedMixture = once(Mixture)
	sharedRetina  = once(Retina)
	sharedScenes  = once(Scenes)
	sharedFaces   = once(Faces)
	sharedVowels  = once(Vowels)
)

func once[T any](make func() T) func() T {
	return sync.OnceValue(func() T { return withProcs(3, make) })
}

// withProcs returns the result of make with a number of processors.
func withProcs[T any](procs int, make func() T) T {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
	return make()
}
