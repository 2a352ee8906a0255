package main

import (
	"context"
	"math"
	"math/rand/v2"

	"example.com/sfatui/engine/align"
	"example.com/sfatui/engine/codes"
	"example.com/sfatui/engine/gaussianprocess"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/machines"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// alignments returns a computation that sums a measure over all pairs of rows, as series.
func alignments(of func(a *align.Aligner, x, y align.Series) float64) func(context.Context, *mat.Dense) (float64, error) {
	return func(ctx context.Context, x *mat.Dense) (float64, error) {
		n, _ := x.Dims()
		sums := make([]float64, n)
		err := parallel.For(ctx, n, 1, func(i, _ int) {
			var a align.Aligner
			for j := i; j < n; j++ {
				sums[i] += of(&a, align.Of(x.RawRowView(i)...), align.Of(x.RawRowView(j)...))
			}
		})
		return floats.Sum(sums), err
	}
}

// curves returns smooth series: a bump at a random place with a random width, plus noise.
func curves(n, d int) *mat.Dense {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		at, width := float64(d)*(0.3+0.4*rng.Float64()), float64(d)*(0.05+0.1*rng.Float64())
		for t := range d {
			u := (float64(t) - at) / width
			x.Set(i, t, math.Exp(-u*u/2)+0.05*rng.NormFloat64())
		}
	}
	return x
}

// neighbours returns a computation that finds the nearest of the first n/share series for each
// of the others, and sums their costs.
func neighbours(share int) func(context.Context, *mat.Dense) (float64, error) {
	return func(ctx context.Context, x *mat.Dense) (float64, error) {
		n, _ := x.Dims()
		series := make([]align.Series, n)
		for i := range series {
			series[i] = align.Of(x.RawRowView(i)...)
		}
		train := n / share
		near, costs := align.NewNearest(series[:train], false, align.Window{}), make([]float64, n-train)
		err := parallel.For(ctx, n-train, 1, func(lo, hi int) {
			var a align.Aligner
			for i := lo; i < hi; i++ {
				if index, _, err := near.Of(ctx, series[train+i], 1, -1); err == nil {
					costs[i] = a.DTW(series[train+i], series[index[0]], align.Window{})
				}
			}
		})
		return floats.Sum(costs), err
	}
}

// pursuits codes all samples by the first ones as atoms, and returns the sum of squared
// residuals.
func pursuits(ctx context.Context, x *mat.Dense) (float64, error) {
	n, d := x.Dims()
	atoms := mat.DenseCopyOf(x.Slice(0, codeAtoms, 0, d))
	for j := range codeAtoms {
		floats.Scale(1/floats.Norm(atoms.RawRowView(j), 2), atoms.RawRowView(j))
	}
	coder := codes.NewCoder(atoms)
	const grain = 64
	sums := make([]float64, (n+grain-1)/grain)
	err := parallel.For(ctx, n, grain, func(lo, hi int) {
		c, code := coder.Clone(), make([]float64, codeAtoms)
		var left mat.VecDense
		for i := lo; i < hi; i++ {
			c.OMP(code, x.RawRowView(i), codeUsed, 0)
			left.MulVec(atoms.T(), mat.NewVecDense(codeAtoms, code))
			left.SubVec(x.RowView(i), &left)
			sums[lo/grain] += mat.Dot(&left, &left)
		}
	})
	return floats.Sum(sums), err
}

// dictionary learns atoms from the samples and returns the squared error.
func dictionary(ctx context.Context, x *mat.Dense) (float64, error) {
	_, d := x.Dims()
	start := mat.DenseCopyOf(x.Slice(0, learntAtoms, 0, d))
	_, _, record, err := codes.KSVD(ctx, x, start, codes.Learning{NonZeros: learntUsed, Sweeps: learntSweeps, Replace: true})
	if err != nil {
		return 0, err
	}
	return record[len(record)-1].Learnt, nil
}

