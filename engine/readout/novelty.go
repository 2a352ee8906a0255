package readout

import (
	"context"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/machines"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout/normal"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// The parameters of detectors.
var (
	// Offset is the share that determines the alarm threshold.
	Offset = part.NewNumber(part.Axis{
		Name: "offset", Readout: true, Unset: "rho", Default: "0.99", Must: checkShare,
		Prefix: &part.Prefix{Word: heldWord, Axis: "offset-from", Must: part.Share},
		Doc:    "control limit of the alarm, as the share of training samples below it: 0.95,0.99,1; held:0.99: share of new samples, estimated on validation parts; rho: the boundary of the machine itself",
	})
	// OffsetFrom selects the samples that determine the threshold.
	OffsetFrom = part.NewWord(part.Axis{
		Name: "offset-from", Readout: true, Default: "training", Unset: "training", Choices: []string{"training", heldWord},
		When: func(p *part.Point) bool { return Offset.Of(*p).OK },
		Doc:  "samples that set the control limit of the alarm: training; held: validation samples, scored by machines trained without them (--offset held:0.99)",
	})
	// AlarmAfter is the number of consecutive samples that raise the alarm.
	AlarmAfter = part.NewCount(part.Axis{
		Name: "alarm-after", Readout: true, Default: "1",
		Doc: "number of consecutive samples above the control limit that raise an alarm: 1,6; larger values give fewer false alarms and later detection",
	})
)

// heldWord is the word for a threshold that is determined by validation parts.
const heldWord = "held"

// DrawnByHeld reports whether a point determines the alarm threshold by its validation
// parts.
func DrawnByHeld(p part.Point) bool {
	return OffsetFrom.Of(p) == heldWord && Offset.Of(p).OK && Detects(p)
}

// checkShare returns an error text unless x is a share.
func checkShare(x float64) string {
	if x < 0 || x > 1 {
		return "must be a share from 0 to 1"
	}
	return ""
}

// Threshold returns the novelty above which a sample of a point counts as new.
func Threshold(d Detector, at part.Point) float64 {
	if v := Offset.Of(at); v.OK {
		return ThresholdAt(d.Drawn(), at, v.X)
	}
	return 0
}

// ThresholdAt returns the threshold of a point for a share, from the ascending
// novelties drawn: the value that a share of them do not exceed; for held-out samples,
// the ⌈(n+1)·share⌉-th smallest of n, or +Inf if n is too small.
func ThresholdAt(drawn []float64, at part.Point, share float64) float64 {
	if !DrawnByHeld(at) {
		return stat.Quantile(share, stat.Empirical, drawn, nil)
	}
	rank := heldRank(len(drawn), share)
	if rank > len(drawn) {
		return math.Inf(1)
	}
	return drawn[max(rank, 1)-1]
}

// heldRank returns ⌈(n+1)·share⌉, without the effect of rounding on integer products.
func heldRank(n int, share float64) int {
	return int(math.Ceil(float64(n+1) * share * (1 - 1e-14)))
}

// HeldNeeded returns the smallest number of held-out samples for a threshold at a share
// below 1: the rank of [ThresholdAt] does not exceed it.
func HeldNeeded(share float64) int {
	n := max(1, int(share/(1-share))-1)
	for heldRank(n, share) > n {
		n++
	}
	return n
}

// Novelty is ρ − Σ α_i k(x_i, ·) of the smallest ball around samples of normal
// operation in the space of a Gaussian kernel: 0 on its border, and positive outside
// (package machines).
type Novelty struct {
	Noted
	machine *kernel.Expansion
	info
	learnt  []float64
	heldOut []float64 // nil if the threshold is determined by the training samples
}

// NewNovelty trains on the n×p features phi of normal operation. It fails if ctx ends,
// and if a feature is not finite.
func NewNovelty(ctx context.Context, phi *mat.Dense, at part.Point) (*Novelty, error) {
	n, p := phi.Dims()
	t := &training{phi: phi, p: p}
	t.add(0, n)
	if err := t.checkFinite(); err != nil {
		return nil, err
	}
	f, err := machines.CoreNovelty(ctx, phi, gaussianOf(phi, at), C.X(at), coreOptions(at))
	if err != nil {
		return nil, coreError(err)
	}
	m := &Novelty{machine: &f.Expansion, info: coreInfo()}
	m.info.add(f)
	m.Notes = resolutionNotes(m.info)
	m.learnt = m.Predict(phi)
	slices.Sort(m.learnt)
	if m.learnt[0] == m.learnt[n-1] {
		m.Notes = append(m.Notes, fmt.Sprintf("novelty is learnt from %d samples that are all alike: anything else is new", n))
	}
	return m, nil
}

func (m *Novelty) Arrays() map[string]*mat.Dense {
	out := expansionArrays([]pairMachine{{0, noClass, m.machine}})
	out["readout_learnt"] = mat.NewDense(1, len(m.learnt), m.learnt)
	if m.heldOut != nil {
		out["readout_held"] = mat.NewDense(1, len(m.heldOut), m.heldOut)
	}
	return out
}

// restoreNovelty returns a detector from its arrays.
func restoreNovelty(at part.Point, a Arrays) (Saved, error) {
	f, err := singleMachine(a)
	if err != nil {
		return nil, err
	}
	if v := Offset.Of(at); v.OK && (math.IsNaN(v.X) || checkShare(v.X) != "") {
		return nil, fmt.Errorf("%w: its offset %g is no share", errDamaged, v.X)
	}
	m := &Novelty{machine: f}
	if m.learnt, err = sortedNumbers(a, "readout_learnt"); err != nil {
		return nil, err
	}
	if DrawnByHeld(at) {
		if m.heldOut, err = sortedNumbers(a, "readout_held"); err != nil {
			return nil, err
		}
		if n := len(m.heldOut); heldRank(n, Offset.X(at)) > n {
			return nil, fmt.Errorf("%w: %d numbers of readout_held are too few for a threshold at %g", errDamaged, n, Offset.X(at))
		}
	}
	return m, nil
}

// sortedNumbers returns the numbers of an array, which must be in ascending order.
func sortedNumbers(a Arrays, name string) ([]float64, error) {
	v, err := a.numbers(name, 1, 0)
	if err == nil && !slices.IsSorted(v) {
		err = fmt.Errorf("%w: %s does not ascend", errDamaged, name)
	}
	return v, err
}

// Drawn implements [Detector].
func (m *Novelty) Drawn() []float64 {
	if m.heldOut != nil {
		return m.heldOut
	}
	return m.learnt
}

// Border implements [Detector].
func (m *Novelty) Border() float64 { return -m.machine.Bias }

// DrawBy implements [Detector]. All samples are measured relative to the border of this
// detector.
func (m *Novelty) DrawBy(beyond []float64) {
	m.heldOut = make([]float64, len(beyond))
	for i, v := range beyond {
		m.heldOut[i] = v + m.Border()
	}
	slices.Sort(m.heldOut)
}

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
	Name: "novelty", Doc: "novelty detection: distance from normal operation, alarms and their delay",
	Parameters: []part.Parameter{C, Epsilon, Sigma, normal.Operation, normal.Onset, Offset, OffsetFrom, AlarmAfter},
	Build: Kind{Needs: coreNeeds, Restore: restoreNovelty, Formula: []string{expansionsFormula,
		"the novelty is −f; readout_learnt holds the novelties of the training samples, ascending: the alarm threshold is their quantile at offset, or 0 without an offset",
		"readout_held, if present, holds the novelties of n held-out samples, ascending: the threshold is then the ⌈(n+1)·offset⌉-th of them"}, Detect: func(ctx context.Context, phi *mat.Dense, at part.Point) (Detector, error) {
		return NewNovelty(ctx, phi, at)
	}},
}
