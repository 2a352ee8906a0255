package advise_test

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
)

// results keeps the finished points of a sweep.
type results struct {
	mu   sync.Mutex
	list []*result.Result
}

func (r *results) Handle(e sweep.Event) error {
	if e.Kind == sweep.PointDone {
		r.mu.Lock()
		r.list = append(r.list, e.Result)
		r.mu.Unlock()
	}
	return nil
}

// compute adds the results of a plan.
func (r *results) compute(t *testing.T, p *sweep.Plan, err error) {
	t.Helper()
	if err == nil {
		var running *run.Run
		if running, err = run.Start(t.Context(), p, r, sweep.RunOptions{}); err == nil {
			err = running.Wait()
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// best returns the objective of the best choice, and the number of choices.
func (r *results) best(t *testing.T, objective string) (value float64, rows []choose.Row) {
	t.Helper()
	rows = choose.Summarize(r.list)
	c := choose.By{Objective: objective}.Choose(rows)
	if c.Best < 0 || !c.Row.VarianceOK {
		t.Fatal("there is no best point")
	}
	return c.Score.Shown(), rows
}

// From two values of σ, of λ and of m, all of them poor, the driver comes within
// 5 % of the best of a grid ten times as large as all that it computed.
func TestDriverOnBuiltinSets(t *testing.T) {
	for i, c := range []struct {
		data    datasets.Options
		p       string
		readout string
		share   float64 // for validation
		sizes   string  // m of the grid
	}{
		{datasets.Options{Paths: []string{"latent"}, Limit: 800}, "4", "none", 0.25, "10,20,40,80,160"},
		{datasets.Options{Paths: []string{"sincos"}}, "2", "none", 0.25, "10,20,40,80,160"},
		{datasets.Options{Paths: []string{"force"}, Limit: 800}, "2", "none", 0.25, "10,20,40,80"},
		{datasets.Options{Paths: []string{"mixture"}, Limit: 800}, "2", "none", 0.25, "10,20,40,80,160"},
		{datasets.Options{Paths: []string{"vowels"}, Where: "rep=1", Embed: "l=100,epsilon=4,delta=100"}, "16", "lda", 0.4, "20,40,80"},
	} {
		if i > 0 && !testenv.Full() {
			break // one shows as much
		}
		t.Run(c.data.Paths[0], func(t *testing.T) {
			set, err := datasets.Open(t.Context(), c.data, nil)
			if err != nil {
				t.Fatal(err)
			}
			spec := sweep.Spec{Split: split.Options{Validation: c.share, Seed: 1}}.With("sigma", "rel:0.25,0.5", "lambda", "0,1e-3", "m", "20,40", "p", c.p, "readout", c.readout)
			plan, err := sweep.NewPlan(set, "data", spec)
			var driven, wide results
			driven.compute(t, plan, err)
			objective := plan.Spec.Objective
			first, _ := driven.best(t, objective)
			d := drive(t, set, &driven, objective)
			got, rows := driven.best(t, objective)

			spec.Set("lambda", "0,1e-8,1e-6,1e-4,1e-2,1")
			spec.Set("m", c.sizes)
			sizes := strings.Count(c.sizes, ",") + 1
			spec.Set("sigma", fmt.Sprintf("rel:0.25:8:%d", len(rows)*10/(6*sizes)+1))
			plan, err = sweep.NewPlan(set, "data", spec)
			wide.compute(t, plan, err)
			want, all := wide.best(t, objective)
			if len(all) < 10*len(rows) {
				t.Fatalf("the grid has %d choices, the driver %d", len(all), len(rows))
			}
			t.Logf("%s from %.4g to %.4g with %d choices in %d rounds; grid of %d: %.4g", objective, first, got, len(rows), d.Rounds(), len(all), want)
			if objective == "accuracy" && got < 0.95*want || objective != "accuracy" && got > 1.05*want {
				t.Errorf("%s %v, the grid has %v", objective, got, want)
			}
		})
	}
}

// drive lets a driver go on until it ends.
func drive(t *testing.T, set *data.Set, r *results, objective string) *advise.Driver {
	t.Helper()
	d := &advise.Driver{}
	width := func(p part.Point) float64 {
		w, err := sweep.HeuristicWidth(set, p)
		if err != nil || math.IsNaN(w) {
			t.Fatal(w, err)
		}
		return w
	}
	for {
		a, more, why := d.Next(t.Context(), advise.Sweep{Rows: choose.Summarize(r.list), By: choose.By{Objective: objective}, Width: width}, 0)
		if !more {
			t.Log(why)
			return d
		}
		if testing.Verbose() {
			t.Log(a.Sentence())
		}
		plan, err := sweep.PlanOf(set, "data", a.Points)
		r.compute(t, plan, err)
	}
}
