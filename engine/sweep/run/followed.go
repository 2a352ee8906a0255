package run

import (
	"fmt"
	"math"

	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/stat"
)

// A feature follows a series where their correlation is above followsFrom, by rows spread over
// the training part: followRows at most, and leastFollowing at least.
const (
	followsFrom    = 0.99
	followRows     = 2000
	leastFollowing = 20
)

// describeFollowed notes that the slowest feature is no more than the number of the row, or one
// of several inputs, on the training part.
func (m *model) describeFollowed(res *result.Result, f *features) {
	set, rows := m.Plan.Set, m.data.Train.Rows
	if f.train == nil || set.Series || res.Features == 0 || len(rows) < leastFollowing {
		return
	}
	n := min(len(rows), followRows)
	phi, number, input := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range n {
		at := i * len(rows) / n
		phi[i], number[i] = f.train.At(at, 0), float64(rows[at])
	}
	if r := stat.Correlation(phi, number, nil); math.Abs(r) > followsFrom {
		res.Notes = append(res.Notes, fmt.Sprintf("the first feature follows the row number (|r| = %.4f in training): a trend, a drift or a clock among the inputs is slower than all else", math.Abs(r)))
		return
	}
	best, most := -1, followsFrom
	_, d := set.X.Dims()
	for j := range d {
		for i := range n {
			input[i] = set.X.At(rows[i*len(rows)/n], j)
		}
		if r := math.Abs(stat.Correlation(phi, input, nil)); r > most {
			best, most = j, r
		}
	}
	if best >= 0 && d > 1 {
		res.Notes = append(res.Notes, fmt.Sprintf("the first feature follows the input %s alone (|r| = %.4f in training): it says no more than that input", set.Inputs[best], most))
	}
}
