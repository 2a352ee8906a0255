package subset

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// dotKernel is a function of the inner product that is not translation
// invariant.
type dotKernel struct {
	name string
	of   func(dot, xx, zz float64) float64
}

func (k dotKernel) Name() string             { return k.name }
func (dotKernel) TranslationInvariant() bool { return false }
func (dotKernel) CanShift() bool             { return false }
func (k dotKernel) Apply(prod []float64, xx float64, zz []float64, _ bool) {
	for j, p := range prod {
		prod[j] = k.of(p, xx, zz[j])
	}
}

// method is a selection by residuals.
type method struct {
	name   string
	choose func(k kernel.Kernel, x *mat.Dense, m int) (Picks, error)
}

func methods() []method {
	ctx := context.Background()
	return []method{
		{"MPMAH", func(k kernel.Kernel, x *mat.Dense, m int) (Picks, error) { return MPMAH(ctx, k, x, m, nil, nil) }},
		{"OnlineMAH", func(k kernel.Kernel, x *mat.Dense, m int) (Picks, error) { return OnlineMAH(ctx, k, x, 0, m) }},
		{"OnlineMAHTo", func(k kernel.Kernel, x *mat.Dense, m int) (Picks, error) {
			p, _, err := OnlineMAHTo(ctx, k, x, m)
			return p, err
		}},
		{"MPKPCA exact", func(k kernel.Kernel, x *mat.Dense, m int) (Picks, error) { return MPKPCA(ctx, k, x, m, 0, 1) }},
		{"MPKPCA sampled", func(k kernel.Kernel, x *mat.Dense, m int) (Picks, error) { return MPKPCA(ctx, k, x, m, 20, 1) }},
	}
}

// Reference C9: a kernel that is not positive semi-definite on the samples is
// refused by name; there is no NaN before that either.
func TestC9IndefiniteKernelIsRefused(t *testing.T) {
	distance := func(dot, xx, zz float64) float64 { return math.Sqrt(max(0, xx+zz-2*dot)) }
	x := normal(linalgtest.Size(400), 3, 1)
	for _, k := range []kernel.Kernel{
		dotKernel{"sigmoid", func(dot, _, _ float64) float64 { return math.Tanh(dot + 1) }},
		dotKernel{"negative sigmoid", func(dot, _, _ float64) float64 { return math.Tanh(dot - 4) }},
		dotKernel{"multiquadric", func(dot, xx, zz float64) float64 { return math.Hypot(1, distance(dot, xx, zz)) }},
		dotKernel{"negative", func(dot, _, _ float64) float64 { return -1 - dot*dot }},
		dotKernel{"blank", func(dot, xx, zz float64) float64 {
			if distance(dot, xx, zz) > 1e-3 {
				return math.NaN()
			}
			return 1
		}},
		kernel.GammaExponential{Sigma: 2, Gamma: 3}, kernel.GammaExponential{Sigma: 2, Gamma: 4},
	} {
		for _, c := range methods() {
			p, err := c.choose(k, x, linalgtest.Size(300))
			var refusal *kernel.IndefiniteError
			if err == nil {
				t.Errorf("%s took the %s kernel: %d picks", c.name, k.Name(), len(p.Index))
			} else if !errors.As(err, &refusal) || refusal.Least >= 0 || !strings.Contains(err.Error(), "kernel "+k.Name()+" is not positive semi-definite") {
				t.Errorf("%s with the %s kernel: %v", c.name, k.Name(), err)
			}
			step := 4
			if testenv.Full() {
				step = 1
			}
			for m := 1; m < 10; m += step {
				p, err := c.choose(k, x, m)
				if err == nil && floats.HasNaN(p.Residual) {
					t.Errorf("%s with the %s kernel, m = %d: residuals %v", c.name, k.Name(), m, p.Residual)
				}
			}
		}
	}
}

// alike returns samples in groups of a given width.
func alike(n, d, groups int, width float64, seed uint64) *mat.Dense {
	x, noise := normal(n, d, seed), normal(n, d, seed+1000)
	for i := groups; i < n; i++ {
		x.SetRow(i, x.RawRowView(i%groups))
		floats.AddScaled(x.RawRowView(i), width, noise.RawRowView(i))
	}
	return x
}

// Positive semi-definite kernels are not refused, however close to singular the
// kernel matrix is and in whatever order the picks come.
func TestSingularKernelIsAccepted(t *testing.T) {
	const n = 45
	far := alike(n, 3, 12, 0.01, 3)
	far.Apply(func(_, _ int, v float64) float64 { return v + 1e4 }, far)
	sets := map[string]*mat.Dense{
		"normal": normal(n, 3, 1), "many inputs": alike(n, 25, 12, 0.01, 1), "walk": walk(n, 4), "smooth": sinCos(n), "far": far,
		"equal": alike(n, 3, 15, 0, 2), "one": alike(n, 3, 1, 0, 2), "0.1": alike(n, 1, 12, 0.1, 4), "1e-3": alike(n, 1, 6, 1e-3, 5), "1e-8": alike(n, 2, 20, 1e-8, 6),
	}
	for name, x := range sets {
		sigmas := []float64{1e-3, 1e4, 1, 1e-2, 0.1, 10, 100}
		if !testenv.Full() {
			sigmas = sigmas[:2]
		}
		for _, sigma := range sigmas {
			for _, k := range []kernel.Kernel{
				kernel.Gaussian{Sigma: sigma}, kernel.Laplacian{Sigma: sigma}, kernel.Matern32{Sigma: sigma}, kernel.Matern52{Sigma: sigma},
				kernel.RationalQuadratic{Sigma: sigma, Alpha: 0.5}, kernel.GammaExponential{Sigma: sigma, Gamma: 0.7}, kernel.GammaExponential{Sigma: sigma, Gamma: 1.9},
				kernel.ArcSine{Sigma: sigma}, kernel.Polynomial{Degree: 16},
			} {
				for _, c := range methods() {
					if p, err := c.choose(k, x, n); err != nil || len(p.Index) == 0 {
						t.Errorf("%s, %s, %#v: %d picks, %v", name, c.name, k, len(p.Index), err)
					}
				}
			}
		}
	}
}

func TestOverflowIsRefused(t *testing.T) {
	x := normal(30, 2, 1)
	x.Set(3, 0, 1e200)
	for _, c := range methods() {
		if _, err := c.choose(kernel.Polynomial{Degree: 2}, x, 5); err == nil || !strings.Contains(err.Error(), "overflow") {
			t.Errorf("%s: error %v, want one about an overflow", c.name, err)
		}
	}
	if _, err := Centres(context.Background(), x, 5, 1); err == nil || !strings.Contains(err.Error(), "overflow") {
		t.Errorf("Centres: error %v, want one about an overflow", err)
	}
}

// Samples so far apart that squared distances overflow have no kernel matrix; every
// method returns an error instead of searching for a cause.
func TestSamplesTooFarApartAreRefused(t *testing.T) {
	for _, scale := range []float64{1e154, 1e200, 1e308} {
		x := normal(50, 2, 1)
		x.Scale(scale/4, x)
		for _, k := range []kernel.Kernel{kernel.Gaussian{Sigma: 1}, kernel.Laplacian{Sigma: scale}} {
			for _, m := range methods() {
				if _, err := m.choose(k, x, 10); !errors.Is(err, errFar) {
					t.Errorf("%s of samples of %g: error %v", m.name, scale, err)
				}
			}
		}
	}
}
