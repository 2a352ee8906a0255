package model

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/explain"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

// savedProcess saves the model of a Gaussian process that predicts a number of four noisy
// inputs, and the predictions of the same model that was not saved.
func savedProcess(t *testing.T, texts ...string) (set *data.Set, path string, mean, sd []float64) {
	t.Helper()
	dir := t.TempDir()
	var table bytes.Buffer
	table.WriteString("a,b,c,y\n")
	for i := range 240 {
		x := float64(i)
		fmt.Fprintf(&table, "%g,%g,%g,%g\n", math.Sin(x/9), math.Cos(x/7), math.Sin(x*x), 20+3*math.Sin(x/9)*math.Cos(x/7)+0.1*math.Sin(3*x*x))
	}
	file := filepath.Join(dir, "t.csv")
	check(t, os.WriteFile(file, table.Bytes(), 0o644))
	options := datasets.Options{Paths: []string{file}, Target: "y"}
	set, err := datasets.Open(t.Context(), options, nil)
	check(t, err)
	spec := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("space", "linear", "graph", "time", "lambda", "0", "p", "3", "readout", "gp").With(texts...)
	plan, err := sweep.NewPlan(set, set.Hash(), spec)
	check(t, err)
	e, err := compute.Start(t.Context(), compute.Request{Dir: filepath.Join(dir, "t.sfa"), Options: options, Set: set, Spec: spec, Plan: plan})
	check(t, err)
	check(t, e.Wait())
	s, err := e.Session().Reopen()
	check(t, err)
	r := s.Finished()[0]
	if r.Error != "" || r.ReadoutInfo["coverage95"] == 0 {
		t.Fatalf("%s %v", r.Error, r.ReadoutInfo)
	}
	path = filepath.Join(dir, "model.npz")
	check(t, store.Save(path, false, func(w io.Writer) error { return Write(t.Context(), w, s, set, r) }))
	trained, _, err := explain.Train(t.Context(), set, set.Hash(), r.Point)
	check(t, err)
	phi, err := trained.Apply(t.Context(), set.X)
	check(t, err)
	mean, sd, err = trained.Readout.Distribute(t.Context(), phi)
	check(t, err)
	return set, path, mean, sd
}

// processes are priors and approximations whose models are saved.
var processes = map[string][]string{
	"gaussian": {"gp-kernel", "gaussian", "gp-length", "0.8", "noise", "0.1"},
	"sum":      {"gp-kernel", "sum", "gp-length", "0.8", "noise", "0.1", "gp-signal", "1"},
	"linear":   {"gp-kernel", "linear", "noise", "0.1", "gp-signal", "1"},
	"matern52": {"gp-kernel", "matern52", "gp-length", "0.8", "noise", "0.1", "gp-signal", "1", "gp-m", "20"},
}

func TestSavedProcessesPredictTheSame(t *testing.T) {
	for name, texts := range processes {
		set, path, mean, sd := savedProcess(t, texts...)
		m, err := Read(path)
		check(t, err)
		phi, err := m.Features(t.Context(), set)
		check(t, err)
		var b bytes.Buffer
		check(t, m.WriteTransformedCSV(t.Context(), &b, set, phi))
		rows, err := csv.NewReader(&b).ReadAll()
		check(t, err)
		for i, row := range rows[1:] {
			got, _ := strconv.ParseFloat(row[len(row)-2], 64)
			spread, _ := strconv.ParseFloat(row[len(row)-1], 64)
			if math.Abs(got-mean[i]) > 1e-9 || math.Abs(spread-sd[i]) > 1e-9 {
				t.Fatalf("%s: row %d is %g ± %g, before it was saved %g ± %g", name, i, got, spread, mean[i], sd[i])
			}
		}
		if head := rows[0]; head[len(head)-1] != "deviation" || head[len(head)-2] != "prediction" {
			t.Errorf("%s: %v", name, head)
		}
		b.Reset()
		check(t, m.WriteTransformed(t.Context(), &b, set, phi))
		arrays, _ := sessiontest.ReadArrays(t, b.Bytes())
		if n := len(arrays["predictions"].Words); n != len(mean) || len(arrays["deviations"].Words) != n {
			t.Errorf("%s: %d predictions", name, n)
		}
	}
}

// A damaged process is refused or predicts something, and never ends the program.
func TestHostileProcesses(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken.npz")
	for name, texts := range processes {
		set, path, _, _ := savedProcess(t, texts...)
		names, files := arraysOf(t, path)
		for _, one := range names {
			for _, other := range append(names, "") {
				held := files[one]
				files[one] = files[other] // nil for none
				modelOf(t, broken, names, files)
				files[one] = held
				applied(t, fmt.Sprintf("%s: %s for %s", name, other, one), broken, set)
			}
		}
	}
}
