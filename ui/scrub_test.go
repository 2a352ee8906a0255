package ui

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/replay"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/uitest"
)

// A best mark is set exactly where the best of all rows so far changes, in any order of points.
func TestMarksOfTheBest(t *testing.T) {
	points := uitest.Points()
	for seed := range uint64(5) {
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
		k := replay.NewMarker(choose.By{Objective: "accuracy"})
		var results []*result.Result
		was := part.Point{}
		for i, p := range points {
			results = append(results, uitest.Result(p))
			rows := choose.Summarize(results)
			is := rows[choose.By{Objective: "accuracy"}.Stars(rows)[0]].Config
			if _, got := k.Take(results[i]); got != (is != was) || k.Rows[k.Stars[0]].Results[0].Point.Config() != is {
				t.Fatalf("seed %d, point %d: marked %v, best %v after %v", seed, i, got, is.Label(), was.Label())
			}
			was = is
		}
	}
}

// If scores under two training graphs cannot be compared, a best mark is set where the best of
// either graph changes.
func TestMarksOfTheBestOfEachGraph(t *testing.T) {
	by := choose.By{Objective: "slowness", Features: 1}
	for seed := range uint64(5) {
		rng := rand.New(rand.NewPCG(seed, 2))
		k := replay.NewMarker(by)
		var results []*result.Result
		var was []string
		marked := 0
		for i := range 24 {
			name := []string{"time", "clustered"}[rng.IntN(2)]
			p := part.Point{Frame: part.Frame{Validation: part.Num(0.25), Fold: i % 2, Folds: 2}}.With(graph.Name.Is(name), kernel.Sigma.Is(float64(1+rng.IntN(6))))
			if slices.ContainsFunc(results, func(r *result.Result) bool { return r.Point == p }) {
				continue
			}
			results = append(results, &result.Result{Point: p, Features: 1, Variance: result.Variance{OK: true}, Validation: &result.Scores{
				Parts: []result.ValidationPart{{N: 10, Fit: 40, Delta: []part.Float{part.Float(rng.Float64())}}},
			}})
			rows := choose.Summarize(results)
			var is []string
			for _, row := range by.Stars(rows) {
				is = append(is, rows[row].Config.Label())
			}
			slices.Sort(is)
			fresh := slices.ContainsFunc(is, func(label string) bool { return !slices.Contains(was, label) })
			_, got := k.Take(results[len(results)-1])
			var have []string
			for _, row := range k.Stars {
				have = append(have, k.Rows[row].Config.Label())
			}
			if slices.Sort(have); got != fresh || !slices.Equal(have, is) {
				t.Fatalf("seed %d, point %d: marked %v, stars %v, want %v after %v", seed, i, got, have, is, was)
			}
			was = is
			if got {
				marked++
			}
		}
		if len(was) != 2 || marked < 2 {
			t.Errorf("seed %d: %d marks, stars %v", seed, marked, was)
		}
	}
}

// Moving from mark to mark visits every mark once, in order, in both directions.
func TestGoingFromMarkToMark(t *testing.T) {
	m := newFake(t, page.Replaying, 80, 24).withSession(nil)
	m.ctl.Player = replay.New(uitest.Marked(), 1, choose.By{Objective: "accuracy"})
	p := m.ctl.Player
	want := map[replay.MarkKind]int{}
	for _, k := range p.Marker.Marks {
		want[k.Kind]++
	}
	if want[replay.MarkError] != 5 || want[replay.MarkViolation] != 4 || want[replay.MarkNote] != 1 || want[replay.MarkBest] < 2 {
		t.Fatalf("marks are %v", want)
	}
	records := []int{}
	for _, k := range p.Marker.Marks {
		records = append(records, k.Record)
	}
	records = slices.Compact(records)
	visit := func(key string) (met []int) {
		for {
			m.keys(key)
			if strings.HasPrefix(string(m.scene.Message), "no ") {
				return met
			}
			met = append(met, p.Next-1)
			if p.Playing || len(m.scene.Sweep.State.Log) == 0 && p.Next > 2 {
				t.Fatalf("at record %d: playing %v", p.Next, p.Playing)
			}
		}
	}
	if met := visit("]"); !slices.Equal(met, records) {
		t.Errorf("forward: %v, want %v", met, records)
	}
	if m.scene.Message != "no later mark" {
		t.Errorf("after the last mark: %q", m.scene.Message)
	}
	m.keys("end")
	if met := visit("["); len(met) != len(records)-1 || met[0] != records[len(records)-2] || met[len(met)-1] != records[0] {
		t.Errorf("back: %v, of %v", met, records)
	}
	p.Show(len(p.Records) - 3)
	m.keys("]")
	if !strings.HasPrefix(string(m.scene.Message), "✎ look here · sigma=1 ") {
		t.Errorf("the note is shown as %q", m.scene.Message)
	}
}

