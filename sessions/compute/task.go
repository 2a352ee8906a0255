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

// Task computes the missing points of a share of a session's sweep. All tasks
// derive the same shares without communication, and check before each job what
// is published. If this machine's arithmetic differs, it returns a
// *[sessions.ArithmeticError] before opening the data. The [Execution] is nil
// if no point of the share is missing.
func Task(ctx context.Context, p *sessions.Planned, of Share, o sweep.RunOptions, onRecord func(record.Record)) (*Execution, error) {
	s := p.Session
	if of.I < 1 || of.I > of.N {
		return nil, s.Wrap(fmt.Errorf("there is no share %d of %d", of.I, of.N))
	}
	data := s.Header.Data
	mine := share.Of(s.Entries(of.Plans), share.Shape{Samples: data.N, Inputs: data.D}).Divide(of.N, of.ByPoints).Shares[of.I-1]
	sh := &portion{Share: of, done: map[string]bool{}, there: s.PointFiles().There}
	for _, e := range s.Plan() {
		sh.done[e.Key] = true
	}
	left := 0
	for _, e := range mine {
		if !p.Published[e.Key] {
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
	plan, err := allPlans(s, set)
	if err != nil {
		return nil, err
	}
	return execute(ctx, s, plan, task{command: "task", set: set, run: o, concurrent: true, share: sh}, onRecord)
}

// Need returns the memory in bytes for computing a session's plans with so many
// workers, on its data.
func Need(ctx context.Context, s *sessions.Session, workers int) (int64, error) {
	set, err := s.OpenData(ctx)
	if err != nil {
		return 0, err
	}
	plan, err := allPlans(s, set)
	if err != nil {
		return 0, err
	}
	mem, err := plan.Memory(workers, math.MaxInt64)
	return mem.Total(), err
}
