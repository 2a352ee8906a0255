package subset

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
)

// refreshShare is the share of the threshold that samples process blocks down to.
// Thresholds decrease: a sample slightly below would return in the next round, and
// starting it costs about as much as a block.
const refreshShare = 0.9

// lastThreshold returns an estimate of the threshold of the last round: it assumes that
// residuals decrease from pick to pick at the rate of the second half of the picks so
// far. They usually decrease ever more slowly, so that the estimate tends to be low.
func (p *pursuit) lastThreshold(threshold float64) float64 {
	residual := p.picks.Residual
	last := len(residual) - 1
	if last < 1 {
		return 0
	}
	fallen := residual[last] / residual[last/2]
	return threshold * math.Pow(fallen, float64(p.wanted-len(residual))/float64(last-last/2))
}

// sharesOf divides samples into the shares of a processor, and returns the start of
// each share, followed by the end of the last: whole tiles, and smaller ones towards
// the end, so that no processor waits long for another. Halves of tiles cost two
// percent more time, and quarters eight.
func sharesOf(samples, processors int) (starts []int) {
	for at := 0; at < samples; {
		starts = append(starts, at)
		size := tileRows
		for size > simd.BlockAlign && samples-at < (processors+1)*size {
			size /= 2
		}
		at += size
	}
	return append(starts, samples)
}

// refresh updates samples by the blocks they have not processed, until their residual
// is well below the threshold, or so low that no round is likely to need them.
func (p *pursuit) refresh(ctx context.Context, samples []int, threshold float64) error {
	// Group samples that have processed the same number of blocks.
	order := make([]int, 0, len(samples))
	for b := range p.blocks {
		for _, t := range samples {
			if p.applied[t] == int32(b) {
				order = append(order, t)
			}
		}
	}
	least := max(refreshShare*threshold, p.lastThreshold(threshold))
	starts := sharesOf(len(order), parallel.Processors())
	err := parallel.For(ctx, len(starts)-1, 1, func(i, _ int) {
		s := p.getUpdate()
		s.run(order[starts[i]:starts[i+1]], least)
		p.putUpdate(s)
	})
	if err != nil {
		return err
	}
	for _, t := range order {
		last := p.blocks[p.applied[t]-1]
		if err := p.check(t, p.eps[t], last.from+last.size, func() float64 { return p.weights(t) }); err != nil {
			return err
		}
	}
	return nil
}