func TestScrubBar(t *testing.T) {
	m := newFake(t, page.Replaying, 80, 24).withSession(nil)
	m.ctl.Player = replay.New(uitest.Marked(), 1, choose.By{Objective: "accuracy"})
	for _, w := range []int{30, 48, 60, 80, 200} {
		for _, share := range []float64{0, 0.5, 1} {
			m.ctl.Seek(share)
			if line := m.ctl.Player.Line(m.scene.Style, m.scene.Sweep.State, w); ansi.StringWidth(string(line)) > w {
				t.Errorf("%d wide at %g: %q", w, share, ansi.Strip(string(line)))
			}
		}
	}
	m.keys("home")
	m.ctl.Player.Marker.Marks = m.ctl.Player.Marker.Marks[:len(m.ctl.Player.Marker.Marks)-1] // the conflict is at the position of the note
	bar := ansi.Strip(string(m.ctl.Player.ScrubBar(m.scene.Style, 120)))
	if ansi.StringWidth(bar) != 120 || !strings.HasPrefix(bar, "●") || strings.Contains(bar, "━") {
		t.Errorf("at the beginning: %s", bar)
	}
	for _, s := range replay.Signs {
		if !strings.Contains(bar, string(s.Sign)) {
			t.Errorf("no %s in %s", s.Sign, bar)
		}
	}
	m.keys("end")
	if bar := ansi.Strip(string(m.ctl.Player.ScrubBar(m.scene.Style, 120))); !strings.HasSuffix(bar, "●") || strings.Contains(bar, "─") {
		t.Errorf("at the end: %s", bar)
	}
	m.ctl.Player = replay.New(nil, 1, choose.By{Objective: "accuracy"})
	if bar := ansi.Strip(string(m.ctl.Player.ScrubBar(m.scene.Style, 20))); ansi.StringWidth(bar) != 20 {
		t.Errorf("of nothing: %q", bar)
	}
}

// A replay of a growing session reaches its live end and shows new records; paused, or in the
// past, it stays.
func TestReplayToTheLiveEnd(t *testing.T) {
	rs := uitest.Records(60, nil)
	m := newFake(t, page.Replaying, 80, 24).withSession(nil)
	p := replay.New(rs[:40], 1, choose.By{Objective: "accuracy"})
	m.ctl.Player, p.Grows, m.ctl.RunID = p, true, 7
	arrive := func(records []record.Record, closed bool) {
		m.Update(control.Arrived{ID: 7, Feed: control.NewFeed(), Batch: control.Batch{Records: records, Closed: closed}})
	}
	m.ctl.Seek(0.5)
	at, next := p.At, p.Next
	arrive(rs[40:42], false)
	if p.At != at || p.Next != next || p.Live() {
		t.Errorf("in the past: at %g, record %d", p.At, p.Next)
	}
	m.keys("end")
	if !p.Live() || !strings.Contains(ansi.Strip(string(m.ctl.Player.Line(m.scene.Style, m.scene.Sweep.State, 80))), "● live") {
		t.Errorf("at the end: %s", ansi.Strip(string(m.ctl.Player.Line(m.scene.Style, m.scene.Sweep.State, 80))))
	}
	p.Advance(time.Hour)
	arrive(rs[42:50], false)
	if p.Next != 50 || len(m.scene.Sweep.State.Results) != len(p.Last.Results) || !p.Live() {
		t.Errorf("live: record %d, %d points", p.Next, len(m.scene.Sweep.State.Results))
	}
	m.keys(" ")
	arrive(rs[50:], false)
	if p.Next != 50 {
		t.Errorf("paused: record %d", p.Next)
	}
	m.keys(" ")
	for range 100 {
		p.Advance(time.Second)
	}
	arrive(nil, true)
	if p.Next != len(p.Records) || p.Grows {
		t.Errorf("in the end: record %d of %d, growing %v", p.Next, len(p.Records), p.Grows)
	}
	p.Advance(time.Second)
	if p.Playing {
		t.Error("it plays on at the end of a session that has ended")
	}
}

// The golden session of version 1 replays to its state, forward and back, with its failure, its
// conflict and its best rows marked.
func TestReplayOfTheGoldenSession(t *testing.T) {
	s, err := sessions.Open("../sessions/testdata/version1")
	if err != nil {
		t.Fatal(err)
	}
	m := newFake(t, page.Replaying, 80, 24)
	m.ctl.SetSession(s)
	m.ctl.Player = replay.New(s.Records(), 1, m.scene.Sweep.By)
	p := m.ctl.Player
	states := []string{}
	for p.Seek(0); ; p.Step(1) {
		states = append(states, fmt.Sprintf("%+v", p.State.Log))
		if p.Ended() {
			break
		}
	}
	if got, want := fmt.Sprint(stateText(p.State)), fmt.Sprint(stateText(s.State())); got != want {
		t.Errorf("played to  %s\nrecorded as %s", got, want)
	}
	for i := len(states) - 1; i > 0; i-- {
		if got := fmt.Sprintf("%+v", p.State.Log); got != states[i] {
			t.Fatalf("going back, step %d shows %s, not %s", i, got, states[i])
		}
		p.Step(-1)
	}
	kinds := map[replay.MarkKind]int{}
	for _, k := range p.Marker.Marks {
		kinds[k.Kind]++
	}
	if kinds[replay.MarkError] != 2 {
		t.Errorf("marks are %+v", p.Marker.Marks)
	}
}

// stateText returns a state as text, with results by their keys.
func stateText(st record.State) string {
	text := fmt.Sprint(st.Status, st.Reason, st.Total, st.Failed, st.Conflicts, st.Stage, st.Last, st.Elapsed(), st.Progress(), st.Log)
	for _, r := range st.Results {
		text += fmt.Sprint(" ", r.Key, r.Seconds)
	}
	return text
}

// BenchmarkSeekBack measures going back in a session of 10,000 events.
func BenchmarkSeekBack(b *testing.B) {
	rs := uitest.Many(10_000)
	m := newFake(b, page.Replaying, 120, 40).withSession(nil)
	var points []part.Point
	for _, r := range rs {
		if r.Result != nil {
			points = append(points, r.Result.Point)
		}
	}
	m.scene.Sweep.SetPlan(sweepview.OutlineOf(points), m.scene.Sweep.Criterion)
	m.ctl.Player = replay.New(rs, 1, choose.By{Objective: "accuracy"})
	rng := rand.New(rand.NewPCG(1, 2))
	m.keys("end")
	for b.Loop() {
		m.ctl.Player.Jump(rng.Float64())
		m.ctl.ShowState(m.ctl.Player.State)
	}
}
