package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.com/sfatui/engine/align"
	"example.com/sfatui/engine/cvm"
	"example.com/sfatui/engine/gaussianprocess"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/nmf"
	"example.com/sfatui/engine/sparse"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// benchPart is a kind of work beside the moments and the eigenproblem of a sweep, on n×d
// samples that both sides read.
type benchPart struct {
	name string
	n, d int
	// samples makes the samples, of a walk where it is nil.
	samples func(n, d int) *mat.Dense
	// take does it and gives a number that the peers must find too, to a share of apart;
	// an apart of 0 stands for peers that solve another problem.
	take  func(ctx context.Context, x *mat.Dense) (float64, error)
	apart float64
	peers []reader
	goal  string // what it shall reach; "" where nothing is promised
}

// What both sides of a part are told.
const (
	alignmentWidth           = 1.
	codeAtoms, codeUsed      = 200, 8
	factorCount, factorLoops = 20, 100
	sparseLoops              = 5
	learntAtoms, learntUsed  = 100, 4
	learntSweeps             = 30
	processLength            = 2.
	processNoise             = 0.3
	processHeld              = 500
	machineWidth, machineC   = 0.5, 100.
)

// benchParts are all of them.
var benchParts = []benchPart{
	{"alignment kernel", 80, 100, nil, alignments(func(a *align.Aligner, x, y align.Series) float64 {
		return align.GAK{Sigma: alignmentWidth}.Log(a, x, y)
	}), 1e-9, []reader{{"numpy", "numpy", pairsScript + gakScript, "table(x[i], x[j])"}}, ""},
	{"time warping", 80, 100, nil, alignments(func(a *align.Aligner, x, y align.Series) float64 {
		return a.DTW(x, y, align.Window{})
	}), 1e-9, []reader{{"numpy", "numpy", pairsScript + dtwScript, "table(x[i], x[j])"}}, ""},
	{"warping neighbours", 200, 150, curves, neighbours(4), 1e-9, []reader{{"numpy", "numpy", neighboursScript(4), "nearest()"}}, ""},
	{"of short series", 1096, 24, curves, neighbours(16), 1e-9, []reader{{"numpy", "numpy", neighboursScript(16), "nearest()"}}, ""},
	{"matching pursuit", 4000, 64, nil, pursuits, 1e-6, []reader{
		{"scikit-learn", "numpy, sklearn.linear_model", pursuitScript,
			"numpy.square(x.T - atoms.T @ sklearn.linear_model.orthogonal_mp(atoms.T, x.T, n_nonzero_coefs=8, precompute=True))"},
		{"plain numpy", "numpy", pursuitScript, "left()"},
	}, "≥ 10× plain"},
	{"K-SVD", 1797, 64, curves, dictionary, 0, nil, "≤ 2 s"},
	{"non-negative factors", 4000, 64, nil, factors(nmf.Squared), 1e-6, []reader{{"numpy", "numpy", factorScript, "factor()"}}, "≥ 0.9×"},
	{"of the divergence", 4000, 64, nil, factors(nmf.KullbackLeibler), 1e-6, []reader{{"numpy", "numpy", factorScript, "divergent()"}}, "≥ 0.9×"},
	{"sparse factors", 2000, 64, nil, sparseFactors, 1e-6, []reader{{"scipy", "numpy, scipy.optimize", factorScript, "sparse()"}}, "≥ 0.9×"},
	{"Gaussian process", 2500, 8, nil, process, 1e-6, []reader{
		{"numpy, scipy", "numpy, scipy.linalg", processScript, "predict()"},
		{"scikit-learn", "numpy, sklearn.gaussian_process, sklearn.gaussian_process.kernels", processPeerScript, "predict()"},
	}, ""},
	{"core vector machine", 20000, 2, nil, machine, 0, []reader{{"scikit-learn SVC", "numpy, sklearn.svm",
		"x = numpy.load(path)\ny = numpy.sign(numpy.sin(3 * x[:, 0]) * numpy.sin(3 * x[:, 1]))",
		"sklearn.svm.SVC(C=100, gamma=2, cache_size=1000).fit(x, y).support_"}}, ""},
	{"of a checkerboard", 100_000, 2, squares, checkerboard, 0, nil, ""},
	{"of three times as many", 300_000, 2, squares, checkerboard, 0, nil, "≤ 3 s, linear"},
}

