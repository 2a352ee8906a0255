package control

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/replay"
)

// Ticked is the message that advances the clock.
type Ticked struct{ Now time.Time }

// Tick returns a command for the next tick while anything changes with time. There is at most
// one pending tick.
func (c *Control) Tick() tea.Cmd {
	every := time.Duration(0)
	switch {
	case c.Player != nil && c.Player.Playing && !c.Player.Live():
		every = UpdateEvery
	case c.Data.Loading != nil:
		every = 200 * time.Millisecond
	case c.Computing() || c.Watching() || c.o.Host != nil || c.sc.Shown == page.Tasks:
		every = time.Second
	}
	if every == 0 || c.tickPending {
		return nil
	}
	c.tickPending = true
	clock := c.o.Now
	return tea.Tick(every, func(time.Time) tea.Msg { return Ticked{clock()} })
}

// handleTicked advances the clock and the replay.
func (c *Control) handleTicked(msg Ticked) {
	c.tickPending = false
	c.UpdateStanding()
	elapsed := msg.Now.Sub(c.sc.Now)
	c.sc.Now = msg.Now
	running := c.Status() == record.Running && (c.Player == nil || c.Player.Live())
	c.Meter.measure(c.sc.Now, running, c.sc.Sweep.State.Writing())
	if c.Player != nil && c.Player.Playing {
		// After a pause the clock is old, so a step is limited to a few ticks.
		c.Player.Advance(min(elapsed, 3*UpdateEvery))
		c.ShowState(c.Player.State)
	}
}

// replays moves through a recorded sweep.
type replays struct{ ctl *Control }

// actions returns the actions that move through a recorded sweep.
func (rp replays) actions() []page.Action {
	const group = "Replay"
	scrubbing := func(a page.Action) page.Action {
		a.Modes = page.Scrubbing
		return a
	}
	onPlayer := func(id string, keys []string, footer int, short, long clean.Text, do func(p *replay.Player, key string)) page.Action {
		return page.Action{ID: id, Group: group, Who: page.Local, Keys: keys, Short: short, Long: long, Modes: page.Replaying, Pages: page.SweepPages, Footer: footer,
			Do: func(_ *page.Scene, key string) tea.Cmd {
				do(rp.ctl.Player, key)
				rp.ctl.sc.Now = rp.ctl.o.Now()
				rp.ctl.ShowState(rp.ctl.Player.State)
				return nil
			}}
	}
	return []page.Action{
		onPlayer("play", []string{" "}, 1, "pause", "pause or continue; at the end, start again", func(p *replay.Player, _ string) { p.Toggle() }),
		onPlayer("step", []string{".", ","}, 4, "step", "step one record forward or back", func(p *replay.Player, key string) {
			p.Step(map[string]int{".": 1, ",": -1}[key])
		}),
		scrubbing(onPlayer("seek", []string{"left", "right"}, 2, "seek", "back and forward by 5 %, with the scrub bar focused", func(p *replay.Player, key string) {
			p.Seek(p.At + map[string]float64{"left": -0.05, "right": 0.05}[key]*p.Length())
		})),
		{ID: "marks", Group: group, Who: page.Local, Keys: []string{"[", "]"}, Short: "marks",
			Long: "go to the previous or next mark: ▲ error, ✗ violation, ★ new best, ✎ note", Modes: page.Scrubbing, Pages: page.SweepPages, Footer: 3,
			Off: page.Unless(rp.offNoMarks), Do: page.Keyed(rp.mark)},
		onPlayer("speed", []string{"<", ">"}, 5, "speed", "slower and faster, from 0.25× to 64× and max", func(p *replay.Player, key string) {
			p.Faster(map[string]int{"<": -1, ">": 1}[key])
		}),
		onPlayer("ends", []string{"home", "end"}, 0, "ends", "jump to the beginning and to the end", func(p *replay.Player, key string) {
			p.Jump(map[string]float64{"home": 0, "end": 1}[key])
		}),
	}
}

// Seek moves to a share of the replay's time.
func (c *Control) Seek(share float64) {
	if c.Player == nil {
		return
	}
	c.Player.Jump(share)
	c.sc.Now = c.o.Now()
	c.ShowState(c.Player.State)
}

// offNoMarks returns the reason why there is no mark to move to; "" if there is.
func (rp replays) offNoMarks() clean.Text {
	if len(rp.ctl.Player.Marker.Marks) == 0 {
		return "this replay has no marks"
	}
	return ""
}

// mark moves to the previous or next mark of the replay.
func (rp replays) mark(_ *page.Scene, key string) {
	rp.ctl.sc.Message = rp.ctl.Player.Mark(map[string]int{"[": -1, "]": 1}[key])
	rp.ctl.sc.Now = rp.ctl.o.Now()
	rp.ctl.ShowState(rp.ctl.Player.State)
}
