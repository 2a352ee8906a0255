// Package replay plays the records of a session on a clock that skips idle time, and marks
// important records.
package replay

import (
	"math"
	"slices"
	"sort"
	"time"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/sessions/record"
)

// longestGap is the longest time between two records on the shortened clock, in milliseconds.
const longestGap = 2000

// snapshotEvery is the number of records between stored states, which make going back fast.
const snapshotEvery = 256

// speeds are the steps of the replay's speed; the last plays everything within a few seconds.
var speeds = []float64{0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, math.Inf(1)}

// Player replays the records of a session, which may still grow.
type Player struct {
	Records   []record.Record
	times     []int64        // time of each record on the shortened clock, in milliseconds
	snapshots []record.State // states before every 256th record
	Last      record.State   // state after all records
	Marker    marker
	Grows     bool    // more records may come
	At        float64 // position on the shortened clock, in milliseconds
	Next      int     // index of the first record not yet shown
	State     record.State
	Speed     float64
	Playing   bool
}

// New returns a player at the beginning of the records; by is the criterion for the best row.
func New(records []record.Record, speed float64, by choose.By) *Player {
	if !(speed > 0) {
		speed = 1
	}
	p := &Player{Speed: speed, Playing: true, Marker: NewMarker(by)}
	p.Grow(records)
	p.Seek(0)
	return p
}

// Grow appends further records. The position stays, unless it is the live end of a growing
// session: then it moves to the new end.
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
		p.Marker.markRecord(i, before, r, p.Last)
	}
	if live {
		p.Show(len(p.Records))
	}
}

// Length returns the duration of the replay at speed 1, in milliseconds.
func (p *Player) Length() float64 {
	if len(p.times) == 0 {
		return 0
	}
	return float64(p.times[len(p.times)-1])
}

// playedShare returns the share of the time that has been played, from 0 to 1.
func (p *Player) playedShare() float64 {
	if p.Length() > 0 {
		return p.At / p.Length()
	}
	return 1
}

// Seek moves to a time of the shortened clock, in milliseconds.
func (p *Player) Seek(at float64) {
	p.At = min(max(at, 0), p.Length())
	p.setState(sort.Search(len(p.times), func(i int) bool { return float64(p.times[i]) > p.At }))
}

// Show moves to the state after count records.
func (p *Player) Show(count int) {
	count = min(max(count, 0), len(p.Records))
	p.setState(count)
	p.At = 0
	if count > 0 {
		p.At = float64(p.times[count-1])
	}
}

// setState sets the state to that after target records, starting from the current state or the
// nearest snapshot.
func (p *Player) setState(target int) {
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

// Advance plays on for a duration of real time.
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

// Ended reports whether all records are shown.
func (p *Player) Ended() bool { return p.Next >= len(p.Records) }

// Live reports whether the replay has reached the end of a session that still grows, so that
// new records are shown as they arrive.
func (p *Player) Live() bool { return p.Grows && p.Playing && p.Ended() }

// Toggle pauses or continues; at the end it starts again.
func (p *Player) Toggle() {
	if !p.Playing && p.Ended() && !p.Grows {
		p.Seek(0)
	}
	p.Playing = !p.Playing
}

// Step shows more or fewer records, and pauses.
func (p *Player) Step(by int) {
	p.Playing = false
	p.Show(p.Next + by)
}

// Jump moves to a share of the whole time.
func (p *Player) Jump(share float64) { p.Seek(share * p.Length()) }

// Faster selects the next speed, or for a negative by the previous one.
func (p *Player) Faster(by int) {
	i, found := slices.BinarySearch(speeds, p.Speed)
	if !found && by > 0 {
		i-- // between two steps
	}
	p.Speed = speeds[min(max(i+by, 0), len(speeds)-1)]
}

// Now returns the time shown, in milliseconds since the session's creation.
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