// The peers' programs. Tables of all pairs are filled side by side, which is as fast as
// numpy can.
const (
	pairsScript = "x = numpy.load(path)\ni, j = numpy.triu_indices(len(x))\n"
	gakScript   = `
def table(a, b):
    n = a.shape[1]
    above = numpy.zeros((n + 1, len(a)))
    above[0] = 1
    for t in range(n):
        e = numpy.exp(numpy.square(a[:, t] - b.T) / -2)
        e /= 2 - e
        row = numpy.zeros_like(above)
        for u in range(n):
            row[u + 1] = e[u] * (above[u] + above[u + 1] + row[u])
        above = row
    return numpy.log(above[n])
`
	dtwScript = `
def table(a, b):
    n = a.shape[1]
    above = numpy.full((n + 1, len(a)), numpy.inf)
    above[0] = 0
    for t in range(n):
        e = numpy.square(a[:, t] - b.T)
        row = numpy.full_like(above, numpy.inf)
        for u in range(n):
            row[u + 1] = e[u] + numpy.minimum(numpy.minimum(above[u], above[u + 1]), row[u])
        above = row
    return above[n]
`
	pursuitScript = `
x = numpy.load(path)
atoms = x[:200] / numpy.linalg.norm(x[:200], axis=1)[:, None]
def left():
    sum = 0
    for v in x:
        r, chosen = v, []
        for _ in range(8):
            chosen.append(numpy.argmax(abs(atoms @ r)))
            a = atoms[chosen].T
            r = v - a @ numpy.linalg.lstsq(a, v, rcond=None)[0]
        sum += r @ r
    return numpy.array(sum)
`
	factorScript = `
x = abs(numpy.load(path))
codes = 1 + numpy.arange(len(x) * 20).reshape(-1, 20) * 7 % 11 / 11
parts = 1 + numpy.arange(20 * x.shape[1]).reshape(20, -1) * 7 % 13 / 13
def factor():
    c, p = codes.copy(), parts.copy()
    for _ in range(100):
        p *= (c.T @ x) / (c.T @ c @ p)
        c *= (x @ p.T) / (c @ (p @ p.T))
    return numpy.square(x - c @ p)
def divergent():
    c, p = codes.copy(), parts.copy()
    for _ in range(100):
        p *= (c.T @ (x / (c @ p))) / c.sum(0)[:, None]
        c *= ((x / (c @ p)) @ p.T) / p.sum(1)
    return numpy.square(x - c @ p)
def sparse():
    c, p = codes.copy(), parts.copy()
    n, d = x.shape
    for _ in range(5):
        a = numpy.vstack([c, 0.1 ** 0.5 * numpy.eye(20)])
        for j in range(d):
            p[:, j] = scipy.optimize.nnls(a, numpy.append(x[:, j], numpy.zeros(20)))[0]
        a = numpy.vstack([p.T, 0.5 ** 0.5 * numpy.ones((1, 20))])
        for i in range(n):
            c[i] = scipy.optimize.nnls(a, numpy.append(x[i], 0))[0]
    return numpy.square(x - c @ p)
`
	processScript = `
x = numpy.load(path)
y = numpy.sin(x[:, 0]) + numpy.cos(x[:, 1])
def gram(a, b):
    s = numpy.square(a).sum(1)[:, None] + numpy.square(b).sum(1) - 2 * a @ b.T
    return numpy.exp(s / -8)
def predict():
    a = gram(x, x)
    a[numpy.diag_indices(len(x))] += 0.09
    f = scipy.linalg.cho_factor(a, lower=True, overwrite_a=True, check_finite=False)
    k = gram(x, x[:500])
    v = scipy.linalg.solve_triangular(f[0], k, lower=True, check_finite=False)
    return k.T @ scipy.linalg.cho_solve(f, y, check_finite=False) + 1 - numpy.square(v).sum(0)
`
	processPeerScript = `
x = numpy.load(path)
y = numpy.sin(x[:, 0]) + numpy.cos(x[:, 1])
def predict():
    k = sklearn.gaussian_process.kernels.RBF(2.0)
    g = sklearn.gaussian_process.GaussianProcessRegressor(k, alpha=0.09, optimizer=None).fit(x, y)
    mean, sd = g.predict(x[:500], return_std=True)
    return mean + sd ** 2
`
)

