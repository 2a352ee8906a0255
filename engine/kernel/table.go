package kernel

import (
	"fmt"

	"example.com/sfatui/engine/part"
)

// The parameters of kernels.
var (
	Name = part.NewWord(part.Axis{Name: "kernel", Doc: "kernel function", Default: "gaussian"})

	Sigma = part.NewNumber(part.Axis{
		Name: "sigma", Symbol: "σ", Log: true, Must: part.Above0, Width: true, Default: "rel:0.5:4:7",
		Doc: "kernel widths: 1,2,5 log:0.5:500:12 lin:1:9:5, rel:… times the heuristic width, norm:… times the mean norm; a prefix holds for what follows it",
	})
	Alpha = part.NewNumber(part.Axis{
		Name: "alpha", Symbol: "α", Log: true, Must: part.Above0, Default: "1", Doc: "shape of the rational quadratic kernel",
	})
	Gamma = part.NewNumber(part.Axis{
		Name: "gamma", Symbol: "γ", Log: true, Must: part.Above0, Default: "1", Doc: "exponent of the γ-exponential kernel; above 2 it is indefinite",
	})
	Degree = part.NewCount(part.Axis{
		Name: "degree", Symbol: "k", Default: "2", Doc: "degrees of --space poly and of the kernel (1 + x·z)^k: 2,3",
	})
	// Indefinite is "clip" where an indefinite kernel is clipped, not refused.
	Indefinite = part.NewWord(part.Axis{
		Name: "indefinite", Doc: "a kernel that is not positive semi-definite, such as γ-exponential with γ above 2",
		Choices: []string{"refuse", "clip"}, Default: "refuse", Unset: "refuse",
		When: func(p *part.Point) bool { return Gamma.X(*p) > 2 },
	})
	// Shift says that κ−1 is evaluated.
	Shift = part.NewSwitch(part.Axis{
		Name: "shift", Doc: "evaluate κ−1, which keeps digits at large σ", Default: "on", Optional: true,
	})
)

// Kernels is the table of all kernels, each with what makes the one of a point.
var Kernels = part.NewTable[func(part.Point) Kernel](Name, "")

func init() {
	Kernels.Register(
		ofWidth("gaussian", func(sigma float64) Kernel { return Gaussian{Sigma: sigma} }),
		ofWidth("laplacian", func(sigma float64) Kernel { return Laplacian{Sigma: sigma} }),
		part.Part[func(part.Point) Kernel]{
			Name: "gamma-exponential", Parameters: []part.Parameter{Sigma, Gamma, Indefinite, Shift},
			Build: func(p part.Point) Kernel { return GammaExponential{Sigma: Sigma.X(p), Gamma: Gamma.X(p)} },
		},
		ofWidth("matern32", func(sigma float64) Kernel { return Matern32{Sigma: sigma} }),
		ofWidth("matern52", func(sigma float64) Kernel { return Matern52{Sigma: sigma} }),
		part.Part[func(part.Point) Kernel]{
			Name: "rational-quadratic", Parameters: []part.Parameter{Sigma, Alpha, Shift},
			Build: func(p part.Point) Kernel { return RationalQuadratic{Sigma: Sigma.X(p), Alpha: Alpha.X(p)} },
		},
		part.Part[func(part.Point) Kernel]{
			Name: "arc-sine", Parameters: []part.Parameter{Sigma},
			Build: func(p part.Point) Kernel { return ArcSine{Sigma: Sigma.X(p)} },
		},
		part.Part[func(part.Point) Kernel]{Name: "linear", Build: func(part.Point) Kernel { return Linear{} }},
		part.Part[func(part.Point) Kernel]{
			Name: "poly", Parameters: []part.Parameter{Degree},
			Build: func(p part.Point) Kernel { return Polynomial{Degree: Degree.Of(p)} },
		},
	)
}

// ofWidth is a kernel of the distance that has a width alone.
func ofWidth(name string, make func(sigma float64) Kernel) part.Part[func(part.Point) Kernel] {
	return part.Part[func(part.Point) Kernel]{
		Name: name, Parameters: []part.Parameter{Sigma, Shift},
		Build: func(p part.Point) Kernel { return make(Sigma.X(p)) },
	}
}

// At is the kernel of a point. It panics where the point has none.
func At(p part.Point) Kernel {
	k := Kernels.Of(p)
	if k == nil {
		panic(fmt.Sprintf("kernel: unknown kernel %q", Name.Of(p)))
	}
	return k.Build(p)
}
