package advise

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
)

// Budget bounds what drivers may add to a sweep in all, whoever resumed it meanwhile;
// 0 is no bound.
type Budget struct {
	Points int
	Time   time.Duration // of computing, from the first round on
}

// Driver takes advice round by round until no direction from the best point is left.
// A direction is closed by a proposal that gains no more than 1 % and one error. A gain
// above opens the others again, but for the way back.
type Driver struct {
	Budget Budget

	rounds, points int
	begun          bool
	from           time.Duration // computing time when it began
	first, best    float64       // by the objective, as shown
	taken          Advice        // the last
	over           part.Point    // the best point when it was taken
	closed         map[direction]bool
	idle           int // rounds by expected improvement since the last gain
}

// mostIdle is the number of rounds by expected improvement without a gain after which a driver
// stops, whatever is left of its budget.
const mostIdle = 10

// Next is the advice to take now, given a sweep that has come to its end and
// the time that it has been computing; false when it is over, with why.
func (d *Driver) Next(s Sweep, computing time.Duration) (a Advice, more bool, why string) {
	f := find(s)
	list := f.consider()
	d.judge(f, computing)
	spent := computing - d.from
	if d.Budget.Time > 0 && spent >= d.Budget.Time {
		return Advice{}, false, "the time is used up"
	}
	tight, open := "", false // open: a direction is, for which there is no budget
	for _, a := range list {
		n := len(a.Points)
		switch {
		case n == 0 || d.closed[a.way]:
		case d.Budget.Points > 0 && d.points+n > d.Budget.Points:
			tight, open = "no budget of points for more", open || a.way.side != 0
			if a.way.side == 0 {
				tight = "no budget of points to " + a.Do
			}
		default:
			d.rounds++
			d.points += n
			d.taken, d.over = a, f.best.Config
			return a, true, ""
		}
	}
	if tight == "" {
		if a, ok := d.spend(f); ok {
			return a, true, ""
		}
	}
	stopped := d.stopped(f)
	if tight != "" && stopped != "" && !open {
		tight += "; " + stopped
	}
	return Advice{}, false, cmp.Or(tight, stopped, list[0].Sentence())
}

// spend proposes a point by its expected improvement where no direction is left and the budget
// of points is not used up.
func (d *Driver) spend(f *findings) (Advice, bool) {
	if d.Budget.Points == 0 || d.idle >= mostIdle || f.best == nil || d.points+len(f.best.Results) > d.Budget.Points {
		return Advice{}, false
	}
	a, ok := f.expected()
	if ok {
		d.rounds++
		d.points += len(a.Points)
		d.taken, d.over = a, f.best.Config
	}
	return a, ok
}

// Recall takes up a round that an earlier driver took of the same sweep, given the sweep
// and the computing time as they were then, so that this one goes on where that one would
// have. What cannot be told any more is which direction a round took that today's advisor
// would not propose: only its points count.
func (d *Driver) Recall(s Sweep, computing time.Duration, sentence string, points int) {
	f := find(s)
	list := f.consider()
	d.judge(f, computing)
	d.rounds++
	d.points += points
	d.taken, d.over = Advice{}, part.Point{}
	if a, ok := f.expected(); ok {
		list = append(list, a)
	}
	for _, a := range list {
		if a.Sentence() == sentence && len(a.Points) == points && f.best != nil {
			d.taken, d.over = a, f.best.Config
			return
		}
	}
}

// judge looks what the last round gained: it closes its direction, or opens the others.
func (d *Driver) judge(f *findings, computing time.Duration) {
	if d.best = math.NaN(); f.best != nil {
		d.best = f.score(f.best)
	}
	if !d.begun {
		d.begun, d.from, d.first = true, computing, d.best
	}
	if d.rounds == 0 || f.best == nil {
		return
	}
	way := d.taken.way
	i := slices.IndexFunc(f.rows, func(r *choose.Row) bool { return r.Config == d.over })
	switch {
	case i < 0: // all points are judged anew, by more inner splits
		d.closed, d.first, d.idle = nil, d.best, 0
	case f.best.Sound() && !f.rows[i].Sound() || f.better(f.best, f.rows[i]):
		d.closed, d.idle = map[direction]bool{}, 0
		d.close(way.back())
	case d.taken.Kind == Expected:
		d.idle++
	default:
		d.close(way)
		if l, ok := f.lines[way.axis]; ok && f.idle(l) {
			d.close(way.back())
		}
	}
}

// close closes a direction, if it is one.
func (d *Driver) close(way direction) {
	if way.side == 0 {
		return
	}
	if d.closed == nil {
		d.closed = map[direction]bool{}
	}
	d.closed[way] = true
}

// stopped says that nothing is left, with the directions tried; "" where there is
// another reason.
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
	return fmt.Sprintf("nothing within reach is better by more than 1 %% and one standard error (%s tried)", strings.Join(tried, " "))
}

// Rounds is the number of rounds that the driver has begun.
func (d *Driver) Rounds() int { return d.rounds }

// Points is the number of points that the driver has added.
func (d *Driver) Points() int { return d.points }

// Gain says how far the objective has come, "" before the first round.
func (d *Driver) Gain(objective string) string {
	if d.rounds == 0 || math.IsNaN(d.first) {
		return ""
	}
	return fmt.Sprintf("validation %s from %s to %s", objective, number(d.first), number(d.best))
}
