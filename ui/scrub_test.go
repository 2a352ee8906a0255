package ui

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/uitest"
	"github.com/charmbracelet/x/ansi"
)

// A best is marked exactly where the best of all rows so far changes, whatever
// the order in which points come.
func TestMarksOfTheBest(t *testing.T) {
	points := uitest.Points()
	for seed := range uint64(5) {
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
		k := newMarker("accuracy")
		var results []*result.Result
		was := part.Point{}
		for i, p := range points {
			results = append(results, uitest.Result(p))
			rows := choose.Summarize(results)
			is := rows[choose.Best(rows, "accuracy")].Config
			if got := k.take(results[i]); got != (is != was) || k.rows[k.best].Results[0].Point.Config() != is {
				t.Fatalf("seed %d, point %d: marked %v, best %v after %v", seed, i, got, is.Label(), was.Label())
			}
			was = is
		}
	}
}

// From mark to mark, there and back, every one is met once, in order.
func TestGoingFromMarkToMark(t *testing.T) {
	m := newFake(t, replaying, 80, 24).withSession(nil)
	m.player = newPlayer(uitest.Marked(), 1, "accuracy")
	p := m.player
	want := map[markKind]int{}
	for _, k := range p.marker.marks {
		want[k.kind]++
	}
	if want[markError] != 5 || want[markViolation] != 4 || want[markNote] != 1 || want[markBest] < 2 {
		t.Fatalf("marks are %v", want)
	}
	records := []int{}
	for _, k := range p.marker.marks {
		records = append(records, k.record)
	}
	records = slices.Compact(records)
	visit := func(key string) (met []int) {
		for {
			m.keys(key)
			if strings.HasPrefix(string(m.message), "there is no mark") {
				return met
			}
			met = append(met, p.next-1)
			if p.playing || len(m.scene.state.Log) == 0 && p.next > 2 {
				t.Fatalf("at record %d: playing %v", p.next, p.playing)
			}
		}
	}
	if met := visit("]"); !slices.Equal(met, records) {
		t.Errorf("forward: %v, want %v", met, records)
	}
	if m.message != "there is no mark after this" {
		t.Errorf("after the last mark: %q", m.message)
	}
	m.keys("end")
	if met := visit("["); len(met) != len(records)-1 || met[0] != records[len(records)-2] || met[len(met)-1] != records[0] {
		t.Errorf("back: %v, of %v", met, records)
	}
	p.show(len(p.records) - 3)
	m.keys("]")
	if !strings.HasPrefix(string(m.message), "✎ look here · sigma=1 ") {
		t.Errorf("the note is shown as %q", m.message)
	}
}

func TestScrubBar(t *testing.T) {
	m := newFake(t, replaying, 80, 24).withSession(nil)
	m.player = newPlayer(uitest.Marked(), 1, "accuracy")
	for _, w := range []int{30, 48, 60, 80, 200} {
		for _, key := range []string{"0", "5", "end"} {
			m.keys(key)
			if line := m.replayLine(w); ansi.StringWidth(string(line)) > w {
				t.Errorf("%d wide at %s: %q", w, key, ansi.Strip(string(line)))
			}
		}
	}
	m.keys("home")
	m.player.marker.marks = m.player.marker.marks[:len(m.player.marker.marks)-1] // the conflict is where the note is
	bar := ansi.Strip(string(m.scrubBar(120)))
	if ansi.StringWidth(bar) != 120 || !strings.HasPrefix(bar, "●") || strings.Contains(bar, "━") {
		t.Errorf("at the beginning: %s", bar)
	}
	for _, s := range signs {
		if !strings.Contains(bar, string(s.sign)) {
			t.Errorf("no %s in %s", s.sign, bar)
		}
	}
	m.keys("end")
	if bar := ansi.Strip(string(m.scrubBar(120))); !strings.HasSuffix(bar, "●") || strings.Contains(bar, "─") {
		t.Errorf("at the end: %s", bar)
	}
	m.player = newPlayer(nil, 1, "accuracy")
	if bar := ansi.Strip(string(m.scrubBar(20))); ansi.StringWidth(bar) != 20 {
		t.Errorf("of nothing: %q", bar)
	}
}

