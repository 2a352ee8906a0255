package machines

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Form selects the conditions on the samples, as the package doc defines them.
type Form int

// Centred requires a distance between the means of the classes, Margin a margin of each
// sample.
const (
	Centred Form = iota
	Margin
)

// FeatureOptions select the machine.
type FeatureOptions struct {
	Form Form
	// C is the price of a unit by which a sample misses its condition; +Inf if none
	// may.
	C float64
	// Bias adds the weight of an input that is always 1, which costs as much as other
	// weights and is not counted among the inputs (Hammer 2014, section 4.2).
	Bias bool
	// Free makes the bias cost nothing, so that the origin of the samples does not
	// matter.
	Free bool
}

// FeatureMachine evaluates wᵀx + bias, above 0 for the class +1.
type FeatureMachine struct {
	W    []float64 // length d, most of them zero
	Bias float64
	// Size counts the inputs with a weight, First those after the first linear program.
	Size, First int
	// Steps counts the linear programs solved.
	Steps int
	// Norm is the 1-norm of the weights that cost, including a bias that does.
	Norm float64
	// Missed counts the samples that miss their condition.
	Missed int
}

// ErrSameMeans reports classes with the same mean: the centred form has no solution.
var ErrSameMeans = errors.New("sfm: the means of the two classes are the same: take the margin form")

// NotSeparable reports samples that no weights separate without an error.
type NotSeparable struct {
	// C is a price of missed conditions that suits the data.
	C float64
}

func (e *NotSeparable) Error() string {
	return "sfm: the classes are not separable by a plane: let samples lie on the wrong side at a price of " + strconv.FormatFloat(e.C, 'g', 2, 64)
}

const (
	mostPrograms = 50
	// negligible is the share of the largest weight below which a weight is set to
	// zero.
	negligible = 1e-9
	// settledShare is the largest change of a weight, as a share of the largest weight,
	// that ends the iteration.
	settledShare = 1e-9
)

// TrainFeatures trains the machine on samples x (n×d) of the classes y, 1 and −1. It
// fails if ctx ends, with [NotSeparable] and with [ErrSameMeans]. It panics unless both
// classes have samples and C is above 0.
func TrainFeatures(ctx context.Context, x *mat.Dense, y []float64, o FeatureOptions) (*FeatureMachine, error) {
	t := newTraining(x, y, o)
	if o.Form == Centred && floats.Norm(t.right, 2) == 0 {
		return nil, ErrSameMeans
	}
	w := make([]float64, t.columns)
	for j := range w {
		w[j] = 1
	}
	m := &FeatureMachine{}
	for m.Steps < mostPrograms {
		next, err := t.step(ctx, w)
		if errors.Is(err, ErrInfeasible) {
			return nil, &NotSeparable{C: t.suitedPrice()}
		}
		if err != nil {
			return nil, err
		}
		m.Steps++
		if m.Steps == 1 {
			m.First = t.size(next)
		}
		done := floats.Distance(next, w, math.Inf(1)) <= settledShare*floats.Norm(next, math.Inf(1))
		if w = next; done {
			break
		}
	}
	m.W, m.Size, m.Norm = w[:t.inputs:t.inputs], t.size(w), floats.Norm(w, 1)
	switch {
	case o.Bias && o.Free:
		m.Bias = t.freeBias(x, y, m.W)
	case o.Bias:
		m.Bias = w[t.inputs]
	}
	m.Missed = t.missed(m)
	return m, nil
}

// training holds the conditions of a machine: a row y_i x_i for each sample, with y_i
// in a last column if there is a bias, and in the centred form a row of the difference
// of the means.
type training struct {
	o               FeatureOptions
	samples, inputs int
	columns         int // columns with a cost: the inputs, and a bias unless it is free
	rows            *mat.Dense
	right           []float64
	price           []float64
}

