package model

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

// saidOf holds saved readouts, and their columns in a table.
var saidOf = map[string]struct {
	texts, columns string
}{
	"process, gaussian":    {"readout gp gp-kernel gaussian gp-length 0.8 noise 0.1", "prediction deviation"},
	"process, sum":         {"readout gp gp-kernel sum gp-length 0.8 noise 0.1 gp-signal 1", "prediction deviation"},
	"process, linear":      {"readout gp gp-kernel linear noise 0.1 gp-signal 1", "prediction deviation"},
	"process, matern52":    {"readout gp gp-kernel matern52 gp-length 0.8 noise 0.1 gp-signal 1 gp-m 20", "prediction deviation"},
	"lda":                  {"readout lda", "prediction"},
	"least squares":        {"readout least-squares", "prediction"},
	"perceptron":           {"readout perceptron", "prediction"},
	"logistic":             {"readout logistic", "prediction"},
	"centroid":             {"readout centroid", "prediction"},
	"gaussian":             {"readout gaussian", "prediction"},
	"neighbours":           {"readout neighbours knn 3", "prediction"},
	"neighbour mean":       {"readout neighbour-mean knn 4", "prediction"},
	"soft gaussian":        {"readout soft-gaussian groups 4", "prediction"},
	"median of gaussians":  {"readout soft-gaussian groups 4 estimate median", "prediction"},
	"gaussian classes":     {"readout gaussian-number groups 4", "prediction"},
	"centroid of a number": {"readout centroid-number groups 4 estimate median", "prediction"},
	"linear":               {"readout linear", "prediction"},
	"ridge":                {"readout ridge", "prediction"},
	"svm":                  {"readout svm", "prediction"},
	"cvm":                  {"readout cvm C 10", "prediction"},
	"cvm of a number":      {"readout cvm-number C 10", "prediction"},
	"sfm":                  {"readout sfm slack 1", "prediction"},
	"sfm of inputs":        {"readout sfm slack 1 readout-from inputs", "prediction"},
	"lasso":                {"readout lasso eta 0.5", "prediction"},
	"lasso of inputs":      {"readout lasso eta 0.5 readout-from inputs", "prediction"},
	"novelty":              {"readout novelty C 10 normal low offset 0.9 alarm-after 2", "novelty alarm"},
	"novelty, held out":    {"readout novelty C 10 normal low offset held:0.9", "novelty alarm"},
	"novelty, own border":  {"readout novelty C 10 normal low offset rho", "novelty alarm"},
}

// savedReadout saves the model of a readout on noisy inputs with three states
// and a number. It returns the engine's output on the test part: discriminants
// or numbers, with their rows.
func savedReadout(t *testing.T, texts string) (set *data.Set, path string, of *run.Solved, want run.ReadoutOutputs) {
	t.Helper()
	dir := t.TempDir()
	var table bytes.Buffer
	table.WriteString("a,b,c,state,y\n")
	for i := range 240 {
		x := float64(i)
		state := []string{"low", "low", "middle", "high"}[int(2+1.999*math.Sin(x/9))]
		fmt.Fprintf(&table, "%g,%g,%g,%s,%g\n", math.Sin(x/9), math.Cos(x/7), math.Sin(x*x), state, 20+3*math.Sin(x/9)*math.Cos(x/7)+0.1*math.Sin(3*x*x))
	}
	file := filepath.Join(dir, "t.csv")
	check(t, os.WriteFile(file, table.Bytes(), 0o644))
	options := datasets.Options{Paths: []string{file}, Target: "y", Label: "state"}
	set, err := datasets.Open(t.Context(), options, nil)
	check(t, err)
	spec := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("standardize", "on", "space", "linear", "graph", "time", "lambda", "0", "p", "3").With(strings.Fields(texts)...)
	if strings.Contains(texts, "held:") {
		spec.Split.Validation, spec.Inner = 0.25, "4" // parts that draw the line
	}
	plan, err := sweep.NewPlan(set, set.Hash(), spec)
	check(t, err)
	e, err := compute.Start(t.Context(), compute.Request{Dir: filepath.Join(dir, "t.sfa"), Options: options, Set: set, Spec: spec, Plan: plan})
	check(t, err)
	check(t, e.Wait())
	s, err := e.Session().Reopen()
	check(t, err)
	r := s.Finished()[0]
	if r.Error != "" {
		t.Fatalf("%s: %s", texts, r.Error)
	}
	path = filepath.Join(dir, "model.npz")
	check(t, store.Save(path, false, func(w io.Writer) error { return Write(t.Context(), w, s, set, r) }))
	of, err = run.Solve(t.Context(), set, set.Hash(), r.Point)
	check(t, err)
	if readout.Detects(r.Point) {
		w, err := run.Watch(t.Context(), set, set.Hash(), r.Point)
		check(t, err)
		want.Predicted = append(w.Novelty, w.Threshold)
	} else {
		want, err = of.Readout(t.Context(), r.Point)
		check(t, err)
	}
	return set, path, of, want
}

