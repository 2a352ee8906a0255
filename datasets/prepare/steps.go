package prepare

import (
	"context"

	"example.com/sfatui/datasets/data"
)

// Step changes what was read. Each looks at one recording at a time: what is
// fitted to several belongs to those who know the training part. It takes all
// recordings together because it may rename their inputs or change their rate,
// and says in a note what it did.
type Step interface {
	Apply(ctx context.Context, m *data.Raw, memory Memory) error
}

// Memory is where steps get memory for numbers that become more.
type Memory interface {
	// Hold accounts for n more numbers, of the recording named, and fails where
	// they are too many.
	Hold(n int, name string) error
	// Floats is an array of n zeros.
	Floats(n int) ([]float64, error)
}

// Options is what the user asks for, as the flags of the same names take it.
type Options struct {
	// Fill is the longest run of rows that is interpolated where numbers are
	// missing; 0 for none.
	Fill                           int
	Log, Resample, Normalise, STFT string
}

// parsers read the steps in the order in which they are applied; each gives nil
// for none.
var parsers = []func(Options) (Step, error){
	func(w Options) (Step, error) {
		if w.Fill == 0 {
			return nil, nil
		}
		return interpolation{w.Fill}, nil
	},
	func(w Options) (Step, error) { return parseLog(w.Log) },
	func(w Options) (Step, error) { return parseResample(w.Resample) },
	func(w Options) (Step, error) { return parseNormalise(w.Normalise) },
	func(w Options) (Step, error) { return parseSTFT(w.STFT) },
}

// Overlap is how many rows apart two rows may be and still share what was read, after
// steps and an embedding: ⌊(L−1)/h⌋ for frames of L samples every h, ⌊(l−1)·ε/δ⌋ for an
// embedding. Both add up. What a filter spreads is not counted.
func Overlap(steps []Step, e Embedding) int {
	frames := 0
	for _, s := range steps {
		if s, ok := s.(stft); ok {
			frames = s.overlap()
		}
	}
	return e.Overlap(frames)
}

// Parse reads the steps that are asked for.
func Parse(w Options) ([]Step, error) {
	var steps []Step
	for _, parse := range parsers {
		s, err := parse(w)
		if err != nil {
			return nil, err
		}
		if s != nil {
			steps = append(steps, s)
		}
	}
	return steps, nil
}

// passBlock is how many numbers are gone through between looks at the context.
const passBlock = 1 << 20

// eachBlock calls f with x in blocks of whole rows of d numbers, and with the
// place of the first number in x. It ends with the first error of f, or with
// ctx.
func eachBlock(ctx context.Context, x []float64, d int, f func(at int, block []float64) error) error {
	size := max(1, passBlock/d) * d
	for at := 0; at < len(x); at += size {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f(at, x[at:min(at+size, len(x))]); err != nil {
			return err
		}
	}
	return nil
}
