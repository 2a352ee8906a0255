package sessions_test

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
)

// A session is made, a point is computed into it, and it is read again.
func Example() {
	dir, err := os.MkdirTemp("", "example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	plan := sessiontest.Plan(3)
	s, err := sessions.Create(filepath.Join(dir, "x.sfa"), sessions.Header{Name: "x", Data: sessions.Data{Hash: "data"}}, plan)
	if err != nil {
		fmt.Println(err)
		return
	}
	w, err := s.Writer(time.Now)
	if err != nil {
		fmt.Println(err)
		return
	}
	w.Handle(sweep.Event{Kind: sweep.Started, Total: 3})
	w.Handle(sweep.Event{Kind: sweep.PointDone, Result: sessiontest.Result(plan[0], 1)})
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}

	s, err = sessions.Open(s.Dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	var st record.State
	for _, r := range s.Records() {
		st = record.Reduce(st, r)
		fmt.Println(r.N, r.Kind)
	}
	fmt.Println(st.Status, len(st.Results), "of", st.Total, "points,", len(s.Missing()), "to do")
	// Output:
	// 0 session.created
	// 1 writer.opened
	// 2 sweep.started
	// 3 point.done
	// 4 writer.closed
	// interrupted 1 of 3 points, 2 to do
}