func newTraining(x *mat.Dense, y []float64, o FeatureOptions) *training {
	n, d := x.Dims()
	if len(y) != n || !(o.C > 0) {
		panic(fmt.Sprintf("machines: %d classes of %d samples at a price of %g", len(y), n, o.C))
	}
	t := &training{o: o, samples: n, inputs: d, columns: d}
	conditions, columns := n, d
	if o.Form == Centred {
		conditions++
	}
	if o.Bias {
		columns++
	}
	if o.Bias && !o.Free {
		t.columns++
	}
	t.rows, t.right, t.price = mat.NewDense(conditions, columns, nil), make([]float64, conditions), make([]float64, conditions)
	count := map[float64]float64{}
	for _, sign := range y {
		count[sign]++
	}
	if count[1] == 0 || count[-1] == 0 || count[1]+count[-1] != float64(n) {
		panic("machines: the classes are 1 and −1, and there are samples of both")
	}
	for i, sign := range y {
		row := t.rows.RawRowView(i)
		floats.AddScaled(row[:d], sign, x.RawRowView(i))
		if o.Bias {
			row[d] = sign
		}
		t.right[i], t.price[i] = 1, o.C
		if o.Form == Centred {
			t.right[i] = 0
			floats.AddScaled(t.rows.RawRowView(n)[:d], sign/count[sign], x.RawRowView(i))
		}
	}
	if o.Form == Centred {
		t.price[n] = math.Inf(1)
		if between := t.rows.RawRowView(n); floats.Norm(between, math.Inf(1)) > 1e-12*maxAbs(x) {
			t.right[n] = 1
		}
	}
	return t
}

// maxAbs returns the largest magnitude.
func maxAbs(x *mat.Dense) float64 { return max(mat.Max(x), -mat.Min(x)) }

// step solves the linear program of columns scaled by w, and returns w scaled by its
// solution. It leaves out columns without a weight; a free bias costs nothing and is
// not scaled.
func (t *training) step(ctx context.Context, w []float64) ([]float64, error) {
	var kept []int
	for j, v := range w {
		if v != 0 {
			kept = append(kept, j)
		}
	}
	if kept == nil { // since missed conditions cost less than any weight
		return w, nil
	}
	n, columns := t.rows.Dims()
	cost := make([]float64, len(kept)+columns-t.columns)
	scaled := mat.NewDense(n, len(cost), nil)
	for k, j := range kept {
		cost[k] = 1
		for i := range n {
			scaled.Set(i, k, t.rows.At(i, j)*w[j])
		}
	}
	if t.o.Bias && t.o.Free {
		scaled.SetCol(len(kept), mat.Col(nil, t.inputs, t.rows))
	}
	s, err := (&LinearProgram{X: scaled, Right: t.right, Price: t.price, Cost: cost}).Solve(ctx)
	if err != nil {
		return nil, err
	}
	next := make([]float64, len(w))
	for k, j := range kept {
		next[j] = w[j] * s.W[k]
	}
	least := negligible * floats.Norm(next, math.Inf(1))
	for j, v := range next {
		if math.Abs(v) <= least {
			next[j] = 0
		}
	}
	return next, nil
}

// freeBias returns the middle of the biases at which the samples x (n×d) of the classes
// y miss their conditions least. As a function of the bias, the total missed has slope
// −n₊ below all bounds, where n₊ is the number of samples of class 1, and the slope
// grows by one at the bound of each sample.
func (t *training) freeBias(x *mat.Dense, y, w []float64) float64 {
	bounds, positive := make([]float64, t.samples), 0
	for i, sign := range y {
		bounds[i] = sign*t.right[i] - floats.Dot(x.RawRowView(i), w)
		if sign > 0 {
			positive++
		}
	}
	slices.Sort(bounds)
	return (bounds[positive-1] + bounds[positive]) / 2
}

// size counts the inputs with a weight.
func (t *training) size(w []float64) (size int) {
	for _, v := range w[:t.inputs] {
		if v != 0 {
			size++
		}
	}
	return size
}

// missed counts the samples that miss their condition.
func (t *training) missed(m *FeatureMachine) (count int) {
	for i := range t.samples {
		row := t.rows.RawRowView(i)
		value := floats.Dot(row[:t.inputs], m.W)
		if t.o.Bias {
			value += row[t.inputs] * m.Bias
		}
		if value < t.right[i]-1e-7 {
			count++
		}
	}
	return count
}

// suitedPrice returns a price C, to one digit, for samples that cannot be separated:
// 100 times the smallest price, over the inputs, at which the weight of one input costs
// as much as the samples it misses.
func (t *training) suitedPrice() float64 {
	best := math.Inf(1)
	for j := range t.inputs {
		column := mat.Col(nil, j, t.rows)
		between := floats.Sum(column[:t.samples]) / float64(t.samples)
		if t.o.Form == Centred {
			between = column[t.samples]
		}
		missed := 0.0
		for i, v := range column[:t.samples] {
			missed += max(0, t.right[i]-v/between)
		}
		if v := 1 / math.Abs(between) / missed; v > 0 {
			best = min(best, 100*v)
		}
	}
	if math.IsInf(best, 1) {
		return 1
	}
	unit := math.Pow(10, math.Floor(math.Log10(best)))
	return math.Round(best/unit) * unit
}
