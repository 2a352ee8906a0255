package subset

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// exactKPCA is the largest training part for which MP-KPCA evaluates every sample at
// each step. Above it evaluates 59 random ones, which contain one of the best twentieth
// with probability 0.95 (Smola and Schölkopf 2000).
const exactKPCA = 4000

var mpkpca = part.Part[Kind]{Name: "mp-kpca", Doc: "matching pursuit for kernel PCA: greedily the sample that explains most of the rest", Parameters: []part.Parameter{M, Sigma}, Build: Kind{
	Nests: true, Random: true, Exact: exactKPCA, Samples: true, Choose: chooseMPKPCA,
	Numbers: func(n, m int64) int64 {
		if n <= exactKPCA {
			return n*n + n*m
		}
		return n * m
	},
	Work: func(n, m, d float64) float64 { return n * n * (2*d + m) },
}}

func chooseMPKPCA(ctx context.Context, from Candidates, m int, at part.Point) (*Supports, error) {
	looked := 0
	if n, _ := from.X.Dims(); n > exactKPCA {
		looked = 59
	}
	p, err := MPKPCA(ctx, kernel.At(at), from.X, m, looked, at.DrawSeed())
	return hullSupports(ctx, at, from, m, p, err)
}

// exactSamples is the largest n for the exact choice: its n×n matrix takes 4 GiB.
const exactSamples = 23170

// exactGrain is the number of rows of that matrix that a goroutine processes at a time.
const exactGrain = 64

// rowGrain is the number of samples that a goroutine processes at a time in passes with
// little work for each.
const rowGrain = 512

// MPKPCA chooses up to m rows of x (n×d) by matching pursuit for sparse kernel PCA
// (Smola and Schölkopf 2000; Böhmer et al. 2012, section 4): each pick minimises the
// mean approximation error of all samples after it, the lowest index among equals. It
// stops early when the largest residual falls to [Tolerance], and refuses a kernel as
// [MPMAH] does.
//
// With candidates 0 (or n and more) each pick is the best of all samples: O(n²m + n²d)
// time and O(n²) memory, refused above 23170 samples. Otherwise it is the best of the
// given number of candidates, drawn at random by seed; 59 contain one of the best
// twentieth with a probability of 0.95. That takes O(candidates·n·m·(m+d)) time and
// O(n·(m+candidates)) memory.
func MPKPCA(ctx context.Context, k kernel.Kernel, x *mat.Dense, m, candidates int, seed uint64) (Picks, error) {
	n, _ := x.Dims()
	if m < 1 || m > n || candidates < 0 {
		panic(fmt.Sprintf("subset: %d picks of %d samples, %d candidates", m, n, candidates))
	}
	r, err := newResiduals(k, x, meanOf(x))
	if err != nil {
		return Picks{}, err
	}
	exact := candidates == 0 || candidates >= n
	if exact && n > exactSamples {
		return Picks{}, fmt.Errorf("exact MP-KPCA of %d samples needs %.1f GiB for their kernel matrix, and at most %d samples are allowed: choose among random candidates (59 are usual), or take mp-mah", n, 8*float64(n)*float64(n)/(1<<30), exactSamples)
	}
	g := greedyChoice{residuals: r, l: mat.NewDense(n, m, nil), exhausted: make([]bool, n)}
	if exact {
		return (&exactChoice{greedyChoice: g}).choose(ctx, m)
	}
	return (&sampledChoice{greedyChoice: g, count: candidates, rng: rand.New(rand.NewPCG(seed, 0))}).choose(ctx, m)
}

// greedyChoice is the state that both choices share: the residuals, the n×m matrix l
// whose rows are L⁻¹κ of every sample with the picks so far, and the factor L itself.
type greedyChoice struct {
	*residuals
	l         *mat.Dense
	factor    factor
	picks     Picks
	exhausted []bool // samples whose residual was found to be rounding
}

// eligible reports whether sample t may be considered for a pick.
func (g *greedyChoice) eligible(t int) bool { return g.eps[t] > g.stop() && !g.exhausted[t] }

// significant reports whether the residual of sample t exceeds rounding. If not, the
// sample is excluded: residuals only decrease.
func (g *greedyChoice) significant(t int) (bool, error) {
	ok, err := g.exceeds(t, g.eps[t], g.stop(), &g.factor, g.l.RawRowView(t)[:g.factor.size])
	g.exhausted[t] = !ok
	return ok, err
}

