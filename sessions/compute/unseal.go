package compute

import (
	"context"
	"os/user"
	"slices"
	"time"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
)

// Unseal evaluates ★ of a session, and the choice of each fold alone, on the
// sealed test parts, and records the results without changing any point. It
// returns the records. It returns an error if the sweep is unfinished, if its
// test parts are not sealed, or if the same choice was evaluated before.
func Unseal(ctx context.Context, s *sessions.Session, set *data.Set, o sweep.RunOptions) ([]record.Record, error) {
	rows, c := s.Choice()
	look, points, err := sealedChoice(s, rows, &c)
	if err != nil {
		return nil, err
	}
	open := make([]part.Point, 0, len(points))
	sealed := map[part.Point]string{}
	for key, p := range points {
		measure.Sealed.Set(&p, measure.Sealed.Of(part.Point{}))
		open = append(open, p)
		sealed[p] = key
	}
	plan, err := sweep.PlanOf(set, s.Header.Data.Hash, open)
	if err != nil {
		return nil, err
	}
	results, err := computeOutside(ctx, plan, o)
	if err != nil {
		return nil, err
	}
	var seen []record.Tested
	for _, res := range results {
		seen = append(seen, record.Tested{Key: sealed[res.Point], Result: res})
	}
	return s.Annotate(func(w *journal.Writer) error {
		if err := w.Record(record.KindUnsealed, look); err != nil {
			return err
		}
		for _, t := range seen {
			if err := w.Record(record.KindTested, t); err != nil {
				return err
			}
		}
		return nil
	})
}

// sealedChoice returns the evaluation to record, and the chosen points by key.
func sealedChoice(s *sessions.Session, rows []choose.Row, c *choose.Choice) (look record.Unsealed, points map[string]part.Point, err error) {
	if n := len(s.Missing()); n > 0 {
		return look, nil, message.Usagef("the sweep lacks %s, so that the choice is not final: sfatui resume computes them", message.Counted(n, "fit"))
	}
	nested, ok := c.By.Nested(rows, c.Best)
	switch {
	case !ok:
		return look, nil, message.Usagef("nothing was chosen, so there is nothing to measure on test")
	case !measure.Sealed.On(c.Row.Config):
		return look, nil, message.Usagef("the test parts of this session are not sealed: its points have their test results (--seal-test seals them)")
	}
	points = map[string]part.Point{}
	for _, res := range slices.Concat(c.Row.Results, nested.Row.Results) {
		points[res.Key] = res.Point
	}
	for _, res := range c.Row.Results {
		look.Star = append(look.Star, res.Key)
	}
	look.Nested, look.By, look.At = nested.Keys, "somebody", time.Now().UTC().Truncate(time.Second)
	if u, err := user.Current(); err == nil {
		look.By = message.Clean(u.Username)
	}
	if slices.ContainsFunc(s.State().Unsealed, func(u record.Unsealed) bool {
		return slices.Equal(u.Star, look.Star) && slices.Equal(u.Nested, look.Nested)
	}) {
		return look, nil, message.Usagef("this choice was measured on test before: sfatui open shows the result")
	}
	return look, points, nil
}
