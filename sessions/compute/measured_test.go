package compute

import (
	"context"
	"errors"
	"math"
	"testing"

	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
)

// If the training outputs of all points were measured by second moments, those
// of the best point are measured directly: the journal has one record for each
// of its fits.
func TestBestPointIsMeasuredFromItsOutputs(t *testing.T) {
	e, err := Start(t.Context(), manySolutions(t))
	check(t, err)
	check(t, e.Wait())
	s := reopened(t, e.Session())
	rows, c := s.Choice()
	measured := sessions.MeasuredOf(s.State(), rows, c)
	if c.Best < 0 || len(measured) != len(rows[c.Best].Results) {
		t.Fatalf("%d fits of the best point %d are measured", len(measured), c.Best)
	}
	for i, m := range measured {
		was := rows[c.Best].Results[i].Variance
		if m.Variance == nil || !(math.Abs(float64(m.Variance.Mean-was.Mean)) < 1e-9) || len(m.Variance.Each) != len(was.Each) {
			t.Errorf("fit %d: %v, recorded %v", i, m, was)
		}
	}
	if n := measurements(t, s); n != len(measured) {
		t.Errorf("%d measurements", n)
	}
	e, err = Resume(t.Context(), s, nil, sweep.RunOptions{}, false, nil)
	check(t, err)
	check(t, e.Wait())
	if n := measurements(t, s); n != len(measured) {
		t.Errorf("%d measurements after a resume with nothing to do", n)
	}
}

// The same holds if the best point was added while the sweep was computed.
func TestBestPointThatWasAddedIsMeasured(t *testing.T) {
	many := manySolutions(t)
	few := many
	few.Spec.Set("lambda", "1")
	var err error
	few.Plan, err = sweep.NewPlan(few.Set, few.Set.Hash(), few.Spec)
	check(t, err)
	release := holdFits(t)
	e, err := Start(t.Context(), few)
	check(t, err)
	e.Pause()
	release()
	check(t, e.Add(many.Set, many.Plan))
	e.Continue()
	check(t, e.Wait())
	s := reopened(t, e.Session())
	rows, c := s.Choice()
	if c.Best < 0 || method.Lambda.X(rows[c.Best].Config) == 1 {
		t.Fatalf("the best point %d was not added", c.Best)
	}
	if n := len(sessions.MeasuredOf(s.State(), rows, c)); n != len(rows[c.Best].Results) {
		t.Errorf("%d of %d fits of the best point are measured", n, len(rows[c.Best].Results))
	}
}

// The task that completes the sweep measures the best point; a resume does so
// if that task was stopped right after the last point.
func TestBestPointOfTasksIsMeasured(t *testing.T) {
	for _, stopped := range []bool{false, true} {
		s, err := Create(manySolutions(t))
		check(t, err)
		check(t, runTask(t, s, 2, 2, nil).Wait())
		if n := measurements(t, s); n != 0 {
			t.Errorf("%d measurements of half a sweep", n)
		}
		p, err := sessions.OpenPlanned(s.Dir)
		check(t, err)
		left := len(p.Session.Plan()) - len(p.Published)
		ctx, stop := context.WithCancel(t.Context())
		e, err := Task(ctx, p, Share{Task: record.Task{I: 1, N: 2}}, sweep.RunOptions{Workers: 1}, func(r record.Record) {
			if r.Kind == string(sweep.PointDone) {
				if left--; left == 0 && stopped {
					stop()
				}
			}
		})
		check(t, err)
		if err := e.Wait(); stopped != errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		stop()
		if stopped {
			if n := measurements(t, s); n != 0 {
				t.Errorf("%d measurements of a task that was stopped", n)
			}
			e, err := Resume(t.Context(), s, nil, sweep.RunOptions{}, false, nil)
			check(t, err)
			check(t, e.Wait())
		}
		now := reopened(t, s)
		rows, c := now.Choice()
		if n := len(sessions.MeasuredOf(now.State(), rows, c)); n == 0 || n != len(rows[c.Best].Results) || n != measurements(t, s) {
			t.Errorf("%d of %d fits are measured, by %d measurements", n, len(rows[c.Best].Results), measurements(t, s))
		}
	}
}

// manySolutions returns a sweep with so many solutions of each model that
// second moments measure them.
func manySolutions(t *testing.T) Request {
	t.Helper()
	b := beginning(t, nil)
	b.Spec.Set("lambda", "0,1e-9,1e-8,1e-7,1e-6,1e-5,1e-4,1e-3")
	plan, err := sweep.NewPlan(b.Set, b.Set.Hash(), b.Spec)
	check(t, err)
	b.Plan = plan
	return b
}

// measurements counts the records of measured points in a session's journals.
func measurements(t *testing.T, s *sessions.Session) (n int) {
	t.Helper()
	for _, r := range reopened(t, s).Records() {
		if r.Kind == record.KindMeasured {
			n++
		}
	}
	return n
}

// Invalid measurements are ignored, and the last of a point counts.
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
