package preparation

import (
	"context"
	"fmt"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/symbol"
	"gonum.org/v1/gonum/mat"
)

// Strings turn whole series into what a kernel of strings compares: strings of symbols,
// or the vectors that a model of them computes. Both are stored as series.
type Strings struct {
	Alphabet symbol.Alphabet
	Model    kernel.StringModel // nil to compare the strings themselves
}

// StringsOf returns the settings of a point that its strings depend on, in addition to
// the series; the zero Point if its kernel does not compare strings.
func StringsOf(p part.Point) (at part.Point) {
	if !kernel.Kernels.Has(p, kernel.Symbols) {
		return at
	}
	if _, learnt := kernel.At(p).(kernel.Learnt); learnt {
		kernel.Kernels.Copy(&at, p)
	}
	at.Seed = p.Seed
	kernel.Symbols.Set(&at, kernel.Symbols.Of(p))
	return at
}

// Width returns the number of columns of the frames after Apply.
func (s *Strings) Width() int {
	if s.Model != nil {
		return s.Model.Model().Parameters()
	}
	return s.Alphabet.Columns()
}

// Apply returns the strings, or the vectors, of the series in the rows of x.
func (s *Strings) Apply(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	out := s.symbols(x)
	if s.Model != nil {
		return s.Model.Vectors(ctx, out)
	}
	return out, ctx.Err()
}

// symbols returns the strings of the series in the rows of x.
func (s *Strings) symbols(x *mat.Dense) *mat.Dense {
	frames, lengths := data.StackFrames(x)
	n, _ := frames.Dims()
	of := mat.NewDense(n, s.Alphabet.Columns(), nil)
	s.Alphabet.Write(of, frames)
	return data.PackFrames(of, lengths)
}

// makeStrings replaces the series of both parts by strings, with an alphabet and a
// model fitted to the training part.
func (f *Data) makeStrings(ctx context.Context, at part.Point) error {
	frames, _ := data.StackFrames(f.Train.X)
	alphabet, err := symbol.Fit(ctx, at, frames)
	if err != nil {
		return err
	}
	s := &Strings{Alphabet: alphabet}
	strings := s.symbols(f.Train.X)
	f.StringsInfo = &result.Strings{Symbols: alphabet.Letters(), Columns: alphabet.Columns()}
	seen := seenSymbols(strings, alphabet.Letters())
	f.Train.series = f.Train.X
	f.Train.X = strings
	if kernel.Name.Of(at) != "" {
		if s.Model, err = kernel.At(at).(kernel.Learnt).Learn(ctx, strings, alphabet.Letters()); err != nil {
			return err
		}
		m, fitted := s.Model.Model(), s.Model.Fitted()
		f.StringsInfo.HMM = &result.HMM{States: m.States(), Parameters: m.Parameters(), Rounds: fitted.Rounds, LogLikelihood: part.Float(fitted.Log / float64(fitted.Frames))}
		if f.Train.X, err = s.Model.Vectors(ctx, strings); err != nil {
			return err
		}
	}
	f.Fitted.Strings = s
	if f.Held.Len() == 0 {
		return ctx.Err()
	}
	var count int
	if f.StringsInfo.Unseen, count = s.unseen(f.Held.X, seen); count > 0 {
		f.Notes = append(f.Notes, fmt.Sprintf("%d symbols of the held-out series, %d different ones, are none of those of the training series: no word of theirs is in common", count, f.StringsInfo.Unseen))
	}
	f.Held.series = f.Held.X
	f.Held.X, err = s.Apply(ctx, f.Held.X)
	return err
}

// seenSymbols reports for each symbol whether it occurs in strings.
func seenSymbols(strings *mat.Dense, letters int) []bool {
	seen := make([]bool, letters)
	frames, _ := data.StackFrames(strings)
	n, _ := frames.Dims()
	for i := range n {
		for _, v := range frames.RawRowView(i) {
			seen[int(v)] = true
		}
	}
	return seen
}

// unseen returns the number of different symbols, in the series in the rows of x, that
// are not marked as seen, and the number of their occurrences. It counts numbers apart
// that share the symbol of all unknown ones.
func (s *Strings) unseen(x *mat.Dense, seen []bool) (different, count int) {
	frames, _ := data.StackFrames(x)
	n, _ := frames.Dims()
	of := mat.NewDense(n, s.Alphabet.Columns(), nil)
	s.Alphabet.Write(of, frames)
	other := symbol.Other(s.Alphabet)
	found := map[float64]bool{}
	for i := range n {
		for j, v := range of.RawRowView(i) {
			if seen[int(v)] {
				continue
			}
			count++
			if int(v) == other {
				v = frames.At(i, j)
			}
			found[v] = true
		}
	}
	return len(found), count
}
