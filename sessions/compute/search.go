package compute

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/choose/search"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
)

// search replaces the plan by that of a search's initial configurations, and
// returns the search; nil if none is requested.
func (b *Request) search() (*search.Planner, error) {
	if b.Spec.Search.By == "" {
		return nil, nil
	}
	planner, err := plannerOf(b.Plan)
	if err != nil {
		return nil, err
	}
	first, err := sweep.PlanOf(b.Set, b.Plan.Data, planner.First())
	if err != nil {
		return nil, err
	}
	first.Spec = b.Plan.Spec
	b.Plan = first
	return planner, nil
}

func plannerOf(grid *sweep.Plan) (*search.Planner, error) {
	points := grid.Points()
	for _, p := range points {
		if !p.Validated() {
			return nil, part.Errorf("search", "nothing is set aside to choose by: write a --validation above 0")
		}
	}
	return search.New(points, grid.Spec.Search.Points, grid.Spec.Search.Start), nil
}

// searchOf returns the search of a session on its data; nil for none.
func searchOf(ctx context.Context, s *sessions.Session, set *data.Set, o sweep.RunOptions) (*search.Planner, error) {
	if s.Header.Spec.Search.By == "" {
		return nil, nil
	}
	grid, err := run.NewPlan(ctx, set, s.Header.Data.Hash, s.Header.Spec, o)
	if err != nil {
		return nil, s.Wrap(err)
	}
	return plannerOf(grid)
}

// SearchGoesOn reports whether a session has an unfinished search.
func SearchGoesOn(s *sessions.Session) bool {
	if s.Header.Spec.Search.By == "" {
		return false
	}
	for _, r := range s.Records() {
		if r.Kind != record.KindAutoEnded {
			continue
		}
		if d, ok := record.DataOf[record.AutoEnd](r); ok && d.Search {
			return false
		}
	}
	return true
}

// searchOn starts to compute the next proposal of the search and records its
// expectations. When the search has ended, it records that.
func (r *rounds) searchOn() (more bool, err error) {
	st := r.currentState()
	next, more, why, err := r.search.Next(r.deciding, choose.Summarize(st.Results), r.by)
	if err != nil && r.deciding.Err() != nil {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if !more {
		rounds := r.search.Rounds(choose.Summarize(st.Results))
		r.search = nil
		if st.Searched {
			return false, nil
		}
		return false, r.writer.Record(record.KindAutoEnded, record.AutoEnd{Search: true, Rounds: rounds, Points: len(st.Results), Reason: why})
	}
	plan, err := sweep.PlanOf(r.set, r.hash, next.Points)
	if err != nil {
		return false, err
	}
	if err := r.writer.Command("search", searchRound(next)); err != nil {
		return false, err
	}
	if err := r.writer.AddPlan(plan.Entries); err != nil {
		return false, err
	}
	return true, r.start(plan)
}

func searchRound(p search.Proposal) record.Round {
	out := record.Round{Round: p.Round, Kind: "search", Points: len(p.Points), Text: "as far as possible from the computed points"}
	if !math.IsNaN(p.EI) {
		out.Search = &record.Search{Round: p.Round, At: p.Config.Label(), EI: part.Float(p.EI), Mean: part.Float(p.Mean), SD: part.Float(p.SD)}
		out.Text = fmt.Sprintf("expected improvement %.2g of a score of %.4g ± %.2g", p.EI, p.Mean, p.SD)
	}
	out.Text += " at " + p.Config.Label()
	return out
}
