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

// Strings turn whole series into what a kernel of strings compares: strings of symbols, or
// the vectors that a model of them makes. Both are series, too.
type Strings struct {
	Alphabet symbol.Alphabet
	Model    kernel.StringModel // nil where strings themselves are compared
}

// StringsOf is what the strings of a point depend on beside the series; the zero Point where
// its kernel takes none.
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

// Width is the number of columns of what series become.
func (s *Strings) Width() int {
	if s.Model != nil {
		return s.Model.Model().Parameters()
	}
	return s.Alphabet.Columns()
}

// Apply is what the series in the rows of x become.
func (s *Strings) Apply(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	out := s.symbols(x)
	if s.Model != nil {
		return s.Model.Vectors(ctx, out)
	}
	return out, ctx.Err()
}

// symbols are the strings of series.
func (s *Strings) symbols(x *mat.Dense) *mat.Dense {
	frames, lengths := data.StackFrames(x)
	n, _ := frames.Dims()
	of := mat.NewDense(n, s.Alphabet.Columns(), nil)
	s.Alphabet.Write(of, frames)
	return data.PackFrames(of, lengths)
}

// spell makes strings of both parts, by what is fitted to the training part.
func (f *Data) spell(ctx context.Context, at part.Point) error {
	frames, _ := data.StackFrames(f.Train.X)
	alphabet, err := symbol.Fit(ctx, at, frames)
	if err != nil {
		return err
	}
	s := &Strings{Alphabet: alphabet}
	strings := s.symbols(f.Train.X)
	f.StringsInfo = &result.Strings{Symbols: alphabet.Letters(), Columns: alphabet.Columns()}
	seen := seenIn(strings, alphabet.Letters())
	f.Train.series = f.Train.X
	f.Train.X = strings
	if kernel.Name.Of(at) != "" {
		if s.Model, err = kernel.At(at).(kernel.Learnt).Learn(ctx, strings, alphabet.Letters()); err != nil {
			return err
		}
		m, told := s.Model.Model(), s.Model.Fitted()
		f.StringsInfo.HMM = &result.HMM{States: m.States(), Parameters: m.Parameters(), Rounds: told.Rounds, LogLikelihood: part.Float(told.Log / float64(told.Frames))}
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

// seenIn says of each of so many symbols whether strings have it.
func seenIn(strings *mat.Dense, letters int) []bool {
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

// unseen returns how many different symbols of the series in the rows of x are not among those
// seen, and how often there are such. Numbers that share the symbol of all unknown ones differ.
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
