package kernel_test

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
)

// Power is a parameter of a kernel of ours.
var power = part.NewNumber(part.Axis{Name: "power", Symbol: "q", Doc: "power of the hyperbolic cosine", Default: "1", Must: part.Above0})

// sech is κ(z, x) = 1/cosh(‖z−x‖/σ)^q.
type sech struct{ sigma, q float64 }

func (sech) Name() string               { return "sech" }
func (sech) TranslationInvariant() bool { return true }
func (sech) CanShift() bool             { return false }
func (k sech) Apply(prod []float64, xx float64, zz []float64, _ bool) {
	for j, p := range prod {
		d := math.Sqrt(max(0, xx+zz[j]-2*p))
		prod[j] = math.Pow(1/math.Cosh(d/k.sigma), k.q)
	}
}

// A kernel of our own, with a parameter of its own, is a flag, an axis of sweeps and part
// of keys as soon as it is registered.
func Example() {
	kernel.Kernels.Register(part.Part[kernel.Kind]{
		Name: "sech", Parameters: []part.Parameter{kernel.Sigma, power},
		Build: func(p part.Point) kernel.Kernel { return sech{kernel.Sigma.X(p), power.X(p)} },
	})
	set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{"sincos"}, Limit: 300}, nil)
	if err != nil {
		panic(err)
	}
	results, err := run.All(context.Background(), set, sweep.Spec{}.With("kernel", "sech", "power", "1,2", "sigma", "2", "m", "10", "p", "1", "lambda", "0", "readout", "none"))
	if err != nil {
		panic(err)
	}
	for _, r := range results {
		fmt.Printf("%s %q\n", r.Point, r.Error)
	}
	// Output:
	// sigma=2 lambda=0 m=10 p=1 method=sfa space=kernel kernel=sech graph=time select=mp-mah basis=stable readout=none power=1 ""
	// sigma=2 lambda=0 m=10 p=1 method=sfa space=kernel kernel=sech graph=time select=mp-mah basis=stable readout=none power=2 ""
}
