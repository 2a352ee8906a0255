package readout

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/machines"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// The parameters of support and core vector machines.
var (
	C = part.NewNumber(part.Axis{
		Name: "C", Log: true, Readout: true, Must: part.Above0, Default: "100",
		Doc: "penalty of margin violations in support and core vector machines: 1,100",
	})
	Epsilon = part.NewNumber(part.Axis{
		Name: "epsilon", Symbol: "ε", Log: true, Readout: true, Must: part.Above0, Default: "1e-3",
		Doc: "precision of a core vector machine; if it is too coarse, margins are not resolved",
	})
	Sigma = part.NewNumber(part.Axis{
		Name: "readout-sigma", Log: true, Readout: true, Must: part.Above0, Unset: "auto",
		When: func(p *part.Point) bool { return !ComparesStrings(kernelOf(*p)) },
		Doc:  "kernel width of support and core vector machines, in units of the features (gak and dtw: of the inputs); auto: half of all kernel values exceed 0.5 (series: as --sigma rel:1)",
	})
	// Tube is the weight of the ε-insensitive tube in core vector regression.
	Tube = part.NewNumber(part.Axis{
		Name: "tube", Log: true, Readout: true, Must: part.Above0, Unset: "auto",
		Doc: "weight of the tube of cvm-number, inside which errors count as zero: auto is 10·√n·standard deviation of the target",
	})
)

// CoreVectorMachine classifies, one class against the rest, by the smallest balls in
// the space of a Gaussian kernel (Tsang, Kwok and Cheung 2005; package machines).
type CoreVectorMachine struct {
	Noted
	machines []*kernel.Expansion // of each class; nil for one without samples
	info
}

// mostCore is the largest core set: its Gram matrix takes 8 MiB, and seconds.
const mostCore = 1024

// NewCoreVectorMachine trains on the labelled rows of the n×p features phi; labels are
// 0 … classes-1, and -1 for none. It fails if ctx ends, if a feature is not finite and
// if fewer than two classes have samples.
func NewCoreVectorMachine(ctx context.Context, phi *mat.Dense, label []int, classes int, at part.Point) (*CoreVectorMachine, error) {
	t, err := newClassTraining(phi, label, classes)
	if err != nil {
		return nil, err
	}
	x, of := t.labelled()
	m := &CoreVectorMachine{machines: make([]*kernel.Expansion, classes), info: coreInfo()}
	trained := t.present
	if len(trained) == 2 {
		trained = trained[:1]
	}
	for _, k := range trained {
		f, err := machines.CoreClasses(ctx, x, signsOf(of, k), gaussianOf(x, at), C.X(at), coreOptions(at))
		if err != nil {
			return nil, coreError(err)
		}
		m.machines[k] = &f.Expansion
		m.info.add(f)
	}
	if len(t.present) == 2 {
		m.machines[t.present[1]] = negated(m.machines[trained[0]])
	}
	m.Notes = resolutionNotes(m.info)
	return m, nil
}

func coreOptions(at part.Point) machines.CoreOptions {
	return machines.CoreOptions{Epsilon: Epsilon.X(at), Most: mostCore, Seed: at.Seed}
}

// gaussianOf returns the kernel over features x.
func gaussianOf(x *mat.Dense, at part.Point) kernel.Gaussian {
	if s := Sigma.Of(at); s.OK {
		return kernel.Gaussian{Sigma: s.X}
	}
	if w := kernel.HeuristicWidth(x); w > 0 {
		return kernel.Gaussian{Sigma: w}
	}
	return kernel.Gaussian{Sigma: 1} // all samples are equal
}

func coreError(err error) error { return fmt.Errorf("readout: core vector machine: %w", err) }

// negated returns −f for a function f.
func negated(m *kernel.Expansion) *kernel.Expansion {
	n := *m
	n.Beta, n.Bias = make([]float64, len(m.Beta)), -m.Bias
	for i, b := range m.Beta {
		n.Beta[i] = -b
	}
	return &n
}

// resolutionNotes returns a note if the training stopped early or ε is too coarse for
// the margin, from the numbers of coreInfo.
func resolutionNotes(info map[string]float64) []string {
	if info["core"] >= mostCore {
		return []string{fmt.Sprintf("the core vector machine stopped at %d core samples, with one %.2g of the radius outside: take a larger --epsilon, a smaller --C or a wider kernel", mostCore, info["radius_ratio"]-1)}
	}
	if worst := info[measure.ResolutionInfo]; worst > 1 {
		return []string{fmt.Sprintf("the core vector machine does not resolve its margin: ε is %.2g times too coarse; lower --epsilon", worst)}
	}
	return nil
}

func coreInfo() info { return info{"rho": math.Inf(1)} }

// add updates the numbers with those of a machine.
func (i info) add(f *machines.CoreMachine) {
	i["core"] = max(i["core"], float64(len(f.CoreSolution.Core)))
	i["support"] = max(i["support"], float64(len(f.Beta)))
	i["rho"] = min(i["rho"], f.Rho)
	i["radius_ratio"] = max(i["radius_ratio"], 1+f.CoreSolution.Epsilon)
	i[measure.ResolutionInfo] = max(i[measure.ResolutionInfo], f.Resolution)
	i["scans"] = max(i["scans"], float64(f.Scans))
}

