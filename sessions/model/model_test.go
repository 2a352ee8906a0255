package model

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/sessions/npz"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/sessiontest/recorded"
	"example.com/sfatui/sessions/store"
	"gonum.org/v1/gonum/mat"
)

// modelled holds sweeps of one configuration in every type of space.
var modelled = map[string]sweep.Spec{
	"linear":   sweep.Spec{}.With("standardize", "on", "space", "linear"),
	"outliers": sweep.Spec{}.With("clip", "quantile:0.1", "space", "linear"),
	"front":    sweep.Spec{}.With("space", "0.8exp", "front", "whiten:2"),
	"poly":     sweep.Spec{}.With("space", "poly", "degree", "3"),
	"network":  sweep.Spec{}.With("space", "linear", "layers", "3:2+1:poly2:sfa3/all:pca3:poly2:sfa3"),
	"nodes":    sweep.Spec{}.With("space", "linear", "layers", "3:1+1:poly2:sfa2/all:pca3:poly2:sfa3"),
	"stable":   sweep.Spec{}.With("sigma", "rel:1", "m", "20"),
	"printed":  sweep.Spec{}.With("sigma", "rel:0.5", "m", "12", "basis", "printed"),
	"clipped":  sweep.Spec{}.With("kernel", "gamma-exponential", "gamma", "3", "indefinite", "clip", "sigma", "rel:1", "m", "15", "select", "random"),
	"arc-sine": sweep.Spec{}.With("kernel", "arc-sine", "sigma", "rel:1", "m", "12"),
}

// savedModel saves the model of the first point of a sweep, and its features.
func savedModel(t *testing.T, name string) (set *data.Set, model, features string) {
	t.Helper()
	spec := modelled[name]
	spec.Draws, spec.Split = 1, split.Options{Folds: 3, Seed: 1}
	spec.Set("p", "3")
	spec.Set("readout", "none")
	s, set := recorded.WavesWith(t, spec)
	r := s.Finished()[0]
	if r.Error != "" {
		t.Fatalf("%s: %s", name, r.Error)
	}
	dir := t.TempDir()
	model, features = filepath.Join(dir, "model.npz"), filepath.Join(dir, "features.npz")
	check(t, store.Save(model, false, func(w io.Writer) error { return Write(t.Context(), w, s, set, r) }))
	check(t, store.Save(features, false, func(w io.Writer) error { return writeFeatures(t, w, set, r) }))
	return set, model, features
}

// writeFeatures writes the features of a point as an export does.
func writeFeatures(t *testing.T, w io.Writer, set *data.Set, r *result.Result) error {
	t.Helper()
	out, err := run.Solve(t.Context(), set, set.Hash(), r.Point)
	check(t, err)
	z := npz.NewWriter(w)
	z.Text("config", `{"format":"sfatui-features","version":1}`)
	z.Matrix("train_features", out.Train)
	z.Ints("train_rows", out.TrainRows)
	z.Matrix("test_features", out.Test)
	z.Ints("test_rows", out.TestRows)
	return z.Close()
}

// A saved model computes the measured features, also on a set with the columns
// in another order, among others.
func TestSavedModels(t *testing.T) {
	for name := range modelled {
		set, path, features := savedModel(t, name)
		file, err := os.ReadFile(features)
		check(t, err)
		want, _ := sessiontest.ReadArrays(t, file)
		m, err := Read(path)
		check(t, err)
		n, _ := set.X.Dims()
		other := *set
		other.Inputs = []string{"extra", set.Inputs[2], set.Inputs[0], set.Inputs[1]}
		other.X = mat.NewDense(n, 4, nil)
		for i := range n {
			row := set.X.RawRowView(i)
			other.X.SetRow(i, []float64{1e9, row[2], row[0], row[1]})
		}
		for _, s := range []*data.Set{set, &other} {
			phi, err := m.Features(t.Context(), s)
			check(t, err)
			for _, part := range []string{"train_", "test_"} {
				for i, row := range want[part+"rows"].Words {
					for j := range 3 {
						v := math.Float64frombits(want[part+"features"].Words[3*i+j])
						if got := phi.At(int(row), j); math.Abs(got-v) > 1e-12 {
							t.Fatalf("%s: feature %d of row %d is %v, measured %v", name, j, row, got, v)
						}
					}
				}
			}
		}
		other.Inputs[1] = "renamed"
		if _, err := m.Features(t.Context(), &other); err == nil || !strings.Contains(err.Error(), strconv.Quote(set.Inputs[2])) {
			t.Errorf("%s: without an input: %v", name, err)
		}
	}
}

