package machines

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"example.com/sfatui/engine/linalg/parallel"
)

// CoreProblem describes the smallest ball around N points by the inner products k' of
// their images.
type CoreProblem struct {
	N int
	// Inner writes Σ_i α_i k'(core_i, j) for j = from … from+len(dst)-1 to dst. Several
	// goroutines call it at once.
	Inner func(dst []float64, from int, core []int, alpha []float64)
	// At returns k'(i, j) of a single pair.
	At func(i, j int) float64
	// Square returns k'(i, i) + z_i².
	Square func(i int) float64
}

// CoreOptions set the precision of the ball.
type CoreOptions struct {
	// Epsilon bounds the distance of points from the centre to 1 + ε times the radius.
	Epsilon float64
	// Most bounds the core set: the search ends there whatever ε is; 0 sets no bound.
	Most int
	// Seed draws the samples that are compared between full passes. Up to Exact samples
	// are all compared each time; 0 stands for 2000.
	Seed  uint64
	Exact int
}

const (
	// exactSamples replaces a CoreOptions.Exact of 0.
	exactSamples = 2_000
	// drawnSamples counts the samples compared between full passes: with a probability
	// of 95 % one of them is among the farthest 5 % (Smola and Schölkopf 2000).
	drawnSamples = 59
	// grain counts the samples that a goroutine compares at a time in a full pass.
	grain = 2048
)

// CoreSolution holds a ball.
type CoreSolution struct {
	// Core lists the samples of the core set in the order in which they joined, Alpha
	// their weights, which sum to 1. Some may be 0.
	Core  []int
	Alpha []float64
	// Squared is R², Rho is αᵀK'α: the squared norm of the centre.
	Squared, Rho float64
	// Scans counts the passes over all samples.
	Scans int
	// Epsilon is the distance by which the farthest sample lies outside R, as a share
	// of R.
	Epsilon float64
	// Resolution is ε·k'/ρ: above 1 margins are not resolved.
	Resolution float64
}

// SolveCore finds the ball by adding the farthest sample to the core set until none
// lies outside. It fails if ctx ends. It panics without a point, or unless ε is above
// 0.
func SolveCore(ctx context.Context, p CoreProblem, o CoreOptions) (*CoreSolution, error) {
	if p.N < 1 || !(o.Epsilon > 0) {
		panic(fmt.Sprintf("machines: a ball around %d points to ε %g", p.N, o.Epsilon))
	}
	b := &ball{CoreProblem: p, exact: cmp.Or(o.Exact, exactSamples), in: make([]bool, p.N), rng: rand.New(rand.NewPCG(o.Seed, 0x63766d))}
	b.addToCore(0)
	b.alpha[0] = 1
	b.recompute()
	for {
		farthest, squared, err := b.farthest(ctx, o.Epsilon)
		if err != nil {
			return nil, err
		}
		reach := (1 + o.Epsilon) * (1 + o.Epsilon) * b.squared
		done := farthest < 0 || squared <= reach*(1+1e-14) || b.in[farthest] || o.Most > 0 && len(b.core) >= o.Most
		if done && b.converged {
			return b.solution(o, squared), nil
		}
		steps := 4*len(b.core) + 500
		if done {
			steps = 500_000 // makes up for the few steps taken for each sample
			b.converged = true
		} else {
			b.addToCore(farthest)
		}
		settled, err := b.solve(ctx, 0.2*o.Epsilon*b.Square(b.core[0]), steps)
		if err != nil {
			return nil, err
		}
		b.converged = b.converged && done || settled
	}
}

// ball holds the state of SolveCore.
type ball struct {
	CoreProblem
	exact     int // as in CoreOptions.Exact
	rng       *rand.Rand
	in        []bool
	core      []int
	alpha     []float64
	gram      [][]float64 // k' of the core set
	slope     []float64   // (K'α)_i of the core set
	squared   float64     // R²
	rho       float64     // αᵀK'α
	scans     int
	converged bool // whether the weights are optimal for the core set, to the tolerance
}

// addToCore adds a sample to the core set, with weight 0.
func (b *ball) addToCore(i int) {
	b.in[i] = true
	row := make([]float64, len(b.core), 2*len(b.core)+8)
	slope := 0.0
	for k, c := range b.core {
		row[k] = b.At(i, c)
		b.gram[k] = append(b.gram[k], row[k])
		slope += b.alpha[k] * row[k]
	}
	b.core, b.alpha = append(b.core, i), append(b.alpha, 0)
	b.gram, b.slope = append(b.gram, append(row, b.At(i, i))), append(b.slope, slope)
}