// A saved readout returns the same output on samples as the engine when it
// measured the point.
func TestSavedReadouts(t *testing.T) {
	for name, c := range saidOf {
		set, path, of, want := savedReadout(t, c.texts)
		m, err := Read(path)
		check(t, err)
		phi, err := m.Features(t.Context(), set)
		check(t, err)
		says, err := m.applyReadout(t.Context(), set, phi)
		check(t, err)
		tolerance := 1e-9
		near := func(what string, row int, got, want float64) {
			if math.Abs(got-want) > tolerance {
				t.Fatalf("%s: %s of row %d is %g, was %g", name, what, row, got, want)
			}
		}
		var classes []int
		if want.Disc != nil {
			classes = measure.Classes(want.Disc)
		}
		for i, row := range of.TestRows {
			switch {
			case classes != nil:
				if says.class[row] != classes[i] {
					t.Fatalf("%s: row %d is of class %d, was %d", name, row, says.class[row], classes[i])
				}
				for k := range set.Classes {
					near("discriminant", row, says.discriminants.At(row, k), want.Disc.At(i, k))
				}
			case want.SD != nil:
				near("deviation", row, says.sd[row], want.SD[i])
				fallthrough
			default:
				near("number", row, says.number[row], want.Predicted[i])
			}
		}
		if says.alarm != nil {
			near("line", 0, says.line, want.Predicted[len(of.TestRows)])
		}

		var b bytes.Buffer
		check(t, m.WriteTransformedCSV(t.Context(), &b, set, phi))
		rows, err := csv.NewReader(&b).ReadAll()
		check(t, err)
		columns := strings.Fields(c.columns)
		if head := strings.Join(rows[0], " "); !strings.HasSuffix(head, "y1 y2 y3 "+c.columns) {
			t.Errorf("%s: %s", name, head)
		}
		for i, row := range rows[1:] {
			first := row[len(row)-len(columns)]
			if v, _ := strconv.ParseFloat(first, 64); says.class == nil && v != says.number[i] || says.class != nil && first != set.Classes[says.class[i]] {
				t.Fatalf("%s: row %d of the table has %s", name, i, first)
			}
		}
		b.Reset()
		check(t, m.WriteTransformed(t.Context(), &b, set, phi))
		arrays, _ := sessiontest.ReadArrays(t, b.Bytes())
		for _, array := range map[string][]string{
			"prediction deviation": {"predictions", "deviations"}, "novelty alarm": {"novelty", "alarms"}, "prediction": {"predictions"},
		}[c.columns] {
			if len(arrays[array].Words) != len(rows)-1 {
				t.Errorf("%s: %d %s", name, len(arrays[array].Words), array)
			}
		}
	}
}

