package preparation

import (
	"context"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// prepareSeries prepares parts whose samples are whole series: what is fitted and looked at
// are their frames.
func (f *Data) prepareSeries(ctx context.Context, parts Division, k Preparation) error {
	f.Fitted.Series = true
	train, held := f.Train.frames(), f.Held.frames()
	var err error
	if parts.Validation {
		if f.Drift, err = drift(ctx, train, held); err != nil {
			return err
		}
	}
	names := f.Train.Set.Inputs
	if f.Notes, err = oddInputs(ctx, train, names); err != nil {
		return err
	}
	if !k.Standardize && !parts.Validation { // nobody reads the notes of those
		note, err := apartScales(ctx, train, names)
		if err != nil {
			return err
		}
		f.Notes = append(f.Notes, note...)
	}
	notes, err := k.Fit(ctx, &f.Fitted, []*Part{train, held})
	if err != nil {
		return err
	}
	f.Notes = append(f.Notes, notes...)
	f.Train.pack(train)
	f.Held.pack(held)
	f.Origin = func() []float64 { return nil } // series have none
	if k.Strings != (part.Point{}) {
		return f.spell(ctx, k.Strings)
	}
	return nil
}

// frames are those of the series of a part, as samples of a part of their own.
func (p *Part) frames() *Part {
	if p.Len() == 0 {
		return &Part{Set: p.Set}
	}
	x, lengths := data.StackFrames(p.X)
	return &Part{X: x, Lengths: lengths, Set: p.Set}
}

// pack makes the series of a part of frames.
func (p *Part) pack(of *Part) {
	if p.Len() > 0 {
		p.X, p.shared = data.PackFrames(of.X, of.Lengths), false
	}
}

// applySeries is Apply to the frames of whole series.
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
