package onnx

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/sessions/sessiontest/recorded"
	"gonum.org/v1/gonum/mat"
)

// modelled holds sweeps of one configuration: every space, kernel, front and
// linear readout.
var modelled = map[string]sweep.Spec{
	"linear":                 sweep.Spec{}.With("standardize", "on", "space", "linear", "readout", "logistic"),
	"features that decide":   sweep.Spec{}.With("standardize", "on", "space", "linear", "readout", "sfm", "slack", "1"),
	"inputs that decide":     sweep.Spec{}.With("standardize", "on", "space", "linear", "readout", "sfm", "slack", "1", "readout-from", "inputs"),
	"outliers":               sweep.Spec{}.With("clip", "quantile:0.1", "space", "linear", "readout", "lda"),
	"front":                  sweep.Spec{}.With("space", "0.8exp", "front", "whiten:2", "readout", "least-squares"),
	"components":             sweep.Spec{}.With("space", "poly", "degree", "2", "front", "pca:2", "readout", "perceptron"),
	"measurements":           sweep.Spec{}.With("space", "poly", "degree", "2", "front", "measure:2"),
	"centres":                sweep.Spec{}.With("space", "linear", "front", "vq:12"),
	"soft codes":             sweep.Spec{}.With("space", "linear", "front", "ksvd:6:2", "code", "soft:0.2"),
	"poly":                   sweep.Spec{}.With("space", "poly", "degree", "3"),
	"poly 1":                 sweep.Spec{}.With("space", "poly", "degree", "1"),
	"network":                sweep.Spec{}.With("space", "linear", "layers", "3:2+1:poly2:sfa3/all:pca3:poly2:sfa3"),
	"network 0.8exp":         sweep.Spec{}.With("space", "poly", "degree", "2", "layers", "3:2+1:0.8exp:sfa2"),
	"gaussian":               sweep.Spec{}.With("sigma", "rel:1", "m", "20", "readout", "lda"),
	"gaussian, wide":         sweep.Spec{}.With("sigma", "rel:60", "m", "100"),
	"gaussian, unshifted":    sweep.Spec{}.With("sigma", "rel:1", "m", "20", "shift", "off"),
	"laplacian":              sweep.Spec{}.With("kernel", "laplacian", "sigma", "rel:1", "m", "20"),
	"laplacian, wide":        sweep.Spec{}.With("kernel", "laplacian", "sigma", "rel:1000", "m", "20"),
	"gamma-exponential":      sweep.Spec{}.With("kernel", "gamma-exponential", "gamma", "1.5", "sigma", "rel:1", "m", "20"),
	"clipped":                sweep.Spec{}.With("kernel", "gamma-exponential", "gamma", "3", "indefinite", "clip", "sigma", "rel:1", "m", "15", "select", "random"),
	"flipped":                sweep.Spec{}.With("kernel", "gamma-exponential", "gamma", "3", "indefinite", "flip", "sigma", "rel:1", "m", "15", "select", "random"),
	"matern32":               sweep.Spec{}.With("kernel", "matern32", "sigma", "rel:1", "m", "20"),
	"matern52, wide":         sweep.Spec{}.With("kernel", "matern52", "sigma", "rel:100", "m", "20"),
	"matern52, unshifted":    sweep.Spec{}.With("kernel", "matern52", "sigma", "rel:1", "m", "20", "shift", "off"),
	"rational-quadratic":     sweep.Spec{}.With("kernel", "rational-quadratic", "alpha", "0.7", "sigma", "rel:1", "m", "20"),
	"rational, wide":         sweep.Spec{}.With("kernel", "rational-quadratic", "alpha", "2", "sigma", "rel:3000", "m", "20"),
	"arc-sine":               sweep.Spec{}.With("kernel", "arc-sine", "sigma", "rel:1", "m", "12"),
	"linear kernel":          sweep.Spec{}.With("kernel", "linear", "m", "12"),
	"poly kernel":            sweep.Spec{}.With("kernel", "poly", "degree", "3", "m", "12"),
	"printed":                sweep.Spec{}.With("sigma", "rel:0.5", "m", "12", "basis", "printed"),
	"printed, after a front": sweep.Spec{}.With("standardize", "on", "sigma", "rel:0.5", "m", "12", "basis", "printed", "front", "pca:2"),
}

// tolerances holds how far features may be from the engine's, if that is not
// 1e-10: with kernels so wide that supports nearly depend on each other,
// rounding changes the engine's own as much.
var tolerances = map[string]float64{"gaussian, wide": 1e-3, "matern52, wide": 1e-7, "rational, wide": 1e-5}

