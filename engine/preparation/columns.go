package preparation

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/mat"
)

// maxNamedInputs bounds the inputs that a note names.
const maxNamedInputs = 8

// firstRows suffice to distinguish most inputs, which are not scanned further.
const firstRows = 256

// inputNotes returns notes that name the inputs constant on a part and those equal to
// others: they add nothing to a model. It fails only if ctx ends.
func inputNotes(ctx context.Context, p *Part, names []string) (notes []string, err error) {
	n, d := p.X.Dims()
	if d != len(names) {
		return nil, nil // the components of a front have no names
	}
	l := newColumnScan(d)
	first := min(n, firstRows)
	if err := l.scanRows(ctx, p.X, 0, first); err != nil {
		return nil, err
	}
	l.columns = l.candidates()
	if err := l.scanRows(ctx, p.X, first, n); err != nil {
		return nil, err
	}
	sums, constant := l.sums, l.constant
	var still, copies []string
	seen := map[uint64]int{}
	for j := range d {
		if constant[j] {
			still = append(still, names[j])
			continue
		}
		if i, ok := seen[sums[j]]; ok && p.sameColumn(i, j) {
			copies = append(copies, names[j]+" = "+names[i])
			continue
		}
		seen[sums[j]] = j
	}
	if still != nil {
		notes = append(notes, fmt.Sprintf("%d of %d inputs constant on the training part: %s", len(still), d, ShortList(still)))
	}
	if copies != nil {
		notes = append(notes, fmt.Sprintf("%d of %d inputs are copies of others on the training part: %s", len(copies), d, ShortList(copies)))
	}
	return notes, nil
}

// scaleNotes returns a note if the scales of inputs differ so much that the smaller
// ones lose digits beside the larger; nil otherwise.
func scaleNotes(ctx context.Context, p *Part, names []string) (notes []string, err error) {
	_, variance, err := p.spread(ctx)
	if err != nil || len(variance) != len(names) {
		return nil, err
	}
	least, most := -1, -1
	for j, v := range variance {
		if v > 0 && (least < 0 || v < variance[least]) {
			least = j
		}
		if v > 0 && (most < 0 || v > variance[most]) {
			most = j
		}
	}
	if least < 0 || math.Sqrt(variance[most]/variance[least]) < data.ScalesApart {
		return nil, nil
	}
	return []string{fmt.Sprintf("the standard deviations of the inputs go from %.3g (%s) to %.3g (%s): %s, or kernels and λ see little of the small ones",
		math.Sqrt(variance[least]), names[least], math.Sqrt(variance[most]), names[most], Standardize.Axis().Name)}, nil
}

// farMeanRatio is the size of a mean, in standard deviations, from which on a kernel
// with an origin resolves little but the mean.
const farMeanRatio = 1e3

// FarMean describes the input with the mean farthest from zero, in its standard
// deviations, if it is so far that kernels with an origin lose the digits of the
// variation; it returns "" otherwise. It fails only if ctx ends.
func (p *Part) FarMean(ctx context.Context) (string, error) {
	mean, variance, err := p.spread(ctx)
	if err != nil {
		return "", err
	}
	far, most := -1, farMeanRatio
	for j, v := range variance {
		if ratio := math.Abs(mean[j]) / math.Sqrt(v); v > 0 && ratio > most {
			far, most = j, ratio
		}
	}
	if far < 0 {
		return "", nil
	}
	name := fmt.Sprintf("component %d", far+1)
	if len(p.Set.Inputs) == len(mean) {
		name = "input " + p.Set.Inputs[far]
	}
	return fmt.Sprintf("the mean of %s is %.2g standard deviations from 0", name, most), nil
}

// columnScan holds the results of a scan of inputs over the first rows.
type columnScan struct {
	columns  []int // inputs to scan further
	sums     []uint64
	constant []bool
}

func newColumnScan(d int) *columnScan {
	l := &columnScan{columns: make([]int, d), sums: make([]uint64, d), constant: make([]bool, d)}
	for j := range d {
		l.columns[j], l.constant[j] = j, true
	}
	return l
}

// scanRows adds the rows from … to-1 to the hashes of the inputs, and compares them
// with the first row.
func (l *columnScan) scanRows(ctx context.Context, x *mat.Dense, from, to int) error {
	first := x.RawRowView(0)
	return parallel.For(ctx, len(l.columns), columnGrain, func(lo, hi int) {
		for i := from; i < to; i++ {
			row := x.RawRowView(i)
			for _, j := range l.columns[lo:hi] {
				sum := (l.sums[j] ^ math.Float64bits(row[j])) * 0x9e3779b97f4a7c15
				l.sums[j] = sum ^ sum>>29
				l.constant[j] = l.constant[j] && data.Steady(row[j], first[j])
			}
		}
	})
}

// candidates returns the inputs that are constant so far or share their hash with
// another.
func (l *columnScan) candidates() []int {
	count := map[uint64]int{}
	for _, sum := range l.sums {
		count[sum]++
	}
	return slices.DeleteFunc(slices.Clone(l.columns), func(j int) bool { return !l.constant[j] && count[l.sums[j]] == 1 })
}

func (p *Part) sameColumn(i, j int) bool {
	for t := range p.Len() {
		if row := p.X.RawRowView(t); row[i] != row[j] {
			return false
		}
	}
	return true
}

func ShortList(names []string) string {
	if len(names) > maxNamedInputs {
		return strings.Join(names[:maxNamedInputs], ", ") + " …"
	}
	return strings.Join(names, ", ")
}
