package kernel

import "example.com/sfatui/engine/part"

// Linear is κ(z, x) = z·x.
type Linear struct{}

var linear = part.Part[Kind]{
	Name:  "linear",
	Build: func(part.Point) Kernel { return Linear{} },
}

// Name is "linear".
func (Linear) Name() string { return "linear" }

// TranslationInvariant is false.
func (Linear) TranslationInvariant() bool { return false }

// CanShift is false.
func (Linear) CanShift() bool { return false }

// Apply implements Kernel: the inner product is the kernel.
func (Linear) Apply([]float64, float64, []float64, bool) {}

// Polynomial is κ(z, x) = (1 + z·x)^Degree.
type Polynomial struct{ Degree int }

var polynomial = part.Part[Kind]{
	Name: "poly", Parameters: []part.Parameter{Degree},
	Build: func(p part.Point) Kernel { return Polynomial{Degree: Degree.Of(p)} },
}

// Name is "poly".
func (Polynomial) Name() string { return "poly" }

// TranslationInvariant is false.
func (Polynomial) TranslationInvariant() bool { return false }

// CanShift is false.
func (Polynomial) CanShift() bool { return false }

// Apply implements Kernel.
func (k Polynomial) Apply(prod []float64, _ float64, _ []float64, _ bool) {
	for j, p := range prod {
		v := 1.0
		for range k.Degree {
			v *= 1 + p
		}
		prod[j] = v
	}
}