// Discriminants implements [Classifier]. A class without samples has −∞.
func (m *CoreVectorMachine) Discriminants(phi *mat.Dense) *mat.Dense {
	n, _ := phi.Dims()
	out := mat.NewDense(n, len(m.machines), nil)
	column := make([]float64, n)
	for k, f := range m.machines {
		if f == nil {
			for i := range column {
				column[i] = math.Inf(-1)
			}
		} else {
			f.Apply(column, phi)
		}
		out.SetCol(k, column)
	}
	return out
}

func (m *CoreVectorMachine) Arrays() map[string]*mat.Dense {
	var machines []pairMachine
	for k, f := range m.machines {
		if f != nil {
			machines = append(machines, pairMachine{k, noClass, f})
		}
	}
	return expansionArrays(machines)
}

// restoreCore returns a core vector machine from its arrays.
func restoreCore(_ part.Point, a Arrays) (Saved, error) {
	machines, err := restoreExpansions(a, a.Classes)
	if err != nil {
		return nil, err
	}
	m := &CoreVectorMachine{machines: make([]*kernel.Expansion, a.Classes)}
	for _, v := range machines {
		m.machines[v.a] = v.Expansion
	}
	return m, nil
}

// CoreVectorNumber predicts a number by the smallest ball in the space of a Gaussian
// kernel.
type CoreVectorNumber struct {
	Noted
	machine *kernel.Expansion
	info
	centre float64
}

// NewCoreVectorNumber trains on the n×p features phi with their targets. It fails if
// ctx ends, and if a feature or a target is not finite.
func NewCoreVectorNumber(ctx context.Context, phi *mat.Dense, target []float64, at part.Point) (*CoreVectorNumber, error) {
	t, err := newTargetTraining(phi, target)
	if err != nil {
		return nil, err
	}
	m := &CoreVectorNumber{info: coreInfo()}
	mean, sd := stat.PopMeanStdDev(target, nil)
	m.centre = mean
	weight := Tube.X(at)
	if !Tube.Of(at).OK {
		weight = 10 * math.Sqrt(float64(t.n)) * sd
	}
	if !(weight > 0) {
		return nil, fmt.Errorf("readout: the target is %g in all %d training rows: there is nothing to predict", target[0], t.n)
	}
	y := make([]float64, t.n)
	for i, v := range target {
		y[i] = v - mean
	}
	f, tube, err := machines.CoreRegression(ctx, phi, y, gaussianOf(phi, at), C.X(at), weight, coreOptions(at))
	if err != nil {
		return nil, coreError(err)
	}
	m.machine = &f.Expansion
	m.info.add(f)
	m.info["tube"] = tube
	delete(m.info, measure.ResolutionInfo) // it applies to margins
	if tube < 0 {
		m.Notes = append(m.Notes, fmt.Sprintf("the tube of the core vector machine is negative (%.3g): no sample lies within it", tube))
	}
	return m, nil
}

func (m *CoreVectorNumber) Arrays() map[string]*mat.Dense {
	out := expansionArrays([]pairMachine{{0, noClass, m.machine}})
	out["readout_centre"] = mat.NewDense(1, 1, []float64{m.centre})
	return out
}

// restoreCoreNumber returns a core vector machine of a number from its arrays.
func restoreCoreNumber(_ part.Point, a Arrays) (Saved, error) {
	f, err := singleMachine(a)
	if err != nil {
		return nil, err
	}
	centre, err := a.numbers("readout_centre", 1, 1)
	if err != nil {
		return nil, err
	}
	return &CoreVectorNumber{machine: f, centre: centre[0]}, nil
}

func (m *CoreVectorNumber) Predict(phi *mat.Dense) []float64 {
	n, _ := phi.Dims()
	out := make([]float64, n)
	m.machine.Apply(out, phi)
	for i := range out {
		out[i] += m.centre
	}
	return out
}

// coreNeeds returns the costs for a core set of the usual size, with which all samples
// are compared until none is outside.
func coreNeeds(_ part.Point, n, p int) Needs {
	const usual = 256
	return Needs{Numbers: int64(n)*int64(p) + mostCore*mostCore, Work: usual * float64(n) * (float64(p) + 10)}
}

var coreVector = part.Part[Kind]{
	Name: "cvm", Doc: "core vector machine: classifies with a Gaussian kernel; scales to very many samples",
	Parameters: []part.Parameter{C, Epsilon, Sigma},
	Build: Kind{Discriminant: Margin, Needs: coreNeeds, Restore: restoreCore, Formula: []string{expansionsFormula, "the class is that whose function is largest"}, Classify: func(ctx context.Context, phi *mat.Dense, label []int, classes int, at part.Point) (Classifier, error) {
		return NewCoreVectorMachine(ctx, phi, label, classes, at)
	}},
}

var coreVectorNumber = part.Part[Kind]{
	Name: "cvm-number", Doc: "core vector regression of a number",
	Parameters: []part.Parameter{C, Epsilon, Sigma, Tube},
	Build: Kind{Needs: coreNeeds, Restore: restoreCoreNumber, Formula: []string{expansionsFormula, "the predicted number is f + readout_centre"}, Regress: func(ctx context.Context, phi *mat.Dense, target []float64, at part.Point) (Regressor, error) {
		return NewCoreVectorNumber(ctx, phi, target, at)
	}},
}
