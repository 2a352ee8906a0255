package sweep

import (
	"fmt"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
)

// kernelKind is one kind of kernel, with the parameters that apply.
type kernelKind struct {
	name                        string
	sigma, alpha, gamma, degree bool
	of                          func(part.Point) kernel.Kernel
}

// kernels is the table of all kernels.
var kernels = []kernelKind{
	{name: "gaussian", sigma: true, of: func(p part.Point) kernel.Kernel { return kernel.Gaussian{Sigma: p.Sigma.X} }},
	{name: "laplacian", sigma: true, of: func(p part.Point) kernel.Kernel { return kernel.Laplacian{Sigma: p.Sigma.X} }},
	{name: "gamma-exponential", sigma: true, gamma: true, of: func(p part.Point) kernel.Kernel {
		return kernel.GammaExponential{Sigma: p.Sigma.X, Gamma: p.Gamma.X}
	}},
	{name: "matern32", sigma: true, of: func(p part.Point) kernel.Kernel { return kernel.Matern32{Sigma: p.Sigma.X} }},
	{name: "matern52", sigma: true, of: func(p part.Point) kernel.Kernel { return kernel.Matern52{Sigma: p.Sigma.X} }},
	{name: "rational-quadratic", sigma: true, alpha: true, of: func(p part.Point) kernel.Kernel {
		return kernel.RationalQuadratic{Sigma: p.Sigma.X, Alpha: p.Alpha.X}
	}},
	{name: "arc-sine", sigma: true, of: func(p part.Point) kernel.Kernel { return kernel.ArcSine{Sigma: p.Sigma.X} }},
	{name: "linear", of: func(part.Point) kernel.Kernel { return kernel.Linear{} }},
	{name: "poly", degree: true, of: func(p part.Point) kernel.Kernel { return kernel.Polynomial{Degree: p.Degree} }},
}

// kernelNames are the words of the kernel axis.
func kernelNames() []string {
	names := make([]string, len(kernels))
	for i, k := range kernels {
		names[i] = k.name
	}
	return names
}

// kernelOf is the kernel of a point's function space.
func kernelOf(p part.Point) kernel.Kernel { return kernelKindOf(p.Kernel).of(p) }

func kernelKindOf(name string) kernelKind {
	for _, k := range kernels {
		if k.name == name {
			return k
		}
	}
	panic(fmt.Sprintf("sweep: unknown kernel %q", name))
}
