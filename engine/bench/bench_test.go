package main

import (
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.com/sfatui/datasets/testenv"
)

// TestMain lets the test's own binary be the parts of the benchmark that are
// processes of their own: all that has a word for its first argument. A part that
// ran the tests would start itself again, without end.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-") {
		main()
		return
	}
	os.Exit(m.Run())
}

func TestSpeechIsEnoughAndAlwaysTheSame(t *testing.T) {
	words, again := newSpeech(), newSpeech()
	for i := range words {
		if !slices.Equal(words[i], again[i]) {
			t.Fatalf("word %d differs from one making to the next", i)
		}
	}
	for _, j := range jobs() {
		w, of, err := cutWindows(words, speechEmbedding, j.Train, j.Test)
		if err != nil {
			t.Errorf("job %s: %v", j.Name, err)
			continue
		}
		if n := w.samples(); n != j.Train+j.Test {
			t.Errorf("job %s has %d samples, want %d", j.Name, n, j.Train+j.Test)
		}
		if got := slices.Concat(of...); !slices.Equal(got, w.lengths) {
			t.Errorf("job %s: the parts' words are not those of all", j.Name)
		}
	}
}

func TestWindowsAreDelayed(t *testing.T) {
	words := [][]float64{{0, 1, 2, 3, 4, 5, 6}, {7}, {10, 11, 12, 13, 14}}
	w, of, err := cutWindows(words, embedding{d: 3, epsilon: 2, hop: 1}, 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	var got []float64
	if err := w.each(func(row []float64) error { got = append(got, row...); return nil }); err != nil {
		t.Fatal(err)
	}
	if want := []float64{0, 2, 4, 1, 3, 5, 10, 12, 14}; !slices.Equal(got, want) {
		t.Errorf("windows %v, want %v", got, want)
	}
	if !slices.Equal(of[0], []int{2}) || !slices.Equal(of[1], []int{1}) {
		t.Errorf("windows of each word %v, want [2] and [1]: a part begins with a new word", of)
	}
	if _, _, err := cutWindows(words, embedding{d: 3, epsilon: 2, hop: 1}, 5); err == nil {
		t.Error("more windows than there are were cut")
	}
}

func TestNPYComesBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.npy")
	want := mat.NewDense(3, 2, []float64{1, -0.1, math.Pi, 1e-300, math.MaxFloat64, 0})
	if err := writeNPY(path, want); err != nil {
		t.Fatal(err)
	}
	got, err := readNPY(path)
	if err != nil {
		t.Fatal(err)
	}
	if !mat.Equal(got, want) {
		t.Errorf("read %v, wrote %v", mat.Formatted(got), mat.Formatted(want))
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if (len(b)-3*2*8)%64 != 0 {
		t.Errorf("the numbers begin at byte %d, which is no multiple of 64", len(b)-3*2*8)
	}
	for _, bad := range [][]byte{b[:len(b)-1], b[:20], append([]byte("x"), b...)} {
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readNPY(path); err == nil {
			t.Errorf("%d of %d bytes were read as a matrix", len(bad), len(b))
		}
	}
}

// TestJobsAgree runs all jobs, small, on both sides; in short mode those that
// differ in kind.
func TestJobsAgree(t *testing.T) {
	ctx := context.Background()
	b := &bench{options: options{runs: 1}, out: io.Discard, folder: t.TempDir()}
	if err := b.prepare(ctx); err != nil {
		t.Fatal(err)
	}
	words := newSpeech()
	for _, j := range jobs() {
		if (testing.Short() || os.Getenv("CI") == "") && (j.Name == "large" || j.Name == "b") {
			continue // they are as small and a are, with more samples
		}
		j := j.scaled(0.02)
		folder := filepath.Join(b.folder, j.Name)
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := j.write(folder, words); err != nil {
			t.Fatal(err)
		}
		ours := newSide("ours")
		if err := b.ours(ctx, j, folder, ours, 0); err != nil {
			t.Fatal(err)
		}
		checkOurs(t, j, ours.outcome)
		if err := b.run(ctx, b.self("probe", folder)); err != nil {
			t.Fatal(err)
		}
		b.kinds = "refit,shared"
		if j.Name == "a" && !testenv.Full() {
			b.kinds = "shared"
		}
		if j.Name == "b" {
			b.kinds = "picked"
		}
		for _, k := range b.kindsOf(j) {
			theirs := newSide(k.name)
			if err := b.peer(ctx, j, folder, theirs); err != nil {
				t.Fatal(err)
			}
			a, err := b.compare(j, folder, ours, theirs)
			if err != nil {
				t.Fatal(err)
			}
			if a.Points != a.Total || a.Delta > 1e-8 || a.Correlation > 1e-8 || a.Same != a.Picks || a.Angle > 1e-8 {
				t.Errorf("job %s, numpy %s: %+v", j.Name, k.name, a)
			}
		}
	}
	if b.numpy == nil {
		t.Skip("no Python with numpy and scipy: our side alone was run")
	}
}

// checkOurs checks what needs no peer.
func checkOurs(t *testing.T, j *job, o *outcome) {
	t.Helper()
	for i, p := range o.Points {
		if len(p.Train) == 0 || len(p.Test) != len(p.Train) || p.Deviation > 1e-6 {
			t.Errorf("job %s, point %d: %+v", j.Name, i, p)
		}
	}
	if len(o.Picks) != len(j.Sigma) {
		t.Errorf("job %s has supports for %d widths of %d", j.Name, len(o.Picks), len(j.Sigma))
	}
}

func TestAgreementReportsDifferences(t *testing.T) {
	j := &job{Sigma: []float64{1}, Lambda: []float64{0}, M: []int{3}}
	fresh := func() *outcome {
		return &outcome{
			Points: []pointMeasures{{Sigma: 1, M: 3, Full: true, Condition: 10, Train: []float64{0.5, 1}, Test: []float64{1, 2}}},
			Picks:  []widthPicks{{1, []int{4, 2, 7}}},
		}
	}
	wrong := fresh()
	wrong.Points[0].Test[1] = 2.5
	wrong.Points[0].Correlation = 0.125
	wrong.Picks[0].Index = []int{4, 7, 2}
	a, err := agree(j, wrong, fresh(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := (agreement{Delta: 0.25, Correlation: 0.125, Points: 1, Total: 1, Same: 1, Picks: 3}); a != want {
		t.Errorf("%+v, want %+v", a, want)
	}
	for name, spoil := range map[string]func(o *outcome){
		"cut":                   func(o *outcome) { o.Points[0].Full = false },
		"badly conditioned":     func(o *outcome) { o.Points[0].Condition = 1e12 },
		"of other supports":     func(o *outcome) { o.Picks[0].Index[0] = 5 },
		"with other parameters": func(o *outcome) { o.Points[0].M = 4 },
	} {
		theirs := fresh()
		spoil(theirs)
		if a, err := agree(j, fresh(), theirs, nil); err == nil && a.Points > 0 {
			t.Errorf("a point %s was compared", name)
		}
	}
}

func TestLargestAngle(t *testing.T) {
	const angle = 1e-9
	a := mat.NewDense(4, 2, []float64{1, 1, 0, 1, 0, 0, 0, 0})
	b := mat.NewDense(4, 2, []float64{2, 0, 0, math.Cos(angle), 0, math.Sin(angle), 0, 0})
	if got := largestAngle(a, b); math.Abs(got-angle) > 1e-15 {
		t.Errorf("angle %g, want %g", got, angle)
	}
}

func TestMedian(t *testing.T) {
	if got := median([]float64{5, 1, 9}); got != 5 {
		t.Errorf("median %g, want 5", got)
	}
}

func TestCommandLine(t *testing.T) {
	for args, want := range map[string]string{
		"-runs 2":     "odd",
		"-scale 0":    "-scale",
		"-jobs c":     "large, small, a, b",
		"-table none": "memory, file, workers, record, eigen, limits, methods, parts",
		"-kinds none": "refit, picked, shared",
		"unheard of":  "unknown part",
	} {
		err := execute(context.Background(), strings.Fields(args), io.Discard)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want something about %s", args, err, want)
		}
	}
}
