package readout

import (
	"context"
	"fmt"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/symbol"
	"gonum.org/v1/gonum/mat"
)

// The parameters of readouts that compare whole series by a kernel.
var (
	// Kernel is the kernel of support vector machines.
	Kernel = part.NewWord(part.Axis{
		Name: "readout-kernel", Readout: true, Default: gaussianWord, Omitted: func(*part.Point) bool { return true },
		Choices: []string{gaussianWord, gakWord, dtwWord, sskWord, spectrumWord, fisherWord},
		Doc:     "kernel of svm: gaussian over the features, or a kernel over whole series (--unit segment): gak and dtw align them, ssk, spectrum and fisher compare them as strings of symbols",
	})
	Band = part.NewNumber(part.Axis{
		Name: "readout-band", Log: true, Readout: true, Default: "none", Unset: "none", Must: part.WholeNumber,
		When: kernelIs(gakWord, dtwWord),
		Doc:  "width of the alignment band of gak and dtw in a readout: the maximum offset of aligned frames, or none: 5,10",
	})
	Symbols = part.NewWord(part.Axis{
		Name: "readout-symbols", Readout: true, Default: "sax:8", Choices: []string{"values"}, Read: symbol.Alphabets.Read,
		When:   kernelIs(sskWord, spectrumWord, fisherWord),
		Remedy: kernel.Symbols.Axis().Remedy,
		Doc:    "how ssk, spectrum and fisher in a readout convert frames to symbols: sax:8 (quantiles of each column), kmeans:16 (nearest centre of the frame), values (each number is a symbol)",
	})
	WordLength = part.NewCount(part.Axis{
		Name: "readout-word", Readout: true, Default: "3", When: kernelIs(sskWord, spectrumWord),
		Doc: "word length of ssk and spectrum in a readout, in symbols: 2,3,4",
	})
	Decay = part.NewNumber(part.Axis{
		Name: "readout-decay", Readout: true, Default: "0.5", When: kernelIs(sskWord), Must: kernel.Decay.Axis().Must,
		Doc: "decay factor of ssk in a readout for each symbol that a word spans, at most 1: 0.3,0.5,0.8",
	})
	// States and Information are parameters of a Fisher kernel.
	States = part.NewCount(part.Axis{
		Name: "readout-states", Readout: true, Default: "4", When: kernelIs(fisherWord),
		Doc: "number of hidden states of the Markov model of fisher in a readout: 2,4,8",
	})
	Information = part.NewSwitch(part.Axis{
		Name: "readout-fisher-information", Readout: true, Default: "on", When: kernelIs(fisherWord),
		Doc: "weigh the scores of fisher in a readout by the inverse of their information matrix",
	})
	// Indefinite selects the correction of a kernel that is not positive semidefinite.
	Indefinite = part.NewWord(part.Axis{
		Name: "readout-indefinite", Readout: true, Default: "refuse", Unset: "refuse", When: kernelIs(dtwWord),
		Choices: []string{"clip", "flip", "shift", "square", "refuse"},
		Doc:     "how to correct the negative eigenvalues of the kernel dtw in a readout, on the training series",
	})
)

// GPKernel is the covariance of Gaussian processes.
var GPKernel = part.NewWord(part.Axis{
	Name: "gp-kernel", Readout: true, Choices: []string{gaussianWord, "matern32", "matern52", "linear", "sum", gakWord, sskWord, spectrumWord, fisherWord}, Default: gaussianWord,
	Doc: "covariance of the Gaussian process over the features; sum is gaussian plus linear; gak, ssk, spectrum and fisher compare whole series (--unit segment) instead of features",
})

const (
	gaussianWord = "gaussian"
	gakWord      = "gak"
	dtwWord      = "dtw"
	sskWord      = "ssk"
	spectrumWord = "spectrum"
	fisherWord   = "fisher"
)

// ofSeriesKernel lists the parameters of kernels of series. A point has those of its
// kernel.
var ofSeriesKernel = []part.Parameter{Band, Symbols, WordLength, Decay, States, Information}

