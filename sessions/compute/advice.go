package compute

import (
	"context"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
)

// SetDriver sets the driver that decides what is computed after all planned
// points; nil for none. It returns false if the sweep has ended.
func (e *Execution) SetDriver(d *advise.Driver) bool {
	r := &e.rounds
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.driverDone {
		r.driver = d
	}
	return !r.driverDone
}

// TakeAdvice adds the points of a piece of advice to a session and computes them.
func TakeAdvice(ctx context.Context, s *sessions.Session, set *data.Set, a advise.Advice, o sweep.RunOptions, onRecord func(record.Record)) (*Execution, error) {
	plan, err := sweep.PlanOf(set, s.Header.Data.Hash, a.Points)
	if err != nil {
		return nil, s.Wrap(err)
	}
	s, plan, err = newPoints(s, set, plan)
	if err != nil {
		return nil, err
	}
	return execute(ctx, s, plan, task{command: "advice", data: record.Advice{Kind: string(a.Kind), Text: a.Sentence()}, set: set, run: o}, onRecord)
}

// NothingToAdd reports that a driver had nothing to compute, with the reason.
type NothingToAdd struct{ Why string }

func (e *NothingToAdd) Error() string { return e.Why }

// Auto lets a driver add points to a finished session, round by round. It
// returns a *[NothingToAdd], and writes nothing, if the driver has nothing to
// add. The driver first takes the rounds of earlier drivers into account.
func Auto(ctx context.Context, s *sessions.Session, set *data.Set, d *advise.Driver, o sweep.RunOptions, onRecord func(record.Record)) (*Execution, error) {
	s, err := s.Reopen()
	if err != nil {
		return nil, err
	}
	var first rounds
	first.load(s, set)
	first.replayRounds(ctx, d)
	a, more, why := d.Next(ctx, first.sweepOf(first.state), first.state.Elapsed())
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if !more {
		return nil, &NothingToAdd{why}
	}
	plan, err := sweep.PlanOf(set, s.Header.Data.Hash, a.Points)
	if err != nil {
		return nil, s.Wrap(err)
	}
	if s, plan, err = newPoints(s, set, plan); err != nil {
		return nil, err
	}
	return execute(ctx, s, plan, task{command: "auto", data: roundOf(d, a), set: set, run: o, driver: d}, onRecord)
}
