package readout

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// Saved is a trained readout that can be saved with a model. It is a [Classifier], a
// [Regressor] or a [Detector], depending on its kind, and its kind can [Kind.Restore]
// it.
type Saved interface {
	// Arrays returns all arrays from which it can be restored, by name.
	Arrays() map[string]*mat.Dense
}

// Weighted is a readout that is linear in its columns.
type Weighted interface {
	// Weights returns [Model.W].
	Weights() *mat.Dense
}

// Arrays holds the arrays of a saved readout, which may be untrusted, and its
// dimensions.
type Arrays struct {
	Columns int                          // of its input
	Classes int                          // number of classes; 0 for a regressor
	Of      func(name string) *mat.Dense // nil for a missing array
}

// errDamaged reports arrays that do not form a readout.
var errDamaged = errors.New("its readout is damaged")

// matrix returns an array of finite numbers; 0 rows or columns stand for any number of
// them. It fails if the array is missing or damaged.
func (a Arrays) matrix(name string, rows, columns int) (*mat.Dense, error) {
	x := a.Of(name)
	if x == nil {
		return nil, fmt.Errorf("%w: it has no %s", errDamaged, name)
	}
	r, c := x.Dims()
	if rows != 0 && r != rows || columns != 0 && c != columns {
		return nil, fmt.Errorf("%w: %s is %d×%d", errDamaged, name, r, c)
	}
	for i := range r {
		if slices.ContainsFunc(x.RawRowView(i), notFinite) {
			return nil, fmt.Errorf("%w: %s holds NaN or infinite values", errDamaged, name)
		}
	}
	return x, nil
}

func notFinite(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }

// numbers returns the numbers of [Arrays.matrix], row by row.
func (a Arrays) numbers(name string, rows, columns int) ([]float64, error) {
	x, err := a.matrix(name, rows, columns)
	if err != nil {
		return nil, err
	}
	return mat.DenseCopyOf(x).RawMatrix().Data, nil
}

// present returns the classes of readout_present, ascending, below the given number.
func (a Arrays) present(classes int) ([]int, error) {
	numbers, err := a.numbers("readout_present", 1, 0)
	if err != nil {
		return nil, err
	}
	var out []int
	for i, k := range numbers {
		if k != math.Trunc(k) || k < 0 || k >= float64(classes) || i > 0 && k <= numbers[i-1] {
			return nil, fmt.Errorf("%w: class %g of readout_present cannot be there", errDamaged, k)
		}
		out = append(out, int(k))
	}
	return out, nil
}

// linearFormula describes readout_weights.
var linearFormula = []string{"the readout's values are φ readout_weights[:-1] + readout_weights[-1]: the predicted number, or one value for each class, the largest of which gives the class; φ are the features, or x if readout_from is inputs"}

func (m *Model) Weights() *mat.Dense { return m.W }

func (m *Model) Arrays() map[string]*mat.Dense {
	return map[string]*mat.Dense{"readout_weights": m.W}
}

// restoreLinear returns a linear readout from its arrays. The bias of a class without
// samples is −∞.
func restoreLinear(_ part.Point, a Arrays) (Saved, error) {
	w := a.Of("readout_weights")
	if w == nil {
		return nil, fmt.Errorf("%w: it has no readout_weights", errDamaged)
	}
	rows, columns := w.Dims()
	if rows != a.Columns+1 || columns != max(a.Classes, 1) {
		return nil, fmt.Errorf("%w: readout_weights are %d×%d instead of %d×%d", errDamaged, rows, columns, a.Columns+1, max(a.Classes, 1))
	}
	for i := range rows {
		for _, v := range w.RawRowView(i) {
			if notFinite(v) && (i < rows-1 || a.Classes == 0 || !math.IsInf(v, -1)) {
				return nil, fmt.Errorf("%w: readout_weights hold NaN or infinite values", errDamaged)
			}
		}
	}
	return &Model{W: w}, nil
}

// pairMachine is the function that is positive for the class a and negative for b:
// another class, or none for the rest.
type pairMachine struct {
	a, b int
	*kernel.Expansion
}

