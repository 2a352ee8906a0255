package gaussianprocess

import (
	"math"

	"example.com/sfatui/engine/kernel"
)

// Shape is a covariance function of unit variance.
type Shape struct {
	// Name is the word for it.
	Name string
	// Kernel is the function at a length; Slope its derivative by log ℓ over itself, at
	// the squared distance ‖x−z‖²/ℓ². Slope is nil where there is no length: the kernel
	// is then divided by the number of inputs, unless it is Whole.
	Kernel func(length float64) kernel.Kernel
	Slope  func(square float64) float64
	// Whole says that the kernel compares whole series, and is taken as it is.
	Whole bool
}

// HasLength reports whether the shape depends on a length.
func (s *Shape) HasLength() bool { return s.Slope != nil }

// Of returns the shape of a kernel of whole series, which has no length to fit.
func Of(k kernel.Kernel) *Shape {
	return &Shape{Name: k.Name(), Kernel: func(float64) kernel.Kernel { return k }, Whole: true}
}

// share is what the kernel over d inputs is multiplied by.
func (s *Shape) share(d int) float64 {
	if s.HasLength() || s.Whole {
		return 1
	}
	return 1 / float64(d)
}

// The shapes of covariances. Linear is x·z/d, a weight vector of variance 1/d on each of
// d inputs.
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

// Shapes are all shapes.
var Shapes = []*Shape{Gaussian, Matern32, Matern52, Linear}
