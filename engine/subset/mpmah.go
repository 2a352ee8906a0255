package subset

import (
	"context"
	"fmt"
	"math"
	"sync"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

var mpmah = part.Part[Kind]{Name: "mp-mah", Parameters: []part.Parameter{M, Sigma}, Build: Kind{
	Nests: true, Samples: true, Numbers: valuesAt, Choose: chooseMPMAH,
	Work: func(n, m, d float64) float64 { return n * m * (2*d + m) },
}}

func chooseMPMAH(ctx context.Context, from Candidates, m int, at part.Point) (*Supports, error) {
	return supportsOf(MPMAH(ctx, kernel.At(at), from.X, m, from.Mean, from.Distances))
}

// MPMAH chooses up to m rows of x (n×d) by matching pursuit for the
// maximisation of the affine hull (Böhmer et al. 2012, Algorithm 2): each pick
// is the sample worst approximated by the span of the picks before it, the
// lowest index among equals. That is diagonal-pivoted Cholesky of the kernel
// matrix, without an inverse. It stops early when the largest residual falls to
// [Tolerance]. A negative residual beyond rounding is a [kernel.IndefiniteError].
//
// Residuals only fall, so what a sample had left some picks ago bounds what it
// has left now. A round looks at the samples with the largest bounds: when those
// have taken all picks, the greedy choice goes on among them by itself for as
// long as its best is worse than the bounds of all others. The others take the
// picks of all rounds in a few products, when it is their turn: most samples
// never are. At most O(m²n + mnd) time and O(mn) memory.
//
// mean computes the mean of the samples (length d), which kernels of differences take for
// the origin; nil stands for that of x. distances are the squared distances of the samples
// to each other at that origin, for such a kernel, or nil. The picks do not depend on
// either.
//
// The picks are those of the choice one by one over all samples, up to rounding:
// compare [Picks].Margin. A sample's residual goes through the same operations
// whenever it takes a pick, so equal samples have equal residuals to the bit.
func MPMAH(ctx context.Context, k kernel.Kernel, x *mat.Dense, m int, mean func() []float64, distances *kernel.Distances) (Picks, error) {
	n, _ := x.Dims()
	if m < 1 || m > n {
		panic(fmt.Sprintf("subset: %d picks of %d samples", m, n))
	}
	r, err := newResiduals(k, x, mean)
	if err != nil {
		return Picks{}, err
	}
	p := &pursuit{residuals: r, distances: distances, most: m, size: roundSize(n), applied: make([]int32, n), rows: make([][][]float64, n), storage: newArena(n * m)}
	for len(p.picks.Index) < m {
		in, rest, err := p.candidates(ctx)
		if err != nil {
			return Picks{}, err
		}
		chosen, err := p.round(ctx, in, rest)
		if err != nil {
			return Picks{}, err
		}
		if chosen == 0 {
			break
		}
	}
	return p.picks, nil
}

// roundSize is the number of candidates of a round of n samples. With many, rounds
// pick many and are few; with few, samples take fewer blocks before it shows that they
// need no more.
func roundSize(n int) int {
	return min(n, max(64, min(512, int(2*math.Sqrt(float64(n))))))
}

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
