package subset

import (
	"context"
	"math"
	"sync"

	"example.com/sfatui/engine/kernel"
	"gonum.org/v1/gonum/blas/blas64"
)

// pursuit is the state of MPMAH. The residual of a sample is that after the
// blocks of picks it has taken: its own where it has taken all, else a bound.
type pursuit struct {
	*residuals
	distances *kernel.Distances // nil where kernel values come from the samples

	most    int     // picks wanted
	size    int     // candidates of a round
	applied []int32 // blocks that a sample has taken; picked for picks
	blocks  []*block
	picks   Picks

	// rows is what each sample has of its row of the Cholesky factor of the whole
	// kernel matrix: one part for each time that it took blocks.
	rows [][][]float64

	fresh, stale []int          // storage for live
	keys         []float64      // and for selectWorst
	roundStorage blas64.General // and for the rows of a round
	columns      []float64      // and for its columns

	mu      sync.Mutex     // guards what follows
	storage arena          // for rows
	idle    []*tiledUpdate // not in use
}

// picked stands for the blocks that a pick has taken: it is left out.
const picked = -1

// worse reports whether sample a, whose residual is ea, comes before sample b:
// the larger residual first, the lower index among equals.
func worse(ea float64, a int, eb float64, b int) bool {
	return ea > eb || ea == eb && a < b
}

// candidates brings samples up to date until the worst ones, as many as a round
// looks at, have taken all picks. It returns those, ascending, and the worst of
// the others by its bound; n where there is none. Samples whose bound is not
// above stop are none.
func (p *pursuit) candidates(ctx context.Context) (in []int, rest int, err error) {
	for batch := p.size; ; batch += batch / 2 {
		fresh, stale := p.live()
		threshold := p.stop()
		if len(fresh) >= p.size {
			fresh = p.selectWorst(fresh, p.size)
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

// live lists the samples whose residual is above stop: those that have taken all
// blocks, and those that have not.
func (p *pursuit) live() (fresh, stale []int) {
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

// least is the smallest residual of the samples.
func (p *pursuit) least(samples []int) float64 {
	least := math.Inf(1)
	for _, t := range samples {
		least = min(least, p.eps[t])
	}
	return least
}

// worstOutside is the worst sample by its bound that is neither in nor picked;
// n where there is none.
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
