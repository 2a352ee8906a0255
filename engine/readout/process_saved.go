package readout

import (
	"fmt"

	"example.com/sfatui/engine/gaussianprocess"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// Arrays implements [Saved]: gp_target are the centre and the scale of the target, and of
// what is predicted of the target so scaled gp_prior are the length and the signal of each
// covariance, gp_noise is σ_n, the mean at features φ is k(φ, gp_inputs) gp_weights, and
// with v = gp_factor⁻¹ k(gp_inputs, φ) the variance is k(φ, φ) − ‖v‖² + ‖gp_known⁻¹ v‖², the
// last where there is gp_known.
func (g *GaussianProcess) Arrays() map[string]*mat.Dense {
	prior := mat.NewDense(len(g.Prior.Terms), 2, nil)
	for i, t := range g.Prior.Terms {
		prior.SetRow(i, []float64{t.Length, t.Signal})
	}
	out := map[string]*mat.Dense{
		"gp_target": mat.NewDense(1, 2, []float64{g.Centre, g.Scale}),
		"gp_prior":  prior,
		"gp_noise":  mat.NewDense(1, 1, []float64{g.Prior.Noise}),
	}
	switch p := g.Process.(type) {
	case *gaussianprocess.Exact:
		x, alpha, upper := p.Parts()
		n := len(alpha)
		lower := mat.NewDense(n, n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				lower.Set(j, i, upper.Data[i*upper.Stride+j])
			}
		}
		out["gp_inputs"], out["gp_weights"], out["gp_factor"] = x, mat.NewDense(1, n, alpha), lower
	case *gaussianprocess.Inducing:
		u, weights, lower, known := p.Parts()
		out["gp_inputs"], out["gp_weights"] = u, mat.NewDense(1, len(weights), weights)
		out["gp_factor"], out["gp_known"] = mat.DenseCopyOf(lower), mat.DenseCopyOf(known)
	}
	return out
}

// processFormula tells of the arrays.
var processFormula = []string{
	"gp_target are the centre and the scale of the target; of the target so scaled, gp_prior has a length and a signal of each covariance of the point's gp_kernel, gp_noise the noise",
	"k(a, b) sums signal²·exp(−‖a − b‖²/2 length²), or its Matérn kin, and signal²·a·b/p for linear",
	"mean = k(φ, gp_inputs) gp_weights, variance = k(φ, φ) − ‖v‖² with v = gp_factor⁻¹ k(gp_inputs, φ), and + ‖gp_known⁻¹ v‖² where there is gp_known; + gp_noise² for an observation",
}

// restoreProcess makes a Gaussian process again of what [GaussianProcess] gave as arrays.
func restoreProcess(at part.Point, a Arrays) (Saved, error) {
	if GPKernel.Of(at) == "" {
		return nil, fmt.Errorf("%w: its point has no gp_kernel", errDamaged)
	}
	inputs, err := a.matrix("gp_inputs", 0, a.Columns)
	if err != nil {
		return nil, err
	}
	n, _ := inputs.Dims()
	prior, _ := priorOf(mat.NewDense(1, 1, nil), at)
	var parts [6][]float64
	names := []string{"gp_target", "gp_prior", "gp_noise", "gp_weights", "gp_factor", "gp_known"}
	shapes := [][2]int{{1, 2}, {len(prior.Terms), 2}, {1, 1}, {1, n}, {n, n}, {n, n}}
	for i, name := range names {
		if name == "gp_known" && a.Of(name) == nil {
			break
		}
		if parts[i], err = a.numbers(name, shapes[i][0], shapes[i][1]); err != nil {
			return nil, err
		}
	}
	g := &GaussianProcess{Centre: parts[0][0], Scale: parts[0][1], Prior: prior}
	g.Prior.Noise = parts[2][0]
	sound := g.Scale > 0 && g.Prior.Noise > 0
	for i := range prior.Terms {
		t := &g.Prior.Terms[i]
		t.Length, t.Signal = parts[1][2*i], parts[1][2*i+1]
		sound = sound && t.Signal > 0 && (t.Length > 0 || !t.Shape.HasLength())
	}
	for _, factor := range parts[4:] {
		for i := range n {
			sound = sound && (factor == nil || factor[i*n+i] > 0)
		}
	}
	if !sound {
		return nil, fmt.Errorf("%w: what must be above 0 is not", errDamaged)
	}
	if parts[5] != nil {
		g.Process = gaussianprocess.RestoreInducing(g.Prior, inputs, parts[3], mat.NewTriDense(n, mat.Lower, parts[4]), mat.NewTriDense(n, mat.Lower, parts[5]))
		return g, nil
	}
	upper := mat.DenseCopyOf(mat.NewTriDense(n, mat.Lower, parts[4]).T())
	g.Process = gaussianprocess.RestoreExact(g.Prior, inputs, parts[3], upper.RawMatrix())
	return g, nil
}
