package run

import (
	"context"
	"fmt"
	"slices"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
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
	if m.originNote != "" {
		res.Notes = append(res.Notes, m.originNote)
	}
	if m.data.StringsInfo != nil {
		res.KernelInfo = &result.KernelInfo{Strings: m.data.StringsInfo}
	}
	if m.mostlyEqual {
		res.Notes = append(res.Notes, "half of all pairs of training samples and more are equal: multiples of a width go by the distances of the others")
	}
	c, ok := m.space.(*space.Corrected)
	if !ok {
		return
	}
	if c.Note() != "" {
		res.Notes = append(res.Notes, c.Note())
	}
	if space.OfSeries(m.At) || c.Correction() != "clip" { // points of gamma-exponential stay what they were
		res.KernelInfo = &result.KernelInfo{Corrected: &result.Corrected{Matrix: space.CorrectedMatrix, Negative: c.Below, MostNegative: part.Float(c.Least), NegativeShare: part.Float(c.Share), Correction: c.Correction()}}
	}
}

// lookAtSamples finds out what is worth knowing of the training samples of a kernel, once
// for all points of the model.
func (m *model) lookAtSamples(ctx context.Context) (err error) {
	m.mostlyEqual = kernel.Sigma.Of(m.At).OK && !m.Plan.Set.Series && kernel.MostlyEqual(m.data.Train.X)
	m.originNote, err = m.farFromOrigin(ctx)
	return err
}

// farFromOrigin returns a note where the samples are so far from the origin of the kernel
// that little of them is left beside it; "" elsewhere.
func (m *model) farFromOrigin(ctx context.Context) (string, error) {
	if m.Plan.Set.Series || kernel.At(m.At).TranslationInvariant() {
		return "", nil
	}
	far, err := m.data.Train.FarMean(ctx)
	if far == "" || err != nil {
		return "", err
	}
	return fmt.Sprintf("%s, where the %s kernel has its origin: --%s moves it to the samples", far, kernel.Name.Of(m.At), preparation.Standardize.Axis().Name), nil
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

const (
	// lookedAt series are looked at for how much a kernel finds them alike.
	lookedAt = 16
	// unlike is the kernel of two series, or its distance from that of a series with itself,
	// at the median of pairs, below which a width tells nothing.
	unlike = 1e-8
)

// alikeNotes say where a kernel of series finds no two of the supports z alike, or all the
// same: at such widths features tell nothing of new series. It looks at a few of them.
func (m *model) alikeNotes(ctx context.Context) ([]string, error) {
	all, width := m.z.Dims()
	few := mat.NewDense(min(all, lookedAt), width, nil)
	n, _ := few.Dims()
	for i := range n {
		few.SetRow(i, m.z.RawRowView(i*all/n))
	}
	if n < 2 {
		return nil, nil
	}
	k := kernel.At(m.At)
	if kernel.Kernels.Has(m.At, kernel.Word) {
		g, err := kernel.Gram(ctx, k, few, false)
		if err != nil {
			return nil, err
		}
		return m.wordNotes(g), nil
	}
	if !kernel.Kernels.Has(m.At, kernel.Sigma) {
		return nil, nil
	}
	g, err := kernel.Gram(ctx, k, few, false)
	if err != nil {
		return nil, err
	}
	less, err := kernel.Gram(ctx, k, few, true) // κ−1, to all digits
	if err != nil {
		return nil, err
	}
	var values, beside []float64 // beside: of pairs of one length, for others differ at any width
	apart := 0
	for i := range n {
		for j := range i {
			values = append(values, g.At(i, j))
			if few.At(i, 0) == few.At(j, 0) {
				beside = append(beside, -less.At(i, j))
			}
			if g.At(i, j) == 0 {
				apart++
			}
		}
	}
	slices.Sort(values)
	slices.Sort(beside)
	middle := len(values) / 2
	sigma := kernel.Sigma.Of(m.At).String()
	switch {
	case apart > 0 && kernel.Band.Of(m.At).OK && m.global():
		return []string{fmt.Sprintf("%d of %d pairs of series that were looked at have a kernel of 0: gak with a band of %s aligns no series whose lengths differ by as much; take a wider band", apart, len(values), kernel.Band.Of(m.At))}, nil
	case values[middle] < unlike:
		return []string{fmt.Sprintf("at σ = %s no two series are alike: the kernel of a pair is %.1g at the median; widen σ", sigma, values[middle])}, nil
	case len(beside) > 0 && beside[len(beside)/2] < unlike:
		return []string{fmt.Sprintf("at σ = %s all series of one length are alike: the kernel of a pair is 1 − %.1g at the median; take a smaller σ", sigma, beside[len(beside)/2])}, nil
	}
	return nil, nil
}

// wordNotes say how many training strings have no word, being too short, and where those of
// the kernel matrix g of a few have no word in common.
func (m *model) wordNotes(g *mat.SymDense) (notes []string) {
	word, short := kernel.Word.Of(m.At), 0
	n, _ := m.data.Train.X.Dims()
	for i := range n {
		if int(m.data.Train.X.At(i, 0)) < word {
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
	if most < unlike {
		notes = append(notes, fmt.Sprintf("no two of %d series that were looked at have words of %d symbols in common: take shorter words or fewer symbols", g.SymmetricDim(), word))
	}
	return notes
}

// global says that the kernel sums over all alignments, and its band aligns no series whose
// lengths differ by more.
func (m *model) global() bool {
	_, ok := kernel.At(m.At).(kernel.GAK)
	return ok
}

// bandNote says that a band is narrower than lengths of series differ; "" where none is.
func (m *model) bandNote() string {
	band, bounded := kernel.Window(m.At).Width()
	if !bounded || m.global() {
		return ""
	}
	shortest, longest := lengthsOf(m.data.Train.X)
	if longest-shortest <= band {
		return ""
	}
	return fmt.Sprintf("series of %d to %d frames have no path in a band of %d: it is widened, pair by pair, to what their lengths differ by", shortest, longest, band)
}

// lengthsOf are the fewest and the most frames of the series in the rows of x.
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
