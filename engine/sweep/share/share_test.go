package share_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/share"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// planOf is a plan over a small labelled set.
func planOf(t testing.TB, settings ...string) ([]sweep.Entry, share.Shape) {
	t.Helper()
	set := sweeptest.Trials(6, 2, 40)
	spec := sweep.Spec{}.With(append([]string{"m", "20", "p", "2", "readout", "none"}, settings...)...)
	spec.Split.Folds = 3
	plan, err := sweep.NewPlan(set, set.Hash(), spec)
	if err != nil {
		t.Fatal(err)
	}
	n, d := set.X.Dims()
	return plan.Entries, share.Shape{Samples: n, Inputs: d}
}

// covers fails unless each point is in one share.
func covers(t testing.TB, d share.Division, tasks int, want map[string]bool) {
	t.Helper()
	if len(d.Shares) != tasks {
		t.Fatalf("%d shares for %d tasks", len(d.Shares), tasks)
	}
	got, runs := map[string]bool{}, 0
	for _, entries := range d.Shares {
		if len(entries) > 0 {
			runs++
		}
		for _, e := range entries {
			if got[e.Key] {
				t.Fatalf("%d tasks: point %.8s is in two shares", tasks, e.Key)
			}
			got[e.Key] = true
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d tasks: %d of %d points are in shares", tasks, len(got), len(want))
	}
	if runs != d.Runs || runs > min(tasks, len(want)) || len(want) > 0 && runs == 0 {
		t.Fatalf("%d tasks: %d shares with points, %d reported", tasks, runs, d.Runs)
	}
	if d.Work < d.Alone*(1-1e-9) || d.Largest > d.Work*(1+1e-9) || d.Largest*float64(max(1, runs)) < d.Work*(1-1e-9) {
		t.Fatalf("%d tasks: work %g in all, %g of the largest, %g of one process", tasks, d.Work, d.Largest, d.Alone)
	}
}

func keysOf(plans ...[]sweep.Entry) map[string]bool {
	out := map[string]bool{}
	for _, plan := range plans {
		for _, e := range plan {
			out[e.Key] = true
		}
	}
	return out
}

// Each point is in one share, for every number of tasks, and a task that asks again gets
// the same answer.
func TestSharesCoverEachPointOnce(t *testing.T) {
	for _, settings := range [][]string{
		{"sigma", "lin:1:8:8", "lambda", "0,1e-7,1e-5,1e-3"},
		{"sigma", "lin:1:8:8", "lambda", "0,1e-7", "select", "kmeans"},
		{"space", "linear", "lambda", "log:1e-7:1:20"},
		{"sigma", "2"},
	} {
		entries, shape := planOf(t, settings...)
		for tasks := 1; tasks <= len(entries)+2; tasks++ {
			for _, byPoints := range []bool{false, true} {
				d := share.Of([][]sweep.Entry{entries}, shape).Divide(tasks, byPoints)
				covers(t, d, tasks, keysOf(entries))
				again := share.Of([][]sweep.Entry{entries}, shape).Divide(tasks, byPoints)
				for i := range d.Shares {
					if !slices.Equal(d.Shares[i], again.Shares[i]) {
						t.Fatalf("%v, %d tasks: share %d is another the second time", settings, tasks, i+1)
					}
				}
			}
		}
	}
}

// A division for the default number of tasks computes hardly more than one process, and
// more tasks are given where they cost nothing.
func TestTasksKeepWhatStagesShare(t *testing.T) {
	shape := share.Shape{Samples: 5672, Inputs: 400}
	for _, c := range []struct {
		name        string
		settings    []string
		least, most int // tasks
	}{
		{"supports of their own at each σ", []string{"sigma", "lin:1:8:8", "lambda", "0,1e-7,1e-5,1e-3"}, 6, 24},
		{"supports that all σ share", []string{"sigma", "lin:1:8:8", "lambda", "0,1e-7", "select", "kmeans"}, 3, 3},
		{"one σ, solves that share their moments", []string{"sigma", "2", "lambda", "log:1e-7:1:20"}, 3, 60},
	} {
		entries, _ := planOf(t, c.settings...)
		for i := range entries {
			subset.M.Set(&entries[i].Point, 500)
		}
		s := share.Of([][]sweep.Entry{entries}, shape)
		tasks := s.Tasks(500)
		d := s.Divide(tasks, false)
		t.Logf("%s: %d tasks, %.2f×, largest %.2f", c.name, tasks, d.Work/d.Alone, d.Largest/d.Alone)
		if tasks < c.least || tasks > c.most || d.Work > share.Tolerated*d.Alone {
			t.Errorf("%s: %d tasks that compute %.2f times what one process does", c.name, tasks, d.Work/d.Alone)
		}
		if by := s.Divide(tasks, true); by.Work < d.Work {
			t.Errorf("%s: by points %.2f×, kept together %.2f×", c.name, by.Work/by.Alone, d.Work/d.Alone)
		}
	}
}

// FuzzShares: whatever the plans, their order and the number of tasks.
func FuzzShares(f *testing.F) {
	all, shape := planOf(f, "sigma", "lin:1:4:4", "lambda", "0,1e-7", "select", "kmeans,mp-mah,random", "m", "10,20")
	f.Add(uint64(1), 4, 2, false)
	f.Add(uint64(2), 300, 1, true)
	f.Fuzz(func(t *testing.T, seed uint64, tasks, plans int, byPoints bool) {
		if tasks < 1 || tasks > 1000 || plans < 1 || plans > 5 {
			t.Skip()
		}
		rng := rand.New(rand.NewPCG(seed, 0))
		parted := make([][]sweep.Entry, plans)
		for _, i := range rng.Perm(len(all))[:rng.IntN(len(all)+1)] {
			for range 1 + rng.IntN(2)*rng.IntN(2) { // some stand twice
				at := rng.IntN(plans)
				parted[at] = append(parted[at], all[i])
			}
		}
		shape := shape
		shape.Samples, shape.Inputs = 2+rng.IntN(100_000), 1+rng.IntN(1000)
		covers(t, share.Of(parted, shape).Divide(tasks, byPoints), tasks, keysOf(parted...))
	})
}