// neighboursScript finds the nearest of the first n/share series for each of the others.
func neighboursScript(share int) string {
	return "x = numpy.load(path)\n" + dtwScript + fmt.Sprintf(`
def nearest():
    n = len(x) // %d
    i, j = numpy.divmod(numpy.arange((len(x) - n) * n), n)
    return table(x[n:][i], x[j]).reshape(-1, n).min(1)
`, share)
}

// partsTable prints what each part takes, ours and the peers' that are there, in turn.
func (b *bench) partsTable(ctx context.Context) error {
	b.versions()
	fmt.Fprintf(b.out, "medians of %d in turn, in fresh processes without their start; both are held to the same numbers but for SVC, which solves another problem\n", b.runs)
	fmt.Fprintf(b.out, "\n%-22s %10s %10s  %-17s %10s %7s  %s\n", "part", "samples", "ours", "peer", "its", "ratio", "goal")
	for _, p := range benchParts {
		if err := b.part(ctx, p); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

// part prints the lines of one.
func (b *bench) part(ctx context.Context, p benchPart) error {
	path := filepath.Join(b.folder, "part.npy")
	n := max(int(float64(p.n)*b.scale), codeAtoms/2)
	if p.d < codeAtoms/2 {
		n = max(n, 3*codeAtoms) // more than there are atoms and samples to predict
	}
	samples := walk
	if p.samples != nil {
		samples = p.samples
	}
	if err := writeNPY(path, samples(n, p.d)); err != nil {
		return err
	}
	var ours []float64
	theirs := make([][]float64, len(p.peers))
	for range b.runs {
		took, found, err := b.readOnce(ctx, b.self("part", p.name, path))
		if err != nil {
			return err
		}
		ours = append(ours, took)
		for i, peer := range p.peers {
			if exec.CommandContext(ctx, b.python, "-c", "import "+peer.imports).Run() != nil {
				continue // it is not there
			}
			took, other, err := b.readOnce(ctx, b.peerScript(peer, path))
			if err != nil {
				return err
			}
			if p.apart > 0 && !(math.Abs(other-found) <= p.apart*math.Max(1, math.Abs(found))) {
				return fmt.Errorf("we find %g, %s %g", found, peer.name, other)
			}
			theirs[i] = append(theirs[i], took)
		}
	}
	head := fmt.Sprintf("%-22s %10s %10s", p.name, fmt.Sprintf("%d×%d", n, p.d), seconds(median(ours)))
	if p.peers == nil {
		fmt.Fprintf(b.out, "%s  %37s %s\n", head, "", p.goal)
	}
	for i, peer := range p.peers {
		its, ratio := "not here", ""
		if theirs[i] != nil {
			its, ratio = seconds(median(theirs[i])), fmt.Sprintf("%.3g×", median(theirs[i])/median(ours))
		}
		fmt.Fprintln(b.out, strings.TrimRight(fmt.Sprintf("%s  %-17s %10s %7s  %s", head, peer.name, its, ratio, p.goal), " "))
	}
	return ctx.Err()
}

// peerScript runs a peer's program on a file, with the environment of a fair peer.
func (b *bench) peerScript(r reader, path string) *exec.Cmd {
	cmd := b.peerCommand()
	cmd.Args = []string{b.python, "-c", fmt.Sprintf(readScript, r.imports, r.before, r.code), path}
	return cmd
}

// partChild takes our side of a part, and prints as readScript does.
func partChild(ctx context.Context, name, path string, stdout io.Writer) error {
	at := slices.IndexFunc(benchParts, func(p benchPart) bool { return p.name == name })
	if at < 0 {
		return fmt.Errorf("%s: unknown part", name)
	}
	x, err := readNPY(path)
	if err != nil {
		return err
	}
	start := time.Now()
	found, err := benchParts[at].take(ctx, x)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(stdout, time.Since(start).Seconds(), found)
	return err
}

// alignments takes a measure of all pairs of rows, as series, and sums it.
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

// curves are smooth series: a bump each of another place and width, with noise.
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

// neighbours finds the nearest of the first n/share series for each of the others, and sums
// their costs.
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

// pursuits codes all samples by some of the first ones, and sums the squares of what is left.
func pursuits(ctx context.Context, x *mat.Dense) (float64, error) {
	n, d := x.Dims()
	atoms := mat.DenseCopyOf(x.Slice(0, codeAtoms, 0, d))
	for j := range codeAtoms {
		floats.Scale(1/floats.Norm(atoms.RawRowView(j), 2), atoms.RawRowView(j))
	}
	coder := sparse.NewCoder(atoms)
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

// dictionary learns atoms of the samples, and gives the squared error.
func dictionary(ctx context.Context, x *mat.Dense) (float64, error) {
	_, d := x.Dims()
	start := mat.DenseCopyOf(x.Slice(0, learntAtoms, 0, d))
	_, _, record, err := sparse.KSVD(ctx, x, start, sparse.Learning{NonZeros: learntUsed, Sweeps: learntSweeps, Replace: true})
	if err != nil {
		return 0, err
	}
	return record[len(record)-1].Learnt, nil
}

// factorised are the absolute values of samples, and codes and parts to begin with.
func factorised(x *mat.Dense) (positive, codes, parts *mat.Dense) {
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

// squaredError is ‖x − codes·parts‖².
func squaredError(x, codes, parts *mat.Dense) float64 {
	var left mat.Dense
	left.Mul(codes, parts)
	left.Sub(x, &left)
	norm := mat.Norm(&left, 2)
	return norm * norm
}

// factors improves factors of the absolute values, and gives the squared error.
func factors(loss nmf.Loss) func(context.Context, *mat.Dense) (float64, error) {
	return func(ctx context.Context, x *mat.Dense) (float64, error) {
		x, codes, parts := factorised(x)
		_, err := nmf.Multiplicative(ctx, x, codes, parts, loss, factorLoops)
		return squaredError(x, codes, parts), err
	}
}

// sparseFactors are factors by least squares in turn.
func sparseFactors(ctx context.Context, x *mat.Dense) (float64, error) {
	x, codes, parts := factorised(x)
	_, err := nmf.Sparse(ctx, x, codes, parts, nmf.Penalty{Eta: 0.1, Beta: 0.5}, sparseLoops)
	return squaredError(x, codes, parts), err
}

// process conditions a Gaussian process on a function of the samples, and sums means and
// variances at some of them.
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

// squares are points of a square of four fields by four.
func squares(n, d int) *mat.Dense {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	x := mat.NewDense(n, d, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return 4 * rng.Float64() }, x)
	return x
}

// checkerboard tells the fields of a checkerboard apart, and counts the core vectors.
func checkerboard(ctx context.Context, x *mat.Dense) (float64, error) {
	return cores(ctx, x, 0.4, func(a, b float64) float64 { return 1 - 2*math.Abs(math.Mod(math.Floor(a)+math.Floor(b), 2)) })
}

// machine trains a core vector machine for two classes, and counts its core vectors.
func machine(ctx context.Context, x *mat.Dense) (float64, error) {
	return cores(ctx, x, machineWidth, func(a, b float64) float64 { return math.Sin(3*a) * math.Sin(3*b) })
}

// cores counts the core vectors of two classes, which the sign of a function of the samples is.
func cores(ctx context.Context, x *mat.Dense, width float64, class func(a, b float64) float64) (float64, error) {
	n, _ := x.Dims()
	y := make([]float64, n)
	for i := range y {
		y[i] = math.Copysign(1, class(x.At(i, 0), x.At(i, 1)))
	}
	m, err := cvm.Classes(ctx, x, y, kernel.Gaussian{Sigma: width}, machineC, cvm.Options{Epsilon: 1e-4})
	if err != nil {
		return 0, err
	}
	return float64(len(m.Core)), nil
}
