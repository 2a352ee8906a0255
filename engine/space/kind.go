package space

import (
	"example.com/sfatui/engine/part"
)

// The parameters of function spaces.
var (
	Name = part.NewWord(part.Axis{Name: "space", Doc: "function space", Default: "kernel", Always: true, Written: true})
	// Basis is that of a kernel space, or how GPFA centres in another one, where a point
	// lacks it for stable.
	Basis = part.NewWord(part.Axis{
		Name:    "basis",
		Doc:     "stable: orthonormal in the Hilbert space, Ċ divided by the pairs inside segments, GPFA centred by degree; printed: Algorithm 1 to the letter, Ċ divided by n−1, and Eq. 8 of GPFA, which does not centre",
		Choices: []string{InStable, InPrinted}, Default: InStable,
	})
)

// The bases of a kernel space.
const (
	InStable  = "stable"
	InPrinted = "printed"
)

// Kind is one kind of function space.
type Kind struct {
	// Formula says what h is, to who applies a saved model; "" says nothing.
	Formula string
	// Kernel says that it is made over supports, by a kernel.
	Kernel bool
	// Centre says that to move the origin of the inputs to their mean changes nothing
	// but rounding.
	Centre bool
	// Inputs says that the functions are the inputs themselves, which are not kept twice.
	Inputs bool
	// Dim is the number of functions of d inputs; nil for a kernel space.
	Dim func(p part.Point, d int) int
	// New makes the space of d inputs; nil for a kernel space.
	New func(p part.Point, d int) (Space, error)
	// Refuses names the parameter that a space of d inputs cannot be made for, with why;
	// nil where none can be refused.
	Refuses func(p part.Point, d int) error
}

// Kinds is the table of all function spaces.
var Kinds = part.NewTable[Kind](Name, "")
