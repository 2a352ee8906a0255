package hmm

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Model holds a hidden Markov model of S states that emits in each frame a symbol 0 …
// L−1 in each of C columns. Its numbers are probabilities.
type Model struct {
	Start       []float64    // S, of the state of the first frame
	Transitions *mat.Dense   // S×S, a row for each previous state
	Emissions   []*mat.Dense // C, each S×L
}

// States returns S.
func (m *Model) States() int { return len(m.Start) }

// Columns returns C.
func (m *Model) Columns() int { return len(m.Emissions) }

// Letters returns L.
func (m *Model) Letters() int {
	_, l := m.Emissions[0].Dims()
	return l
}

// Parameters returns the length of a score: S + S² + C·S·L.
func (m *Model) Parameters() int {
	return m.States() * (1 + m.States() + m.Columns()*m.Letters())
}

// Check returns an error if the shapes or probabilities of a model, such as one from an
// untrusted file, are invalid.
func (m *Model) Check() error {
	s := m.States()
	if r, c := m.Transitions.Dims(); s == 0 || r != s || c != s || m.Columns() == 0 {
		return fmt.Errorf("hmm: %d starts, %d×%d transitions and %d emissions make no model", s, r, c, m.Columns())
	}
	rows := [][]float64{m.Start}
	for _, x := range append([]*mat.Dense{m.Transitions}, m.Emissions...) {
		r, c := x.Dims()
		if r != s || x != m.Transitions && c != m.Letters() {
			return fmt.Errorf("hmm: %d×%d probabilities of %d states", r, c, s)
		}
		for i := range r {
			rows = append(rows, x.RawRowView(i))
		}
	}
	for _, row := range rows {
		sum := 0.0
		for _, p := range row {
			if !(p >= 0) {
				return fmt.Errorf("hmm: %g is no probability", p)
			}
			sum += p
		}
		if !(math.Abs(sum-1) < 1e-6) {
			return fmt.Errorf("hmm: probabilities that sum to %g", sum)
		}
	}
	return nil
}

// frames returns the number of frames T of a series of symbols: T frames of C columns,
// frame after frame.
func (m *Model) frames(series []int32) int {
	if len(series) == 0 || len(series)%m.Columns() != 0 {
		panic(fmt.Sprintf("hmm: %d symbols in %d columns", len(series), m.Columns()))
	}
	return len(series) / m.Columns()
}
