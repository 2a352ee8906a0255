package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestExponent(t *testing.T) {
	x := []float64{1, 2, 4, 8}
	if got := exponent(x, []float64{3, 12, 48, 192}, 1); math.Abs(got-2) > 1e-12 {
		t.Errorf("exponent %g of a square", got)
	}
	if got := exponent(x, []float64{0.5, 0.1, 4, 8}, 1); math.Abs(got-1) > 1e-12 {
		t.Errorf("exponent %g with the small ones left out, want 1", got)
	}
	if got := exponent(x, []float64{1, 2, 16, 32}, 1); math.Abs(got-1) > 1e-12 {
		t.Errorf("exponent %g with one steep step, want 1", got)
	}
	if got := exponent(x, []float64{0, 0, 0, 8}, 1); !math.IsNaN(got) {
		t.Errorf("exponent %g of one rung", got)
	}
	if text, above := formatExponent(x, []float64{1, 4, 16, 64}, 1, 1); !above || !strings.Contains(text, "✗") {
		t.Errorf("a square passes for linear: %s", text)
	}
	if text, above := formatExponent(x, []float64{1, 4, 16, 64}, 1, unstated); above {
		t.Errorf("what no paper claims was judged: %s", text)
	}
}

// TestSteps takes every step of the tables once, small.
func TestSteps(t *testing.T) {
	ctx := context.Background()
	for name, prepare := range steps {
		run, err := prepare(ctx, size{N: 300, M: 12, K: 5})
		if err == nil {
			err = run()
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, l := range scalings {
		if steps[l.step] == nil {
			t.Errorf("no step %s", l.step)
		}
		first, x := l.at(0, 1)
		second, twice := l.at(1, 1)
		if twice != 2*x || first == second {
			t.Errorf("%s does not grow along %s", l.step, l.grows)
		}
	}
}

func TestStepReportsMemory(t *testing.T) {
	if peak() == 0 {
		t.Skip("this system does not report the memory of a process")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{out: io.Discard, folder: t.TempDir(), binary: program}
	var grown [2]int64
	for i, n := range []int{1000, 2000} {
		taken, err := b.runStep(context.Background(), "mp-kpca", size{N: n, M: 4})
		if err != nil {
			t.Fatal(err)
		}
		grown[i] = taken.Grown
	}
	// The kernel matrix alone takes 8n² bytes.
	if grown[0] < 8e6 || grown[1] < 32e6 {
		t.Errorf("kernel matrices of 8 and 32 MB took %v bytes", grown)
	}
}

func TestEigenproblemIsChecked(t *testing.T) {
	folder := t.TempDir()
	if err := writeNPY(folder+"/x.npy", randomSymmetric(60)); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(eigenproblem{folder, 5})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := eigen(context.Background(), string(text), &out); err != nil {
		t.Fatal(err)
	}
	var s []eigenSolution
	if err := json.Unmarshal(out.Bytes(), &s); err != nil {
		t.Fatal(err)
	}
	if len(s) != 1 || !(s[0].Residual < 1e-13) || !(s[0].Overlap < 1e-13) || !(s[0].Seconds > 0) {
		t.Errorf("solved %+v", s)
	}
}

// TestReadTable reads tables small, beside whatever readers are there.
func TestReadTable(t *testing.T) {
	for _, name := range []string{"x.csv", "x.npy"} {
		path := filepath.Join(t.TempDir(), name)
		if err := writeTable(path, 7, 3); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := readChild(context.Background(), path, &out); err != nil {
			t.Fatal(err)
		}
		var took, sum, want float64
		for i := range 7 * 3 {
			want += math.Round(1e6*math.Sin(float64(i))) / 1e6
		}
		if _, err := fmt.Sscan(out.String(), &took, &sum); err != nil || !(took > 0) || math.Abs(sum-want) > 1e-9 {
			t.Errorf("%s: %q, want the sum %g: %v", name, out.String(), want, err)
		}
	}
}

func TestReadTableOfItself(t *testing.T) {
	var out strings.Builder
	b := &bench{options: options{runs: 1, scale: 1e-4, python: "python3"}, out: &out, folder: t.TempDir()}
	if err := b.prepare(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := readTable(context.Background(), b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"reading 100 rows of 50 columns", "\ncsv ", "\nnpy ", "numpy.load", "copy in memory"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// A job of a second on one processor and of one on two is a third serial, and no faster
// than three times one processor on any number.
func TestSerialShare(t *testing.T) {
	o := outcome{Phases: map[string]float64{"alone": 1, "both": 1}, Work: map[string]float64{"alone": 1, "both": 2}}
	share := o.serialShare(2)
	if math.Abs(share-1./3) > 1e-15 || math.Abs(amdahl(share, 1<<40)-3) > 1e-6 || amdahl(share, 1) != 1 {
		t.Errorf("serial %g, at most %g times", share, amdahl(share, 1<<40))
	}
	if busy := (&outcome{Phases: map[string]float64{"a": 9}, Work: map[string]float64{"a": 2}}).serialShare(2); busy != 1 {
		t.Errorf("on a machine that has other things to do %g is serial", busy)
	}
	stolen := outcome{Phases: o.Phases, Work: o.Work, Stolen: map[string]float64{"alone": 0.5}}
	if stolen.serialShare(2) != 0.5/3 || stolen.stolenShare() != 0.5/3.5 {
		t.Errorf("serial %g beside a host that takes %g", stolen.serialShare(2), stolen.stolenShare())
	}
	var out strings.Builder
	(&bench{out: &out}).printSerial(&side{seconds: []float64{2}, outcome: &o}, 2)
	if !strings.Contains(out.String(), "alone 50.0 %, both 0.0 %; above 2 %: alone\n") {
		t.Errorf("of two seconds one is serial: %s", out.String())
	}
}

// Kernels are told apart by what they do; what else there is counts as time alone.
func TestKernelTime(t *testing.T) {
	top := `File: bench
Type: cpu
Showing nodes accounting for 4s, 100% of 4s total
      flat  flat%   sum%        cum   cum%
     1.50s 37.50% 37.50%      1.50s 37.50%  example.com/sfatui/engine/linalg/simd.tileAVX512
     0.50s 12.50% 50.00%      0.50s 12.50%  example.com/sfatui/engine/linalg/simd.tileBothAVX512 (inline)
     1.00s 25.00% 75.00%      1.00s 25.00%  runtime.memmove
     1.00s 25.00%   100%      3.00s 75.00%  example.com/sfatui/engine/linalg/simd.addSegments
         0     0%   100%      4.00s   100%  main.main
`
	got, err := readKernelTime(top)
	want := map[string]float64{"products": 2, "moved memory": 1}
	if err != nil || got.all != 4 || !maps.Equal(got.in, want) {
		t.Errorf("%v, error %v; want 4 s and %v", got, err, want)
	}
	if _, err := readKernelTime("File: bench\nType: cpu\n"); err == nil {
		t.Error("a profile without samples is read")
	}
}

// The products that are counted are those of the formula, and a solve of each sample, which
// it leaves out as it does the test part and the kernel matrix of supports, adds little.
func TestProductsAreThoseOfTheFormula(t *testing.T) {
	folder := t.TempDir()
	j := fileJob(1200, 60)
	j.Memory, j.Test, j.P = 16<<20, 50, 10
	if err := j.write(folder, newSpeech()); err != nil {
		t.Fatal(err)
	}
	if err := compute(t.Context(), folder); err != nil {
		t.Fatal(err)
	}
	var o outcome
	if err := readJSON(filepath.Join(folder, "ours.json"), &o); err != nil {
		t.Fatal(err)
	}
	least := j.operations(speechEmbedding.d)
	of, sum := o.leastTimes(1, 1)
	if ratio := sum.least / least; !(ratio >= 1 && ratio < 1.15) || len(of) < 2 {
		t.Errorf("%.3g operations are counted, %.3g times the formula's: %+v", sum.least, ratio, of)
	}
	ours, theirs := newSide("ours"), newSide("refit")
	ours.seconds, theirs.seconds, ours.outcome = []float64{1}, []float64{12}, &o
	var out bytes.Buffer
	b := &bench{out: &out, peak: 1e15}
	b.printLeastTimes(ours, theirs)
	if want := fmt.Sprintf(": at most %.3g×\n", 12/(sum.least/1e15)); !strings.HasSuffix(out.String(), want) {
		t.Errorf("no %q in %s", want, &out)
	}
}

// A job within an eighth of its samples reads them from their file. The bound is of what the
// disk gave just before, which may be less than it gives the job.
func TestFileTable(t *testing.T) {
	ctx := context.Background()
	var out bytes.Buffer
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{options: options{scale: 0.01}, out: &out, folder: t.TempDir(), binary: self, peak: 1e15}
	j, words := fileJob(600, 20), newSpeech()
	if _, _, err := cutWindows(words, embedding{speechEmbedding.d, speechEmbedding.epsilon, j.hop}, 1_000_000, trainingTest); err != nil {
		t.Errorf("the whole table: %v", err)
	}
	j.Memory = 16 << 20
	if err := b.fileLine(ctx, j, words); err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(out.String()[strings.LastIndex(strings.TrimSpace(out.String()), "\n")+1:])
	var ratio float64
	if _, err := fmt.Sscanf(fields[len(fields)-1], "%g×", &ratio); err != nil || !(ratio > 0) || fields[0] != "600" || fields[3] != "16M" {
		t.Errorf("%q: %v", out.String(), err)
	}
	folder := t.TempDir()
	if err := j.write(folder, words); err != nil {
		t.Fatal(err)
	}
	if _, set, err := load(ctx, folder); err != nil || !set.Spooled {
		t.Errorf("samples are not left in their file: %v", err)
	}
}

// Each number of workers has its line, and that of as many as there are processors is what
// the others are held against.
func TestWorkersTable(t *testing.T) {
	var out bytes.Buffer
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{options: options{runs: 1, scale: 0.01}, out: &out, folder: t.TempDir(), binary: self}
	j := &job{Name: "small", Train: 200, Test: 50, Sigma: []float64{2}, M: []int{20}, Lambda: []float64{0}, P: 5}
	if err := workersTable(t.Context(), b, []*job{j}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	lines = lines[len(lines)-len(workerCounts()):]
	for i, n := range workerCounts() {
		if want := fmt.Sprintf("%-6s %8d ", j.Name, n); !strings.HasPrefix(lines[i], want) || i == 0 && strings.Count(lines[i], " 1×") != 3 {
			t.Errorf("%d workers: %q", n, lines[i])
		}
	}
}
