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

// seriesWidths are the widths of gak that a process is fitted among, as multiples of
// [kernel.SeriesWidth]: a likelihood has no slope by them.
var seriesWidths = []float64{1, 0.5, 2, 0.25, 4}

// seriesPrior is the prior of a kernel of series, and what of it is fitted.
func seriesPrior(shape *gaussianprocess.Shape, at part.Point) (gaussianprocess.Prior, gaussianprocess.Free) {
	signal, noise := GPSignal.Of(at), Noise.Of(at)
	return gaussianprocess.Prior{
		Terms: []gaussianprocess.Term{{Shape: shape, Signal: given(signal, 1)}}, Noise: given(noise, 0.3),
	}, gaussianprocess.Free{Signals: !signal.OK, Noise: !noise.OK}
}

// ofSeries conditions the process on the training series in the rows of x, at the width of
// the largest likelihood.
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

// fitSeries maximises the likelihood over signal and noise. Series are compared once.
func fitSeries(ctx context.Context, k *seriesKernel, x *mat.Dense, y []float64, at part.Point) (gaussianprocess.Optimum, error) {
	gram, err := kernel.Gram(ctx, k.Kernel, k.rows(x), false)
	if err != nil {
		return gaussianprocess.Optimum{}, err
	}
	places := mat.NewDense(len(y), 3, nil) // series of one frame, their place in the matrix
	for i := range y {
		places.SetRow(i, []float64{1, 1, float64(i)})
	}
	prior, free := seriesPrior(gaussianprocess.Of(known{gram}), at)
	found, err := gaussianprocess.FitSamples(ctx, places, y, prior, free)
	if err != nil {
		return found, err
	}
	likelihood, _, err := gaussianprocess.OnSamples(places, y, found.Prior)(ctx, found.Prior)
	found.LogLikelihood = likelihood.Log()
	return found, err
}

// known is the kernel of samples whose matrix is at hand. Samples are series of their place.
type known struct{ *mat.SymDense }

func (known) Name() string                                    { return "known" }
func (known) TranslationInvariant() bool                      { return false }
func (known) CanShift() bool                                  { return false }
func (known) Apply([]float64, float64, []float64, bool)       {}
func (known) Rounding(int, float64) float64                   { return 0x1p-40 }
func (known) Work(float64, int) float64                       { return 1 }
func (k known) Self(_ *align.Aligner, x align.Series) float64 { return k.Align(nil, x, x) }

// Align returns the value of two samples.
func (k known) Align(_ *align.Aligner, x, y align.Series) float64 {
	return k.At(int(x.X[0]), int(y.X[0]))
}
