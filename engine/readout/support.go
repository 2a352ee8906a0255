package readout

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/svm"
	"gonum.org/v1/gonum/mat"
)

// SupportVectorMachine tells classes apart one against one, with soft margins in the space of
// a Gaussian kernel (Cortes and Vapnik 1995; package svm). The discriminants of two classes
// are ±f, those of more the machines that vote for each.
type SupportVectorMachine struct {
	Noted
	machines []versus
	present  []int
	classes  int
	info     // the samples that some machine rests on, and the most steps that one took
}

// NewSupportVectorMachine trains on the labelled rows of the n×p features phi; labels are
// 0 … classes-1, and -1 for none. It fails when ctx ends, when a feature is not finite and
// when fewer than two classes have samples.
func NewSupportVectorMachine(ctx context.Context, phi *mat.Dense, label []int, classes int, at part.Point) (*SupportVectorMachine, error) {
	t, err := newClassTraining(phi, label, classes)
	if err != nil {
		return nil, err
	}
	x, of := t.labelled()
	k := gaussianOf(x, at)
	m := &SupportVectorMachine{present: t.present, classes: classes, info: map[string]float64{}, Noted: Noted{t.absentNotes()}}
	supports := map[int]bool{}
	for i, a := range t.present {
		for _, b := range t.present[i+1:] {
			rows := make([]int, 0, t.count[a]+t.count[b])
			for row, class := range of {
				if class == a || class == b {
					rows = append(rows, row)
				}
			}
			if err := m.train(ctx, x, of, rows, versus{a: a, b: b}, k, C.X(at), supports); err != nil {
				return nil, fmt.Errorf("readout: support vector machine: %w", err)
			}
		}
	}
	m.info["support"] = float64(len(supports))
	return m, nil
}

// train adds the machine of two classes, which the given rows are of, and marks its supports.
func (m *SupportVectorMachine) train(ctx context.Context, x *mat.Dense, of, rows []int, v versus, k kernel.Gaussian, c float64, supports map[int]bool) error {
	pair, y := mat.NewDense(len(rows), x.RawMatrix().Cols, nil), make([]float64, len(rows))
	for i, row := range rows {
		pair.SetRow(i, x.RawRowView(row))
		y[i] = -1
		if of[row] == v.a {
			y[i] = 1
		}
	}
	f, s, err := svm.Classes(ctx, pair, y, k, svm.Options{C: c})
	if err != nil {
		return err
	}
	for i, b := range s.Beta {
		if b != 0 {
			supports[rows[i]] = true
		}
	}
	if !s.Settled && len(m.Notes) == 0 {
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

func (m *SupportVectorMachine) Arrays() map[string]*mat.Dense { return expansionArrays(m.machines) }

// restoreSupport makes a support vector machine again.
func restoreSupport(_ part.Point, a Arrays) (Saved, error) {
	machines, err := restoreExpansions(a, a.Classes)
	if err != nil {
		return nil, err
	}
	m := &SupportVectorMachine{machines: machines, classes: a.Classes}
	for _, v := range machines {
		if v.b == none {
			return nil, fmt.Errorf("%w: a machine of one class", errDamaged)
		}
		m.present = append(m.present, v.a, v.b)
	}
	return m, nil
}

// supportNeeds are those of the rows of the kernel that are kept; the time grows between
// the square and the cube of the samples.
func supportNeeds(_ part.Point, n, p int) Needs {
	all := float64(n)
	return Needs{Numbers: int64(svm.CacheNumbers(n)), Work: all * all * (float64(p) + 10)}
}

var supportVector = part.Part[Kind]{
	Name: "svm", Doc: "support vector machine: classes by a Gaussian kernel, one against one",
	Parameters: []part.Parameter{C, Sigma},
	Build: Kind{Discriminant: Margin, Needs: supportNeeds, Restore: restoreSupport, Formula: []string{expansionsFormula,
		"the class is that which most functions speak for, the lowest of several"}, Classify: func(ctx context.Context, phi *mat.Dense, label []int, classes int, at part.Point) (Classifier, error) {
		return NewSupportVectorMachine(ctx, phi, label, classes, at)
	}},
}
