package readout

import (
	"fmt"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Noted holds the notes of the training of a readout.
type Noted struct {
	// Notes holds sentences on what was cut, left out or not reached, and why.
	Notes []string
}

// NoteTexts returns the notes.
func (n Noted) NoteTexts() []string { return n.Notes }

// NotesOf returns the notes of a trained readout, or nil if it has none.
func NotesOf(trained any) []string {
	if t, ok := trained.(interface{ NoteTexts() []string }); ok {
		return t.NoteTexts()
	}
	return nil
}

// Model is a trained readout: linear in the features, with a bias.
type Model struct {
	Noted
	// W is (p+1)×c, the weights of p features for c discriminants (for linear
	// regression the one prediction); the last row is the bias. A class without a
	// training sample has the bias −∞.
	W *mat.Dense
}

// Discriminants implements [Classifier]; for linear regression it returns the n×1
// predictions.
func (m *Model) Discriminants(phi *mat.Dense) *mat.Dense {
	rows, c := m.W.Dims()
	p := rows - 1
	n, _ := phi.Dims()
	checkFeatures(phi, p)
	out := mat.NewDense(n, c, nil)
	bias := m.W.RawRowView(p)
	for i := range n {
		copy(out.RawRowView(i), bias)
	}
	w := m.W.Slice(0, p, 0, c).(*mat.Dense)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, phi.RawMatrix(), w.RawMatrix(), 1, out.RawMatrix())
	return out
}

// Predict implements [Regressor] for linear regression. It panics if the model has more
// than one column.
func (m *Model) Predict(phi *mat.Dense) []float64 {
	if _, c := m.W.Dims(); c != 1 {
		panic(fmt.Sprintf("readout: a number wanted of a model of %d discriminants", c))
	}
	return mat.Col(nil, 0, m.Discriminants(phi))
}

// Selective is a readout with few non-zero weights.
type Selective interface {
	// Chosen returns the non-zero weights, by ascending index and then class.
	Chosen() []Choice
}

// Choice is a non-zero weight of a readout.
type Choice struct {
	Index  int // column of the training data
	Class  int // class that a positive weight supports; −1 for a predicted number
	Weight float64
}

// checkFeatures panics unless phi has p columns.
func checkFeatures(phi *mat.Dense, p int) {
	if _, cols := phi.Dims(); cols != p {
		panic(fmt.Sprintf("readout: %d features for a model of %d", cols, p))
	}
}
