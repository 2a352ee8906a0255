package ui

import (
	"math"
	"slices"
	"sort"
	"time"

	"example.com/sfatui/sessions"
)

// longestGap is how long a replay waits, in milliseconds, where nothing was
// recorded for longer.
const longestGap = 2000

// snapshotEvery is how many records lie between states that are kept, so that
// going back is instant.
const snapshotEvery = 256

// speeds are the steps of the speed of a replay; the last shows all within a
// few seconds.
var speeds = []float64{0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, math.Inf(1)}

// player replays the records of a session.
type player struct {
	records   []sessions.Record
	times     []int64          // of each record on the shortened clock
	snapshots []sessions.State // before every 256th record
	at        float64          // on the shortened clock, in milliseconds
	next      int              // first record not yet shown
	state     sessions.State
	speed     float64
	playing   bool
}

func newPlayer(records []sessions.Record, speed float64) *player {
	if !(speed > 0) {
		speed = 1
	}
	p := &player{records: records, speed: speed, playing: true}
	var t int64
	var st sessions.State
	for i, r := range records {
		if i > 0 {
			t += min(max(r.T-records[i-1].T, 0), longestGap)
		}
		p.times = append(p.times, t)
		if i%snapshotEvery == 0 {
			p.snapshots = append(p.snapshots, st)
		}
		st = sessions.Reduce(st, r)
	}
	p.seek(0)
	return p
}

// length is how long the replay takes at speed 1, in milliseconds.
func (p *player) length() float64 {
	if len(p.times) == 0 {
		return 0
	}
	return float64(p.times[len(p.times)-1])
}

// seek shows the sweep at a time of the shortened clock.
func (p *player) seek(at float64) {
	p.at = min(max(at, 0), p.length())
	target := sort.Search(len(p.times), func(i int) bool { return float64(p.times[i]) > p.at })
	from := p.next
	if target < p.next || p.next == 0 || target-p.next > snapshotEvery {
		if target == 0 {
			p.next, p.state = 0, sessions.State{}
			return
		}
		s := (target - 1) / snapshotEvery
		from = s * snapshotEvery
		p.state = p.snapshots[s]
	}
	for i := from; i < target; i++ {
		p.state = sessions.Reduce(p.state, p.records[i])
	}
	p.next = target
}

// advance plays on for a stretch of real time.
func (p *player) advance(d time.Duration) {
	if !p.playing {
		return
	}
	step := p.speed * float64(d.Milliseconds())
	if math.IsInf(p.speed, 1) {
		step = p.length() / 3000 * float64(d.Milliseconds())
	}
	p.seek(p.at + step)
	if p.ended() {
		p.playing = false
	}
}

func (p *player) ended() bool { return p.next >= len(p.records) }

// toggle pauses or goes on; at the end it begins again.
func (p *player) toggle() {
	if !p.playing && p.ended() {
		p.seek(0)
	}
	p.playing = !p.playing
}

// step shows the next record.
func (p *player) step() {
	p.playing = false
	if !p.ended() {
		p.state = sessions.Reduce(p.state, p.records[p.next])
		p.at = float64(p.times[p.next])
		p.next++
	}
}

// jump goes to a share of the whole.
func (p *player) jump(share float64) { p.seek(share * p.length()) }

// faster takes the next step of the speed, slower the one before.
func (p *player) faster(by int) {
	i, found := slices.BinarySearch(speeds, p.speed)
	if !found && by > 0 {
		i-- // between two steps
	}
	p.speed = speeds[min(max(i+by, 0), len(speeds)-1)]
}

// now is the time shown, in milliseconds since the session's creation.
func (p *player) now() int64 {
	if p.next == 0 {
		return 0
	}
	i := p.next - 1
	t := p.records[i].T + int64(p.at) - p.times[i]
	if p.next < len(p.records) {
		return min(t, p.records[p.next].T)
	}
	return p.records[i].T
}