// kernelOf returns the kernel of whole series of the point's readout, or "" for none.
func kernelOf(p part.Point) string {
	for _, w := range []part.Word{Kernel, GPKernel} {
		if name := w.Of(p); ComparesSeries(name) {
			return name
		}
	}
	return ""
}

// ComparesSeries reports whether a kernel of readouts compares whole series.
func ComparesSeries(kernel string) bool {
	return kernel == gakWord || kernel == dtwWord || ComparesStrings(kernel)
}

// ComparesStrings reports whether a kernel of readouts compares series as strings.
func ComparesStrings(kernel string) bool { return CountsWords(kernel) || kernel == fisherWord }

// CountsWords reports whether a kernel of readouts compares the words of strings.
func CountsWords(kernel string) bool { return kernel == sskWord || kernel == spectrumWord }

// kernelIs returns a condition that reports whether the kernel of a point is one of
// names.
func kernelIs(names ...string) func(*part.Point) bool {
	return func(p *part.Point) bool { return slices.Contains(names, kernelOf(*p)) }
}

// seriesKernel is a kernel of whole series, unchanged or as strings of symbols.
type seriesKernel struct {
	kernel.Kernel
	alphabet symbol.Alphabet    // nil if series are compared unchanged
	model    kernel.StringModel // nil if strings themselves are compared
	channels int                // of a series
	sigma    float64            // 0 if the kernel has no width
}

// newSeriesKernel returns the kernel of a point for the training series in the rows of
// x. Without a given width it uses factor times [kernel.SeriesWidth].
func newSeriesKernel(ctx context.Context, x *mat.Dense, at part.Point, width part.Value, factor float64) (*seriesKernel, error) {
	k := &seriesKernel{channels: kernel.SeriesOf(x.RawRowView(0)).Channels}
	of := kernelPoint(at)
	if kernel.Kernels.Has(of, kernel.Sigma) {
		k.sigma = factor * kernel.SeriesWidth(x)
		switch {
		case width.OK:
			k.sigma = width.X
		case k.sigma == 0: // all frames are equal
			k.sigma = 1
		}
	}
	if kernel.Kernels.Has(of, kernel.Symbols) {
		frames, _ := data.StackFrames(x)
		var err error
		if k.alphabet, err = symbol.Fit(ctx, of, frames); err != nil {
			return nil, fmt.Errorf("readout: %w (of a readout: --%s)", err, Symbols.Axis().Name)
		}
	}
	k.Kernel = kernel.At(of.With(kernel.Sigma.Is(k.sigma)))
	if learnt, ok := k.Kernel.(kernel.Learnt); ok {
		var err error
		if k.model, err = learnt.Learn(ctx, k.symbols(x), k.alphabet.Letters()); err != nil {
			return nil, fmt.Errorf("readout: %w", err)
		}
	}
	return k, nil
}

// kernelPoint returns the parameters of the readout's kernel as those of a function
// space.
func kernelPoint(at part.Point) part.Point {
	of := part.Point{Frame: part.Frame{Seed: at.Seed}}.With(
		kernel.Name.Is(kernelOf(at)), kernel.Symbols.Is(Symbols.Of(at)), kernel.Word.Is(WordLength.Of(at)), kernel.States.Is(States.Of(at)))
	kernel.Information.Set(&of, Information.Of(at))
	kernel.Band.Set(&of, Band.Of(at))
	kernel.Decay.Set(&of, Decay.Of(at))
	return of
}

// rows returns series in the form that the kernel compares, one per row. It panics if
// their channels differ from those of training.
func (k *seriesKernel) rows(x *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	for i := range n {
		if channels := kernel.SeriesOf(x.RawRowView(i)).Channels; channels != k.channels {
			panic(fmt.Sprintf("readout: a series of %d channels among those of %d", channels, k.channels))
		}
	}
	if k.alphabet == nil || n == 0 {
		return x
	}
	out := k.symbols(x)
	if k.model != nil {
		// The background context never ends, so there is no error.
		out, _ = k.model.Vectors(context.Background(), out)
	}
	return out
}

