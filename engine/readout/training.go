package readout

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// blockRows is the number of rows that are processed at once: few enough to stay in the
// cache between the two products that most readouts compute from them.
const blockRows = 256

// errOverflow reports features whose squares overflow.
var errOverflow = errors.New("readout: the features' second moments overflow: scale the inputs down or standardise them")

// training is the part of the features that a readout learns from.
type training struct {
	phi    *mat.Dense
	p, n   int      // features, samples that take part
	blocks [][2]int // stretches [start, end) of rows that take part, at most blockRows each

	label   []int // class of each row; nil for regression
	classes int
	count   []int // number of samples of each class
	present []int // classes that have samples, ascending
}

// newTargetTraining returns a training of all rows, each with its target. It fails if a
// target or feature is not finite.
func newTargetTraining(phi *mat.Dense, target []float64) (*training, error) {
	n, p := phi.Dims()
	if len(target) != n {
		panic(fmt.Sprintf("readout: %d targets for %d samples", len(target), n))
	}
	if err := checkTarget(target); err != nil {
		return nil, err
	}
	t := &training{phi: phi, p: p}
	t.add(0, n)
	return t, t.checkFinite()
}

// checkTarget returns an error that names the first target that is not finite.
func checkTarget(target []float64) error {
	if len(target) == 0 {
		return errors.New("readout: the training part has no sample to predict a number from: divide the data in another way")
	}
	for i, v := range target {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("readout: the target of training sample %d (counted from 0) is %v: "+
				"drop the sample or name another target", i, v)
		}
	}
	return nil
}

// newClassTraining returns a training of the rows with a label of 0 … classes-1; those
// with -1 are left out.
func newClassTraining(phi *mat.Dense, label []int, classes int) (*training, error) {
	n, p := phi.Dims()
	if len(label) != n {
		panic(fmt.Sprintf("readout: %d labels for %d samples", len(label), n))
	}
	t := &training{phi: phi, p: p, label: label, classes: classes, count: make([]int, classes)}
	start := 0
	for i, k := range label {
		switch {
		case k < -1 || k >= classes:
			panic(fmt.Sprintf("readout: label %d with %d classes", k, classes))
		case k == -1:
			t.add(start, i)
			start = i + 1
		default:
			t.count[k]++
		}
	}
	t.add(start, n)
	for k, samples := range t.count {
		if samples > 0 {
			t.present = append(t.present, k)
		}
	}
	switch len(t.present) {
	case 0:
		return nil, fmt.Errorf("readout: none of the %d samples of the training part has a label: "+
			"name the column that holds the labels, or use --readout none", n)
	case 1:
		return nil, fmt.Errorf("readout: the training part has %d labelled samples, all of one class: "+
			"a classifier needs two; divide the data in another way, or ask for no classifier", t.n)
	}
	return t, t.checkFinite()
}

// add adds the rows start … end-1.
func (t *training) add(start, end int) {
	t.n += end - start
	for at := start; at < end; at += blockRows {
		t.blocks = append(t.blocks, [2]int{at, min(at+blockRows, end)})
	}
}

// checkFinite returns an error that names the first feature that is not finite.
func (t *training) checkFinite() error {
	for _, b := range t.blocks {
		for i := b[0]; i < b[1]; i++ {
			for j, v := range t.phi.RawRowView(i) {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					return fmt.Errorf("readout: feature %d of training sample %d (both counted from 0) is %v: "+
						"the features cannot be used; raise the regularisation or take fewer supports", j, i, v)
				}
			}
		}
	}
	return nil
}

// labelled returns the rows that take part, and their classes.
func (t *training) labelled() (*mat.Dense, []int) {
	x := mat.NewDense(t.n, t.p, nil)
	of := make([]int, 0, t.n)
	for _, b := range t.blocks {
		for i := b[0]; i < b[1]; i++ {
			copy(x.RawRowView(len(of)), t.phi.RawRowView(i))
			of = append(of, t.label[i])
		}
	}
	return x, of
}