// noClass marks the absence of a class.
const noClass = -1

// expansionsFormula describes the arrays of [expansionArrays].
const expansionsFormula = "readout_machines has a row for each function f(φ) = Σ coefficient·exp(−‖φ − sample‖²/2 readout_sigma²) + bias: its class, the class it is trained against (−1 for the rest), the number of the next readout_samples and readout_coefficients that belong to it, and the bias"

// expansionArrays returns the arrays of functions of one kernel, with its width if it
// is Gaussian.
func expansionArrays(machines []pairMachine) map[string]*mat.Dense {
	table := mat.NewDense(len(machines), 4, nil)
	var samples, coefficients []float64
	columns := 0
	for i, v := range machines {
		table.SetRow(i, []float64{float64(v.a), float64(v.b), float64(len(v.Beta)), v.Bias})
		var n int
		n, columns = v.At.Dims()
		for k := range n {
			samples = append(samples, v.At.RawRowView(k)...)
		}
		coefficients = append(coefficients, v.Beta...)
	}
	out := map[string]*mat.Dense{
		"readout_machines":     table,
		"readout_samples":      mat.NewDense(len(coefficients), columns, samples),
		"readout_coefficients": mat.NewDense(1, len(coefficients), coefficients),
	}
	if k, ok := machines[0].Kernel.(kernel.Gaussian); ok {
		out["readout_sigma"] = mat.NewDense(1, 1, []float64{k.Sigma})
	}
	return out
}

// restoreExpansions returns functions of a Gaussian kernel from the arrays of
// [expansionArrays]. Their classes are below the given number; the second of them may
// be none.
func restoreExpansions(a Arrays, classes int) ([]pairMachine, error) {
	samples, err := a.matrix("readout_samples", 0, a.Columns)
	if err != nil {
		return nil, err
	}
	sigma, err := a.numbers("readout_sigma", 1, 1)
	if err != nil {
		return nil, err
	}
	if !(sigma[0] > 0) {
		return nil, fmt.Errorf("%w: a readout_sigma of %g", errDamaged, sigma[0])
	}
	return restoreMachines(a, classes, kernel.Gaussian{Sigma: sigma[0]}, samples)
}

// restoreMachines returns the functions of a kernel over the given samples from their
// arrays.
func restoreMachines(a Arrays, classes int, k kernel.Kernel, samples *mat.Dense) ([]pairMachine, error) {
	table, err := a.matrix("readout_machines", 0, 4)
	if err != nil {
		return nil, err
	}
	total, columns := samples.Dims()
	coefficients, err := a.numbers("readout_coefficients", 1, total)
	if err != nil {
		return nil, err
	}
	count, _ := table.Dims()
	out := make([]pairMachine, count)
	from := 0
	for i := range out {
		row := table.RawRowView(i)
		whole := func(k, least, most int) (int, bool) {
			return int(row[k]), row[k] == math.Trunc(row[k]) && row[k] >= float64(least) && row[k] <= float64(most)
		}
		first, ok1 := whole(0, 0, classes-1)
		second, ok2 := whole(1, noClass, classes-1)
		n, ok3 := whole(2, 1, total-from)
		if !ok1 || !ok2 || !ok3 || first == second {
			return nil, fmt.Errorf("%w: row %d of readout_machines cannot be", errDamaged, i+1)
		}
		out[i] = pairMachine{first, second, &kernel.Expansion{
			Kernel: k, At: samples.Slice(from, from+n, 0, columns).(*mat.Dense), Beta: coefficients[from : from+n], Bias: row[3],
		}}
		from += n
	}
	if from != total {
		return nil, fmt.Errorf("%w: %d samples of machines that have %d", errDamaged, total, from)
	}
	return out, nil
}

// singleMachine returns the only machine of a detector or regressor.
func singleMachine(a Arrays) (*kernel.Expansion, error) {
	machines, err := restoreExpansions(a, 1)
	if err == nil && len(machines) != 1 {
		err = fmt.Errorf("%w: %d machines instead of one", errDamaged, len(machines))
	}
	if err != nil {
		return nil, err
	}
	return machines[0].Expansion, nil
}
