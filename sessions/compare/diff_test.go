package compare_test

import (
	"math"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compare"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/sessiontest"
)

// swept records a sweep over three widths, two λ and two folds. change alters
// its header, and kept the result of each point, and reports whether the point
// is recorded.
func swept(t *testing.T, change func(*sessions.Header), kept func(i int, r *result.Result) bool) *list.Outline {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	h := sessions.Header{Engine: "0.10.1", KernelPath: "avx2-amd64", Data: sessions.Data{Hash: "data"}}
	if change != nil {
		change(&h)
	}
	plan := sessiontest.SweptPlan()
	var results []*result.Result
	for i := range plan {
		r := sessiontest.SweptResult(i, plan[i])
		if kept == nil || kept(i, r) {
			results = append(results, r)
		}
		plan[i].Point = r.Point
		plan[i] = sessiontest.Keyed(plan[i:i+1], h.Engine, h.KernelPath, h.Data.Hash)[0]
		r.Key = plan[i].Key
	}
	s, err := sessions.Create(filepath.Join(t.TempDir(), "words.sfa"), h, plan)
	must(err)
	w, err := s.Writer(time.Now)
	must(err)
	must(w.Handle(sweep.Event{Kind: sweep.Started}))
	for _, r := range results {
		must(w.Handle(sweep.Event{Kind: sweep.PointDone, Result: r}))
	}
	must(w.Close())
	o, err := list.OpenOutline(s.Dir)
	must(err)
	return o
}

// compared returns the difference of two sessions.
func compared(t *testing.T, a, b *list.Outline, equal bool) compare.Difference {
	t.Helper()
	d, err := compare.Sessions(t.Context(), a, b, compare.Options{Rope: choose.UsualRope, Equal: equal})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDiffOfEquals(t *testing.T) {
	d := compared(t, swept(t, nil, nil), swept(t, nil, nil), false)
	if !d.SameData || !d.SameEngine || !d.SameArithmetic || d.Parameters != nil || d.OnlyA != nil || d.OnlyB != nil || len(d.Common) != 6 {
		t.Errorf("%+v", d)
	}
	for _, p := range d.Common {
		if !p.Equal || p.Measures != nil {
			t.Errorf("%v differs, or its results were read", p.Config)
		}
	}
}

func TestDiff(t *testing.T) {
	a := swept(t, nil, func(_ int, r *result.Result) bool { return kernel.Sigma.X(r.Point) != 10 })
	b := swept(t, func(h *sessions.Header) { h.Engine, h.KernelPath, h.Data.Hash = "0.10.2", "portable-amd64", "other" }, func(i int, r *result.Result) bool {
		switch {
		case kernel.Sigma.X(r.Point) == 0.1:
			kernel.Sigma.Set(&r.Point, part.Num(0.2))
		case i == 5:
			r.Slowness.MeanTest *= 2
			r.Variance.Max = 1.25
		}
		return i != 7 // a fold that B has not finished
	})
	d := compared(t, a, b, false)
	if d.SameData || d.SameEngine || d.SameArithmetic {
		t.Errorf("same are %v %v %v", d.SameData, d.SameEngine, d.SameArithmetic)
	}
	if len(d.Parameters) != 1 {
		t.Fatalf("parameters are %+v", d.Parameters)
	}
	p := d.Parameters[0]
	if p.Name != "sigma" || !slices.Equal(p.OnlyA, []string{"0.1"}) || !slices.Equal(p.OnlyB, []string{"0.2", "10"}) || !slices.Equal(p.Both, []string{"1"}) {
		t.Errorf("the parameter is %+v", p)
	}
	if len(d.OnlyA) != 2 || len(d.OnlyB) != 4 || len(d.Common) != 2 {
		t.Fatalf("%d only in A, %d only in B, %d in both", len(d.OnlyA), len(d.OnlyB), len(d.Common))
	}
	byName := map[string]choose.Contrast{}
	for _, m := range d.Common[0].Measures {
		byName[m.Measure.Show.Contrast] = m
	}
	// Fold 0 is equal, fold 1 twice as large: the means are 0.29 and 0.44.
	slow := byName["test slowness"]
	if d.Common[0].Equal || math.Abs(slow.B.Mean-slow.A.Mean-0.15) > 1e-12 || slow.A.N != 2 {
		t.Errorf("slowness of the first is %+v", slow)
	}
	if v := byName["|variance − 1|"]; v.B.Mean != 0.25 || v.A.Mean > 1e-11 {
		t.Errorf("variance of the first is %+v", v)
	}
	// Only one fold of the second can be compared, and that is equal.
	if p := d.Common[1]; p.Equal || p.Measures[0].A.N != 1 || p.Measures[0].A.Mean != p.Measures[0].B.Mean {
		t.Errorf("the second is %+v", p)
	}
}
