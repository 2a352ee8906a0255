package readout

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/align"
	"example.com/sfatui/engine/gaussianprocess"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// seriesWidths are the widths of gak that a process is fitted with, as multiples of
// [kernel.SeriesWidth]: the likelihood has no gradient in the width.
var seriesWidths = []float64{1, 0.5, 2, 0.25, 4}

// seriesPrior returns the prior of a kernel of series, and which of its parameters are
// fitted.
func seriesPrior(shape *gaussianprocess.Shape, at part.Point) (gaussianprocess.Prior, gaussianprocess.Free) {
	signal, noise := GPSignal.Of(at), Noise.Of(at)
	return gaussianprocess.Prior{
		Terms: []gaussianprocess.Term{{Shape: shape, Signal: valueOr(signal, 1)}}, Noise: valueOr(noise, 0.3),
	}, gaussianprocess.Free{Signals: !signal.OK, Noise: !noise.OK}
}

// ofSeries conditions the process on the training series in the rows of x, at the width
// of the largest likelihood.
func (g *GaussianProcess) ofSeries(ctx context.Context, x *mat.Dense, y []float64, at part.Point) error {
	if len(y) > MaxExact {
		return fmt.Errorf("readout: a Gaussian process of %d training series takes too long above %d: take a part of them with --limit, or --gp-kernel gaussian of features", len(y), MaxExact)
	}
	widths := seriesWidths
	if kernelOf(at) != gakWord || GPLength.Of(at).OK {
		widths = widths[:1]
	}
	var best gaussianprocess.Optimum
	for _, factor := range widths {
		k, err := newSeriesKernel(ctx, x, at, GPLength.Of(at), factor)
		if err != nil {
			return err
		}
		found, err := fitSeries(ctx, k, x, y, at)
		if err != nil {
			return err
		}
		if g.series == nil || found.LogLikelihood > best.LogLikelihood {
			g.series, best = k, found
		}
	}
	g.Prior, _ = seriesPrior(gaussianprocess.Of(g.series.Kernel), at)
	g.Prior.Noise, g.Prior.Terms[0].Signal = best.Prior.Noise, best.Prior.Terms[0].Signal
	p, err := gaussianprocess.Condition(ctx, g.Prior, g.series.rows(x), y)
	if err != nil {
		return err
	}
	g.Process = p
	return g.leaveOut(ctx, p, y)
}

// fitSeries maximises the likelihood over signal and noise. It compares the series
// once.
func fitSeries(ctx context.Context, k *seriesKernel, x *mat.Dense, y []float64, at part.Point) (gaussianprocess.Optimum, error) {
	gram, err := kernel.Gram(ctx, k.Kernel, k.rows(x), false)
	if err != nil {
		return gaussianprocess.Optimum{}, err
	}
	places := mat.NewDense(len(y), 3, nil) // series of one frame, which is their index in the matrix
	for i := range y {
		places.SetRow(i, []float64{1, 1, float64(i)})
	}
	prior, free := seriesPrior(gaussianprocess.Of(gramKernel{gram}), at)
	found, err := gaussianprocess.FitSamples(ctx, places, y, prior, free)
	if err != nil {
		return found, err
	}
	likelihood, _, err := gaussianprocess.OnSamples(places, y, found.Prior)(ctx, found.Prior)
	found.LogLikelihood = likelihood.Log()
	return found, err
}

// gramKernel is the kernel of samples with a known kernel matrix. Samples are series of
// their index.
type gramKernel struct{ gram *mat.SymDense }

func (gramKernel) Name() string                                    { return "known" }
func (gramKernel) TranslationInvariant() bool                      { return false }
func (gramKernel) CanShift() bool                                  { return false }
func (gramKernel) Apply([]float64, float64, []float64, bool)       {}
func (gramKernel) Rounding(int, float64) float64                   { return 0x1p-40 }
func (gramKernel) Work(float64, int) float64                       { return 1 }
func (k gramKernel) Self(_ *align.Aligner, x align.Series) float64 { return k.Align(nil, x, x) }

// Align returns the value of two samples.
func (k gramKernel) Align(_ *align.Aligner, x, y align.Series) float64 {
	return k.gram.At(int(x.X[0]), int(y.X[0]))
}