// A replay of a session that grows comes to its live end and shows what comes;
// paused, or in the past, it stays where it is.
func TestReplayToTheLiveEnd(t *testing.T) {
	rs := uitest.Records(60, nil)
	m := newFake(t, replaying, 80, 24).withSession(nil)
	p := newPlayer(rs[:40], 1, "accuracy")
	m.player, p.grows, m.runID = p, true, 7
	arrive := func(records []record.Record, closed bool) {
		m.Update(arrived{id: 7, feed: newFeed(), batch: batch{records: records, closed: closed}})
	}
	m.keys("5")
	at, next := p.at, p.next
	arrive(rs[40:42], false)
	if p.at != at || p.next != next || p.live() {
		t.Errorf("in the past: at %g, record %d", p.at, p.next)
	}
	m.keys("end")
	if !p.live() || !strings.Contains(ansi.Strip(string(m.replayLine(80))), "● live") {
		t.Errorf("at the end: %s", ansi.Strip(string(m.replayLine(80))))
	}
	p.advance(time.Hour)
	arrive(rs[42:50], false)
	if p.next != 50 || len(m.scene.state.Results) != len(p.last.Results) || !p.live() {
		t.Errorf("live: record %d, %d points", p.next, len(m.scene.state.Results))
	}
	m.keys(" ")
	arrive(rs[50:], false)
	if p.next != 50 {
		t.Errorf("paused: record %d", p.next)
	}
	m.keys(" ")
	for range 100 {
		p.advance(time.Second)
	}
	arrive(nil, true)
	if p.next != len(p.records) || p.grows {
		t.Errorf("in the end: record %d of %d, growing %v", p.next, len(p.records), p.grows)
	}
	p.advance(time.Second)
	if p.playing {
		t.Error("it plays on at the end of a session that has ended")
	}
}

// The golden session of version 1 plays to the state that it has, forward and
// back, with its failure, its conflict and its bests marked.
func TestReplayOfTheGoldenSession(t *testing.T) {
	s, err := sessions.Open("../sessions/testdata/version1")
	if err != nil {
		t.Fatal(err)
	}
	m := newFake(t, replaying, 80, 24)
	m.take(s)
	m.player = newPlayer(s.Records(), 1, m.scene.objective)
	p := m.player
	states := []string{}
	for p.seek(0); ; p.step(1) {
		states = append(states, fmt.Sprintf("%+v", p.state.Log))
		if p.ended() {
			break
		}
	}
	if got, want := fmt.Sprint(stateText(p.state)), fmt.Sprint(stateText(s.State())); got != want {
		t.Errorf("played to  %s\nrecorded as %s", got, want)
	}
	for i := len(states) - 1; i > 0; i-- {
		if got := fmt.Sprintf("%+v", p.state.Log); got != states[i] {
			t.Fatalf("going back, step %d shows %s, not %s", i, got, states[i])
		}
		p.step(-1)
	}
	kinds := map[markKind]int{}
	for _, k := range p.marker.marks {
		kinds[k.kind]++
	}
	if kinds[markError] != 2 {
		t.Errorf("marks are %+v", p.marker.marks)
	}
}

// stateText is a state in words, with results by their keys.
func stateText(st record.State) string {
	text := fmt.Sprint(st.Status, st.Reason, st.Total, st.Failed, st.Conflicts, st.Stage, st.Last, st.Elapsed(), st.Progress(), st.Log)
	for _, r := range st.Results {
		text += fmt.Sprint(" ", r.Key, r.Seconds)
	}
	return text
}

// Going back in a session of 10,000 events.
func BenchmarkSeekBack(b *testing.B) {
	rs := uitest.Many(10_000)
	m := newFake(b, replaying, 120, 40).withSession(nil)
	var points []part.Point
	for _, r := range rs {
		if r.Result != nil {
			points = append(points, r.Result.Point)
		}
	}
	m.scene.plan(outlineOf(points), m.scene.criterion)
	m.player = newPlayer(rs, 1, "accuracy")
	rng := rand.New(rand.NewPCG(1, 2))
	m.keys("end")
	for b.Loop() {
		m.player.jump(rng.Float64())
		m.look(m.player.state)
	}
}

// Opening such a session, with its marks.
func BenchmarkNewPlayer(b *testing.B) {
	rs := uitest.Many(10_000)
	for b.Loop() {
		newPlayer(rs, 1, "accuracy")
	}
}
