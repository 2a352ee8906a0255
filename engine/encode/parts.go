package encode

import (
	"context"
	"fmt"
	"math/rand/v2"

	"example.com/sfatui/engine/codes"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/progress"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// Multiplicative updates converge fast at first and then slowly: alternating least
	// squares finish.
	nmfSweeps  = 100
	nmfRefined = 100
	snmfSweeps = 40

	klnmfSweeps = 200
	hnmfSweeps  = 100
)

// usualSparseness is about the sparseness of the parts that nmf finds in images of
// digits.
const usualSparseness = 0.7

// usualPenalty keeps the parts of sparse factors small and their codes sparse, for
// samples of mean entry 1.
var usualPenalty = codes.Penalty{Eta: 0.1, Beta: 0.5}

var nonNegative = part.Part[space.FrontKind]{
	Name: "nmf", Prefix: "nmf:", Doc: "non-negative matrix factorisation: nmf:16 (parts)",
	Read: func(word string) (string, error) { _, err := numbers(word); return word, err },
	Build: partsKind(factorisation{
		learn: func(ctx context.Context, x, a, parts *mat.Dense, _ float64) ([]float64, error) {
			const sweeps = nmfSweeps + nmfRefined
			record, err := codes.MultiplicativeParts(progress.Within(ctx, 0, sweeps), x, a, parts, codes.Squared, nmfSweeps)
			if err != nil {
				return nil, err
			}
			more, err := codes.SparseParts(progress.Within(ctx, nmfSweeps, sweeps), x, a, parts, codes.Penalty{}, nmfRefined)
			return append(record, more[1:]...), err
		},
		code: leastSquares(0), needs: factorNeeds(nmfSweeps, nmfRefined),
	}),
}

var divergentParts = part.Part[space.FrontKind]{
	Name: "klnmf", Prefix: "klnmf:", Doc: "non-negative factorisation for the Kullback–Leibler divergence, suited to counts: klnmf:16 (parts)",
	Read: func(word string) (string, error) { _, err := numbers(word); return word, err },
	Build: partsKind(factorisation{
		learn: func(ctx context.Context, x, a, parts *mat.Dense, _ float64) ([]float64, error) {
			return codes.MultiplicativeParts(ctx, x, a, parts, codes.KullbackLeibler, klnmfSweeps)
		},
		code: codes.CodePartsDivergent, needs: factorNeeds(2*klnmfSweeps, 0),
	}),
}

var sparseParts = part.Part[space.FrontKind]{
	Name: "snmf", Prefix: "snmf:", Doc: "non-negative factorisation with sparse codes (Kim and Park): snmf:16 (parts)",
	Read: func(word string) (string, error) { _, err := numbers(word); return word, err },
	Build: partsKind(factorisation{
		learn: func(ctx context.Context, x, a, parts *mat.Dense, _ float64) ([]float64, error) {
			return codes.SparseParts(ctx, x, a, parts, usualPenalty, snmfSweeps)
		},
		code: leastSquares(usualPenalty.Beta), needs: factorNeeds(0, snmfSweeps),
	}),
}

var hoyerParts = part.Part[space.FrontKind]{
	Name: "hnmf", Prefix: "hnmf:", Doc: "non-negative factorisation with parts of a given sparseness (Hoyer): hnmf:16:0.7 (parts, sparseness)",
	Read: func(word string) (string, error) {
		v, err := numbers(word, usualSparseness)
		if err == nil && v[1] >= 1 {
			err = fmt.Errorf("%q: the sparseness must be between 0 (all entries equal) and 1 (a single entry)", word)
		}
		return word, err
	},
	Build: partsKind(factorisation{
		learn: func(ctx context.Context, x, a, parts *mat.Dense, sparseness float64) ([]float64, error) {
			return codes.HoyerParts(ctx, x, a, parts, sparseness, hnmfSweeps)
		},
		code: leastSquares(0), needs: factorNeeds(2*hnmfSweeps, hnmfSweeps/2), usual: []float64{usualSparseness},
	}),
}

// leastSquares returns a function that codes samples in parts by least squares with a
// penalty β.
func leastSquares(beta float64) func(ctx context.Context, a, x, parts *mat.Dense) error {
	return func(ctx context.Context, a, x, parts *mat.Dense) error {
		return codes.CodeParts(ctx, a, x, parts, beta)
	}
}

