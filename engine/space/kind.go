package space

import (
	"example.com/sfatui/engine/part"
)

// The parameters of function spaces.
var (
	Name = part.NewWord(part.Axis{Name: "space", Doc: "function space", Default: "kernel", Always: true, Written: true})
	// Basis selects the basis of a kernel space, or how GPFA centres in another space.
	// A point that lacks it uses stable.
	Basis = part.NewWord(part.Axis{
		Name:    "basis",
		Doc:     "stable: orthonormal in the Hilbert space, Ċ divided by the number of pairs inside segments, GPFA centred by degree; printed: as in the papers: Algorithm 1 with Ċ divided by n−1, and Eq. 8 of GPFA without centring",
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
	// Formula describes h to users of a saved model; "" for no description.
	Formula string
	// Kernel marks spaces over supports, of a kernel.
	Kernel bool
	// Centre reports whether moving the origin of the inputs to their mean changes
	// nothing but rounding.
	Centre bool
	// Inputs marks the space of the inputs themselves, which are not stored twice.
	Inputs bool
	// Dim returns the number of functions of d inputs; nil for a kernel space.
	Dim func(p part.Point, d int) int
	// New returns the space of d inputs; nil for a kernel space.
	New func(p part.Point, d int) (Space, error)
	// Refuses returns an error that names the parameter for which a space of d inputs
	// is impossible; nil if none can be refused.
	Refuses func(p part.Point, d int) error
}

// Kinds is the table of all function spaces.
var Kinds = part.NewTable[Kind](Name, "")