// symbols returns series as strings of symbols.
func (k *seriesKernel) symbols(x *mat.Dense) *mat.Dense {
	frames, lengths := data.StackFrames(x)
	all, _ := frames.Dims()
	of := mat.NewDense(all, k.alphabet.Columns(), nil)
	k.alphabet.Write(of, frames)
	return data.PackFrames(of, lengths)
}

// columns returns the number of values of a frame in the form that the kernel compares.
func (k *seriesKernel) columns() int {
	switch {
	case k.model != nil:
		return k.model.Model().Parameters()
	case k.alphabet != nil:
		return k.alphabet.Columns()
	}
	return k.channels
}

// addArrays adds the arrays from which the kernel is restored.
func (k *seriesKernel) addArrays(out map[string]*mat.Dense) {
	if k.sigma > 0 {
		out["readout_sigma"] = mat.NewDense(1, 1, []float64{k.sigma})
	}
	if k.alphabet != nil {
		out["readout_symbols"] = k.alphabet.Parts()
	}
	if k.model != nil {
		for name, x := range k.model.Arrays() {
			out[modelPrefix+name] = x
		}
	}
}

// modelPrefix distinguishes the arrays of a readout's model of strings from those of a
// function space.
const modelPrefix = "readout_"

// seriesFormula describes the arrays of a kernel of series.
const seriesFormula = "under a kernel of series φ is a series, and a row of samples holds its number of frames, its number of channels and the frames; κ is the kernel of that name with σ readout_sigma, of strings with symbols by readout_symbols, of fisher with the hidden Markov model of readout_hmm arrays and L readout_fisher_factor"

// restoreSeriesKernel returns the kernel of series from the arrays of addArrays.
func restoreSeriesKernel(at part.Point, a Arrays) (*seriesKernel, error) {
	k := &seriesKernel{channels: a.Columns}
	of := kernelPoint(at)
	if kernel.Kernels.Has(of, kernel.Sigma) {
		sigma, err := a.numbers("readout_sigma", 1, 1)
		if err != nil {
			return nil, err
		}
		if k.sigma = sigma[0]; !(k.sigma > 0) {
			return nil, fmt.Errorf("%w: a readout_sigma of %g", errDamaged, k.sigma)
		}
	}
	if kernel.Kernels.Has(of, kernel.Symbols) {
		parts, err := a.matrix("readout_symbols", 0, 0)
		if err != nil {
			return nil, err
		}
		if k.alphabet, err = symbol.Alphabets.Build(of).Restore(kernel.Symbols.Of(of), a.Columns, parts); err != nil {
			return nil, fmt.Errorf("%w: %w", errDamaged, err)
		}
	}
	k.Kernel = kernel.At(of.With(kernel.Sigma.Is(k.sigma)))
	return k, k.restoreModel(at, a)
}

// restoreModel restores the model of strings, if the kernel has one.
func (k *seriesKernel) restoreModel(at part.Point, a Arrays) error {
	learnt, ok := k.Kernel.(kernel.Learnt)
	if !ok {
		return nil
	}
	of := func(name string) *mat.Dense {
		x, err := a.matrix(modelPrefix+name, 0, 0)
		if err != nil {
			return nil
		}
		return x
	}
	if Information.Of(at) != part.FlagOff && of("fisher_factor") == nil {
		return fmt.Errorf("%w: it has no %sfisher_factor", errDamaged, modelPrefix)
	}
	var err error
	if k.model, err = learnt.Restore(k.alphabet.Columns(), k.alphabet.Letters(), of); err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	return nil
}

// checkRows returns an error if a row holds no series in the form that the kernel
// compares.
func (k *seriesKernel) checkRows(rows *mat.Dense, name string) error {
	n, _ := rows.Dims()
	for i := range n {
		if row := rows.RawRowView(i); data.CheckSeries(row) != nil || int(row[1]) != k.columns() {
			return fmt.Errorf("%w: row %d of %s is no series of %d columns", errDamaged, i+1, name, k.columns())
		}
	}
	return nil
}