// pick makes a pick, whose residual column is v. It divides v by the root of the pick's
// residual, subtracts its square from all residuals and stores it in l.
func (g *greedyChoice) pick(pick int, v []float64) error {
	g.picks.Index = append(g.picks.Index, pick)
	g.picks.Residual = append(g.picks.Residual, g.eps[g.worst()])
	root := math.Sqrt(g.eps[pick])
	floats.Scale(1/root, v)
	v[pick] = root
	_, m := g.l.Dims()
	j := g.factor.size
	g.l.SetCol(j, v)
	copy(g.factor.next(m), g.l.RawRowView(pick))
	g.factor.size++
	for t, w := range v {
		g.eps[t] -= w * w
	}
	for _, t := range g.picks.Index {
		g.eps[t] = 0
	}
	for t, e := range g.eps {
		if !(e >= 0) {
			if _, err := g.significant(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// exactChoice is the state of the exact choice: the kernel matrix minus the part
// explained by the picks so far, and the squared norm of each of its rows.
type exactChoice struct {
	greedyChoice
	rest  *mat.Dense
	norms []float64
}

// evaluate fills the kernel matrix.
func (g *exactChoice) evaluate(ctx context.Context) error {
	n, d := g.x.Dims()
	g.rest, g.norms = mat.NewDense(n, n, nil), make([]float64, n)
	all := kernel.NewSupports(g.x)
	return parallel.For(ctx, n, exactGrain, func(lo, hi int) {
		kernel.Matrix(g.rest.Slice(lo, hi, 0, n).(*mat.Dense), g.k, g.x.Slice(lo, hi, 0, d).(*mat.Dense), all, false)
		for t := lo; t < hi; t++ {
			row := g.rest.RawRowView(t)
			row[t] = g.eps[t]
			g.norms[t] = floats.Dot(row, row)
		}
	})
}

// choose makes up to m picks.
func (g *exactChoice) choose(ctx context.Context, m int) (Picks, error) {
	if err := g.evaluate(ctx); err != nil {
		return Picks{}, err
	}
	v := make([]float64, len(g.eps))
	for len(g.picks.Index) < m {
		best := g.best()
		if best < 0 {
			g.picks.Spans = true
			break
		}
		ok, err := g.significant(best)
		if err != nil {
			return Picks{}, err
		}
		if !ok {
			continue
		}
		copy(v, g.rest.RawRowView(best))
		if err := g.pick(best, v); err != nil {
			return Picks{}, err
		}
		if err := g.deflate(ctx, v); err != nil {
			return Picks{}, err
		}
	}
	return g.picks, nil
}

// best returns the sample that reduces the sum of all ε most, by ‖R_j‖²/R_jj with R the
// residual kernel matrix, or −1 if all residuals are rounding.
func (g *exactChoice) best() int {
	best, most := -1, 0.0
	for t, e := range g.eps {
		if !g.eligible(t) {
			continue
		}
		if gain := g.norms[t] / e; best < 0 || gain > most {
			best, most = t, gain
		}
	}
	return best
}

// deflate subtracts v·vᵀ from the residual kernel matrix.
func (g *exactChoice) deflate(ctx context.Context, v []float64) error {
	return parallel.For(ctx, len(v), exactGrain, func(lo, hi int) {
		for t := lo; t < hi; t++ {
			row := g.rest.RawRowView(t)
			floats.AddScaled(row, -v[t], v)
			g.norms[t] = floats.Dot(row, row)
		}
	})
}

// sampledChoice is the state of the choice among random candidates.
type sampledChoice struct {
	greedyChoice
	count int // number of candidates of a pick
	rng   *rand.Rand
}

// choose makes up to m picks.
func (s *sampledChoice) choose(ctx context.Context, m int) (Picks, error) {
	v := make([]float64, len(s.eps))
	for len(s.picks.Index) < m {
		in := s.draw()
		if len(in) == 0 {
			s.picks.Spans = true
			break
		}
		columns, gains, err := s.evaluate(ctx, in)
		if err != nil {
			return Picks{}, err
		}
		best := floats.MaxIdx(gains) // in is ascending: the lowest index among equals
		ok, err := s.significant(in[best])
		if err != nil {
			return Picks{}, err
		}
		if !ok {
			continue
		}
		mat.Col(v, best, columns)
		if err := s.pick(in[best], v); err != nil {
			return Picks{}, err
		}
	}
	return s.picks, nil
}

// draw returns random candidates among the eligible samples, ascending.
func (s *sampledChoice) draw() []int {
	var open []int
	for t := range s.eps {
		if s.eligible(t) {
			open = append(open, t)
		}
	}
	count := min(s.count, len(open))
	for i := range count {
		k := i + s.rng.IntN(len(open)-i)
		open[i], open[k] = open[k], open[i]
	}
	slices.Sort(open[:count])
	return open[:count]
}

// evaluate returns the columns of the residual kernel matrix of the candidates in, and
// the reduction of the sum of all ε by each.
func (s *sampledChoice) evaluate(ctx context.Context, in []int) (columns *mat.Dense, gains []float64, err error) {
	n, d := s.x.Dims()
	c, j := len(in), s.factor.size
	supports := kernel.NewSupports(rowsOf(s.x, in))
	var lt blas64.General
	if j > 0 {
		lt = mat.DenseCopyOf(rowsOf(s.l, in).Slice(0, c, 0, j).T()).RawMatrix()
	}
	columns = mat.NewDense(n, c, nil)
	sums := mat.NewDense((n+rowGrain-1)/rowGrain, c, nil) // of squares, by block of rows
	err = parallel.For(ctx, n, rowGrain, func(lo, hi int) {
		panel := columns.Slice(lo, hi, 0, c).(*mat.Dense)
		kernel.Matrix(panel, s.k, s.x.Slice(lo, hi, 0, d).(*mat.Dense), supports, false)
		if j > 0 {
			blas64.Gemm(blas.NoTrans, blas.NoTrans, -1, s.l.Slice(lo, hi, 0, j).(*mat.Dense).RawMatrix(), lt, 1, panel.RawMatrix())
		}
		sum := sums.RawRowView(lo / rowGrain)
		for i := range hi - lo {
			for a, w := range panel.RawRowView(i) {
				sum[a] += w * w
			}
		}
	})
	gains = make([]float64, c)
	for b := range sums.RawMatrix().Rows {
		floats.Add(gains, sums.RawRowView(b))
	}
	for a, t := range in {
		gains[a] /= s.eps[t]
	}
	return columns, gains, err
}
