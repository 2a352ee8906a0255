package sweep

import (
	"math/rand/v2"

	"example.com/sfatui/datasets/split"
)

// Permuted is the plan over a set whose labels and targets are permuted ([data.Set.Permuted]),
// with the points and the folds that it has: labels would divide the data otherwise. It shares
// no stage with p.
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
	return planOf(p.Set.Permuted(rng), p.Data, splits, p.Points())
}
