package sweep

import (
	"context"
	"math/rand/v2"

	"example.com/sfatui/datasets/split"
)

// Permuted returns the plan over a set with permuted labels and targets ([data.Set.Permuted]),
// with the same points and folds; without this, the permuted labels would divide the data
// differently. It shares no stage with p.
func (p *Plan) Permuted(rng *rand.Rand) (*Plan, error) {
	splits := map[split.Options][]split.Fold{}
	for _, e := range p.Entries {
		o := splitOf(e.Point)
		if _, ok := splits[o]; ok {
			continue
		}
		folds, err := split.Folds(p.Set, o)
		if err != nil {
			return nil, err
		}
		splits[o] = folds
	}
	return planOf(context.Background(), p.Set.Permuted(rng), p.Data, splits, p.Points())
}
