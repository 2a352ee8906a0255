package papers

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
)

// opened keeps the sets that were opened, by their options, and planned the plans, by
// name: to make a set takes time.
var opened, planned sync.Map

// tried are the experiments that tests plan: all with CI, else without those whose widths
// are measured on codes, of which a dictionary is learned first.
func tried() []Experiment {
	all := Experiments()
	if !testenv.Full() {
		all = slices.DeleteFunc(all, func(x Experiment) bool { return x.Name == "hammer-2" || x.Name == "hammer-3" })
	}
	return all
}

// plan lays out an experiment over its own data.
func plan(t *testing.T, x Experiment) *sweep.Plan {
	t.Helper()
	if p, ok := planned.Load(x.Name); ok {
		return p.(*sweep.Plan)
	}
	options := fmt.Sprintf("%+v", x.Data)
	known, ok := opened.Load(options)
	if !ok {
		set, err := datasets.Open(context.Background(), x.Data, nil)
		if err != nil {
			t.Fatal(err)
		}
		known, _ = opened.LoadOrStore(options, set)
	}
	set := known.(*data.Set)
	p, err := sweep.NewPlan(set, set.Hash(), x.Spec)
	if err != nil {
		t.Fatal(err)
	}
	planned.Store(x.Name, p)
	return p
}

// Every experiment says all that is asked of it, and can be planned on its own
// data, with points few enough for a minute.
func TestExperimentsPlan(t *testing.T) {
	seen := map[string]bool{}
	for _, x := range tried() {
		if seen[x.Name] {
			t.Errorf("%s: there are two", x.Name)
		}
		seen[x.Name] = true
		if x.Name == "" || x.Paper == "" || x.Outcome == "" || x.Check == nil || len(x.Data.Paths) != 1 {
			t.Errorf("%+v: incomplete", x)
		}
		if !strings.HasSuffix(x.Question, "?") || !strings.HasSuffix(x.Found, ".") {
			t.Errorf("%s: asks %q, found %q", x.Name, x.Question, x.Found)
		}
		if n := len(plan(t, x).Entries); n < 5 || n > 600 {
			t.Errorf("%s: %d points", x.Name, n)
		}
	}
	for _, paper := range []string{"bohmer-1", "bohmer-1b", "bohmer-2", "bohmer-3", "ma-4.1", "ma-4.2", "ma-4.3", "weghenkel-4.1", "weghenkel-4.2-piano", "escalante-6.2"} {
		if !seen[paper] {
			t.Errorf("%s: missing", paper)
		}
	}
}

func TestNamed(t *testing.T) {
	for _, name := range []string{"ma-4.1", "papers/ma-4.1"} {
		if x, ok := Named(name); !ok || x.Name != "ma-4.1" {
			t.Errorf("%s: %q, %v", name, x.Name, ok)
		}
	}
	for _, name := range []string{"", "papers/", "ma", "nonsense"} {
		if x, ok := Named(name); ok {
			t.Errorf("%q is %s", name, x.Name)
		}
	}
}

// sink keeps the results of a sweep.
type sink struct{ results []*result.Result }

func (s *sink) Handle(e sweep.Event) error {
	if e.Result != nil {
		s.results = append(s.results, e.Result)
	}
	return nil
}

// quick is the experiment that is run with every test.
const quick = "ma-4.1"

// The experiments run, no point of them fails, and they end in the verdict that is said of
// them, on every kernel path.
func TestExperimentsRun(t *testing.T) {
	for _, x := range Experiments() {
		t.Run(x.Name, func(t *testing.T) {
			if x.Name != quick && !testenv.Full() {
				t.Skip("takes up to half a minute; set CI to run it")
			}
			t.Parallel() // there are stages that take one processor
			var s sink
			run, err := run.Start(t.Context(), plan(t, x), &s, sweep.RunOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if err := run.Wait(); err != nil {
				t.Fatal(err)
			}
			for _, r := range s.results {
				if r.Error != "" {
					t.Errorf("%s: %s", r.Point.Label(), r.Error)
				}
			}
			v := x.Check(choose.Summarize(s.results))
			if v.Missing != "" || v.Here == "" || v.Outcome() != x.Outcome {
				t.Errorf("%s, want that it %s; missing is %q", v.Line(""), x.Outcome.Predicate(), v.Missing)
			}
			t.Log(v.Here)
			t.Log(v.Line(""))
			for _, row := range append(v.Table, v.Margins()...) {
				t.Log(strings.Join(row, " | "))
			}
		})
	}
}