// written is the model of a sweep's first point, with its expected output at
// the samples of its set.
type written struct {
	file  []byte
	notes []string
	x     *mat.Dense
	want  map[string]*mat.Dense
}

// write writes a model.
func write(t *testing.T, spec sweep.Spec) (written, error) {
	t.Helper()
	spec.Draws, spec.Split = 1, split.Options{Folds: 3, Seed: 1}
	spec.Set("p", "3")
	if spec.Text("readout") == "" {
		spec.Set("readout", "none")
	}
	s, set := recorded.WavesWith(t, spec)
	r := s.Finished()[0]
	if r.Error != "" {
		t.Fatal(r.Error)
	}
	var b bytes.Buffer
	notes, err := Write(t.Context(), &b, s, set, r)
	if err != nil {
		return written{}, err
	}
	m, _, err := resolve.Train(t.Context(), set, set.Hash(), r.Point)
	if err != nil {
		t.Fatal(err)
	}
	phi, err := m.Apply(t.Context(), set.X)
	if err != nil {
		t.Fatal(err)
	}
	w := written{file: b.Bytes(), notes: notes, x: set.X, want: map[string]*mat.Dense{"features": phi}}
	if c, ok := m.Readout.(readout.Classifier); ok {
		read := phi
		if readout.OfInputs(r.Point) {
			if read, err = m.Prepared(t.Context(), set.X); err != nil {
				t.Fatal(err)
			}
		}
		w.want["discriminants"] = c.Discriminants(read)
	}
	return w, nil
}

// apart returns the largest difference from the wanted values, in units of the
// largest of them if that exceeds 1.
func apart(got []float64, want *mat.Dense) float64 {
	worst, scale := 0.0, 1.0
	for i, v := range slices.Concat(rowsOf(want)...) {
		if v == got[i] { // equal, also if infinite
			continue
		}
		worst, scale = max(worst, math.Abs(got[i]-v)), max(scale, math.Abs(v))
		if math.IsNaN(got[i]) {
			return math.Inf(1)
		}
	}
	return worst / scale
}

// within compares the output of a model with the engine.
func within(t *testing.T, name, output string, got []float64, want *mat.Dense) {
	t.Helper()
	tolerance, ok := tolerances[name]
	if !ok {
		tolerance = 1e-10
	}
	d := apart(got, want)
	t.Logf("%s: %s are %.2g apart", name, output, d)
	if !(d <= tolerance) {
		t.Errorf("%s: %s are %.2g apart, more than %g", name, output, d, tolerance)
	}
}

// A model computes the same as the engine, when the operators are evaluated by
// their definitions.
func TestModels(t *testing.T) {
	for name, spec := range modelled {
		w, err := write(t, spec)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		d := decode(t, w.file)
		n, inputs := w.x.Dims()
		if d.opset != 17 || d.inputs["x"] != inputs || len(d.inputs) != 1 || d.kinds["x"] != 11 || d.kinds["features"] != 11 {
			t.Errorf("%s: %+v, notes %q", name, d.inputs, w.notes)
		}
		if _, wide := tolerances[name]; wide != (len(w.notes) == 1 && strings.HasPrefix(w.notes[0], "the supports nearly depend on each other")) {
			t.Errorf("%s: notes %q", name, w.notes)
		}
		got := d.evaluate(t, array{n, inputs, slices.Concat(rowsOf(w.x)...)})
		for output, want := range w.want {
			_, p := want.Dims()
			if d.outputs[output] != p {
				t.Errorf("%s: %s have %d columns, want %d", name, output, d.outputs[output], p)
				continue
			}
			within(t, name, output, got[output].v, want)
		}
		var names []string
		if err := json.Unmarshal([]byte(d.metadata["inputs"]), &names); err != nil || len(names) != inputs {
			t.Errorf("%s: inputs %q, %v", name, names, err)
		}
		var c config
		if err := json.Unmarshal([]byte(d.metadata["config"]), &c); err != nil || c.Format != "sfatui-onnx" || len(c.Key) < 12 {
			t.Errorf("%s: config %+v, %v", name, c, err)
		}
		_, classifies := w.want["discriminants"]
		if class, ok := got["class"]; ok != classifies || ok && (d.kinds["class"] != 7 || len(class.v) != n || d.metadata["classes"] == "") {
			t.Errorf("%s: classes %v", name, ok)
		}
	}
}

