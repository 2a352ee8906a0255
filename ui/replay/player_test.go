package replay

import (
	"fmt"
	"math"
	"reflect"
	"testing"
	"time"

	"example.com/sfatui/engine/choose"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/uitest"
)

// After any seek, a replay shows the state after the records up to there.
func TestPlayerSeeks(t *testing.T) {
	var rs []record.Record // long enough for several snapshots
	rs = append(rs, uitest.Records(180, nil)...)
	for i := range 600 {
		rs = append(rs, uitest.Record(uint64(len(rs)), rs[len(rs)-1].T+10, string(sweep.StageDone), uitest.Object{"stage": fmt.Sprint("stage ", i)}, nil))
	}
	p := New(rs, 1, choose.By{Objective: "accuracy"})
	at := func(share float64) (int, record.State) {
		var st record.State
		n := 0
		for i, r := range rs {
			if float64(p.times[i]) > share*p.Length() {
				break
			}
			st, n = record.Reduce(st, r), n+1
		}
		return n, st
	}
	for _, share := range []float64{0.5, 0.9, 1, 0.1, 0, 0.31, 0.3, 1, 0.99} {
		p.Jump(share)
		n, want := at(share)
		if p.Next != n || len(p.State.Results) != len(want.Results) || p.State.Stage != want.Stage || !reflect.DeepEqual(p.State.Log, want.Log) {
			t.Errorf("at %g: %d records and stage %q, want %d and %q", share, p.Next, p.State.Stage, n, want.Stage)
		}
	}
}

// Idle time is shortened, and speed multiplies the remaining time.
func TestPlayerTime(t *testing.T) {
	rs := uitest.Records(6, nil)
	late := rs[len(rs)-1]
	late.T += 3_600_000
	rs = append(rs, late)
	p := New(rs, 2, choose.By{Objective: "accuracy"})
	if want := float64(rs[len(rs)-2].T + longestGap); p.Length() != want {
		t.Errorf("length %g ms, want %g", p.Length(), want)
	}
	p.Advance(100 * time.Millisecond)
	if p.At != 200 {
		t.Errorf("at %g ms after 100 ms at 2×", p.At)
	}
	p.Speed = math.Inf(1)
	for range 40 {
		p.Advance(100 * time.Millisecond)
	}
	if !p.Ended() || p.Playing {
		t.Errorf("after 4 s at the highest speed: ended %v, playing %v", p.Ended(), p.Playing)
	}
	p.Toggle()
	if p.At != 0 || !p.Playing {
		t.Errorf("playing on from the end: at %g, playing %v", p.At, p.Playing)
	}
	for _, c := range []struct {
		from float64
		by   int
		want float64
	}{{1, 1, 2}, {1, -1, 0.5}, {64, 1, math.Inf(1)}, {0.25, -1, 0.25}, {3, 1, 4}, {3, -1, 2}, {math.Inf(1), 1, math.Inf(1)}} {
		p.Speed = c.from
		if p.Faster(c.by); p.Speed != c.want {
			t.Errorf("from %g× by %d: %g×, want %g×", c.from, c.by, p.Speed, c.want)
		}
	}
}

func TestPlayerSteps(t *testing.T) {
	rs := uitest.Records(6, nil)
	p := New(rs, 1, choose.By{Objective: "accuracy"})
	for p.Next < len(rs) {
		before := p.Next
		p.Step(1)
		if p.Next != before+1 || p.Now() != rs[before].T {
			t.Fatalf("step from record %d to %d, at %d ms instead of %d", before, p.Next, p.Now(), rs[before].T)
		}
	}
	p.Step(1) // at the end it stays
	if empty := New(nil, 1, choose.By{Objective: "accuracy"}); empty.Length() != 0 || !empty.Ended() {
		t.Error("a replay of nothing has a length")
	}
}

// BenchmarkNewPlayer measures opening a session of 10,000 points, with its marks.
func BenchmarkNewPlayer(b *testing.B) {
	rs := uitest.Many(10_000)
	for b.Loop() {
		New(rs, 1, choose.By{Objective: "accuracy"})
	}
}
