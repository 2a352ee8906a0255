package control

import (
	"math"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/draft"
)

// pace is how a sweep has gone: the time that equal pieces of the planned work took.
type pace struct {
	share float64       // of the work, at the end of the last piece
	busy  time.Duration // at that moment
	// seconds a unit of work of each piece, and how large it was.
	each, size []float64
}

// piece is the least share of the work that makes a piece.
const piece = 1.0 / 64

// take notes how far a sweep is. One that goes back, as in a replay, begins anew.
func (p *pace) take(share float64, busy time.Duration) {
	if share < p.share || busy < p.busy {
		*p = pace{}
	}
	if d := share - p.share; d >= piece {
		p.each, p.size = append(p.each, (busy-p.busy).Seconds()/d), append(p.size, d)
		p.share, p.busy = share, busy
	}
}

// off is the standard error of the time that the work left takes at the pace so far: what
// the mean pace is uncertain by, and what the pieces to come will vary by. It is false
// below three pieces.
func (p *pace) off() (time.Duration, bool) {
	n := float64(len(p.each))
	if n < 3 {
		return 0, false
	}
	mean, total := 0.0, 0.0
	for i, seconds := range p.each {
		mean += seconds * p.size[i]
		total += p.size[i]
	}
	mean /= total
	variance := 0.0
	for i, seconds := range p.each {
		variance += p.size[i] * (seconds - mean) * (seconds - mean)
	}
	variance *= n / (n - 1) / total
	left := 1 - p.share
	return time.Duration(math.Sqrt(variance*(left*left/n+left*total/n)) * float64(time.Second)), true
}

// Off is by how much the time that is left may be off, as a standard error; false while
// too little is finished to tell.
func (c *Control) Off() (time.Duration, bool) { return c.pace.off() }

// Sized brings how long the sweep of a session takes by the size of its plan.
type Sized struct {
	of    *sessions.Session
	whole time.Duration
}

// size estimates how long a running sweep takes that others began, by what its points cost
// as they were planned. Of a sweep that is parted among machines nothing is estimated
// before they have finished points.
func (c *Control) size() tea.Cmd {
	s := c.sc.Session
	if c.sc.Expected > 0 || c.sized == s || c.Status() != record.Running || len(c.sc.Sweep.State.Tasks()) > 0 {
		return nil
	}
	c.sized = s
	cost := 0.0
	for _, e := range s.Plan() {
		cost += e.Cost
	}
	return func() tea.Msg { return Sized{s, draft.TimeOf(cost)} }
}