// factorisation combines a way to factorise with a way to code.
type factorisation struct {
	// learn improves codes and parts. It returns the objective before the first sweep
	// and after each; number is the one behind the number of parts, 0 without.
	learn func(ctx context.Context, x, a, parts *mat.Dense, number float64) ([]float64, error)
	// code improves the codes of samples for given parts, starting from codes.
	code  func(ctx context.Context, a, x, parts *mat.Dense) error
	needs func(n, d, k, number float64) (held, work float64)
	usual []float64 // default of number, if the front has one
}

// partsKind returns the kind of a front that factorises.
func partsKind(by factorisation) space.FrontKind {
	return space.FrontKind{
		Needs:      needsOf(1, by.needs),
		Components: atomCount,
		Raw:        func(part.Point) bool { return true },
		Restore: func(_ part.Point, _ []float64, w *mat.Dense) (space.Front, error) {
			if err := codes.CheckNonNegative(w); err != nil {
				return nil, err
			}
			return &factors{parts: w, code: by.code}, nil
		},
		Learn: func(ctx context.Context, at part.Point, x *mat.Dense) (space.Front, error) {
			v, err := numbers(wordOf(at), by.usual...)
			if err == nil {
				err = codes.CheckNonNegative(x)
			}
			if err == nil && mat.Max(x) == 0 {
				err = errSame
			}
			if err != nil {
				return nil, fmt.Errorf("--front %s: %w", wordOf(at), err)
			}
			n, _ := x.Dims()
			k := int(v[0])
			if k > n {
				return nil, fmt.Errorf("--front %s: %d parts of %d training samples: take fewer", wordOf(at), k, n)
			}
			a, parts := startParts(x, k, at.Seed)
			record, err := by.learn(ctx, x, a, parts, append(v, 0)[1])
			if err != nil {
				return nil, err
			}
			f := &factors{parts: parts, code: by.code}
			if err := f.code(ctx, a, x, parts); err != nil {
				return nil, err
			}
			f.info = codeInfo(a, parts, part.Floats(record[1:]))
			return f, nil
		},
	}
}

// startParts returns positive codes and parts by seed, such that the mean of their
// products is about that of x.
func startParts(x *mat.Dense, k int, seed uint64) (a, parts *mat.Dense) {
	n, d := x.Dims()
	rng := rand.New(rand.NewPCG(seed, 0x6e6d66))
	mean := max(mat.Sum(x)/float64(n*d), 1e-300)
	a, parts = mat.NewDense(n, k, nil), mat.NewDense(k, d, nil)
	a.Apply(func(_, _ int, _ float64) float64 { return 0.5 + rng.Float64() }, a)
	parts.Apply(func(_, _ int, _ float64) float64 { return (0.5 + rng.Float64()) * mean / float64(k) }, parts)
	return a, parts
}

// factors codes samples in parts without negative numbers.
type factors struct {
	parts *mat.Dense // K×d
	code  func(ctx context.Context, a, x, parts *mat.Dense) error
	info  result.Front
}

func (f *factors) Components() int { k, _ := f.parts.Dims(); return k }

func (f *factors) Parts() ([]float64, *mat.Dense) { return nil, f.parts }

func (f *factors) Info() result.Front { return f.info }

func (f *factors) Note(inputs int) string {
	return fmt.Sprintf("codes of %d parts of %d inputs", f.Components(), inputs) + uselessNote(f.info)
}

func (f *factors) Project(dst, x *mat.Dense) {
	dst.Zero()
	_ = f.code(context.Background(), dst, x, f.parts) // fails only if the context ends
}

func (f *factors) Error(ctx context.Context, x *mat.Dense) (float64, error) {
	n, d := x.Dims()
	a := mat.NewDense(n, f.Components(), nil)
	if err := f.code(ctx, a, x, f.parts); err != nil {
		return 0, err
	}
	left := mat.NewDense(n, d, nil)
	left.Mul(a, f.parts)
	left.Sub(x, left)
	sum := 0.0
	for i := range n {
		sum += floats.Dot(left.RawRowView(i), left.RawRowView(i))
	}
	return sum, nil
}

// factorNeeds returns the costs of factorisations: products counts the sweeps of matrix
// products, squares those of least squares, which solve for about half of the parts in
// several rounds.
func factorNeeds(products, squares float64) func(n, d, k, _ float64) (held, work float64) {
	return func(n, d, k, _ float64) (held, work float64) {
		const rounds = 10
		m := k / 2
		solve := rounds * vectorCost * (n + d) * (m*m*m/3 + 2*k*k)
		return 4*n*d + 5*n*k + 3*k*d + k*k, products*(3*n*d*k+2*n*k*k) + squares*(3*n*d*k+solve)
	}
}