// A saved readout of whole series returns the same output as the engine.
func TestSavedReadoutsOfSeries(t *testing.T) {
	dir := t.TempDir()
	var table bytes.Buffer
	table.WriteString("a,b,trial,state,y\n")
	for k := range 20 {
		for i := range 7 + k%4 {
			fmt.Fprintf(&table, "%g,%g,%d,%d,%g\n", math.Sin(float64(i)*(0.5+0.4*float64(k%2))+float64(k)), float64(i*k%5), k, k%2, math.Cos(float64(k)))
		}
	}
	file := filepath.Join(dir, "t.csv")
	check(t, os.WriteFile(file, table.Bytes(), 0o644))
	options := datasets.Options{Paths: []string{file}, Label: "state", Target: "y", Segment: "trial", Unit: "segment"}
	set, err := datasets.Open(t.Context(), options, nil)
	check(t, err)
	for i, texts := range []string{
		"kernel gak readout neighbours knn 3 metric dtw metric-band 2", "kernel gak readout neighbours knn 3 metric dtw-independent",
		"kernel ssk symbols kmeans:4 word 2 readout neighbours knn 3 metric dtw", "kernel fisher symbols sax:3 states 2 readout neighbours knn 3 metric dtw",
		"kernel ssk readout svm readout-kernel gak readout-band 3", "kernel gak readout svm readout-kernel dtw readout-indefinite flip", "kernel fisher symbols sax:3 states 2 readout svm readout-kernel spectrum readout-symbols kmeans:3 readout-word 2",
		"kernel fisher symbols sax:3 states 2 readout svm readout-kernel fisher readout-states 3", "kernel gak readout gp gp-kernel fisher readout-states 2 readout-fisher-information off noise 0.1",
		"kernel gak readout gp gp-kernel gak", "kernel gak readout gp gp-kernel ssk readout-symbols sax:3 readout-word 2 noise 0.1",
	} {
		spec := sweep.Spec{Split: split.Options{Folds: 2, Seed: 1}}.With("standardize", "on", "graph", "clustered", "m", "8", "lambda", "1e-3", "p", "2").With(strings.Fields(texts)...)
		plan, err := sweep.NewPlan(set, set.Hash(), spec)
		check(t, err)
		e, err := compute.Start(t.Context(), compute.Request{Dir: filepath.Join(dir, fmt.Sprint(i, ".sfa")), Options: options, Set: set, Spec: spec, Plan: plan})
		check(t, err)
		check(t, e.Wait())
		s, err := e.Session().Reopen()
		check(t, err)
		r := s.Finished()[0]
		path := filepath.Join(dir, fmt.Sprint(i, ".npz"))
		check(t, store.Save(path, false, func(w io.Writer) error { return Write(t.Context(), w, s, set, r) }))
		of, err := run.Solve(t.Context(), set, set.Hash(), r.Point)
		check(t, err)
		want, err := of.Readout(t.Context(), r.Point)
		check(t, err)
		m, err := Read(path)
		check(t, err)
		phi, err := m.Features(t.Context(), set)
		check(t, err)
		says, err := m.applyReadout(t.Context(), set, phi)
		check(t, err)
		for i, row := range of.TestRows {
			if want.Disc == nil {
				if math.Abs(says.number[row]-want.Predicted[i])+math.Abs(says.sd[row]-want.SD[i]) > 1e-9 {
					t.Errorf("%s: row %d: %g ± %g, was %g ± %g", texts, row, says.number[row], says.sd[row], want.Predicted[i], want.SD[i])
				}
				continue
			}
			if !slices.Equal(says.discriminants.RawRowView(row), want.Disc.RawRowView(i)) {
				t.Errorf("%s: row %d: %v, was %v", texts, row, says.discriminants.RawRowView(row), want.Disc.RawRowView(i))
			}
		}
	}
}

// A damaged readout is refused or returns some output, and never ends the
// program; one without one of its arrays is refused.
func TestHostileReadouts(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken.npz")
	for _, name := range []string{"process, gaussian", "process, matern52", "logistic", "centroid", "soft gaussian", "neighbours", "lasso of inputs", "svm", "cvm", "cvm of a number", "novelty"} {
		set, path, _, _ := savedReadout(t, saidOf[name].texts)
		names, files := arraysOf(t, path)
		for _, one := range names {
			if !strings.HasPrefix(one, "readout_") && !strings.HasPrefix(one, "gp_") {
				continue // TestHostileModels covers those
			}
			others := append(names, "")
			if !testenv.Full() {
				others = []string{names[0], names[len(names)-1], ""}
			}
			for _, other := range others {
				held := files[one]
				files[one] = files[other] // nil for none
				modelOf(t, broken, names, files)
				files[one] = held
				applied(t, fmt.Sprintf("%s: %s for %s", name, other, one), broken, set)
				if _, err := Read(broken); strings.HasPrefix(one, "readout_") && other == "" && err == nil {
					t.Errorf("%s: without %s it is read", name, one)
				}
			}
			numbers := files[one]
			for _, damage := range []float64{math.NaN(), math.Inf(1), -7, 0.5, 1e300} {
				files[one] = damagedArray(numbers, damage)
				modelOf(t, broken, names, files)
				applied(t, fmt.Sprintf("%s: %g in %s", name, damage, one), broken, set)
			}
			files[one] = numbers
		}
	}
}

// damagedArray returns an array of numbers with another first number.
func damagedArray(file []byte, first float64) []byte {
	out := bytes.Clone(file)
	at := 10 + int(out[8]) + int(out[9])<<8
	for i := range 8 {
		out[at+i] = byte(math.Float64bits(first) >> (8 * i))
	}
	return out
}
