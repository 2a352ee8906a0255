package sessions

import (
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions/sessiontest"
)

func TestDiffOfEquals(t *testing.T) {
	d := Diff(swept(t, nil), swept(t, nil), choose.UsualRope)
	if !d.SameData || !d.SameEngine || !d.SameArithmetic || d.Parameters != nil || d.OnlyA != nil || d.OnlyB != nil || len(d.Common) != 6 {
		t.Errorf("%+v", d)
	}
	for _, p := range d.Common {
		if !p.Equal {
			t.Errorf("%v differs", p.Config)
		}
	}
}

func TestDiff(t *testing.T) {
	a := swept(t, nil)
	b := swept(t, func(h *Header) { h.Engine, h.KernelPath, h.Data.Hash = "0.3.0", "portable-amd64", "other" })
	plan := sessiontest.SweptPlan()
	for i, e := range plan {
		switch {
		case kernel.Sigma.X(e.Point) == 10: // not in A
			delete(a.points, e.Key)
		case kernel.Sigma.X(e.Point) == 0.1: // as another width in B
			altered(b, e.Key, func(r *result.Result) { kernel.Sigma.Set(&r.Point, part.Num(0.2)) })
		case i == 5: // a change in B
			altered(b, e.Key, func(r *result.Result) { r.Slowness.MeanTest *= 2; r.Variance.Max = 1.25 })
		case i == 7: // a fold that B has not finished
			delete(b.points, e.Key)
		}
	}
	d := Diff(a, b, choose.UsualRope)
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
	// Of the second only one fold can be compared, and that is equal.
	if p := d.Common[1]; p.Equal || p.Measures[0].A.N != 1 || p.Measures[0].A.Mean != p.Measures[0].B.Mean {
		t.Errorf("the second is %+v", p)
	}
}

// A readout that the engines compute otherwise is not compared.
func TestDiffOfAChangedReadout(t *testing.T) {
	sweptBy := func(engine string) *Session {
		s := swept(t, func(h *Header) { h.Engine = engine })
		for _, e := range s.entries {
			altered(s, e.Key, func(r *result.Result) { readout.Name.Set(&r.Point, "gaussian") })
		}
		return s
	}
	for _, c := range []struct{ a, b, want string }{{"0.5.0", "0.6.0", "0.6.0"}, {"0.6.0", "0.5.0", "0.6.0"}, {"0.4.0", "0.5.0", ""}, {"0.6.0", "0.7.0", ""}} {
		d := Diff(sweptBy(c.a), sweptBy(c.b), choose.UsualRope)
		if len(d.Common) != 6 {
			t.Fatalf("%d configurations in both", len(d.Common))
		}
		p := d.Common[0]
		compared := slices.ContainsFunc(p.Measures, func(m choose.Contrast) bool { return m.Measure.Readout })
		if p.ChangedSince != c.want || compared == (c.want != "") || len(p.Measures) == 0 {
			t.Errorf("engines %s and %s: changed since %q, measures %v", c.a, c.b, p.ChangedSince, p.Measures)
		}
	}
}

// altered changes the recorded result of a point in memory.
func altered(s *Session, key string, change func(*result.Result)) {
	r := *s.points[key].result
	change(&r)
	s.points[key] = point{result: &r, sum: s.points[key].sum}
}
