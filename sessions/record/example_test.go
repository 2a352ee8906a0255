package record_test

import (
	"fmt"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
)

func ExampleReduce() {
	e := sessiontest.Plan(2)[0]
	started := record.New(5, string(sweep.Started), record.Event{Total: 2}, nil)
	started.Writer = "a"
	done := record.New(250, string(sweep.PointDone), record.Point{Key: e.Key, Cost: 1}, sessiontest.Result(e, 0.2))
	done.Writer = "a"

	var st record.State
	for _, r := range []record.Record{record.New(0, record.KindCreated, record.Plan{Plan: "0001", Points: 2, Cost: 2}, nil), started, done} {
		st = record.Reduce(st, r)
		fmt.Printf("%s: %d of %d points, %.0f%%\n", st.Status, len(st.Results), st.Total, 100*st.Progress())
	}
	// Output:
	// ready: 0 of 2 points, 0%
	// running: 0 of 2 points, 0%
	// running: 1 of 2 points, 50%
}
