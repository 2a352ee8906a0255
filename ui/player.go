package ui

import (
	"math"
	"slices"
	"sort"
	"time"

	"example.com/sfatui/sessions/record"
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

// player replays the records of a session, which may still grow.
type player struct {
	records   []record.Record
	times     []int64        // of each record on the shortened clock
	snapshots []record.State // before every 256th record
	last      record.State   // after all records
	marker    marker
	grows     bool    // more records may come
	at        float64 // on the shortened clock, in milliseconds
	next      int     // first record not yet shown
	state     record.State
	speed     float64
	playing   bool
}

// newPlayer plays records from the beginning; the best among them is chosen by
// the objective (accuracy, rmse or slowness).
func newPlayer(records []record.Record, speed float64, objective string) *player {
	if !(speed > 0) {
		speed = 1
	}
	p := &player{speed: speed, playing: true, marker: newMarker(objective)}
	p.grow(records)
	p.seek(0)
	return p
}

// grow takes up further records. What is shown stays, unless it is the end of a
// session that grows: then the end is what is looked at.
func (p *player) grow(records []record.Record) {
	live := p.live()
	for _, r := range records {
		i := len(p.records)
		var t int64
		if i > 0 {
			t = p.times[i-1] + min(max(r.T-p.records[i-1].T, 0), longestGap)
		}
		if i%snapshotEvery == 0 {
			p.snapshots = append(p.snapshots, p.last)
		}
		before := p.last
		p.records, p.times = append(p.records, r), append(p.times, t)
		p.last = record.Reduce(p.last, r)
		p.marker.look(i, before, r, p.last)
	}
	if live {
		p.show(len(p.records))
	}
}

// length is how long the replay takes at speed 1, in milliseconds.
func (p *player) length() float64 {
	if len(p.times) == 0 {
		return 0
	}
	return float64(p.times[len(p.times)-1])
}

// share is how much of the time has been played, from 0 to 1.
func (p *player) share() float64 {
	if p.length() > 0 {
		return p.at / p.length()
	}
	return 1
}

// seek shows the sweep at a time of the shortened clock.
func (p *player) seek(at float64) {
	p.at = min(max(at, 0), p.length())
	p.reach(sort.Search(len(p.times), func(i int) bool { return float64(p.times[i]) > p.at }))
}

// show shows the sweep after so many records.
func (p *player) show(count int) {
	count = min(max(count, 0), len(p.records))
	p.reach(count)
	p.at = 0
	if count > 0 {
		p.at = float64(p.times[count-1])
	}
}

// reach makes the state that of the first records, from the one at hand or the
// nearest snapshot.
func (p *player) reach(target int) {
	from := p.next
	if target < p.next || p.next == 0 || target-p.next > snapshotEvery {
		if target == 0 {
			p.next, p.state = 0, record.State{}
			return
		}
		s := (target - 1) / snapshotEvery
		from, p.state = s*snapshotEvery, p.snapshots[s]
	}
	for i := from; i < target; i++ {
		p.state = record.Reduce(p.state, p.records[i])
	}
	p.next = target
}

// advance plays on for a stretch of real time.
func (p *player) advance(d time.Duration) {
	if !p.playing || p.live() {
		return
	}
	step := p.speed * float64(d.Milliseconds())
	if math.IsInf(p.speed, 1) {
		step = p.length() / 3000 * float64(d.Milliseconds())
	}
	p.seek(p.at + step)
	if p.ended() && !p.grows {
		p.playing = false
	}
}

func (p *player) ended() bool { return p.next >= len(p.records) }

// live says that the replay has come to the end of a session that still grows,
// and shows what comes as it comes.
func (p *player) live() bool { return p.grows && p.playing && p.ended() }

// toggle pauses or goes on; at the end it begins again.
func (p *player) toggle() {
	if !p.playing && p.ended() && !p.grows {
		p.seek(0)
	}
	p.playing = !p.playing
}

// step shows one more record, or one less.
func (p *player) step(by int) {
	p.playing = false
	p.show(p.next + by)
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
