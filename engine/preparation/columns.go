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

// namedInputs bounds how many inputs a note names.
const namedInputs = 8

const (
	// columnGrain is how many inputs are looked at in one pass over the rows.
	columnGrain = 64
	// firstRows tell most inputs apart, which need no further look then.
	firstRows = 256
)

// oddInputs names the inputs that are constant on a part, and those that are
// copies of others: they cost rank and mean nothing.
func oddInputs(ctx context.Context, p *Part, names []string) (notes []string, err error) {
	n, d := p.X.Dims()
	if d != len(names) {
		return nil, nil // components of inputs have no names
	}
	l := newColumnLook(d)
	first := min(n, firstRows)
	if err := l.rows(ctx, p.X, 0, first); err != nil {
		return nil, err
	}
	l.columns = l.alike()
	if err := l.rows(ctx, p.X, first, n); err != nil {
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

// apartScales says that inputs are of scales so different that the digits of the smaller
// are lost beside the larger; nil where they are not.
func apartScales(ctx context.Context, p *Part, names []string) (notes []string, err error) {
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

// farMeans is the size of a mean, in standard deviations, from which on a kernel that has an
// origin sees little but the mean.
const farMeans = 1e3

// FarMean returns which input's mean is furthest from zero, in its standard deviations, where
// that is so far that kernels with an origin there lose the digits of what varies; "" where
// none is.
func (p *Part) FarMean(ctx context.Context) (string, error) {
	mean, variance, err := p.spread(ctx)
	if err != nil {
		return "", err
	}
	far, most := -1, farMeans
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

// columnLook is what is known of inputs from the rows so far.
type columnLook struct {
	columns  []int // that are looked at
	sums     []uint64
	constant []bool
}

func newColumnLook(d int) *columnLook {
	l := &columnLook{columns: make([]int, d), sums: make([]uint64, d), constant: make([]bool, d)}
	for j := range d {
		l.columns[j], l.constant[j] = j, true
	}
	return l
}

// rows looks at the rows from … to-1.
func (l *columnLook) rows(ctx context.Context, x *mat.Dense, from, to int) error {
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

// alike are the columns that are constant or may be copies so far.
func (l *columnLook) alike() []int {
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
	if len(names) > namedInputs {
		return strings.Join(names[:namedInputs], ", ") + " …"
	}
	return strings.Join(names, ", ")
}
