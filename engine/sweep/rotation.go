package sweep

import (
	"context"

	"example.com/sfatui/engine/ica"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// turned makes features independent by an orthonormal mix of them; it leaves
// what they span and their unit variance as they are.
func (s *solution) turned(ctx context.Context, phi *mat.Dense, at part.Point) error {
	r, notes, err := ica.Rotate(ctx, phi, at.DrawSeed())
	if err != nil {
		return err
	}
	var a mat.Dense
	a.Mul(s.a, r)
	s.a = &a
	s.notes = append(s.notes, notes...)
	s.notes = append(s.notes, "features are turned to be independent: they are no longer in the order of their slowness")
	return nil
}
