package gaussianprocess

import (
	"math"

	"example.com/sfatui/engine/kernel"
)

// Shape describes a covariance function of unit variance.
type Shape struct {
	// Name is the word for it in configurations and results.
	Name string
	// Kernel returns the function of a length; Slope returns its derivative by log ℓ
	// divided by the function, at the squared distance ‖x−z‖²/ℓ². Slope is nil for a
	// shape without a length: its kernel is then divided by the number of inputs,
	// unless Whole is set.
	Kernel func(length float64) kernel.Kernel
	Slope  func(square float64) float64
	// Whole marks a kernel that compares whole series, which is not divided.
	Whole bool
}

// HasLength reports whether the shape depends on a length.
func (s *Shape) HasLength() bool { return s.Slope != nil }

// Of returns the shape of a kernel of whole series, which has no length to fit.
func Of(k kernel.Kernel) *Shape {
	return &Shape{Name: k.Name(), Kernel: func(float64) kernel.Kernel { return k }, Whole: true}
}

// share returns the factor of the kernel over d inputs.
func (s *Shape) share(d int) float64 {
	if s.HasLength() || s.Whole {
		return 1
	}
	return 1 / float64(d)
}

// The shapes of covariances. Linear is x·z/d, with a weight vector of variance 1/d on
// each of d inputs.
var (
	Gaussian = &Shape{
		Name:   "gaussian",
		Kernel: func(length float64) kernel.Kernel { return kernel.Gaussian{Sigma: length} },
		Slope:  func(square float64) float64 { return square },
	}
	Matern32 = &Shape{
		Name:   "matern32",
		Kernel: func(length float64) kernel.Kernel { return kernel.Matern32{Sigma: length} },
		Slope: func(square float64) float64 {
			s := math.Sqrt(3 * square)
			return s * s / (1 + s)
		},
	}
	Matern52 = &Shape{
		Name:   "matern52",
		Kernel: func(length float64) kernel.Kernel { return kernel.Matern52{Sigma: length} },
		Slope: func(square float64) float64 {
			s := math.Sqrt(5 * square)
			return s * s * (1 + s) / 3 / (1 + s + s*s/3)
		},
	}
	Linear = &Shape{Name: "linear", Kernel: func(float64) kernel.Kernel { return kernel.Linear{} }}
)

// Shapes lists all shapes.
var Shapes = []*Shape{Gaussian, Matern32, Matern52, Linear}
