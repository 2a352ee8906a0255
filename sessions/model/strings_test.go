package model

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/store"
	"gonum.org/v1/gonum/mat"
)

// Saved models of kernels of strings compute the same features of series, to
// the bit; one whose symbols or Markov model are missing or damaged is refused.
func TestSavedModelsOfStrings(t *testing.T) {
	dir := t.TempDir()
	var table bytes.Buffer
	table.WriteString("a,b,trial,state\n")
	for k := range 20 {
		for i := range 7 + k%4 {
			fmt.Fprintf(&table, "%g,%g,%d,%d\n", math.Sin(float64(i)*(0.5+0.4*float64(k%2))+float64(k)), float64(i*k%5), k, k%2)
		}
	}
	file := filepath.Join(dir, "t.csv")
	check(t, os.WriteFile(file, table.Bytes(), 0o644))
	options := datasets.Options{Paths: []string{file}, Label: "state", Segment: "trial", Unit: "segment"}
	set, err := datasets.Open(t.Context(), options, nil)
	check(t, err)
	for i, c := range []struct{ texts, arrays []string }{
		{[]string{"kernel", "ssk", "symbols", "kmeans:4", "word", "2"}, []string{"symbols"}},
		{[]string{"kernel", "spectrum", "symbols", "values", "word", "2"}, []string{"symbols"}},
		{[]string{"kernel", "fisher", "symbols", "sax:3", "states", "2"}, []string{"symbols", "hmm_start", "hmm_transitions", "hmm_emissions"}},
	} {
		spec := sweep.Spec{Split: split.Options{Folds: 2, Seed: 1}}.With("standardize", "on", "m", "8", "lambda", "1e-3", "p", "2", "readout", "none").With(c.texts...)
		plan, err := sweep.NewPlan(set, set.Hash(), spec)
		check(t, err)
		e, err := compute.Start(t.Context(), compute.Request{Dir: filepath.Join(dir, fmt.Sprint(i, ".sfa")), Options: options, Set: set, Spec: spec, Plan: plan})
		check(t, err)
		check(t, e.Wait())
		s, err := e.Session().Reopen()
		check(t, err)
		r := s.Finished()[0]
		path := filepath.Join(dir, fmt.Sprint(i, ".npz"))
		check(t, store.Save(path, true, func(w io.Writer) error { return Write(t.Context(), w, s, set, r) }))
		trained, _, err := resolve.Train(t.Context(), set, set.Hash(), r.Point)
		check(t, err)
		want, err := trained.Apply(t.Context(), set.X)
		check(t, err)
		m, err := Read(path)
		check(t, err)
		got, err := m.Features(t.Context(), set)
		check(t, err)
		if !mat.Equal(got, want) {
			t.Errorf("%v: the features of the saved model differ", c.texts)
		}
		names, files := arraysOf(t, path)
		for _, name := range c.arrays {
			damaged := filepath.Join(dir, "damaged.npz")
			kept := files[name+".npy"]
			for what, b := range map[string][]byte{"missing": nil, "of another shape": files["coefficients.npy"]} {
				files[name+".npy"] = b
				modelOf(t, damaged, names, files)
				if _, err := Read(damaged); err == nil || !strings.Contains(err.Error(), "not a model that can be used") {
					t.Errorf("%v, %s %s: %v", c.texts, name, what, err)
				}
			}
			files[name+".npy"] = kept
		}
	}
}
