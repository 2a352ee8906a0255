package readout

import (
	"context"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/cvm"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout/normal"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// The parameters of detectors.
var (
	// Offset is where the line of the alarm is.
	Offset = part.NewNumber(part.Axis{
		Name: "offset", Readout: true, Unset: "rho", Default: "0.99", Must: share,
		Doc: "share of the training samples that stay below the line of the alarm: 0.95,0.99,1; rho: the line is where the machine itself has its border",
	})
	// AlarmAfter is how many samples in a row raise the alarm.
	AlarmAfter = part.NewCount(part.Axis{
		Name: "alarm-after", Readout: true, Default: "1",
		Doc: "how many samples in a row above the line raise the alarm: more of them make fewer false alarms, and later ones: 1,6",
	})
)

// share refuses what is no share.
func share(x float64) string {
	if x < 0 || x > 1 {
		return "must be a share from 0 to 1"
	}
	return ""
}

// Detector is a trained readout that says how new samples are to it.
type Detector interface {
	// Regressor predicts how new a sample is: the more, the less it is like what was
	// learnt.
	Regressor
	Informed
	// Learnt are the numbers of the samples that were learnt from, ascending.
	Learnt() []float64
}

// Threshold is the number above which a detector takes a sample of a point for new.
func Threshold(d Detector, at part.Point) float64 {
	if v := Offset.Of(at); v.OK {
		return ThresholdAt(d.Learnt(), v.X)
	}
	return 0
}

// ThresholdAt is the number that a share of those learnt from, ascending, do not exceed.
func ThresholdAt(learnt []float64, share float64) float64 {
	return stat.Quantile(share, stat.Empirical, learnt, nil)
}

// Novelty is ρ − Σ α_i k(x_i, ·) of the smallest ball around samples of normal operation in the
// space of a Gaussian kernel: 0 on its border, and more outside (package cvm).
type Novelty struct {
	Noted
	machine *kernel.Expansion
	info
	learnt []float64
}

// NewNovelty trains on the n×p features phi of normal operation. It fails when ctx ends, and
// when a feature is not finite.
func NewNovelty(ctx context.Context, phi *mat.Dense, at part.Point) (*Novelty, error) {
	n, p := phi.Dims()
	t := &training{phi: phi, p: p}
	t.add(0, n)
	if err := t.checkFinite(); err != nil {
		return nil, err
	}
	f, err := cvm.Novelty(ctx, phi, gaussianOf(phi, at), C.X(at), coreOptions(at))
	if err != nil {
		return nil, coreError(err)
	}
	m := &Novelty{machine: &f.Expansion, info: coreInfo()}
	m.info.add(f)
	m.Notes = unresolved(m.info)
	m.learnt = m.Predict(phi)
	slices.Sort(m.learnt)
	if m.learnt[0] == m.learnt[n-1] {
		m.Notes = append(m.Notes, fmt.Sprintf("novelty is learnt from %d samples that are all alike: anything else is new", n))
	}
	return m, nil
}

func (m *Novelty) Arrays() map[string]*mat.Dense {
	out := expansionArrays([]versus{{0, none, m.machine}})
	out["readout_learnt"] = mat.NewDense(1, len(m.learnt), m.learnt)
	return out
}

// restoreNovelty makes a detector again.
func restoreNovelty(at part.Point, a Arrays) (Saved, error) {
	f, err := theOne(a)
	if err != nil {
		return nil, err
	}
	learnt, err := a.numbers("readout_learnt", 1, 0)
	if err != nil {
		return nil, err
	}
	if !slices.IsSorted(learnt) {
		return nil, fmt.Errorf("%w: readout_learnt does not ascend", errDamaged)
	}
	if v := Offset.Of(at); v.OK && (math.IsNaN(v.X) || share(v.X) != "") {
		return nil, fmt.Errorf("%w: its offset %g is no share", errDamaged, v.X)
	}
	return &Novelty{machine: f, learnt: learnt}, nil
}

func (m *Novelty) Learnt() []float64 { return m.learnt }

func (m *Novelty) Predict(phi *mat.Dense) []float64 {
	n, _ := phi.Dims()
	out := make([]float64, n)
	m.machine.Apply(out, phi)
	for i := range out {
		out[i] = -out[i]
	}
	return out
}

var novelty = part.Part[Kind]{
	Name: "novelty", Doc: "how new a sample is to normal operation: alarms, and the delay until them",
	Parameters: []part.Parameter{C, Epsilon, Sigma, normal.Operation, normal.Onset, Offset, AlarmAfter},
	Build: Kind{Needs: coreNeeds, Restore: restoreNovelty, Formula: []string{expansionsFormula,
		"the novelty is −f; readout_learnt are those of the samples learnt from, ascending: the line of the alarm is the least that a share of offset does not exceed, or 0 without"}, Detect: func(ctx context.Context, phi *mat.Dense, at part.Point) (Detector, error) {
		return NewNovelty(ctx, phi, at)
	}},
}
