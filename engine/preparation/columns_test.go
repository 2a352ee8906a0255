package preparation

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Inputs that are equal in the first rows are distinguished by the others, and those
// equal in all rows are named.
func TestOddInputsOfManyRows(t *testing.T) {
	const n = 3 * firstRows
	x := mat.NewDense(n, 6, nil)
	for i := range n {
		v, late := float64(i%17), 0.0
		if i == n-1 {
			late = 1
		}
		x.SetRow(i, []float64{v, 5, v + late, late, v, late})
	}
	p := Part{X: x}
	notes, err := inputNotes(t.Context(), &p, []string{"a", "still", "nearly a", "nearly still", "again a", "again nearly still"})
	want := []string{
		"1 of 6 inputs constant on the training part: still",
		"2 of 6 inputs are copies of others on the training part: again a = a, again nearly still = nearly still",
	}
	if err != nil || !slices.Equal(notes, want) {
		t.Errorf("%q, %v, want %q", notes, err, want)
	}
}
