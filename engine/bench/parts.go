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
	"example.com/sfatui/engine/nmf"
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
	goal  goal
}

// goal is what a part shall reach; the zero one promises nothing.
type goal struct {
	peer    string  // whose time, "" for every peer's, is the ratio held against
	ratio   float64 // to a peer's time, at least
	seconds float64 // at most
}

// text is the goal of the line of a peer, "" for none, and whether it was missed by what
// ours took and that peer did. Smaller samples have none.
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
	{"non-negative factors", 4000, 64, nil, factors(nmf.Squared), 1e-6, []reader{{"numpy", "numpy", factorScript, "factor()"}}, goal{ratio: 0.9}},
	{"of the divergence", 4000, 64, nil, factors(nmf.KullbackLeibler), 1e-6, []reader{{"numpy", "numpy", factorScript, "divergent()"}}, goal{ratio: 0.9}},
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

// partLine prints the line of a part beside one peer.
func (b *bench) partLine(head, peer, its, ratio, goal string) {
	fmt.Fprintln(b.out, strings.TrimRight(fmt.Sprintf("%s  %-17s %10s %7s  %s", head, peer, its, ratio, goal), " "))
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