// recompute computes slope, ρ and R² from the weights, without the rounding of the
// updates.
func (b *ball) recompute() {
	b.rho, b.squared = 0, 0
	for i, row := range b.gram {
		b.slope[i] = 0
		for k, a := range b.alpha {
			b.slope[i] += a * row[k]
		}
		b.rho += b.alpha[i] * b.slope[i]
		b.squared += b.alpha[i] * b.Square(b.core[i])
	}
	b.squared = max(b.squared-b.rho, 0)
}

// solve moves weight between pairs of the core set until the distances of the samples
// from the centre agree to a tolerance: the largest of all, and the smallest of those
// with weight. It reports whether they do within the steps. It fails only if ctx
// ends.
func (b *ball) solve(ctx context.Context, tolerance float64, steps int) (bool, error) {
	square := make([]float64, len(b.core))
	for i, c := range b.core {
		square[i] = b.Square(c)
	}
	// The gradient of the objective by α_i is 2·slope_i − square_i: a smaller one means
	// a larger distance.
	for step := 0; ; step++ {
		if step%1024 == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		to, from := -1, -1
		low, high := math.Inf(1), math.Inf(-1)
		for i, s := range b.slope {
			g := 2*s - square[i]
			if g < low {
				to, low = i, g
			}
			if g > high && b.alpha[i] > 0 {
				from, high = i, g
			}
		}
		if to == from || high-low <= tolerance || step >= steps {
			b.recompute()
			return to == from || high-low <= tolerance, nil
		}
		curve := b.gram[to][to] + b.gram[from][from] - 2*b.gram[to][from]
		by := b.alpha[from]
		if curve > 0 {
			by = min(by, (high-low)/(2*curve))
		}
		b.alpha[to] += by
		if b.alpha[from] -= by; b.alpha[from] < 1e-16 {
			b.alpha[to] += b.alpha[from]
			b.alpha[from] = 0
		}
		for i := range b.slope {
			b.slope[i] += by * (b.gram[i][to] - b.gram[i][from])
		}
	}
}

// farthest returns the sample farthest from the centre and its squared distance: the
// farthest of some drawn samples, or, if all of these lie inside, of all samples. It
// fails only if ctx ends.
func (b *ball) farthest(ctx context.Context, epsilon float64) (at int, squared float64, err error) {
	if b.N > b.exact {
		reach := (1 + epsilon) * (1 + epsilon) * b.squared
		at, squared = -1, reach
		for range drawnSamples {
			i := b.rng.IntN(b.N)
			if b.in[i] {
				continue
			}
			inner := 0.0
			for k, c := range b.core {
				if a := b.alpha[k]; a != 0 {
					inner += a * b.At(c, i)
				}
			}
			if d := b.rho - 2*inner + b.Square(i); d > squared {
				at, squared = i, d
			}
		}
		if at >= 0 {
			return at, squared, nil
		}
	}
	return b.scan(ctx)
}

// scan returns the sample farthest from the centre among all, and its squared distance.
func (b *ball) scan(ctx context.Context) (at int, squared float64, err error) {
	b.scans++
	blocks := (b.N + grain - 1) / grain
	where, most := make([]int, blocks), make([]float64, blocks)
	var core []int
	var alpha []float64
	for k, a := range b.alpha {
		if a != 0 {
			core, alpha = append(core, b.core[k]), append(alpha, a)
		}
	}
	err = parallel.For(ctx, blocks, 1, func(lo, hi int) {
		sum := make([]float64, grain)
		for block := lo; block < hi; block++ {
			from := block * grain
			n := min(grain, b.N-from)
			b.Inner(sum[:n], from, core, alpha)
			where[block], most[block] = -1, math.Inf(-1)
			for j := range n {
				if d := b.rho - 2*sum[j] + b.Square(from+j); d > most[block] {
					where[block], most[block] = from+j, d
				}
			}
		}
	})
	at, squared = -1, math.Inf(-1)
	for block, d := range most {
		if d > squared {
			at, squared = where[block], d
		}
	}
	return at, squared, err
}

func (b *ball) solution(o CoreOptions, farthest float64) *CoreSolution {
	s := &CoreSolution{Core: b.core, Alpha: b.alpha, Squared: b.squared, Rho: b.rho, Scans: b.scans}
	if b.squared > 0 {
		s.Epsilon = max(math.Sqrt(max(farthest, 0)/b.squared)-1, 0)
	}
	largest := 0.0
	for _, c := range b.core {
		largest = max(largest, b.Square(c))
	}
	s.Resolution = o.Epsilon * largest / b.rho
	return s
}
