package preparation

import (
	"context"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// prepareSeries prepares parts whose samples are whole series: it fits the steps to
// their frames.
func (f *Data) prepareSeries(ctx context.Context, parts Division, k Preparation) error {
	f.Fitted.Series = true
	train, held := f.Train.frames(), f.Held.frames()
	if err := f.inspect(ctx, train, held, parts, k); err != nil {
		return err
	}
	notes, err := k.Fit(ctx, &f.Fitted, []*Part{train, held})
	if err != nil {
		return err
	}
	f.Notes = append(f.Notes, notes...)
	f.Train.packFrames(train)
	f.Held.packFrames(held)
	f.Origin = func() []float64 { return nil } // series have no mean
	if k.Strings != (part.Point{}) {
		return f.makeStrings(ctx, k.Strings)
	}
	return nil
}

// frames returns a part whose samples are the frames of the series of p, with a segment
// for each series.
func (p *Part) frames() *Part {
	if p.Len() == 0 {
		return &Part{Set: p.Set}
	}
	x, lengths := data.StackFrames(p.X)
	return &Part{X: x, Lengths: lengths, Set: p.Set}
}

// packFrames replaces the series by those made of the frames of a part.
func (p *Part) packFrames(of *Part) {
	if p.Len() > 0 {
		p.X, p.shared = data.PackFrames(of.X, of.Lengths), false
	}
}

// applySeries implements Apply for whole series, through their frames.
func (f Fitted) applySeries(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	of := f
	of.Series, of.Strings = false, nil
	frames, lengths := data.StackFrames(x)
	frames, err := of.Apply(ctx, frames)
	if err != nil {
		return nil, err
	}
	x = data.PackFrames(frames, lengths)
	if f.Strings != nil {
		return f.Strings.Apply(ctx, x)
	}
	return x, nil
}
