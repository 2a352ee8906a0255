package advise

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
)

// A Budget limits what drivers may add to a sweep in total, across resumptions; 0 is
// unlimited.
type Budget struct {
	Points int
	Time   time.Duration // computing time from the first round on
}

// A Driver takes advice round by round until no direction from the best point remains.
// A proposal that gains no more than 1 % and one error closes its direction. A larger
// gain reopens all directions except the opposite one.
type Driver struct {
	Budget Budget

	rounds, points        int
	begun                 bool
	startTime             time.Duration // computing time at the beginning
	firstScore, bestScore float64       // score in the units of the objective
	lastAdvice            Advice        // last advice taken
	lastBest              part.Point    // best point when it was taken
	closed                map[direction]bool
	idle                  int // rounds by expected improvement since the last gain
}

// mostIdle is the number of rounds by expected improvement without a gain after which a
// driver stops, even if its budget is not used up.
const mostIdle = 10

// Next returns the next advice for a finished sweep and its computing time so far. more
// is false at the end, with the reason in why, and if ctx ended.
func (d *Driver) Next(ctx context.Context, s Sweep, computing time.Duration) (a Advice, more bool, why string) {
	f := newFindings(s)
	list := f.consider()
	d.judge(f, computing)
	spent := computing - d.startTime
	if d.Budget.Time > 0 && spent >= d.Budget.Time {
		return Advice{}, false, "the time limit is reached"
	}
	tight, open := "", false // whether the budget prevented a step in a direction
	for _, a := range list {
		n := len(a.Points)
		switch {
		case n == 0 || d.closed[a.way]:
		case d.Budget.Points > 0 && d.points+n > d.Budget.Points:
			tight, open = "the point budget is used up", open || a.way.side != 0
			if a.way.side == 0 {
				tight = "the point budget is too small to " + a.Do
			}
		default:
			d.rounds++
			d.points += n
			d.lastAdvice, d.lastBest = a, f.best.Config
			return a, true, ""
		}
	}
	if tight == "" {
		if a, ok := d.spend(ctx, f); ok {
			return a, true, ""
		}
	}
	stopped := d.stopped(f)
	if tight != "" && stopped != "" && !open {
		tight += "; " + stopped
	}
	return Advice{}, false, cmp.Or(tight, stopped, list[0].Sentence())
}

// spend proposes a point by its expected improvement, while the budget of points lasts.
func (d *Driver) spend(ctx context.Context, f *findings) (Advice, bool) {
	if d.Budget.Points == 0 || d.idle >= mostIdle || f.best == nil || d.points+len(f.best.Results) > d.Budget.Points {
		return Advice{}, false
	}
	a, ok := f.expected(ctx)
	if ok {
		d.rounds++
		d.points += len(a.Points)
		d.lastAdvice, d.lastBest = a, f.best.Config
	}
	return a, ok
}

// Recall replays a round of an earlier driver, given the sweep and the computing time
// of that moment, so that this driver continues in its place. If the current rules no
// longer propose the sentence, the direction of the round is unknown, and only its
// points are counted.
func (d *Driver) Recall(ctx context.Context, s Sweep, computing time.Duration, sentence string, points int) {
	f := newFindings(s)
	list := f.consider()
	d.judge(f, computing)
	d.rounds++
	d.points += points
	d.lastAdvice, d.lastBest = Advice{}, part.Point{}
	if a, ok := f.expected(ctx); ok {
		list = append(list, a)
	}
	for _, a := range list {
		if a.Sentence() == sentence && len(a.Points) == points && f.best != nil {
			d.lastAdvice, d.lastBest = a, f.best.Config
			return
		}
	}
}

// judge evaluates the gain of the last round: it closes the round's direction, or
// reopens the others.
func (d *Driver) judge(f *findings, computing time.Duration) {
	if d.bestScore = math.NaN(); f.best != nil {
		d.bestScore = f.score(f.best)
	}
	if !d.begun {
		d.begun, d.startTime, d.firstScore = true, computing, d.bestScore
	}
	if d.rounds == 0 || f.best == nil {
		return
	}
	way := d.lastAdvice.way
	i := slices.IndexFunc(f.rows, func(r *choose.Row) bool { return r.Config == d.lastBest })
	switch {
	case i < 0: // more inner splits replaced all points
		d.closed, d.firstScore, d.idle = nil, d.bestScore, 0
	case f.best.Sound() && !f.rows[i].Sound() || f.better(f.best, f.rows[i]):
		d.closed, d.idle = map[direction]bool{}, 0
		d.close(way.opposite())
	case d.lastAdvice.Kind == Expected:
		d.idle++
	default:
		d.close(way)
		if l, ok := f.lines[way.axis]; ok && f.makesNoDifference(l) {
			d.close(way.opposite())
		}
	}
}

// close closes a direction; it ignores a way without a side.
func (d *Driver) close(way direction) {
	if way.side == 0 {
		return
	}
	if d.closed == nil {
		d.closed = map[direction]bool{}
	}
	d.closed[way] = true
}

// stopped returns the statement that no direction remains, with the directions tried,
// or "" if there is another reason.
func (d *Driver) stopped(f *findings) string {
	if f.best == nil || !f.best.Sound() || f.perfect() {
		return ""
	}
	var tried []string
	for _, axis := range f.axes {
		l := f.lines[axis.Name]
		for _, side := range []int{1, -1} {
			if i := l.at + side; d.closed[direction{axis.Name, side}] || i >= 0 && i < len(l.xs) {
				tried = append(tried, direction{axis.Name, side}.String())
			}
		}
	}
	if tried == nil {
		return ""
	}
	return fmt.Sprintf("no step improves the score by more than 1 %% and one standard error (%s tried)", strings.Join(tried, " "))
}

// Rounds returns the number of rounds begun.
func (d *Driver) Rounds() int { return d.rounds }

// Points returns the number of points added.
func (d *Driver) Points() int { return d.points }

// Gain returns the first and the current score by the objective, or "" before the first
// round.
func (d *Driver) Gain(objective string) string {
	if d.rounds == 0 || math.IsNaN(d.firstScore) {
		return ""
	}
	return fmt.Sprintf("validation %s from %s to %s", objective, formatNumber(d.firstScore), formatNumber(d.bestScore))
}