// signsOf returns 1 for the samples of a class and −1 for the rest.
func signsOf(of []int, class int) []float64 {
	y := make([]float64, len(of))
	for i, is := range of {
		y[i] = -1
		if is == class {
			y[i] = 1
		}
	}
	return y
}

// rows returns the view of a block.
func (t *training) rows(b [2]int) blas64.General {
	a := t.phi.RawMatrix()
	a.Data = a.Data[b[0]*a.Stride : (b[1]-1)*a.Stride+a.Cols]
	a.Rows = b[1] - b[0]
	return a
}

// mean returns the mean of each feature, computed relative to the first sample, so that
// the mean of a constant is exactly that constant.
func (t *training) mean() []float64 {
	mean := make([]float64, t.p)
	if t.n == 0 {
		return mean
	}
	first := t.phi.RawRowView(t.blocks[0][0])
	for _, b := range t.blocks {
		for i := b[0]; i < b[1]; i++ {
			for j, v := range t.phi.RawRowView(i) {
				mean[j] += v - first[j]
			}
		}
	}
	floats.Scale(1/float64(t.n), mean)
	floats.Add(mean, first)
	return mean
}

// classMeans returns the mean of each feature in each class (classes×p), computed
// relative to the given overall mean; for a class without a sample it is that mean.
func (t *training) classMeans(mean []float64) *mat.Dense {
	means := mat.NewDense(t.classes, t.p, nil)
	row := make([]float64, t.p)
	for _, b := range t.blocks {
		for i := b[0]; i < b[1]; i++ {
			floats.SubTo(row, t.phi.RawRowView(i), mean)
			floats.Add(means.RawRowView(t.label[i]), row)
		}
	}
	for k, samples := range t.count {
		row := means.RawRowView(k)
		floats.Scale(1/float64(max(samples, 1)), row)
		floats.Add(row, mean)
	}
	return means
}

// positives returns the classes that get a two-class discriminant of their own: the
// second of two classes, or each of more against the rest.
func (t *training) positives() []int {
	if len(t.present) == 2 {
		return t.present[1:]
	}
	return t.present
}

// signs fills s with the class of each row of a block, +1 for the given class and −1
// for the rest.
func (t *training) signs(s []float64, b [2]int, class int) {
	for i := range s {
		s[i] = -1
		if t.label[b[0]+i] == class {
			s[i] = 1
		}
	}
}

// model returns the discriminants of all classes from those of the positives (each of
// length p+1, the bias last): ±f for two classes.
func (t *training) model(positive [][]float64) *Model {
	m := t.emptyModel()
	for i, class := range t.positives() {
		m.W.SetCol(class, positive[i])
	}
	if len(t.present) == 2 {
		negative := make([]float64, t.p+1)
		floats.ScaleTo(negative, -1, positive[0])
		m.W.SetCol(t.present[0], negative)
	}
	return m
}

// emptyModel returns a model that never predicts a class without samples.
func (t *training) emptyModel() *Model {
	m := &Model{W: mat.NewDense(t.p+1, t.classes, nil), Noted: Noted{t.absentNotes()}}
	for k, samples := range t.count {
		if samples == 0 {
			m.W.Set(t.p, k, math.Inf(-1))
		}
	}
	return m
}

// absentNotes returns notes that name the classes without a sample.
func (t *training) absentNotes() []string {
	var notes []string
	for k, samples := range t.count {
		if samples == 0 {
			notes = append(notes, AbsentNote(NumberedClass(k)))
		}
	}
	return notes
}

// AbsentNote returns the note on a class without a training sample.
func AbsentNote(class string) string {
	return fmt.Sprintf("class %s has no sample in the training part and is never predicted", class)
}

// NumberedClass returns the text for a class without a name.
func NumberedClass(k int) string { return fmt.Sprintf("%d (counted from 0)", k) }

// cutNotes returns a note if some of p directions of the features are left out.
func cutNotes(cut, p int) []string {
	if cut == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of %d directions of the features got no weight: "+
		"the features are constant or collinear there", cut, p)}
}