// factorProblem returns the absolute values of samples, and initial codes and parts.
func factorProblem(x *mat.Dense) (positive, a, parts *mat.Dense) {
	n, d := x.Dims()
	positive = mat.NewDense(n, d, nil)
	positive.Apply(func(_, _ int, v float64) float64 { return math.Abs(v) }, x)
	start := func(rows, columns, period int) *mat.Dense {
		out := mat.NewDense(rows, columns, nil)
		for i := range out.RawMatrix().Data {
			out.RawMatrix().Data[i] = 1 + float64(i*7%period)/float64(period)
		}
		return out
	}
	return positive, start(n, factorCount, 11), start(factorCount, d, 13)
}

// squaredError returns ‖x − codes·parts‖².
func squaredError(x, a, parts *mat.Dense) float64 {
	var left mat.Dense
	left.Mul(a, parts)
	left.Sub(x, &left)
	norm := mat.Norm(&left, 2)
	return norm * norm
}

// factors returns a computation that improves factors of the absolute values and returns the
// squared error.
func factors(loss codes.Loss) func(context.Context, *mat.Dense) (float64, error) {
	return func(ctx context.Context, x *mat.Dense) (float64, error) {
		x, a, parts := factorProblem(x)
		_, err := codes.MultiplicativeParts(ctx, x, a, parts, loss, factorLoops)
		return squaredError(x, a, parts), err
	}
}

// sparseFactors improves sparse factors by alternating least squares and returns the squared
// error.
func sparseFactors(ctx context.Context, x *mat.Dense) (float64, error) {
	x, a, parts := factorProblem(x)
	_, err := codes.SparseParts(ctx, x, a, parts, codes.Penalty{Eta: 0.1, Beta: 0.5}, sparseLoops)
	return squaredError(x, a, parts), err
}

// process conditions a Gaussian process on a function of the samples, and returns the sum of
// means and variances at some of them.
func process(ctx context.Context, x *mat.Dense) (float64, error) {
	n, d := x.Dims()
	y := make([]float64, n)
	for i := range y {
		y[i] = math.Sin(x.At(i, 0)) + math.Cos(x.At(i, 1))
	}
	prior := gaussianprocess.Prior{Terms: []gaussianprocess.Term{{Shape: gaussianprocess.Gaussian, Length: processLength, Signal: 1}}, Noise: processNoise}
	e, err := gaussianprocess.Condition(ctx, prior, x, y)
	if err != nil {
		return 0, err
	}
	mean, variance, err := e.Predict(ctx, x.Slice(0, processHeld, 0, d).(*mat.Dense))
	return floats.Sum(mean) + floats.Sum(variance), err
}

// squares returns uniformly distributed points of a square of four by four fields.
func squares(n, d int) *mat.Dense {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	x := mat.NewDense(n, d, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return 4 * rng.Float64() }, x)
	return x
}

// checkerboard classifies the fields of a checkerboard, and returns the number of core vectors.
func checkerboard(ctx context.Context, x *mat.Dense) (float64, error) {
	return countCores(ctx, x, 0.4, func(a, b float64) float64 { return 1 - 2*math.Abs(math.Mod(math.Floor(a)+math.Floor(b), 2)) })
}

// machine trains a core vector machine for two classes, and returns the number of core vectors.
func machine(ctx context.Context, x *mat.Dense) (float64, error) {
	return countCores(ctx, x, machineWidth, func(a, b float64) float64 { return math.Sin(3*a) * math.Sin(3*b) })
}

// countCores returns the number of core vectors for two classes, given by the sign of a
// function of the samples.
func countCores(ctx context.Context, x *mat.Dense, width float64, class func(a, b float64) float64) (float64, error) {
	n, _ := x.Dims()
	y := make([]float64, n)
	for i := range y {
		y[i] = math.Copysign(1, class(x.At(i, 0), x.At(i, 1)))
	}
	m, err := machines.CoreClasses(ctx, x, y, kernel.Gaussian{Sigma: width}, machineC, machines.CoreOptions{Epsilon: 1e-4})
	if err != nil {
		return 0, err
	}
	return float64(len(m.Core)), nil
}
