package nmf

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Loss is what a factorisation minimises.
type Loss int

// The losses: ‖X − AD‖², and Σ x·ln(x/y) − x + y for y = AD.
const (
	Squared Loss = iota
	KullbackLeibler
)

// floor is the share of the mean entry below which a denominator counts as it.
const floor = 1e-300

// NegativeError is an entry that is negative or no number, by row and column from 0.
type NegativeError struct {
	Row, Column int
	Value       float64
}

func (e *NegativeError) Error() string {
	return fmt.Sprintf("sample %d has %g as input %d: parts without negative numbers need inputs without", e.Row+1, e.Value, e.Column+1)
}

// Check refuses a matrix with an entry that is negative or no number: the first is a
// *[NegativeError].
func Check(x *mat.Dense) error {
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

// Multiplicative improves codes (N×K) and parts (K×n) in place by some sweeps of
// multiplicative updates, the parts first, then the codes with the new parts; both are to
// be positive. It returns the loss before the first and behind each sweep, which never
// rises. X is to pass [Check].
func Multiplicative(ctx context.Context, x, codes, parts *mat.Dense, loss Loss, sweeps int) ([]float64, error) {
	check(x, codes, parts)
	u := newUpdate(x, codes, parts)
	record := []float64{u.loss(loss)}
	steps := []func(){u.squaredParts, u.squaredCodes}
	if loss == KullbackLeibler {
		steps = []func(){u.divergentParts, u.divergentCodes}
	}
	for range sweeps {
		for _, step := range steps {
			if err := ctx.Err(); err != nil {
				return record, err
			}
			step()
		}
		record = append(record, u.loss(loss))
	}
	return record, nil
}

func check(x, codes, parts *mat.Dense) {
	n, d := x.Dims()
	cn, k := codes.Dims()
	pk, pd := parts.Dims()
	if cn != n || pk != k || pd != d {
		panic(fmt.Sprintf("nmf: %d×%d samples for codes %d×%d and parts %d×%d", n, d, cn, k, pk, pd))
	}
}

// divergentSteps is how often the code of a sample is updated.
const divergentSteps = 200

// CodeDivergent writes the codes (N×K) of samples (N×n) in given parts (K×n) for which the
// Kullback–Leibler divergence is least, to what 200 multiplicative updates reach of that.
func CodeDivergent(ctx context.Context, codes, x, parts *mat.Dense) error {
	check(x, codes, parts)
	n, d := x.Dims()
	k, _ := parts.Dims()
	sums := make([]float64, k)
	for j := range k {
		sums[j] = floats.Sum(parts.RawRowView(j))
	}
	total := max(floats.Sum(sums), floor)
	return parallel.For(ctx, n, grain, func(lo, hi int) {
		made := make([]float64, d)
		for i := lo; i < hi && ctx.Err() == nil; i++ {
			code, row := codes.RawRowView(i), x.RawRowView(i)
			least := floor * max(floats.Sum(row)/float64(d), floor)
			for j := range code {
				code[j] = floats.Sum(row) / total
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
					code[j] *= floats.Dot(parts.RawRowView(j), made) / max(sums[j], floor)
				}
			}
		}
	})
}

// update holds what the updates of one factorisation need.
type update struct {
	x, codes, parts *mat.Dense
	product, ratio  *mat.Dense // AD, and X over it
	byCode, ofCode  *mat.Dense // N×K
	byPart, ofPart  *mat.Dense // K×n
	gram            *mat.Dense // K×K
	least           float64
}

func newUpdate(x, codes, parts *mat.Dense) *update {
	n, d := x.Dims()
	_, k := codes.Dims()
	u := &update{x: x, codes: codes, parts: parts, product: mat.NewDense(n, d, nil), ratio: mat.NewDense(n, d, nil)}
	u.byCode, u.ofCode, u.byPart, u.ofPart = mat.NewDense(n, k, nil), mat.NewDense(n, k, nil), mat.NewDense(k, d, nil), mat.NewDense(k, d, nil)
	u.gram, u.least = mat.NewDense(k, k, nil), floor*max(mat.Sum(x)/float64(n*d), floor)
	return u
}

// scale multiplies each entry of a by that of up over that of down.
func (u *update) scale(a, up, down *mat.Dense) {
	n, _ := a.Dims()
	for i := range n {
		row, p, q := a.RawRowView(i), up.RawRowView(i), down.RawRowView(i)
		for j := range row {
			row[j] *= p[j] / max(q[j], u.least)
		}
	}
}

func (u *update) squaredParts() {
	u.byPart.Mul(u.codes.T(), u.x)
	u.gram.Mul(u.codes.T(), u.codes)
	u.ofPart.Mul(u.gram, u.parts)
	u.scale(u.parts, u.byPart, u.ofPart)
}

func (u *update) squaredCodes() {
	u.byCode.Mul(u.x, u.parts.T())
	u.gram.Mul(u.parts, u.parts.T())
	u.ofCode.Mul(u.codes, u.gram)
	u.scale(u.codes, u.byCode, u.ofCode)
}

// divide makes the ratios X/(AD).
func (u *update) divide() {
	u.product.Mul(u.codes, u.parts)
	n, _ := u.x.Dims()
	for i := range n {
		r, x, y := u.ratio.RawRowView(i), u.x.RawRowView(i), u.product.RawRowView(i)
		for j := range r {
			r[j] = x[j] / max(y[j], u.least)
		}
	}
}

func (u *update) divergentParts() {
	u.divide()
	u.byPart.Mul(u.codes.T(), u.ratio)
	k, _ := u.parts.Dims()
	for j := range k {
		sum := mat.Sum(u.codes.ColView(j))
		row := u.ofPart.RawRowView(j)
		for i := range row {
			row[i] = sum
		}
	}
	u.scale(u.parts, u.byPart, u.ofPart)
}

func (u *update) divergentCodes() {
	u.divide()
	u.byCode.Mul(u.ratio, u.parts.T())
	n, k := u.codes.Dims()
	sums := make([]float64, k)
	for j := range k {
		sums[j] = floats.Sum(u.parts.RawRowView(j))
	}
	for i := range n {
		copy(u.ofCode.RawRowView(i), sums)
	}
	u.scale(u.codes, u.byCode, u.ofCode)
}

// loss is what is minimised.
func (u *update) loss(loss Loss) float64 {
	u.product.Mul(u.codes, u.parts)
	n, _ := u.x.Dims()
	sum := 0.0
	for i := range n {
		y := u.product.RawRowView(i)
		for j, x := range u.x.RawRowView(i) {
			switch {
			case loss == Squared:
				sum += (x - y[j]) * (x - y[j])
			case x == 0:
				sum += y[j]
			default:
				sum += x*math.Log(x/max(y[j], u.least)) - x + y[j]
			}
		}
	}
	return sum
}
