package run

import (
	"context"
	"fmt"
	"slices"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

// alignOnce aligns the series of both parts with the supports, once for all passes over them.
// If the training series are the supports, the space contains their alignments already.
func (m *model) alignOnce(ctx context.Context) error {
	if !space.OfSeries(m.samples.job.At) {
		return nil
	}
	if !m.fullKernel {
		if err := AlignTo(ctx, m.train, m.samples.job.At, m.functions.space, m.samples.data.Train.X, m.functions.z); err != nil {
			return err
		}
	}
	if m.held != nil {
		if err := AlignTo(ctx, m.held, m.samples.job.At, m.functions.space, m.samples.data.Held.X, m.functions.z); err != nil {
			return err
		}
	}
	m.samples.of.report("alignments")
	if m.samples.of.which.Inner() { // notes of inner models are not reported
		return nil
	}
	var err error
	m.seriesNotes, err = m.functions.alikeNotes(ctx)
	if note := m.samples.bandNote(); note != "" {
		m.seriesNotes = append(m.seriesNotes, note)
	}
	return err
}

// describeKernel adds to the result how the kernel was set up, and the correction of a kernel
// that is not positive semi-definite.
func (fn *functions) describeKernel(res *result.Result) {
	if fn.samples.originNote != "" {
		res.Notes = append(res.Notes, fn.samples.originNote)
	}
	if fn.samples.data.StringsInfo != nil {
		res.KernelInfo = &result.KernelInfo{Strings: fn.samples.data.StringsInfo}
	}
	if fn.samples.mostlyEqual {
		res.Notes = append(res.Notes, "half of all pairs of training samples and more are equal: multiples of a width go by the distances of the others")
	}
	c, ok := fn.space.(*space.Corrected)
	if !ok {
		return
	}
	if c.Note() != "" {
		res.Notes = append(res.Notes, c.Note())
	}
	if space.OfSeries(fn.samples.job.At) || c.Correction() != "clip" { // results of gamma-exponential keep their form
		res.KernelInfo = &result.KernelInfo{Corrected: &result.Corrected{Matrix: space.CorrectedMatrix, Negative: c.Below, MostNegative: part.Float(c.Least), NegativeShare: part.Float(c.Share), Correction: c.Correction()}}
	}
}

// AlignTo makes v compute the values of a kernel space over the supports z from alignments of
// the series x with them.
func AlignTo(ctx context.Context, v *moments.Values, at part.Point, s space.Space, x, z *mat.Dense) error {
	if stable, ok := s.(*space.Stable); ok {
		kept, _ := stable.Parts()
		_, width := z.Dims()
		chosen := mat.NewDense(len(kept), width, nil)
		for i, j := range kept {
			chosen.SetRow(i, z.RawRowView(j))
		}
		z = chosen
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

const (
	// comparedSeries is the number of supports whose kernel values are checked for notes.
	comparedSeries = 16
	// leastKernel bounds the median of the kernel over pairs, and the median of its distance
	// from 1: below it, features at this width carry no information.
	leastKernel = 1e-8
)

// alikeNotes returns notes on widths at which features carry no information on new series,
// because all pairs of supports have a kernel near 0, or all near 1. It compares up to
// comparedSeries supports.
func (fn *functions) alikeNotes(ctx context.Context) ([]string, error) {
	all, width := fn.z.Dims()
	sample := mat.NewDense(min(all, comparedSeries), width, nil)
	n, _ := sample.Dims()
	for i := range n {
		sample.SetRow(i, fn.z.RawRowView(i*all/n))
	}
	if n < 2 {
		return nil, nil
	}
	k := kernel.At(fn.samples.job.At)
	if kernel.Kernels.Has(fn.samples.job.At, kernel.Word) {
		g, err := kernel.Gram(ctx, k, sample, false)
		if err != nil {
			return nil, err
		}
		return fn.samples.wordNotes(g), nil
	}
	if !kernel.Kernels.Has(fn.samples.job.At, kernel.Sigma) {
		return nil, nil
	}
	g, err := kernel.Gram(ctx, k, sample, false)
	if err != nil {
		return nil, err
	}
	less, err := kernel.Gram(ctx, k, sample, true) // κ−1, without cancellation
	if err != nil {
		return nil, err
	}
	var values, gaps []float64 // gaps: 1−κ of pairs of equal length, because others differ at any width
	apart := 0
	for i := range n {
		for j := range i {
			values = append(values, g.At(i, j))
			if sample.At(i, 0) == sample.At(j, 0) {
				gaps = append(gaps, -less.At(i, j))
			}
			if g.At(i, j) == 0 {
				apart++
			}
		}
	}
	slices.Sort(values)
	slices.Sort(gaps)
	middle := len(values) / 2
	sigma := kernel.Sigma.Of(fn.samples.job.At).String()
	switch {
	case apart > 0 && kernel.Band.Of(fn.samples.job.At).OK && fn.samples.alignsGlobally():
		return []string{fmt.Sprintf("%d of %d pairs of series that were looked at have a kernel of 0: gak with a band of %s aligns no series whose lengths differ by as much; take a wider band", apart, len(values), kernel.Band.Of(fn.samples.job.At))}, nil
	case values[middle] < leastKernel:
		return []string{fmt.Sprintf("at σ = %s no two series are alike: the kernel of a pair is %.1g at the median; widen σ", sigma, values[middle])}, nil
	case len(gaps) > 0 && gaps[len(gaps)/2] < leastKernel:
		return []string{fmt.Sprintf("at σ = %s all series of one length are alike: the kernel of a pair is 1 − %.1g at the median; take a smaller σ", sigma, gaps[len(gaps)/2])}, nil
	}
	return nil, nil
}

// wordNotes returns notes on training strings that are too short for a word, and on a Gram
// matrix g of some supports in which no two strings have a word in common.
func (s *samples) wordNotes(g *mat.SymDense) (notes []string) {
	word, short := kernel.Word.Of(s.job.At), 0
	n, _ := s.data.Train.X.Dims()
	for i := range n {
		if int(s.data.Train.X.At(i, 0)) < word {
			short++
		}
	}
	if short > 0 {
		notes = append(notes, fmt.Sprintf("%d of %d training series are shorter than the words of %d symbols that are counted: their kernel is 0 with all, their features are all the same", short, n, word))
	}
	most := 0.0
	for i := range g.SymmetricDim() {
		for j := range i {
			most = max(most, g.At(i, j))
		}
	}
	if most < leastKernel {
		notes = append(notes, fmt.Sprintf("no two of %d series that were looked at have words of %d symbols in common: take shorter words or fewer symbols", g.SymmetricDim(), word))
	}
	return notes
}

// alignsGlobally reports whether the kernel sums over all alignments. Its band then aligns no
// series whose lengths differ by more than the band.
func (s *samples) alignsGlobally() bool {
	_, ok := kernel.At(s.job.At).(kernel.GAK)
	return ok
}

// bandNote returns the note on a band that is narrower than the difference of the series'
// lengths; "" if there is none.
func (s *samples) bandNote() string {
	band, bounded := kernel.Window(s.job.At).Width()
	if !bounded || s.alignsGlobally() {
		return ""
	}
	shortest, longest := lengthsOf(s.data.Train.X)
	if longest-shortest <= band {
		return ""
	}
	return fmt.Sprintf("series of %d to %d frames have no path in a band of %d: it is widened, pair by pair, to what their lengths differ by", shortest, longest, band)
}

// lengthsOf returns the smallest and the largest number of frames of the series in the rows of
// x.
func lengthsOf(x *mat.Dense) (shortest, longest int) {
	n, _ := x.Dims()
	for i := range n {
		frames := int(x.At(i, 0))
		if i == 0 {
			shortest = frames
		}
		shortest, longest = min(shortest, frames), max(longest, frames)
	}
	return shortest, longest
}
