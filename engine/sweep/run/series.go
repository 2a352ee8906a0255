package run

import (
	"context"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

// alignOnce aligns the series of both parts with the supports, once for all passes over
// them. Where the training series are the supports, the space has them already.
func (m *model) alignOnce(ctx context.Context) error {
	if !space.OfSeries(m.At) {
		return nil
	}
	if !m.fullKernel {
		if err := AlignTo(ctx, m.train, m.At, m.space, m.data.Train.X, m.z); err != nil {
			return err
		}
	}
	if m.held != nil {
		if err := AlignTo(ctx, m.held, m.At, m.space, m.data.Held.X, m.z); err != nil {
			return err
		}
	}
	m.report("alignments")
	if m.which.Inner() { // nobody reads the notes of those
		return nil
	}
	var err error
	m.seriesNotes, err = m.alikeNotes(ctx)
	if note := m.bandNote(); note != "" {
		m.seriesNotes = append(m.seriesNotes, note)
	}
	return err
}

// describeKernel tells what a kernel compares, and what was done to one that is not positive
// semi-definite.
func (m *model) describeKernel(res *result.Result) {
	if m.data.StringsInfo != nil {
		res.KernelInfo = &result.KernelInfo{Strings: m.data.StringsInfo}
	}
	c, ok := m.space.(*space.Corrected)
	if !ok {
		return
	}
	if c.Note() != "" {
		res.Notes = append(res.Notes, c.Note())
	}
	if space.OfSeries(m.At) || c.Correction() != "clip" { // points of gamma-exponential stay what they were
		res.KernelInfo = &result.KernelInfo{Corrected: &result.Corrected{Negative: c.Below, MostNegative: part.Float(c.Least), NegativeShare: part.Float(c.Share), Correction: c.Correction()}}
	}
}

// AlignTo has the values of a kernel space over the supports z come from alignments of the
// series x with them.
func AlignTo(ctx context.Context, v *moments.Values, at part.Point, s space.Space, x, z *mat.Dense) error {
	if stable, ok := s.(*space.Stable); ok {
		kept, _ := stable.Parts()
		_, width := z.Dims()
		few := mat.NewDense(len(kept), width, nil)
		for i, j := range kept {
			few.SetRow(i, z.RawRowView(j))
		}
		z = few
	}
	known, err := kernel.NewAlignments(ctx, kernel.At(at).(kernel.Aligned), x, z, kernel.Shift.Of(at) == part.FlagOn)
	if err != nil {
		return err
	}
	m, _ := z.Dims()
	all := make([]int, m)
	for i := range all {
		all[i] = i
	}
	v.UseDistances(known, all)
	return nil
}
