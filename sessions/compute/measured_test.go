package compute

import (
	"math"
	"testing"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
)

// The training outputs of the best point are measured themselves where those of all were
// measured by second moments: that is in the journal, once for each of its fits.
func TestBestPointIsMeasuredFromItsOutputs(t *testing.T) {
	b := beginning(t, nil)
	b.Spec.Set("lambda", "0,1e-9,1e-8,1e-7,1e-6,1e-5,1e-4,1e-3")
	plan, err := sweep.NewPlan(b.Set, b.Set.Hash(), b.Spec)
	check(t, err)
	b.Plan = plan
	e, err := Start(t.Context(), b)
	check(t, err)
	check(t, e.Wait())
	s := reopened(t, e.Session())
	rows, c := s.Choice()
	measured := s.MeasuredOf(rows, c)
	if c.Best < 0 || len(measured) != len(rows[c.Best].Results) {
		t.Fatalf("%d fits of the best point %d are measured", len(measured), c.Best)
	}
	for i, m := range measured {
		was := rows[c.Best].Results[i].Variance
		if m.Variance == nil || !(math.Abs(float64(m.Variance.Mean-was.Mean)) < 1e-9) || len(m.Variance.Each) != len(was.Each) {
			t.Errorf("fit %d: %v, recorded %v", i, m, was)
		}
	}
	count := func() (n int) {
		for _, r := range reopened(t, s).Records() {
			if r.Kind == record.KindMeasured {
				n++
			}
		}
		return n
	}
	if count() != len(measured) {
		t.Errorf("%d measurements", count())
	}
	e, err = Resume(t.Context(), s, sweep.RunOptions{}, false, nil)
	check(t, err)
	check(t, e.Wait())
	if count() != len(measured) {
		t.Errorf("%d measurements after a resume with nothing to do", count())
	}
}

// Measurements that nobody can read tell nothing, and the last of a point counts.
func TestMeasurementsAreFolded(t *testing.T) {
	key := "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
	st := record.State{}
	for i, m := range []record.Measured{{Key: "no key"}, {Key: key, Error: "first"}, {Key: key, Error: "second"}} {
		st = record.Reduce(st, record.New(int64(i), record.KindMeasured, m, nil))
	}
	if m, ok := st.MeasuredOf(key); !ok || m.Error != "second" || len(st.Measured) != 1 || len(st.Log) != 2 {
		t.Errorf("%+v, %d lines", st.Measured, len(st.Log))
	}
}
