package readout

import (
	"context"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/gaussianprocess"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/subset"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// The parameters of Gaussian processes. Parameters that are not given are fitted by the
// likelihood.
var (
	GPLength = part.NewNumber(part.Axis{
		Name: "gp-length", Symbol: "ℓ", Log: true, Readout: true, Must: part.Above0, Unset: "fit",
		Doc:  "length scale of the covariance in units of the features, or σ of gak; fit: maximise the likelihood (default)",
		When: func(p *part.Point) bool { return !ofProducts(*p) && !ComparesStrings(kernelOf(*p)) },
	})
	GPM = part.NewCount(part.Axis{
		Name: "gp-m", Readout: true, Unset: "all",
		Doc:  "number of inducing inputs, chosen by MP-MAH; all: exact (default up to 4000 training samples, 200 above)",
		When: func(p *part.Point) bool { return !ofProducts(*p) && kernelOf(*p) == "" },
	})
	GPSignal = part.NewNumber(part.Axis{
		Name: "gp-signal", Symbol: "σf", Log: true, Readout: true, Must: part.Above0, Unset: "fit",
		Doc: "standard deviation of the function, in standard deviations of the target; fit: maximise the likelihood (default)",
	})
	GPSparse = part.NewWord(part.Axis{
		Name: "gp-sparse", Readout: true, Choices: []string{"dtc", "fitc"}, Default: "dtc",
		Doc:  "approximation for inducing inputs; fitc keeps the variance of each sample",
		When: func(p *part.Point) bool { return GPM.Of(*p) > 0 },
	})
	Noise = part.NewNumber(part.Axis{
		Name: "noise", Symbol: "σn", Log: true, Readout: true, Must: part.Above0, Unset: "fit",
		Doc: "standard deviation of the noise, in standard deviations of the target; fit: maximise the likelihood (default)",
	})
)

// MaxExact is the largest number of samples of an exact Gaussian process.
const MaxExact = 4000

// SuitedInducing returns the default of gp-m for n training samples.
func SuitedInducing(n int) string {
	if n > MaxExact {
		return "200"
	}
	return ""
}

// GaussianProcess is a Gaussian process over features.
type GaussianProcess struct {
	Noted
	// Process and Prior describe the target minus Centre, divided by Scale.
	Process       gaussianprocess.Process
	Prior         gaussianprocess.Prior
	Centre, Scale float64
	// Origin is the mean of the features (length p), the origin of covariances of inner
	// products: the mean function is Centre there. Features have mean 0 under their
	// training graph, and another one over samples if samples have different weights.
	// Nil without such a covariance.
	Origin []float64
	// LeftOut are the RMSE and the negative log predictive density of predicting each
	// training sample from all others, in the units of the target; nil unless the
	// process is exact.
	LeftOut *LeftOut

	series *seriesKernel // nil if features are compared
}

// LeftOut holds the errors of predicting training samples from all others.
type LeftOut struct{ RMSE, NLPD float64 }

// NewGaussianProcess conditions a Gaussian process on the n×p features phi with their
// targets, which it scales to mean 0 and variance 1. Parameters of the prior that the
// point does not give maximise the likelihood. It fails if ctx ends, if a feature or a
// target is not finite, if the target is constant, and if it should be exact for more
// than [MaxExact] samples.
func NewGaussianProcess(ctx context.Context, phi *mat.Dense, target []float64, at part.Point) (*GaussianProcess, error) {
	t, err := newTargetTraining(phi, target)
	if err != nil {
		return nil, err
	}
	if floats.Max(target) == floats.Min(target) {
		return nil, fmt.Errorf("readout: the target is %g in all %d training rows: there is nothing to predict", target[0], t.n)
	}
	g := &GaussianProcess{}
	g.Centre, g.Scale = stat.PopMeanStdDev(target, nil)
	y := make([]float64, t.n)
	for i, v := range target {
		y[i] = (v - g.Centre) / g.Scale
	}
	if err := g.fit(ctx, t, y, at); err != nil {
		return nil, err
	}
	if j := g.Process.Jitter(); j > 0 {
		g.Notes = append(g.Notes, fmt.Sprintf("the Gaussian process has %.1e added to its covariances' diagonal: training samples are alike to rounding, without noise", j))
	}
	return g, nil
}

// fit conditions the process on the scaled targets y.
func (g *GaussianProcess) fit(ctx context.Context, t *training, y []float64, at part.Point) error {
	phi, m := t.phi, GPM.Of(at)
	if kernelOf(at) != "" {
		return g.ofSeries(ctx, phi, y, at)
	}
	like, free := priorOf(phi, at)
	if slices.ContainsFunc(like.Terms, func(t gaussianprocess.Term) bool { return !t.Shape.HasLength() }) {
		g.Origin = t.mean()
		phi = g.relativeToOrigin(phi)
	}
	switch {
	case ofProducts(at):
		return g.onInducing(ctx, phi, y, like, free, gaussianprocess.DTC, unitVectors)
	case m > 0 && m < t.n:
		how := gaussianprocess.DTC
		if GPSparse.Of(at) == "fitc" {
			how = gaussianprocess.FITC
		}
		return g.onInducing(ctx, phi, y, like, free, how, func(ctx context.Context, phi *mat.Dense, fitted gaussianprocess.Prior) (*mat.Dense, error) {
			return mahInputs(ctx, phi, fitted, m)
		})
	case t.n > MaxExact:
		return fmt.Errorf("readout: an exact Gaussian process of %d training samples takes too long above %d: write --gp-m 200 for inducing inputs, or --gp-kernel linear", t.n, MaxExact)
	}
	return g.exact(ctx, phi, y, like, free)
}

// ofProducts reports whether the covariance is only that of inner products, which has
// no length and is exact on as many axes as there are features.
func ofProducts(at part.Point) bool { return GPKernel.Of(at) == gaussianprocess.Linear.Name }

// valueOr returns a value, or otherwise if it is not set.
func valueOr(v part.Value, otherwise float64) float64 {
	if v.OK {
		return v.X
	}
	return otherwise
}

// priorOf returns the prior of a point, with initial values for the parameters that are
// fitted, and which those are.
func priorOf(phi *mat.Dense, at part.Point) (gaussianprocess.Prior, gaussianprocess.Free) {
	length, signal, noise := GPLength.Of(at), GPSignal.Of(at), Noise.Of(at)
	width := kernel.HeuristicWidth(phi)
	if width == 0 {
		width = 1
	}
	var terms []gaussianprocess.Term
	for _, s := range gaussianprocess.Shapes {
		if name := GPKernel.Of(at); s.Name == name || name == "sum" && (s == gaussianprocess.Gaussian || s == gaussianprocess.Linear) {
			term := gaussianprocess.Term{Shape: s, Signal: valueOr(signal, 1)}
			if s.HasLength() {
				term.Length = valueOr(length, width)
			}
			terms = append(terms, term)
		}
	}
	if terms == nil {
		panic("readout: a Gaussian process without a covariance")
	}
	return gaussianprocess.Prior{Terms: terms, Noise: valueOr(noise, 0.3)},
		gaussianprocess.Free{Lengths: !length.OK, Signals: !signal.OK, Noise: !noise.OK}
}

func (g *GaussianProcess) exact(ctx context.Context, phi *mat.Dense, y []float64, like gaussianprocess.Prior, free gaussianprocess.Free) error {
	fitted, err := gaussianprocess.FitSamples(ctx, phi, y, like, free)
	if err != nil {
		return err
	}
	g.Prior = fitted.Prior
	p, err := gaussianprocess.Condition(ctx, g.Prior, phi, y)
	if err != nil {
		return err
	}
	g.Process = p
	return g.leaveOut(ctx, p, y)
}

// leaveOut sets g.LeftOut to the errors of predicting each of the scaled targets y from
// all others.
func (g *GaussianProcess) leaveOut(ctx context.Context, p *gaussianprocess.Exact, y []float64) error {
	mean, variance, err := p.LeaveOneOut(ctx, y)
	if err != nil {
		return err
	}
	for i, v := range variance {
		variance[i] = math.Sqrt(v)
	}
	n := math.Sqrt(float64(len(y)))
	g.LeftOut = &LeftOut{g.Scale * floats.Distance(mean, y, 2) / n, measure.NLPD(mean, variance, y) + math.Log(g.Scale)}
	return nil
}

// onInducing fits the prior on some of the samples, chooses the inducing inputs with
// it, and refines it with them on all samples.
func (g *GaussianProcess) onInducing(ctx context.Context, phi *mat.Dense, y []float64, like gaussianprocess.Prior, free gaussianprocess.Free, how gaussianprocess.Approximation,
	inputs func(context.Context, *mat.Dense, gaussianprocess.Prior) (*mat.Dense, error)) error {
	fitted, err := gaussianprocess.FitSome(ctx, phi, y, like, free)
	if err != nil {
		return err
	}
	u, err := inputs(ctx, phi, fitted.Prior)
	if err != nil {
		return err
	}
	if free.Any() {
		if fitted, err = gaussianprocess.Refine(ctx, fitted.Prior, free, gaussianprocess.OnInducing(phi, y, u, how)); err != nil {
			return err
		}
	}
	g.Prior = fitted.Prior
	g.Process, err = gaussianprocess.ConditionOn(ctx, g.Prior, phi, y, u, how)
	return err
}

// unitVectors returns the unit vectors: a linear covariance that is known there is
// known everywhere.
func unitVectors(_ context.Context, phi *mat.Dense, _ gaussianprocess.Prior) (*mat.Dense, error) {
	_, p := phi.Dims()
	u := mat.NewDense(p, p, nil)
	for i := range p {
		u.Set(i, i, 1)
	}
	return u, nil
}

// mahInputs returns the picks of MP-MAH under the first covariance of the prior.
func mahInputs(ctx context.Context, phi *mat.Dense, fitted gaussianprocess.Prior, m int) (*mat.Dense, error) {
	term := fitted.Terms[0]
	chosen, err := subset.MPMAH(ctx, term.Shape.Kernel(term.Length), phi, m, nil, nil)
	if err != nil {
		return nil, err
	}
	s := subset.Supports{Index: chosen.Index}
	return s.Matrix(phi, s.Len()), nil
}

// relativeToOrigin returns features minus the origin, or series in the form that their
// kernel compares.
func (g *GaussianProcess) relativeToOrigin(phi *mat.Dense) *mat.Dense {
	if g.series != nil {
		return g.series.rows(phi)
	}
	if g.Origin == nil {
		return phi
	}
	out := mat.DenseCopyOf(phi)
	n, _ := out.Dims()
	for i := range n {
		floats.Sub(out.RawRowView(i), g.Origin)
	}
	return out
}

func (g *GaussianProcess) Predict(phi *mat.Dense) []float64 {
	// The background context never ends, so there is no error.
	mean, _, _ := g.Distribute(context.Background(), phi)
	return mean
}

func (g *GaussianProcess) Distribute(ctx context.Context, phi *mat.Dense) (mean, sd []float64, err error) {
	mean, sd, err = g.Process.Predict(ctx, g.relativeToOrigin(phi))
	for i, v := range sd {
		sd[i] = g.Scale * math.Sqrt(v+g.Prior.Noise*g.Prior.Noise)
		mean[i] = g.Centre + g.Scale*mean[i]
	}
	return mean, sd, err
}

// Info implements [Informed]: the likelihood is that of the scaled target; signal and
// noise are in the target's units.
func (g *GaussianProcess) Info() map[string]float64 {
	info := map[string]float64{
		"log_marginal_likelihood": g.Process.Likelihood().Log(),
		"noise":                   g.Scale * g.Prior.Noise,
	}
	if g.series != nil && g.series.sigma > 0 {
		info["length"] = g.series.sigma
	}
	for _, t := range g.Prior.Terms {
		switch {
		case t.Shape.HasLength():
			info["length"], info["signal"] = t.Length, g.Scale*t.Signal
		case len(g.Prior.Terms) > 1:
			info["linear_signal"] = g.Scale * t.Signal
		default:
			info["signal"] = g.Scale * t.Signal
		}
	}
	if g.LeftOut != nil {
		info[measure.LeftOutInfo], info[measure.LeftOutNLPDInfo] = g.LeftOut.RMSE, g.LeftOut.NLPD
	}
	if p, ok := g.Process.(*gaussianprocess.Inducing); ok {
		_, weights, _, _ := p.Parts()
		info["inducing"] = float64(len(weights))
	}
	return info
}

// evaluations is the approximate number of evaluations of the likelihood of a fit from
// one start.
const evaluations = 20

// processNeeds returns the costs of a Gaussian process of n samples of p features.
func processNeeds(at part.Point, n, p int) Needs {
	m := float64(GPM.Of(at))
	if ofProducts(at) {
		m = float64(p)
	}
	fits, starts := 0.0, 0.0
	if !GPSignal.Of(at).OK || !Noise.Of(at).OK || !GPLength.Of(at).OK && !ofProducts(at) {
		few := math.Min(float64(n), 256)
		fits, starts = evaluations, 10*evaluations*few*few*few
	}
	all := float64(n)
	if m == 0 || m >= all {
		matrices := 2.0 // of the process, and the inverse for leaving one out
		if kernelOf(at) != "" {
			matrices++ // of compared series
		}
		if GPKernel.Of(at) == "sum" {
			matrices = 3
		}
		return Needs{Numbers: int64(matrices * all * all), Work: starts + (2./3+fits)*all*all*all}
	}
	return Needs{Numbers: int64(4 * all * m), Work: starts + (2+6*fits)*all*m*m}
}

var gaussianProcess = part.Part[Kind]{
	Name: "gp", Doc: "Gaussian process: predicts a number with its standard deviation",
	Parameters: append([]part.Parameter{GPKernel, GPLength, GPSignal, Noise, GPM, GPSparse}, ofSeriesKernel...),
	Build: Kind{Needs: processNeeds, Restore: restoreProcess, Formula: processFormula, Regress: func(ctx context.Context, phi *mat.Dense, target []float64, at part.Point) (Regressor, error) {
		return NewGaussianProcess(ctx, phi, target, at)
	}},
}

// Arrays implements [Saved]. gp_target are the centre and the scale of the target. For
// the scaled target, gp_prior are the length and the signal of each covariance and
// gp_noise is σ_n; the mean at features φ is k(φ, gp_inputs) gp_weights, and with v =
// gp_factor⁻¹ k(gp_inputs, φ) the variance is k(φ, φ) − ‖v‖² + ‖gp_known⁻¹ v‖², with
// the last term only if gp_known exists.
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
	if g.series != nil {
		g.series.addArrays(out)
	}
	if g.Origin != nil {
		out["gp_origin"] = mat.NewDense(1, len(g.Origin), g.Origin)
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

// processFormula describes the arrays.
var processFormula = []string{
	"gp_target holds the centre and the scale of the target; in units of the scaled target, gp_prior holds a length and a signal for each covariance of gp_kernel, and gp_noise the noise",
	"gp_origin, if present, is subtracted from φ first",
	"k(a, b) sums signal²·exp(−‖a − b‖²/2 length²), or the Matérn function, and signal²·a·b/p for linear",
	"under a gp_kernel of series k is signal²·κ, and gp_inputs hold series; " + seriesFormula,
	"mean = k(φ, gp_inputs) gp_weights, variance = k(φ, φ) − ‖v‖² with v = gp_factor⁻¹ k(gp_inputs, φ), plus ‖gp_known⁻¹ v‖² if gp_known exists, and plus gp_noise² for an observation",
}

// restoreInputs returns the inputs that the process is conditioned on, and a prior of
// its shapes.
func (g *GaussianProcess) restoreInputs(at part.Point, a Arrays) (*mat.Dense, gaussianprocess.Prior, error) {
	var none gaussianprocess.Prior
	if kernelOf(at) == "" {
		inputs, err := a.matrix("gp_inputs", 0, a.Columns)
		prior, _ := priorOf(mat.NewDense(1, 1, nil), at)
		return inputs, prior, err
	}
	k, err := restoreSeriesKernel(at, a)
	if err != nil {
		return nil, none, err
	}
	g.series = k
	inputs, err := a.matrix("gp_inputs", 0, 0)
	if err == nil {
		err = k.checkRows(inputs, "gp_inputs")
	}
	prior, _ := seriesPrior(gaussianprocess.Of(k.Kernel), at)
	return inputs, prior, err
}

// restoreProcess returns a Gaussian process from its arrays.
func restoreProcess(at part.Point, a Arrays) (Saved, error) {
	if GPKernel.Of(at) == "" {
		return nil, fmt.Errorf("%w: its point has no gp_kernel", errDamaged)
	}
	g := &GaussianProcess{}
	inputs, prior, err := g.restoreInputs(at, a)
	if err != nil {
		return nil, err
	}
	n, _ := inputs.Dims()
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
	g.Centre, g.Scale, g.Prior = parts[0][0], parts[0][1], prior
	g.Prior.Noise = parts[2][0]
	if a.Of("gp_origin") != nil { // exists from engine 0.10.0 on
		if g.Origin, err = a.numbers("gp_origin", 1, a.Columns); err != nil {
			return nil, err
		}
	}
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
