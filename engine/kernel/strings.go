package kernel

import (
	"context"
	"sync"

	"example.com/sfatui/engine/align"
	"example.com/sfatui/engine/hmm"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/stringkernel"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// The parameters of kernels of strings, which are series whose frames are symbols.
var (
	// Symbols selects the symbols; package symbol has the table.
	Symbols = part.NewWord(part.Axis{
		Name: "symbols", Doc: "how ssk, spectrum and fisher convert frames to symbols: sax:8 (quantiles of each column), kmeans:16 (nearest centre of the frame), values (each number is a symbol)",
		Default: "sax:8", Remedy: "write sax:8, kmeans:16 or values",
	})
	// Word is the length of the common words of strings.
	Word = part.NewCount(part.Axis{Name: "word", Default: "3", Doc: "word length of ssk and spectrum, in symbols: 2,3,4"})
	// Decay is the weight of each symbol that a word spans.
	Decay = part.NewNumber(part.Axis{
		Name: "decay", Default: "0.5", Doc: "decay factor of ssk for each symbol that a word spans, at most 1: 0.3,0.5,0.8",
		Must: func(v float64) string {
			if v > 0 && v <= 1 {
				return ""
			}
			return "must be above 0 and at most 1"
		},
	})
	// States is the number of hidden states of the model of a Fisher kernel.
	States = part.NewCount(part.Axis{Name: "states", Default: "4", Doc: "number of hidden states of the Markov model of fisher: 2,4,8"})
	// Information selects whether scores are normalised by their information matrix.
	Information = part.NewSwitch(part.Axis{
		Name: "fisher-information", Default: "on", Doc: "weigh the scores of fisher by the inverse of their information matrix",
	})
)

// Learnt is a kernel of strings that compares vectors, which a model of the training
// strings computes for each string. A vector is represented as a series of one frame.
type Learnt interface {
	Aligned
	// Learn fits the model to strings of symbols 0 … letters−1, in rows as
	// [data.PackSeries] writes them.
	Learn(ctx context.Context, x *mat.Dense, letters int) (StringModel, error)
	// LearnWork returns the operations of Learn and of Vectors for a string of the
	// given number of frames.
	LearnWork(frames float64, channels int) float64
	// Restore returns the model of strings of the given number of columns from its
	// arrays, which may be untrusted. arrays returns nil for a missing array.
	Restore(columns, letters int, arrays func(name string) *mat.Dense) (StringModel, error)
}

// StringModel is the model of a [Learnt] kernel.
type StringModel interface {
	// Vectors returns the vectors of strings. It fails only if ctx ends.
	Vectors(ctx context.Context, x *mat.Dense) (*mat.Dense, error)
	Model() *hmm.Model
	// Fitted returns the report of the fit; it is empty for a restored model.
	Fitted() hmm.Fitted
	// Arrays returns the arrays from which Restore restores the model.
	Arrays() map[string]*mat.Dense
}

// wordCounts is a kernel that counts common words, column by column; the counts of all
// columns are concatenated. It is normalised; a string without a word has similarity 0
// to all others.
type wordCounts struct {
	productTraits
	of   func(w *stringkernel.Workspace, s, t []int32) float64
	cost float64 // cost of a pair of symbols; 0 if the cost grows with their sum
}

// stringPair is storage for the columns of two strings.
type stringPair struct {
	stringkernel.Workspace
	s, t []int32
}

var columnsPool = sync.Pool{New: func() any { return new(stringPair) }}

// column returns the symbols of column c, in the given storage.
func column(storage []int32, x align.Series, c int) []int32 {
	storage = storage[:0]
	for i := c; i < len(x.X); i += x.Channels {
		storage = append(storage, int32(x.X[i]))
	}
	return storage
}

// Align returns the inner product of the counts of all columns.
func (k wordCounts) Align(_ *align.Aligner, x, y align.Series) (sum float64) {
	w := columnsPool.Get().(*stringPair)
	for c := range x.Channels {
		w.s, w.t = column(w.s, x, c), column(w.t, y, c)
		sum += k.of(&w.Workspace, w.s, w.t)
	}
	columnsPool.Put(w)
	return sum
}

// Self returns Align of a series with itself.
func (k wordCounts) Self(a *align.Aligner, x align.Series) float64 { return k.Align(a, x, x) }

func (wordCounts) Apply(value []float64, xx float64, zz []float64, _ bool) { normalise(value, xx, zz) }

// normalise divides inner products by the lengths of the vectors.
func normalise(value []float64, xx float64, zz []float64) {
	for j, v := range value {
		value[j] = max(-1, min(1, stringkernel.Normalised(v, xx, zz[j])))
	}
}

// Rounding returns a bound of a few units of rounding for each frame.
func (wordCounts) Rounding(frames int, _ float64) float64 { return 16 * float64(frames) * 0x1p-52 }

func (k wordCounts) Work(frames float64, channels int) float64 {
	if k.cost == 0 {
		return spectrumWork * frames * float64(channels)
	}
	return k.cost * frames * frames * float64(channels)
}

const (
	spectrumWork    = 300  // of a symbol of both strings
	subsequenceWork = 60   // of a pair of symbols, for each symbol of a word
	passWork        = 2000 // of all rounds, for each frame and pair of states
)

// SSK is the gap-weighted subsequence kernel of strings, normalised.
type SSK struct{ wordCounts }

var ssk = part.Part[Kind]{
	Name: "ssk", Doc: "common subsequences of strings of symbols, with gaps", Parameters: []part.Parameter{Symbols, Word, Decay},
	Build: func(p part.Point) Kernel {
		k := stringkernel.Subsequence{N: max(1, Word.Of(p)), Decay: Decay.X(p)}
		return SSK{wordCounts{of: k.Value, cost: subsequenceWork * float64(k.N)}}
	},
}

func (SSK) Name() string { return "ssk" }

// Spectrum is the spectrum kernel of strings, normalised.
type Spectrum struct{ wordCounts }

var spectrum = part.Part[Kind]{
	Name: "spectrum", Doc: "common words of strings of symbols, without gaps", Parameters: []part.Parameter{Symbols, Word},
	Build: func(p part.Point) Kernel {
		return Spectrum{wordCounts{of: stringkernel.Spectrum{N: max(1, Word.Of(p))}.Value}}
	},
}

func (Spectrum) Name() string { return "spectrum" }

// Fisher is the Fisher kernel of strings under a hidden Markov model, normalised. Its
// series are the vectors that the model computes for strings.
type Fisher struct {
	productTraits
	States      int
	Information bool
}

var fisherKernel = part.Part[Kind]{
	Name: "fisher", Doc: "Fisher scores of strings of symbols under a hidden Markov model", Parameters: []part.Parameter{Symbols, States, Information},
	Build: func(p part.Point) Kernel {
		return Fisher{States: max(1, States.Of(p)), Information: Information.Of(p) != part.FlagOff}
	},
}

func (Fisher) Name() string { return "fisher" }

// Align returns the inner product of two vectors.
func (Fisher) Align(_ *align.Aligner, x, y align.Series) float64 { return floats.Dot(x.X, y.X) }

// Self returns Align of a series with itself.
func (Fisher) Self(_ *align.Aligner, x align.Series) float64 { return floats.Dot(x.X, x.X) }

func (Fisher) Apply(value []float64, xx float64, zz []float64, _ bool) { normalise(value, xx, zz) }

// Rounding returns a bound for inner products of some hundred numbers.
func (Fisher) Rounding(int, float64) float64 { return 0x1p-40 }

// Work returns the operations of an inner product.
func (k Fisher) Work(_ float64, channels int) float64 {
	return 2 * float64(k.States*(k.States+16*channels))
}

// LearnWork implements [Learnt] with passes over all frames in each round.
func (k Fisher) LearnWork(frames float64, channels int) float64 {
	return passWork * frames * float64(k.States*(k.States+channels))
}

func (k Fisher) Learn(ctx context.Context, x *mat.Dense, letters int) (StringModel, error) {
	s, err := hmm.LearnScores(ctx, x, letters, k.States, k.Information)
	if err != nil {
		return nil, err
	}
	return s, nil
}

func (k Fisher) Restore(columns, letters int, arrays func(name string) *mat.Dense) (StringModel, error) {
	s, err := hmm.RestoreScores(columns, letters, arrays)
	if err != nil {
		return nil, err
	}
	return s, nil
}
