package kernel

import "example.com/sfatui/engine/part"

// Linear is κ(z, x) = z·x.
type Linear struct{ productTraits }

var linear = part.Part[Kind]{
	Name: "linear", Doc: "x·z",
	Build: func(part.Point) Kernel { return Linear{} },
}

func (Linear) Name() string { return "linear" }

func (Linear) Apply([]float64, float64, []float64, bool) {}

// Polynomial is κ(z, x) = (1 + z·x)^Degree.
type Polynomial struct {
	productTraits
	Degree int
}

var polynomial = part.Part[Kind]{
	Name: "poly", Doc: "(1 + x·z)^degree", Parameters: []part.Parameter{Degree},
	Build: func(p part.Point) Kernel { return Polynomial{Degree: Degree.Of(p)} },
}

func (Polynomial) Name() string { return "poly" }

func (k Polynomial) Apply(prod []float64, _ float64, _ []float64, _ bool) {
	for j, p := range prod {
		v := 1.0
		for range k.Degree {
			v *= 1 + p
		}
		prod[j] = v
	}
}
