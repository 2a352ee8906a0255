package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"example.com/sfatui/engine/linalg/iterative"
	"gonum.org/v1/gonum/mat"
)

// eigenproblem is a problem of the table: the p lowest eigenpairs of a symmetric matrix of
// order n, stored in FOLDER/x.npy.
type eigenproblem struct {
	Folder string `json:"folder"`
	P      int    `json:"p"`
}

// eigenSolution holds the time and the errors of one solver.
type eigenSolution struct {
	Driver  string  `json:"driver"`
	Seconds float64 `json:"seconds"`
	// Residual is the largest ‖Av − λv‖ divided by ‖A‖_F/√n, Overlap the largest entry
	// of |VᵀV − I|.
	Residual float64 `json:"residual"`
	Overlap  float64 `json:"overlap"`
}

// eigenTable prints the times of the lowest eigenpairs, of our solver and of scipy's drivers in
// turn.
func eigenTable(ctx context.Context, b *bench) error {
	b.printVersions()
	fmt.Fprintf(b.out, "\n%6s %5s  %-20s %9s %9s %9s %9s\n", "order", "pairs", "by", "time", "is ours ×", "residual", "overlap")
	for _, order := range []int{2500, 3719} {
		n, p := max(20, int(float64(order)*b.scale)), max(2, int(200*b.scale))
		folder := filepath.Join(b.folder, fmt.Sprint("eigen", n))
		if err := os.Mkdir(folder, 0o700); err != nil {
			return err
		}
		if err := writeNPY(filepath.Join(folder, "x.npy"), randomSymmetric(n)); err != nil {
			return err
		}
		if err := b.eigenproblem(ctx, n, eigenproblem{folder, p}); err != nil {
			return err
		}
		if err := os.RemoveAll(folder); err != nil {
			return err
		}
	}
	return nil
}

// eigenproblem runs all solvers on a problem and prints medians.
func (b *bench) eigenproblem(ctx context.Context, n int, e eigenproblem) error {
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	var names []string
	byName := map[string][]eigenSolution{}
	for range b.runs {
		commands := [][]eigenSolution{nil, nil}
		var out bytes.Buffer
		cmd := b.self("eigen", string(text))
		cmd.Stdout = &out
		if err := b.run(ctx, cmd); err != nil {
			return err
		}
		if err := json.Unmarshal(out.Bytes(), &commands[0]); err != nil {
			return err
		}
		if b.numpy != nil {
			out.Reset()
			cmd := b.peerCommand("eigen", string(text))
			cmd.Stdout = &out
			if err := b.run(ctx, cmd); err != nil {
				return err
			}
			if err := json.Unmarshal(out.Bytes(), &commands[1]); err != nil {
				return err
			}
		}
		for _, s := range slices.Concat(commands...) {
			if byName[s.Driver] == nil {
				names = append(names, s.Driver)
			}
			byName[s.Driver] = append(byName[s.Driver], s)
		}
	}
	ours := 0.0
	for _, name := range names {
		var times []float64
		worst := eigenSolution{}
		for _, s := range byName[name] {
			times = append(times, s.Seconds)
			worst.Residual, worst.Overlap = max(worst.Residual, s.Residual), max(worst.Overlap, s.Overlap)
		}
		t := median(times)
		if ours == 0 {
			ours = t
		}
		fmt.Fprintf(b.out, "%6d %5d  %-20s %9s %9.3g %9.1g %9.1g\n", n, e.P, name, seconds(t), t/ours, worst.Residual, worst.Overlap)
	}
	return nil
}

// eigen runs our solver on an eigenproblem: once to warm up, once measured.
func eigen(ctx context.Context, text string, stdout io.Writer) error {
	var e eigenproblem
	if err := json.Unmarshal([]byte(text), &e); err != nil {
		return err
	}
	full, err := readNPY(filepath.Join(e.Folder, "x.npy"))
	if err != nil {
		return err
	}
	n, _ := full.Dims()
	a := mat.NewSymDense(n, full.RawMatrix().Data)
	s := eigenSolution{Driver: "ours"}
	for range 2 {
		start := time.Now()
		values, vectors, err := iterative.Lowest(ctx, a, e.P)
		if err != nil {
			return err
		}
		s.Seconds = time.Since(start).Seconds()
		s.Residual, s.Overlap = eigenErrors(a, values, vectors)
	}
	return json.NewEncoder(stdout).Encode([]eigenSolution{s})
}

// eigenErrors returns the errors of eigenpairs; see eigenSolution.
func eigenErrors(a *mat.SymDense, values []float64, vectors *mat.Dense) (residual, overlap float64) {
	var av, vv mat.Dense
	av.Mul(a, vectors)
	vv.Mul(vectors.T(), vectors)
	n, p := vectors.Dims()
	scale := mat.Norm(a, 2) / math.Sqrt(float64(n))
	for j := range p {
		sum := 0.0
		for i := range n {
			d := av.At(i, j) - values[j]*vectors.At(i, j)
			sum += d * d
		}
		residual = max(residual, math.Sqrt(sum)/scale)
		for k := range p {
			want := 0.0
			if j == k {
				want = 1
			}
			overlap = max(overlap, math.Abs(vv.At(j, k)-want))
		}
	}
	return residual, overlap
}

// randomSymmetric returns a symmetric matrix of normal numbers, seeded by its order. Divide and
// conquer deflates nothing of it, so no other matrix takes longer.
func randomSymmetric(n int) *mat.Dense {
	rng := rand.New(rand.NewPCG(uint64(n), 1))
	a := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range i + 1 {
			v := rng.NormFloat64()
			a.Set(i, j, v)
			a.Set(j, i, v)
		}
	}
	return a
}
