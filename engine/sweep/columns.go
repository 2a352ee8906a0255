package sweep

import (
	"context"
	"fmt"
	"math"
	"strings"

	"example.com/sfatui/engine/linalg"
)

// namedInputs bounds how many inputs a note names.
const namedInputs = 8

// columnGrain is how many inputs are looked at in one pass over the rows.
const columnGrain = 64

// oddInputs names the inputs that are constant on a part, and those that are
// copies of others: they cost rank and mean nothing.
func oddInputs(ctx context.Context, p *partData, names []string) (notes []string, err error) {
	n, d := p.x.Dims()
	if d != len(names) {
		return nil, nil // components of inputs have no names
	}
	sums, constant := make([]uint64, d), make([]bool, d)
	err = linalg.ParallelRows(ctx, d, columnGrain, func(lo, hi int) {
		first := p.x.RawRowView(0)
		for j := lo; j < hi; j++ {
			constant[j] = true
		}
		for i := range n {
			row := p.x.RawRowView(i)
			for j := lo; j < hi; j++ {
				sums[j] = (sums[j] ^ math.Float64bits(row[j])) * 0x9e3779b97f4a7c15
				sums[j] ^= sums[j] >> 29
				constant[j] = constant[j] && row[j] == first[j]
			}
		}
	})
	if err != nil {
		return nil, err
	}
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
		notes = append(notes, fmt.Sprintf("%d of %d inputs constant on the training part: %s", len(still), d, shortList(still)))
	}
	if copies != nil {
		notes = append(notes, fmt.Sprintf("%d of %d inputs are copies of others on the training part: %s", len(copies), d, shortList(copies)))
	}
	return notes, nil
}

func (p *partData) sameColumn(i, j int) bool {
	for t := range p.samples() {
		if row := p.x.RawRowView(t); row[i] != row[j] {
			return false
		}
	}
	return true
}

func shortList(names []string) string {
	if len(names) > namedInputs {
		return strings.Join(names[:namedInputs], ", ") + " …"
	}
	return strings.Join(names, ", ")
}
