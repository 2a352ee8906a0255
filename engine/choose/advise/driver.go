package advise

import (
	"fmt"
	"math"
	"time"

	"example.com/sfatui/engine/measure"
)

// Budget bounds what a [Driver] may add; 0 is no bound.
type Budget struct {
	Points int
	Time   time.Duration // of computing
}

// patience is how many rounds in a row may leave the best point as it was.
const patience = 8

// Driver takes advice round by round until nothing improves.
type Driver struct {
	Budget Budget

	rounds, points int
	begun          bool
	from           time.Duration // computing time when it began
	best           float64       // by the objective, when last looked at
	first          float64
	idle           int // rounds since it improved
}

// Next is the advice to take now, given a sweep that has come to its end and
// the time that it has been computing; false when it is over, with why.
func (d *Driver) Next(s Sweep, computing time.Duration) (a Advice, more bool, why string) {
	f := find(s)
	list := f.consider()
	d.judge(f, computing)
	if d.idle >= patience {
		return Advice{}, false, fmt.Sprintf("%d rounds without a better point", d.idle)
	}
	spent := computing - d.from
	if d.Budget.Time > 0 && spent >= d.Budget.Time {
		return Advice{}, false, "the time is used up"
	}
	tight := ""
	for _, a := range list {
		n := len(a.Points)
		switch {
		case n == 0:
		case d.Budget.Points > 0 && d.points+n > d.Budget.Points:
			tight = "no budget of points for more"
		default:
			d.rounds++
			d.points += n
			return a, true, ""
		}
	}
	if tight != "" {
		return Advice{}, false, tight
	}
	return Advice{}, false, list[0].Sentence()
}

// judge looks whether the last round made the best point better.
func (d *Driver) judge(f *findings, computing time.Duration) {
	now := math.NaN()
	if f.best != nil && f.best.Sound() {
		now = f.score(f.best)
	}
	if !d.begun {
		d.begun, d.from, d.first, d.best = true, computing, now, now
		return
	}
	better := f.best != nil && measure.Choosing(f.Objective).Better.Than(now, d.best)
	if better || math.IsNaN(d.best) && !math.IsNaN(now) {
		d.idle, d.best = 0, now
	} else {
		d.idle++
	}
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
