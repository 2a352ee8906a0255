package space

import (
	"math"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
)

// Correction is one way to make a positive semi-definite matrix of one that is not, by its
// eigenvalues (Hammer 2014, section 7.2).
type Correction struct {
	// Value is what becomes of an eigenvalue, where the least one below zero is least: a
	// number of at least 0.
	Value func(v, least float64) float64
	// Weight is what the function of an eigenvalue makes of the inner product of its vector
	// with the kernel's values: so that it gives training samples their place under Value,
	// and new ones theirs. It is asked where Value is above 0.
	Weight func(v, least float64) float64
	// Lift is what is added to the similarity of a training sample with itself, where the least
	// eigenvalue below zero is least; nil for zero.
	Lift func(least float64) float64
	// Warning says in what way new samples are not what training samples are; "" for in none.
	Warning string
}

// Corrections is the table of all corrections.
var Corrections = part.NewTable[Correction](kernel.Indefinite, "refuse")

func init() { Corrections.Register(clip, flip, shift, square) }

var clip = part.Part[Correction]{Name: "clip", Doc: "set to zero", Build: Correction{
	Value:  func(v, _ float64) float64 { return max(v, 0) },
	Weight: func(v, _ float64) float64 { return 1 / math.Sqrt(v) },
}}

var flip = part.Part[Correction]{Name: "flip", Doc: "turned positive", Build: Correction{
	Value:  func(v, _ float64) float64 { return math.Abs(v) },
	Weight: func(v, _ float64) float64 { return math.Copysign(1/math.Sqrt(math.Abs(v)), v) },
}}

var shift = part.Part[Correction]{Name: "shift", Doc: "lifted to zero, all others as much", Build: Correction{
	Value:   func(v, least float64) float64 { return v - least },
	Weight:  func(v, least float64) float64 { return 1 / math.Sqrt(v-least) },
	Lift:    func(least float64) float64 { return -least },
	Warning: "what the training samples are lifted by has no part in new samples",
}}

var square = part.Part[Correction]{Name: "square", Doc: "squared, all of them", Build: Correction{
	Value:  func(v, _ float64) float64 { return v * v },
	Weight: func(v, _ float64) float64 { return math.Copysign(1, v) },
}}
