package space

import (
	"math"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
)

// Correction replaces the eigenvalues of an indefinite matrix to make it positive
// semidefinite (Hammer 2014, section 7.2).
type Correction struct {
	// Value returns the corrected eigenvalue, at least 0. least is the smallest
	// negative eigenvalue.
	Value func(v, least float64) float64
	// Weight returns the factor of the inner product of the eigenvector with the
	// kernel's values, so that training samples have the inner products of Value, and
	// new samples are mapped consistently. It is called only if Value is positive.
	Weight func(v, least float64) float64
	// Lift returns the value that is added to the similarity of a training sample with
	// itself; least is the smallest negative eigenvalue. Nil stands for zero.
	Lift func(least float64) float64
	// Warning describes how new samples differ from training samples; "" if they do
	// not.
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
