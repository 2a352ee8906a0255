package control

import (
	"math"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/draft"
)

// Pace measures how evenly the work advances: it stores the time per unit of work in each piece
// of the planned work.
type Pace struct {
	share float64       // share of the work that was finished at the end of the last piece
	busy  time.Duration // computing time until then
	// secondsPerWork is the time per unit of work in each piece, and sizes the piece's share of
	// the work.
	secondsPerWork, sizes []float64
}

// leastPiece is the least share of the work in a piece.
const leastPiece = 1.0 / 64

// update adds a piece if enough work was done since the last. If the progress went back, as in
// a replay, it starts again.
func (p *Pace) update(share float64, busy time.Duration) {
	if share < p.share || busy < p.busy {
		*p = Pace{}
	}
	if d := share - p.share; d >= leastPiece {
		p.secondsPerWork, p.sizes = append(p.secondsPerWork, (busy-p.busy).Seconds()/d), append(p.sizes, d)
		p.share, p.busy = share, busy
	}
}

// StandardError returns the standard error of the remaining time at the current pace: the
// uncertainty of the mean pace and the variation of the remaining pieces. It returns false
// below three pieces.
func (p *Pace) StandardError() (time.Duration, bool) {
	n := float64(len(p.secondsPerWork))
	if n < 3 {
		return 0, false
	}
	mean, total := 0.0, 0.0
	for i, seconds := range p.secondsPerWork {
		mean += seconds * p.sizes[i]
		total += p.sizes[i]
	}
	mean /= total
	variance := 0.0
	for i, seconds := range p.secondsPerWork {
		variance += p.sizes[i] * (seconds - mean) * (seconds - mean)
	}
	variance *= n / (n - 1) / total
	left := 1 - p.share
	return time.Duration(math.Sqrt(variance*(left*left/n+left*total/n)) * float64(time.Second)), true
}

// Sized is the message with the time that a session's sweep takes according to its plan.
type Sized struct {
	session  *sessions.Session
	duration time.Duration
}

// estimate estimates the time of sweeps of other processes, each session once.
type estimate struct {
	last *sessions.Session // latest session whose time was estimated
}

// of returns a command that estimates the time of a running sweep of another process,
// from the planned costs of its points. A sweep divided among machines is not estimated before
// they have finished points.
func (e *estimate) of(c *Control) tea.Cmd {
	s := c.sc.Session
	if c.sc.Expected > 0 || e.last == s || c.Status() != record.Running || len(c.sc.Sweep.State.Tasks()) > 0 {
		return nil
	}
	e.last = s
	cost := 0.0
	for _, entry := range s.Plan() {
		cost += entry.Cost
	}
	return func() tea.Msg { return Sized{s, draft.TimeOf(cost)} }
}
