package compute

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/share"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
)

// Task computes what a session misses of a share of its sweep. Every task, at every
// attempt, finds the same shares without talking to the others, and looks before each job
// what is published. Its error is a *[sessions.ArithmeticError] before data are opened
// where this machine would compute other points; the [Execution] is nil where nothing of the
// share misses.
func Task(ctx context.Context, s *sessions.Planned, of Share, o sweep.RunOptions, onRecord func(record.Record)) (*Execution, error) {
	if of.I < 1 || of.I > of.N {
		return nil, s.Wrap(fmt.Errorf("there is no share %d of %d", of.I, of.N))
	}
	data := s.Header.Data
	mine := share.Of(s.Entries(of.Plans), share.Shape{Samples: data.N, Inputs: data.D}).Divide(of.N, of.ByPoints).Shares[of.I-1]
	sh := &portion{Share: of, done: map[string]bool{}, there: s.There}
	for _, e := range s.Plan() {
		sh.done[e.Key] = true
	}
	left := 0
	for _, e := range mine {
		if !s.Published[e.Key] {
			delete(sh.done, e.Key)
			left++
		}
	}
	if left == 0 {
		return nil, nil
	}
	if err := s.SameArithmetic(); err != nil {
		return nil, err
	}
	if err := s.Writable(); err != nil {
		return nil, err
	}
	s.Header.Data.Options.Memory, s.Header.Data.Options.Granted = o.Memory, o.Granted
	set, err := s.OpenData(ctx)
	if err != nil {
		return nil, err
	}
	plan, err := whole(s.Session, set)
	if err != nil {
		return nil, err
	}
	return execute(ctx, s.Session, plan, task{command: "task", set: set, run: o, beside: true, share: sh}, onRecord)
}

// Need is the memory that computing a session's plans takes with so many workers, on the
// data that it was made with.
func Need(ctx context.Context, s *sessions.Session, workers int) (int64, error) {
	set, err := s.OpenData(ctx)
	if err != nil {
		return 0, err
	}
	plan, err := whole(s, set)
	if err != nil {
		return 0, err
	}
	mem, err := plan.Memory(workers, math.MaxInt64)
	return mem.Total(), err
}