// A model that the operators cannot express is refused, or a part of it left
// out, by name.
func TestRefused(t *testing.T) {
	w, err := write(t, sweep.Spec{}.With("space", "linear", "readout", "gaussian"))
	if err != nil || len(w.notes) != 1 || !strings.HasPrefix(w.notes[0], "the readout gaussian is not linear in the features") {
		t.Errorf("notes %q, %v", w.notes, err)
	}
	if d := decode(t, w.file); len(d.outputs) != 1 {
		t.Errorf("outputs %v", d.outputs)
	}
	w, err = write(t, sweep.Spec{}.With("space", "linear", "readout", "novelty", "normal", "s1"))
	if err != nil || len(w.notes) != 1 || !strings.HasPrefix(w.notes[0], "the readout novelty is not linear") {
		t.Errorf("notes %q, %v", w.notes, err)
	}
	if _, err := write(t, sweep.Spec{}.With("space", "linear", "front", "ksvd:6:2")); err == nil || !strings.Contains(err.Error(), "the front ksvd:6:2, whose codes are found by iteration, cannot be expressed in the operators of ONNX: save the model as .npz") {
		t.Errorf("a dictionary: %v", err)
	}
	m := &trained{Trained: &resolve.Trained{Fitted: preparation.Fitted{Series: true}}}
	if _, _, err := m.encode(); err == nil || !strings.Contains(err.Error(), "a kernel of whole series cannot be expressed in the operators of ONNX") {
		t.Errorf("series: %v", err)
	}
}

// A linear prediction of a number is part of a model.
func TestPrediction(t *testing.T) {
	target, train := []float64{3, 5, 7, 10}, mat.NewDense(4, 2, []float64{1, 0, 2, 0, 3, 0, 4, 1})
	r, err := readout.Linear(t.Context(), train, target, 0)
	if err != nil {
		t.Fatal(err)
	}
	m := &trained{Trained: &resolve.Trained{Inputs: 2, Space: space.Linear{D: 2}, A: mat.NewDense(2, 2, []float64{1, 0, 0, 1}), Offset: []float64{0, 0}, Readout: r}}
	readout.Name.Set(&m.Point, "linear")
	var notes []string
	if m.readout, notes = linearReadout(m.Trained); notes != nil {
		t.Fatalf("notes %q", notes)
	}
	file, _, err := m.encode()
	if err != nil {
		t.Fatal(err)
	}
	d := decode(t, file)
	got := d.evaluate(t, array{4, 2, train.RawMatrix().Data})["prediction"]
	if d.outputs["prediction"] != 1 || apart(got.v, mat.NewDense(4, 1, target)) > 1e-12 {
		t.Errorf("%v of %v", got.v, d.outputs)
	}
}

// runtimeVariable is the variable with the folder of modules that contains
// onnxruntime-node.
const runtimeVariable = "SFATUI_ONNXRUNTIME"

// ONNX's own runtime computes the same as the engine.
func TestRuntime(t *testing.T) {
	modules := os.Getenv(runtimeVariable)
	if modules == "" {
		t.Skip("$" + runtimeVariable + " names no folder with onnxruntime-node")
	}
	script, err := filepath.Abs(filepath.Join("testdata", "runtime.js"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	all := map[string]written{}
	for name, spec := range modelled {
		w, err := write(t, spec)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		all[name] = w
		for ending, b := range map[string][]byte{".onnx": w.file, ".x": bytesOf(w.x)} {
			if err := os.WriteFile(filepath.Join(dir, name+ending), b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	cmd := exec.CommandContext(t.Context(), "node", script, dir)
	cmd.Env = append(os.Environ(), "NODE_PATH="+modules)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name, w := range all {
		for output, want := range w.want {
			b, err := os.ReadFile(filepath.Join(dir, name+"."+output))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			got := make([]float64, len(b)/8)
			if err := binary.Read(bytes.NewReader(b), binary.LittleEndian, got); err != nil || len(got) != len(bytesOf(want))/8 {
				t.Errorf("%s: %d numbers, %v", name, len(got), err)
				continue
			}
			within(t, name, output, got, want)
		}
	}
}

// bytesOf returns the numbers of a matrix as in memory.
func bytesOf(x *mat.Dense) []byte {
	var b bytes.Buffer
	for _, row := range rowsOf(x) {
		binary.Write(&b, binary.LittleEndian, row)
	}
	return b.Bytes()
}

// rowsOf returns the rows of a matrix.
func rowsOf(x *mat.Dense) [][]float64 {
	n, _ := x.Dims()
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = x.RawRowView(i)
	}
	return rows
}
