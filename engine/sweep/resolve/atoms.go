package resolve

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/encode"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Atoms holds the atoms of a point's front and their use by the training part, sorted by the
// share of codes that contain them, then by energy.
type Atoms struct {
	Number  []int      // number of each atom in the front, from 1
	X       *mat.Dense // K×d
	Inputs  []string   // d names
	Picture data.Picture
	Of      int // number of training samples, or of frames of whole series
	encode.Use
}

// AtomsKey returns the key of the data and parameters that the atoms of a point depend on:
// points with equal keys have the same atoms.
func AtomsKey(point part.Point) sweep.PartsKey {
	return (&sweep.Job{At: point}).FrontKey(sweep.Outer)
}

// AtomsOf learns the front of a point again and returns its atoms. It fails if the point has no
// front, and when ctx ends.
func AtomsOf(ctx context.Context, set *data.Set, hash string, point part.Point) (*Atoms, error) {
	if space.Fronts.Of(point) == nil {
		return nil, fmt.Errorf("the point has no front: --front learns atoms or components")
	}
	prepared, of, err := run.Prepare(ctx, set, hash, point)
	if err != nil {
		return nil, err
	}
	train, err := preparation.Gather(ctx, set, of)
	if err != nil {
		return nil, err
	}
	x, frames, err := prepared.Fitted.Before(ctx, train.X)
	if err != nil {
		return nil, err
	}
	label := train.Label
	if frames != nil && label != nil {
		label = nil
		for i, count := range frames {
			label = append(label, slices.Repeat(train.Label[i:i+1], count)...)
		}
	}
	front := prepared.Fitted.Front
	use, err := encode.UseOf(ctx, front, x, label, len(set.Classes))
	if err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	a := &Atoms{X: encode.Atoms(front), Inputs: set.Inputs, Picture: data.PictureOf(set.Inputs), Of: n, Use: *use}
	a.sort()
	return a, nil
}

// sort sorts the atoms by their use.
func (a *Atoms) sort() {
	k, d := a.X.Dims()
	order := dense.Iota(k)
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(a.Share[j], a.Share[i]), cmp.Compare(a.Energy[j], a.Energy[i]))
	})
	place := make([]int, k)
	for to, from := range order {
		place[from] = to
	}
	sorted := Atoms{X: mat.NewDense(k, d, nil), Inputs: a.Inputs, Picture: a.Picture, Of: a.Of}
	for to, from := range order {
		sorted.X.SetRow(to, a.X.RawRowView(from))
		sorted.Number = append(sorted.Number, from+1)
		sorted.Share, sorted.Energy = append(sorted.Share, a.Share[from]), append(sorted.Energy, a.Energy[from])
		sorted.Along = append(sorted.Along, a.Along[from])
		if a.ByClass != nil {
			sorted.ByClass = append(sorted.ByClass, a.ByClass[from])
		}
		double := -1
		if of := a.Double[from]; of >= 0 {
			double = place[of]
		}
		sorted.Double = append(sorted.Double, double)
	}
	*a = sorted
}

// Scaled returns atom j by row and column of its picture, scaled so that its largest entry has
// absolute value 1. An atom of zeros is not scaled.
func (a *Atoms) Scaled(j int) [][]float64 {
	x := slices.Clone(a.X.RawRowView(j))
	if largest := floats.Norm(x, math.Inf(1)); largest > 0 {
		floats.Scale(1/largest, x)
	}
	return a.Picture.Of(x)
}

// Unused returns the number of atoms that no training sample uses.
func (a *Atoms) Unused() int { return count(a.Share, func(s float64) bool { return s == 0 }) }

// Doubled returns the number of atoms that repeat another one up to sign and length.
func (a *Atoms) Doubled() int { return count(a.Double, func(of int) bool { return of >= 0 }) }

func count[T any](of []T, yes func(T) bool) (n int) {
	for _, v := range of {
		if yes(v) {
			n++
		}
	}
	return n
}
