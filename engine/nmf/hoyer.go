package nmf

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/progress"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Sparseness is (√n − ‖x‖₁/‖x‖₂)/(√n − 1) (Hoyer 2004): 1 with a single entry that is not
// zero, 0 with all entries of one size; NaN of zeros, and of fewer than two entries.
func Sparseness(x []float64) float64 {
	root := math.Sqrt(float64(len(x)))
	return (root - floats.Norm(x, 1)/floats.Norm(x, 2)) / (root - 1)
}

// Project makes of x the nearest vector without negative entries that has its norm ‖x‖₂
// and a given sparseness from 0 to 1 (Hoyer 2004).
func Project(x []float64, sparseness float64) {
	n := float64(len(x))
	two := floats.Norm(x, 2)
	one := two * (math.Sqrt(n) - sparseness*(math.Sqrt(n)-1))
	floats.AddConst((one-floats.Sum(x))/n, x)
	zero := make([]bool, len(x))
	for free := len(x); free > 0; {
		// from the middle of the simplex through x to the sphere
		middle := one / float64(free)
		var a, b, c float64
		for i, v := range x {
			m := middle
			if zero[i] {
				m = 0
			}
			w := v - m
			a, b, c = a+w*w, b+2*m*w, c+m*m
		}
		alpha := 0.0
		if a > 0 {
			alpha = (-b + math.Sqrt(max(b*b-4*a*(c-two*two), 0))) / (2 * a)
		}
		negative := false
		for i, v := range x {
			if zero[i] {
				x[i] = 0
				continue
			}
			x[i] = middle + alpha*(v-middle)
			negative = negative || x[i] < 0
		}
		if !negative {
			return
		}
		for i, v := range x {
			if v < 0 {
				x[i], zero[i] = 0, true
			}
		}
		free = 0
		for _, z := range zero {
			if !z {
				free++
			}
		}
		if free == 0 {
			return
		}
		excess := (floats.Sum(x) - one) / float64(free)
		for i := range x {
			if !zero[i] {
				x[i] -= excess
			}
		}
	}
}

// Hoyer improves codes (N×K) and parts (K×n) in place by some sweeps for ‖X − AD‖² with parts
// of norm 1 and of a given sparseness above 0 and below 1 (Hoyer 2004): parts by a projected
// gradient step that is halved until it does not raise the error, then codes by non-negative
// least squares. It returns the error before the first and behind each sweep, which never
// rises. X is to pass [Check].
func Hoyer(ctx context.Context, x, codes, parts *mat.Dense, sparseness float64, sweeps int) ([]float64, error) {
	check(x, codes, parts)
	if !(sparseness > 0 && sparseness < 1) {
		panic(fmt.Sprintf("nmf: a sparseness of %g", sparseness))
	}
	toSparse(parts, sparseness)
	if err := Code(ctx, codes, x, parts, 0); err != nil {
		return nil, err
	}
	n, d := x.Dims()
	k, _ := parts.Dims()
	u := &gradient{x: x, codes: codes, parts: parts, room: mat.NewDense(n, d, nil),
		slope: mat.NewDense(k, d, nil), step: mat.NewDense(k, d, nil), gram: mat.NewDense(k, k, nil)}
	record := []float64{u.loss()}
	for round := range sweeps {
		if err := ctx.Err(); err != nil {
			return record, err
		}
		u.towards(record[len(record)-1], sparseness)
		if err := Code(ctx, codes, x, parts, 0); err != nil {
			return record, err
		}
		record = append(record, u.loss())
		progress.Report(ctx, "parts", round+1, sweeps)
	}
	return record, nil
}

// toSparse projects parts onto those of norm 1 and a given sparseness.
func toSparse(parts *mat.Dense, sparseness float64) {
	k, _ := parts.Dims()
	for j := range k {
		row := parts.RawRowView(j)
		Project(row, sparseness)
		if norm := floats.Norm(row, 2); norm > 0 {
			floats.Scale(1/norm, row)
		}
	}
}

// mostHalved is how often a step is halved before it is left out.
const mostHalved = 20

// gradient holds what steps of the parts need.
type gradient struct {
	x, codes, parts *mat.Dense
	room            *mat.Dense // N×n
	slope, step     *mat.Dense // K×n
	gram            *mat.Dense // K×K
}

func (u *gradient) loss() float64 { return Squared.of(u.x, u.codes, u.parts, u.room) }

// towards takes a projected gradient step of the parts that does not raise the error. The
// first length is one over the curvature, at which the projection would be the nearest were
// it not for rounding.
func (u *gradient) towards(before, sparseness float64) {
	u.gram.Mul(u.codes.T(), u.codes)
	u.slope.Mul(u.gram, u.parts)
	u.step.Mul(u.codes.T(), u.x)
	u.slope.Sub(u.slope, u.step) // half the gradient
	largest := mat.Norm(u.gram, 2)
	if largest == 0 {
		return
	}
	was := mat.DenseCopyOf(u.parts)
	for step := 1 / largest; step > math.Ldexp(1/largest, -mostHalved); step /= 2 {
		u.step.Scale(-step, u.slope)
		u.parts.Add(was, u.step)
		toSparse(u.parts, sparseness)
		if u.loss() <= before {
			return
		}
	}
	u.parts.Copy(was)
}
