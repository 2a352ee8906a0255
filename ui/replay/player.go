// Package replay plays the records of a session on a clock that skips idle time, and
// marks what is worth going to.
package replay

import (
	"math"
	"slices"
	"sort"
	"time"

	"example.com/sfatui/engine/choose"
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

// Player replays the records of a session, which may still grow.
type Player struct {
	Records   []record.Record
	times     []int64        // of each record on the shortened clock
	snapshots []record.State // before every 256th record
	Last      record.State   // after all records
	Marker    marker
	Grows     bool    // more records may come
	At        float64 // on the shortened clock, in milliseconds
	Next      int     // first record not yet shown
	State     record.State
	Speed     float64
	Playing   bool
}

// New plays records from the beginning; by is what the best among them is chosen by.
func New(records []record.Record, speed float64, by choose.By) *Player {
	if !(speed > 0) {
		speed = 1
	}
	p := &Player{Speed: speed, Playing: true, Marker: NewMarker(by)}
	p.Grow(records)
	p.Seek(0)
	return p
}

// Grow takes up further records. What is shown stays, unless it is the end of a
// session that grows: then the end is what is looked at.
func (p *Player) Grow(records []record.Record) {
	live := p.Live()
	for _, r := range records {
		i := len(p.Records)
		var t int64
		if i > 0 {
			t = p.times[i-1] + min(max(r.T-p.Records[i-1].T, 0), longestGap)
		}
		if i%snapshotEvery == 0 {
			p.snapshots = append(p.snapshots, p.Last)
		}
		before := p.Last
		p.Records, p.times = append(p.Records, r), append(p.times, t)
		p.Last = record.Reduce(p.Last, r)
		p.Marker.look(i, before, r, p.Last)
	}
	if live {
		p.Show(len(p.Records))
	}
}

// Length is how long the replay takes at speed 1, in milliseconds.
func (p *Player) Length() float64 {
	if len(p.times) == 0 {
		return 0
	}
	return float64(p.times[len(p.times)-1])
}

// share is how much of the time has been played, from 0 to 1.
func (p *Player) share() float64 {
	if p.Length() > 0 {
		return p.At / p.Length()
	}
	return 1
}

// Seek shows the sweep at a time of the shortened clock.
func (p *Player) Seek(at float64) {
	p.At = min(max(at, 0), p.Length())
	p.reach(sort.Search(len(p.times), func(i int) bool { return float64(p.times[i]) > p.At }))
}

// Show shows the sweep after so many records.
func (p *Player) Show(count int) {
	count = min(max(count, 0), len(p.Records))
	p.reach(count)
	p.At = 0
	if count > 0 {
		p.At = float64(p.times[count-1])
	}
}

// reach makes the state that of the first records, from the one at hand or the
// nearest snapshot.
func (p *Player) reach(target int) {
	from := p.Next
	if target < p.Next || p.Next == 0 || target-p.Next > snapshotEvery {
		if target == 0 {
			p.Next, p.State = 0, record.State{}
			return
		}
		s := (target - 1) / snapshotEvery
		from, p.State = s*snapshotEvery, p.snapshots[s]
	}
	for i := from; i < target; i++ {
		p.State = record.Reduce(p.State, p.Records[i])
	}
	p.Next = target
}

// Advance plays on for a stretch of real time.
func (p *Player) Advance(d time.Duration) {
	if !p.Playing || p.Live() {
		return
	}
	step := p.Speed * float64(d.Milliseconds())
	if math.IsInf(p.Speed, 1) {
		step = p.Length() / 3000 * float64(d.Milliseconds())
	}
	p.Seek(p.At + step)
	if p.Ended() && !p.Grows {
		p.Playing = false
	}
}

func (p *Player) Ended() bool { return p.Next >= len(p.Records) }

// Live says that the replay has come to the end of a session that still grows,
// and shows what comes as it comes.
func (p *Player) Live() bool { return p.Grows && p.Playing && p.Ended() }

// Toggle pauses or goes on; at the end it begins again.
func (p *Player) Toggle() {
	if !p.Playing && p.Ended() && !p.Grows {
		p.Seek(0)
	}
	p.Playing = !p.Playing
}

// Step shows one more record, or one less.
func (p *Player) Step(by int) {
	p.Playing = false
	p.Show(p.Next + by)
}

// Jump goes to a share of the whole.
func (p *Player) Jump(share float64) { p.Seek(share * p.Length()) }

// Faster takes the next step of the speed, slower the one before.
func (p *Player) Faster(by int) {
	i, found := slices.BinarySearch(speeds, p.Speed)
	if !found && by > 0 {
		i-- // between two steps
	}
	p.Speed = speeds[min(max(i+by, 0), len(speeds)-1)]
}

// Now is the time shown, in milliseconds since the session's creation.
func (p *Player) Now() int64 {
	if p.Next == 0 {
		return 0
	}
	i := p.Next - 1
	t := p.Records[i].T + int64(p.At) - p.times[i]
	if p.Next < len(p.Records) {
		return min(t, p.Records[p.Next].T)
	}
	return p.Records[i].T
}