func TestTransformedTable(t *testing.T) {
	set, path, _ := savedModel(t, "linear")
	m, err := Read(path)
	check(t, err)
	phi, err := m.Features(t.Context(), set)
	check(t, err)
	var b bytes.Buffer
	check(t, m.WriteTransformedCSV(t.Context(), &b, set, phi))
	rows, err := csv.NewReader(&b).ReadAll()
	check(t, err)
	if n, _ := phi.Dims(); len(rows) != n+1 || fmt.Sprint(rows[0]) != "[segment name label y1 y2 y3]" {
		t.Fatalf("%d rows, the first %v", len(rows), rows[0])
	}
	last := rows[len(rows)-1]
	n, _ := phi.Dims()
	if v, _ := strconv.ParseFloat(last[5], 64); v != phi.At(n-1, 2) || last[0] != strconv.Itoa(len(set.Segments)) || last[2] != "s1" {
		t.Errorf("the last row is %v", last)
	}
	b.Reset()
	check(t, m.WriteTransformed(t.Context(), &b, set, phi))
	a, config := sessiontest.ReadArrays(t, b.Bytes())
	if f := a["features"]; fmt.Sprint(f.Shape) != fmt.Sprint([]int{n, 3}) || math.Float64frombits(f.Words[5]) != phi.At(1, 2) {
		t.Errorf("features are %v", f.Shape)
	}
	if len(a["starts"].Words) != len(set.Segments) || len(a["labels"].Words) != n || !strings.Contains(config, m.Key) {
		t.Errorf("starts %v, config %s", a["starts"].Words, config)
	}
}

// A damaged model, at any byte, and any other file are refused with a reason.
func TestReadRefuses(t *testing.T) {
	_, path, features := savedModel(t, "network")
	if _, err := Read(features); err == nil || !strings.Contains(err.Error(), "sfatui-features") {
		t.Errorf("features: %v", err)
	}
	file, err := os.ReadFile(path)
	check(t, err)
	broken := filepath.Join(t.TempDir(), "broken.npz")
	for at := 0; at < len(file); at += 97 {
		check(t, os.WriteFile(broken, file[:at], 0o644))
		if _, err := Read(broken); err == nil {
			t.Errorf("cut at %d, it is read", at)
		}
		flipped := bytes.Clone(file)
		flipped[at] ^= 4
		check(t, os.WriteFile(broken, flipped, 0o644))
		if _, err := Read(broken); err != nil && !strings.Contains(err.Error(), "is not a model that can be used") {
			t.Errorf("flipped at %d: %v", at, err)
		}
	}
}

// The texts around the lines under help models.
const (
	beforeLines = `
import json, os, sys, numpy as np
X = np.loadtxt(sys.argv[2], delimiter=',', skiprows=1, usecols=(0, 1, 2))
os.chdir(sys.argv[1])
`
	afterLines = `
if 'basis' in m:
    again = np.linalg.solve(m['basis'], (k[:, 1:] - k[:, :1]).T).T @ m['weights'] - m['offset']
    assert abs(again - phi).max() < 1e-10, abs(again - phi).max()
`
	// otherSpaces is the text on the other spaces in config's conventions.
	otherSpaces = `
m = np.load('model.npz')
if 'input_low' in m: X = X.clip(m['input_low'], m['input_high'])
x = (X - m['input_mean']) * m['input_scale']
if 'front_mean' in m: x = (x - m['front_mean']) @ m['front_weights']
space = json.loads(m['config'].item())['point']['space']
if space == 'poly': x = np.c_[x, np.ones(len(x))][:, m['monomials']].prod(2)
if space == '0.8exp': x = np.c_[x, abs(x)**0.8]
phi = x @ m['coefficients'] - m['offset']
`
	sameFeatures = `
f = np.load('features.npz')
for part in 'train', 'test':
    off = abs(phi[f[part + '_rows']] - f[part + '_features']).max()
    assert off < 1e-10, off
`
)

// helpLines returns the lines of Python under help models that apply a model
// with a Gaussian kernel.
func helpLines(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile("../../cmd/sfatui/help/topics/models.md")
	check(t, err)
	_, text, _ := strings.Cut(string(b), "```python\n")
	lines, _, ok := strings.Cut(text, "```")
	if !ok || strings.Count(lines, "\n") != 5 {
		t.Fatalf("help models has not five lines of Python: %q", lines)
	}
	return lines
}

func TestNumpyAppliesModels(t *testing.T) {
	const python = "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import numpy").Run(); err != nil {
		t.Skipf("%s has no numpy: %v", python, err)
	}
	gaussian := beforeLines + helpLines(t) + afterLines + sameFeatures
	other := beforeLines + otherSpaces + sameFeatures
	for name, script := range map[string]string{"stable": gaussian, "printed": gaussian, "linear": other, "outliers": other, "front": other, "poly": other} {
		if !testenv.Full() && name != "stable" && name != "front" {
			continue // starting Python takes a second
		}
		set, model, _ := savedModel(t, name)
		if out, err := exec.Command(python, "-c", script, filepath.Dir(model), set.Sources()[0].Path).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
