package compute

import (
	"fmt"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
)

// Add adds the points of plan that the session lacks to the running sweep, as a
// further plan; they come before the remaining points. The plan must be for the
// session's data, set. If the sweep has ended, it returns [run.ErrEnded] and
// adds nothing.
func (e *Execution) Add(set *data.Set, plan *sweep.Plan) error {
	s := e.rounds.session
	if plan.Data != s.Header.Data.Hash {
		return s.Wrap(fmt.Errorf("the new points are about other data: start a new session"))
	}
	fresh, err := sweep.PlanOf(set, plan.Data, e.writer.Unplanned(plan.Entries))
	if err != nil || len(fresh.Entries) == 0 {
		return err
	}
	e.rounds.noteSphered(fresh)
	return e.rounds.current().Add(fresh, func() error {
		if err := e.writer.Command("grow", nil); err != nil {
			return err
		}
		return e.writer.AddPlan(fresh.Entries)
	})
}

// Skip removes points from the running sweep. They stay planned, and [Resume]
// computes them. Finished points remain.
func (e *Execution) Skip(points []part.Point) error {
	keys := make([]string, len(points))
	for i, p := range points {
		keys[i] = sweep.Key(p, e.rounds.session.Header.Data.Hash)
	}
	e.rounds.current().Skip(keys)
	return e.writer.Command("skip", map[string][]string{"keys": keys})
}

// Note records a note in the session.
func (e *Execution) Note(p part.Point, text string) error { return e.writer.Note(p, text) }
