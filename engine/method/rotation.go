package method

import (
	"context"

	"example.com/sfatui/engine/ica"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// Rotate makes the features phi (n×p) of a solution independent by an orthonormal mix of
// them; it leaves what they span and their unit variance as they are.
func (s *Solution) Rotate(ctx context.Context, phi *mat.Dense, at part.Point) error {
	r, notes, err := ica.Rotate(ctx, phi, at.DrawSeed())
	if err != nil {
		return err
	}
	var a mat.Dense
	a.Mul(s.A, r)
	s.A = &a
	s.Notes = append(s.Notes, notes...)
	s.Notes = append(s.Notes, "features are turned to be independent: they are no longer in the order of their slowness")
	return nil
}
