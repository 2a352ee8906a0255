package codes

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/progress"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// NegativeError reports an entry that is negative or not finite, by row and column from
// 0.
type NegativeError struct {
	Row, Column int
	Value       float64
}

func (e *NegativeError) Error() string {
	return fmt.Sprintf("sample %d has %g as input %d: parts without negative numbers need inputs without", e.Row+1, e.Value, e.Column+1)
}

// CheckNonNegative returns a *[NegativeError] for the first entry that is negative or not finite;
// nil without one.
func CheckNonNegative(x *mat.Dense) error {
	n, d := x.Dims()
	for i := range n {
		for j, v := range x.RawRowView(i)[:d] {
			if !(v >= 0) || math.IsInf(v, 0) {
				return &NegativeError{i, j, v}
			}
		}
	}
	return nil
}

// MultiplicativeParts improves codes (N×K) and parts (K×n) in place by several sweeps of
// multiplicative updates, the parts first, then the codes with the new parts; both must
// be positive. It returns the loss before the first sweep and after each, which never
// rises. X must pass [CheckNonNegative]. It fails only if ctx ends.
func MultiplicativeParts(ctx context.Context, x, codes, parts *mat.Dense, loss Loss, sweeps int) ([]float64, error) {
	check(x, codes, parts)
	u := newUpdate(x, codes, parts, loss)
	defer u.release()
	err := u.pass(ctx, false)
	for round := range sweeps {
		if err != nil {
			return u.record, err
		}
		u.updateParts()
		err = u.pass(ctx, true)
		progress.Report(ctx, "parts", round+1, sweeps)
	}
	if err == nil {
		u.recordLosses()
	}
	return u.record, err
}

func check(x, codes, parts *mat.Dense) {
	n, d := x.Dims()
	cn, k := codes.Dims()
	pk, pd := parts.Dims()
	if cn != n || pk != k || pd != d {
		panic(fmt.Sprintf("codes: %d×%d samples for codes %d×%d and parts %d×%d", n, d, cn, k, pk, pd))
	}
}

// divergentSteps is the number of updates of the code of a sample.
const divergentSteps = 200

// CodePartsDivergent writes the codes (N×K) of samples (N×n) in given parts (K×n) that
// minimise the Kullback–Leibler divergence, as far as 200 multiplicative updates reach.
// The code of a sample of zeros is zero. It fails only if ctx ends.
func CodePartsDivergent(ctx context.Context, codes, x, parts *mat.Dense) error {
	check(x, codes, parts)
	n, d := x.Dims()
	k, _ := parts.Dims()
	sums := make([]float64, k)
	for j := range k {
		sums[j] = floats.Sum(parts.RawRowView(j))
	}
	total := max(floats.Sum(sums), tinyShare)
	return parallel.For(ctx, n, grain, func(lo, hi int) {
		made := make([]float64, d)
		for i := lo; i < hi && ctx.Err() == nil; i++ {
			code, row := codes.RawRowView(i), x.RawRowView(i)
			sum := floats.Sum(row)
			for j := range code {
				code[j] = sum / total
			}
			least := tinyShare * sum / float64(d)
			if least == 0 { // a sample of zeros, or nearly so
				clear(code)
				continue
			}
			for range divergentSteps {
				clear(made)
				for j, a := range code {
					floats.AddScaled(made, a, parts.RawRowView(j))
				}
				for t, y := range made {
					made[t] = row[t] / max(y, least)
				}
				for j := range code {
					code[j] *= floats.Dot(parts.RawRowView(j), made) / max(sums[j], tinyShare)
				}
			}
		}
	})
}
