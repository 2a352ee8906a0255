package subset

import (
	"context"
	"math"
	"sync"

	"example.com/sfatui/engine/kernel"
	"gonum.org/v1/gonum/blas/blas64"
)

// pursuit is the state of MPMAH. The residual of a sample is that after the blocks of
// picks it has processed: exact after all blocks, else an upper bound.
type pursuit struct {
	*residuals
	distances *kernel.Distances // nil if kernel values are computed from the samples

	wanted         int     // requested number of picks
	candidateCount int     // candidates of a round
	applied        []int32 // number of blocks that a sample has processed; picked for picks
	blocks         []*block
	picks          Picks

	// rows holds the row of each sample in the Cholesky factor of the whole kernel
	// matrix: one part for each time that it processed blocks.
	rows [][][]float64

	fresh, stale []int          // storage for liveSamples
	keys         []float64      // storage for selectWorst
	roundStorage blas64.General // storage for the rows of a round
	columns      []float64      // storage for its columns

	mu          sync.Mutex     // guards the fields below
	storage     arena          // for rows
	idleUpdates []*tiledUpdate // not in use
}

// picked marks picks in applied; they are left out.
const picked = -1

// worse reports whether sample a, whose residual is ea, precedes sample b: the larger
// residual first, the lower index among equals.
func worse(ea float64, a int, eb float64, b int) bool {
	return ea > eb || ea == eb && a < b
}

// candidates brings samples up to date until the worst candidateCount of them have
// processed all picks. It returns those, ascending, and the worst of the others by its
// bound, or n if there is none. Samples whose bound is not above stop are ignored.
func (p *pursuit) candidates(ctx context.Context) (in []int, rest int, err error) {
	for batch := p.candidateCount; ; batch += batch / 2 {
		fresh, stale := p.liveSamples()
		threshold := p.stop()
		if len(fresh) >= p.candidateCount {
			fresh = p.selectWorst(fresh, p.candidateCount)
			threshold = p.least(fresh)
		}
		behind := stale[:0]
		for _, t := range stale {
			if p.eps[t] >= threshold {
				behind = append(behind, t)
			}
		}
		if len(behind) == 0 {
			return fresh, p.worstOutside(fresh), nil
		}
		if err := p.refresh(ctx, p.selectWorst(behind, batch), threshold); err != nil {
			return nil, 0, err
		}
	}
}

// liveSamples returns the samples whose residual is above stop: those that have
// processed all blocks, and those that have not.
func (p *pursuit) liveSamples() (fresh, stale []int) {
	fresh, stale = p.fresh[:0], p.stale[:0]
	stop, all := p.stop(), int32(len(p.blocks))
	for t, e := range p.eps {
		if !(e > stop) || p.applied[t] == picked {
			continue
		}
		if p.applied[t] == all {
			fresh = append(fresh, t)
		} else {
			stale = append(stale, t)
		}
	}
	p.fresh, p.stale = fresh, stale
	return fresh, stale
}

// least returns the smallest residual of the samples.
func (p *pursuit) least(samples []int) float64 {
	least := math.Inf(1)
	for _, t := range samples {
		least = min(least, p.eps[t])
	}
	return least
}

// worstOutside returns the worst sample by its bound that is neither in nor picked, or
// n if there is none.
func (p *pursuit) worstOutside(in []int) int {
	inside := make([]bool, len(p.eps))
	for _, t := range in {
		inside[t] = true
	}
	best := len(p.eps)
	for t, e := range p.eps {
		if p.applied[t] == picked || inside[t] {
			continue
		}
		if best == len(p.eps) || e > p.eps[best] {
			best = t
		}
	}
	return best
}
