package codes

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/progress"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Sparseness returns (√n − ‖x‖₁/‖x‖₂)/(√n − 1) (Hoyer 2004): 1 for a single nonzero
// entry, 0 if all entries have one size; NaN for zeros, and for fewer than two entries.
func Sparseness(x []float64) float64 {
	root := math.Sqrt(float64(len(x)))
	return (root - floats.Norm(x, 1)/floats.Norm(x, 2)) / (root - 1)
}

// ProjectSparseness replaces x by the nearest vector without negative entries that has its norm
// ‖x‖₂ and a given sparseness from 0 to 1 (Hoyer 2004).
func ProjectSparseness(x []float64, sparseness float64) {
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

// HoyerParts improves codes (N×K) and parts (K×n) in place by several sweeps for ‖X − AD‖²,
// with parts of norm 1 and of a given sparseness above 0 and below 1 (Hoyer 2004). A
// sweep updates the parts by a projected gradient step, halved until it does not raise
// the error, then the codes by non-negative least squares. It returns the error before
// the first sweep and after each, which never rises. X must pass [CheckNonNegative]. It fails only
// if ctx ends.
func HoyerParts(ctx context.Context, x, codes, parts *mat.Dense, sparseness float64, sweeps int) ([]float64, error) {
	check(x, codes, parts)
	if !(sparseness > 0 && sparseness < 1) {
		panic(fmt.Sprintf("codes: a sparseness of %g", sparseness))
	}
	projectParts(parts, sparseness)
	if err := CodeParts(ctx, codes, x, parts, 0); err != nil {
		return nil, err
	}
	n, d := x.Dims()
	k, _ := parts.Dims()
	u := &gradient{x: x, codes: codes, parts: parts, storage: mat.NewDense(n, d, nil),
		slope: mat.NewDense(k, d, nil), step: mat.NewDense(k, d, nil), gram: mat.NewDense(k, k, nil)}
	record := []float64{u.loss()}
	for round := range sweeps {
		if err := ctx.Err(); err != nil {
			return record, err
		}
		u.takeStep(record[len(record)-1], sparseness)
		if err := CodeParts(ctx, codes, x, parts, 0); err != nil {
			return record, err
		}
		record = append(record, u.loss())
		progress.Report(ctx, "parts", round+1, sweeps)
	}
	return record, nil
}

// projectParts projects parts onto those of norm 1 and a given sparseness.
func projectParts(parts *mat.Dense, sparseness float64) {
	k, _ := parts.Dims()
	for j := range k {
		row := parts.RawRowView(j)
		ProjectSparseness(row, sparseness)
		if norm := floats.Norm(row, 2); norm > 0 {
			floats.Scale(1/norm, row)
		}
	}
}

// maxHalvings bounds the halvings of a step before it is skipped.
const maxHalvings = 20

// gradient holds the factors and the storage of steps of the parts.
type gradient struct {
	x, codes, parts *mat.Dense
	storage         *mat.Dense // N×n
	slope, step     *mat.Dense // K×n
	gram            *mat.Dense // K×K
}

func (u *gradient) loss() float64 { return Squared.value(u.x, u.codes, u.parts, u.storage) }

// takeStep takes a projected gradient step of the parts that does not raise the error.
// Its first length is one over the curvature, at which the projected parts raise the
// error by rounding at most.
func (u *gradient) takeStep(before, sparseness float64) {
	u.gram.Mul(u.codes.T(), u.codes)
	u.slope.Mul(u.gram, u.parts)
	u.step.Mul(u.codes.T(), u.x)
	u.slope.Sub(u.slope, u.step) // half the gradient
	largest := mat.Norm(u.gram, 2)
	if largest == 0 {
		return
	}
	was := mat.DenseCopyOf(u.parts)
	for step := 1 / largest; step > math.Ldexp(1/largest, -maxHalvings); step /= 2 {
		u.step.Scale(-step, u.slope)
		u.parts.Add(was, u.step)
		projectParts(u.parts, sparseness)
		if u.loss() <= before {
			return
		}
	}
	u.parts.Copy(was)
}
