package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.com/sfatui/engine/align"
	"example.com/sfatui/engine/codes"
	"gonum.org/v1/gonum/mat"
)

// benchPart is a computation of a sweep other than the moments and the eigenproblem, on n×d
// samples that both sides read.
type benchPart struct {
	name string
	n, d int
	// samples returns the samples; nil for walk.
	samples func(n, d int) *mat.Dense
	// run performs the computation and returns a number that the peers must find too, within
	// the relative tolerance; a tolerance of 0 means that the peers solve another problem.
	run       func(ctx context.Context, x *mat.Dense) (float64, error)
	tolerance float64
	peers     []reader
	goal      goal
}

// goal is the required speed of a part; the zero goal requires nothing.
type goal struct {
	peer    string  // peer for the ratio; "" for every peer
	ratio   float64 // least ratio of the peer's time to ours
	seconds float64 // largest time of ours
}

// text returns the goal in the line of a peer, marked if the times miss it; "" if there is
// none, or for scaled samples.
func (g goal) text(peer string, ours, theirs, scale float64) string {
	var said string
	missed := false
	switch {
	case scale < 1:
	case g.seconds > 0:
		said, missed = fmt.Sprintf("≤ %g s", g.seconds), ours > g.seconds
	case g.ratio > 0 && peer != "" && (g.peer == "" || g.peer == peer):
		said, missed = fmt.Sprintf("≥ %g×", g.ratio), theirs < g.ratio*ours
	}
	if missed {
		said += ": missed"
	}
	return said
}

// Parameters that both sides of a part use.
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

// benchParts holds all parts.
var benchParts = []benchPart{
	{"alignment kernel", 80, 100, nil, alignments(func(a *align.Aligner, x, y align.Series) float64 {
		return align.GAK{Sigma: alignmentWidth}.Log(a, x, y)
	}), 1e-9, []reader{{"numpy", "numpy", pairsScript + gakScript, "table(x[i], x[j])"}}, goal{}},
	{"time warping", 80, 100, nil, alignments(func(a *align.Aligner, x, y align.Series) float64 {
		return a.DTW(x, y, align.Window{})
	}), 1e-9, []reader{{"numpy", "numpy", pairsScript + dtwScript, "table(x[i], x[j])"}}, goal{}},
	{"warping neighbours", 200, 150, curves, neighbours(4), 1e-9, []reader{{"numpy", "numpy", neighboursScript(4), "nearest()"}}, goal{}},
	{"of short series", 1096, 24, curves, neighbours(16), 1e-9, []reader{{"numpy", "numpy", neighboursScript(16), "nearest()"}}, goal{}},
	{"matching pursuit", 4000, 64, nil, pursuits, 1e-6, []reader{
		{"scikit-learn", "numpy, sklearn.linear_model", pursuitScript,
			"numpy.square(x.T - atoms.T @ sklearn.linear_model.orthogonal_mp(atoms.T, x.T, n_nonzero_coefs=8, precompute=True))"},
		{"plain numpy", "numpy", pursuitScript, "left()"},
	}, goal{peer: "plain numpy", ratio: 10}},
	{"K-SVD", 1797, 64, curves, dictionary, 0, nil, goal{seconds: 2}},
	{"non-negative factors", 4000, 64, nil, factors(codes.Squared), 1e-6, []reader{{"numpy", "numpy", factorScript, "factor()"}}, goal{ratio: 0.9}},
	{"of the divergence", 4000, 64, nil, factors(codes.KullbackLeibler), 1e-6, []reader{{"numpy", "numpy", factorScript, "divergent()"}}, goal{ratio: 0.9}},
	{"sparse factors", 2000, 64, nil, sparseFactors, 1e-6, []reader{{"scipy", "numpy, scipy.optimize", factorScript, "sparse()"}}, goal{ratio: 0.9}},
	{"Gaussian process", 2500, 8, nil, process, 1e-6, []reader{
		{"numpy, scipy", "numpy, scipy.linalg", processScript, "predict()"},
		{"scikit-learn", "numpy, sklearn.gaussian_process, sklearn.gaussian_process.kernels", processPeerScript, "predict()"},
	}, goal{}},
	{"core vector machine", 20000, 2, nil, machine, 0, []reader{{"scikit-learn SVC", "numpy, sklearn.svm",
		"x = numpy.load(path)\ny = numpy.sign(numpy.sin(3 * x[:, 0]) * numpy.sin(3 * x[:, 1]))",
		"sklearn.svm.SVC(C=100, gamma=2, cache_size=1000).fit(x, y).support_"}}, goal{}},
	{"of a checkerboard", 100_000, 2, squares, checkerboard, 0, nil, goal{}},
	{"of three times as many", 300_000, 2, squares, checkerboard, 0, nil, goal{seconds: 3}},
}

// partsTable prints the times of each part, ours and those of the available peers, in turn.
func partsTable(ctx context.Context, b *bench) error {
	b.printVersions()
	fmt.Fprintf(b.out, "medians of %d in turn, in fresh processes without their start; both must compute the same numbers, except SVC, which solves another problem\n", b.runs)
	fmt.Fprintf(b.out, "\n%-22s %10s %10s  %-17s %10s %7s  %s\n", "part", "samples", "ours", "peer", "its", "ratio", "goal")
	for _, p := range benchParts {
		if err := b.part(ctx, p); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

// part prints the lines of one part.
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
				continue // not installed
			}
			took, other, err := b.readOnce(ctx, b.peerScript(peer, path))
			if err != nil {
				return err
			}
			if p.tolerance > 0 && !(math.Abs(other-found) <= p.tolerance*math.Max(1, math.Abs(found))) {
				return fmt.Errorf("we find %g, %s %g", found, peer.name, other)
			}
			theirs[i] = append(theirs[i], took)
		}
	}
	took := median(ours)
	head := fmt.Sprintf("%-22s %10s %10s", p.name, fmt.Sprintf("%d×%d", n, p.d), seconds(took))
	if p.peers == nil {
		b.partLine(head, "", "", "", p.goal.text("", took, 0, b.scale))
	}
	for i, peer := range p.peers {
		if theirs[i] == nil {
			b.partLine(head, peer.name, "not here", "", "")
			continue
		}
		its := median(theirs[i])
		b.partLine(head, peer.name, seconds(its), fmt.Sprintf("%.3g×", its/took), p.goal.text(peer.name, took, its, b.scale))
	}
	return ctx.Err()
}

// partLine prints the line of a part with one peer.
func (b *bench) partLine(head, peer, its, ratio, goal string) {
	fmt.Fprintln(b.out, strings.TrimRight(fmt.Sprintf("%s  %-17s %10s %7s  %s", head, peer, its, ratio, goal), " "))
}

// peerScript returns the command that runs a peer's program on a file, with the environment of
// peerCommand.
func (b *bench) peerScript(r reader, path string) *exec.Cmd {
	cmd := b.peerCommand()
	cmd.Args = []string{b.python, "-c", fmt.Sprintf(readScript, r.imports, r.before, r.code), path}
	return cmd
}

// partChild runs our side of a part and prints its result in the format of readScript.
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
	found, err := benchParts[at].run(ctx, x)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(stdout, time.Since(start).Seconds(), found)
	return err
}
