package readout

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/machines"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// SupportVectorMachine classifies one class against another, with soft margins in the
// space of a Gaussian kernel of features or of a kernel of whole series (Cortes and
// Vapnik 1995; package machines). The discriminants of two classes are ±f, those of
// more the votes of the machines for each class.
type SupportVectorMachine struct {
	Noted
	machines []pairMachine
	present  []int
	classes  int
	series   *seriesKernel // nil if features are compared

	unsolved bool // some machine has not converged

	info // the number of support vectors of all machines, and the most steps of one
}

// NewSupportVectorMachine trains on the labelled rows of the n×p features phi, or on
// series if the point's kernel compares those; labels are 0 … classes-1, and -1 for
// none. It fails if ctx ends, if a feature is not finite and if fewer than two classes
// have samples.
func NewSupportVectorMachine(ctx context.Context, phi *mat.Dense, label []int, classes int, at part.Point) (*SupportVectorMachine, error) {
	t, err := newClassTraining(phi, label, classes)
	if err != nil {
		return nil, err
	}
	x, of := t.labelled()
	m := &SupportVectorMachine{present: t.present, classes: classes, info: map[string]float64{}, Noted: Noted{t.absentNotes()}}
	solve, err := m.solver(ctx, x, at)
	if err != nil {
		return nil, err
	}
	supports := map[int]bool{}
	for i, a := range t.present {
		for _, b := range t.present[i+1:] {
			rows := make([]int, 0, t.count[a]+t.count[b])
			for row, class := range of {
				if class == a || class == b {
					rows = append(rows, row)
				}
			}
			if err := m.train(solve, of, rows, pairMachine{a: a, b: b}, supports); err != nil {
				return nil, fmt.Errorf("readout: support vector machine: %w", err)
			}
		}
	}
	m.info["support"] = float64(len(supports))
	return m, nil
}

// solver returns the function that trains a machine on some rows of x, with y_i = ±1.
func (m *SupportVectorMachine) solver(ctx context.Context, x *mat.Dense, at part.Point) (func(rows []int, y []float64) (*kernel.Expansion, *machines.SupportSolution, error), error) {
	o := machines.SupportOptions{C: C.X(at)}
	if kernelOf(at) != "" {
		g, err := newSeriesGram(ctx, x, at)
		if err != nil {
			return nil, err
		}
		m.series = g.k
		if g.note != "" {
			m.Notes = append(m.Notes, g.note)
		}
		return func(rows []int, y []float64) (*kernel.Expansion, *machines.SupportSolution, error) {
			return g.solve(ctx, rows, y, o)
		}, nil
	}
	k := gaussianOf(x, at)
	return func(rows []int, y []float64) (*kernel.Expansion, *machines.SupportSolution, error) {
		pair := mat.NewDense(len(rows), x.RawMatrix().Cols, nil)
		for i, row := range rows {
			pair.SetRow(i, x.RawRowView(row))
		}
		return machines.SupportClasses(ctx, pair, y, k, o)
	}, nil
}

// train adds the machine of two classes, trained on the given rows of these, and marks
// its supports.
func (m *SupportVectorMachine) train(solve func([]int, []float64) (*kernel.Expansion, *machines.SupportSolution, error), of, rows []int, v pairMachine, supports map[int]bool) error {
	y := make([]float64, len(rows))
	for i, row := range rows {
		y[i] = -1
		if of[row] == v.a {
			y[i] = 1
		}
	}
	f, s, err := solve(rows, y)
	if err != nil {
		return err
	}
	for i, b := range s.Beta {
		if b != 0 {
			supports[rows[i]] = true
		}
	}
	if !s.Settled && !m.unsolved {
		m.unsolved = true
		m.Notes = append(m.Notes, fmt.Sprintf("the support vector machine stopped after %d steps, before it was solved: take a smaller --C", s.Steps))
	}
	v.Expansion = f
	m.machines = append(m.machines, v)
	m.info["steps"] = max(m.info["steps"], float64(s.Steps))
	return nil
}

// Discriminants implements [Classifier]. A class without samples has −∞.
func (m *SupportVectorMachine) Discriminants(phi *mat.Dense) *mat.Dense {
	n, _ := phi.Dims()
	if m.series != nil {
		phi = m.series.rows(phi)
	}
	out := mat.NewDense(n, m.classes, nil)
	for i := range n {
		row := out.RawRowView(i)
		for k := range row {
			row[k] = math.Inf(-1)
		}
		for _, k := range m.present {
			row[k] = 0
		}
	}
	value := make([]float64, n)
	for _, v := range m.machines {
		v.Apply(value, phi)
		for i, f := range value {
			row := out.RawRowView(i)
			switch {
			case len(m.machines) == 1:
				row[v.a], row[v.b] = f, -f
			case f > 0:
				row[v.a]++
			default:
				row[v.b]++
			}
		}
	}
	return out
}

func (m *SupportVectorMachine) Arrays() map[string]*mat.Dense {
	out := expansionArrays(m.machines)
	if m.series != nil {
		m.series.addArrays(out)
	}
	return out
}

// restoreSupport returns a support vector machine from its arrays.
func restoreSupport(at part.Point, a Arrays) (Saved, error) {
	m := &SupportVectorMachine{classes: a.Classes}
	machines, err := m.restoreMachines(at, a)
	if err != nil {
		return nil, err
	}
	m.machines = machines
	for _, v := range machines {
		if v.b == noClass {
			return nil, fmt.Errorf("%w: a machine of one class", errDamaged)
		}
		m.present = append(m.present, v.a, v.b)
	}
	return m, nil
}

// restoreMachines returns the machines from their arrays, and sets the kernel of series
// if they have one.
func (m *SupportVectorMachine) restoreMachines(at part.Point, a Arrays) ([]pairMachine, error) {
	if kernelOf(at) == "" {
		return restoreExpansions(a, a.Classes)
	}
	k, err := restoreSeriesKernel(at, a)
	if err != nil {
		return nil, err
	}
	m.series = k
	rows, err := a.matrix("readout_samples", 0, 0)
	if err == nil {
		err = k.checkRows(rows, "readout_samples")
	}
	if err != nil {
		return nil, err
	}
	return restoreMachines(a, a.Classes, k.Kernel, rows)
}

// supportNeeds returns the costs of the cached rows of the kernel, or of the matrix of
// series and its correction. The time grows between the square and the cube of the
// number of samples.
func supportNeeds(at part.Point, n, p int) Needs {
	all := float64(n)
	if kernelOf(at) != "" {
		return Needs{Numbers: int64(5 * all * all), Work: all * all * (10 + 10*all)}
	}
	return Needs{Numbers: int64(machines.CacheNumbers(n)), Work: all * all * (float64(p) + 10)}
}

var supportVector = part.Part[Kind]{
	Name: "svm", Doc: "support vector machine: classifies with a kernel over features or whole series, one against one",
	Parameters: append([]part.Parameter{C, Kernel, Sigma, Indefinite}, ofSeriesKernel...),
	Build: Kind{Discriminant: Margin, Needs: supportNeeds, Restore: restoreSupport, Formula: []string{expansionsFormula,
		"under readout_kernel of series, f(φ) = Σ coefficient·κ(sample, φ) + bias", seriesFormula, "the class is the one with the most functions in its favour, the lowest of several"}, Classify: func(ctx context.Context, phi *mat.Dense, label []int, classes int, at part.Point) (Classifier, error) {
		return NewSupportVectorMachine(ctx, phi, label, classes, at)
	}},
}
