package roster_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/roster"
)

// A line of ls.
func Example() {
	now := time.Date(2026, 11, 22, 17, 2, 0, 0, time.Local)
	it := list.Item{Dir: "vowels.sfa", Created: now.Add(-time.Hour), Status: record.Done, Summary: list.Summary{Points: 336, Planned: 336, Configs: 112, ConfigsPlanned: 112, Elapsed: 14 * time.Second,
		Objective: "accuracy", Stars: []list.Star{{Mean: 0.7654, Tied: 2}}}}
	it.Header.Data.Name = "vowels.csv"
	for _, cell := range roster.Line(roster.Columns(80), "1", roster.Of(&it, now)) {
		fmt.Print(strings.TrimSpace(string(cell)), "|")
	}
	fmt.Println()
	// Slowness under several training graphs is not compared.
	it.Objective = "slowness"
	it.Stars = []list.Star{{Mean: 1.98, Config: part.Point{}.With(graph.Name.Is("clustered"))}, {Mean: 0.351, Tied: 2, Config: part.Point{}.With(graph.Name.Is("time"))}}
	fmt.Println(roster.Of(&it, now).Best)
	// Output:
	// 1|vowels|today 16:02|112|✓ done 0:14|samples 0.765  2 tie|
	// slowness ↓ clustered 1.98 · time 0.351  2 tie
}

// Every state of a session has a sign and a word.
func TestStates(t *testing.T) {
	now := time.Now()
	for want, it := range map[string]list.Item{
		"✓ done 0:00":   {Status: record.Done, Summary: list.Summary{Points: 2}},
		"● 42 % 11 min": {Status: record.Running, Summary: list.Summary{Progress: 0.42, Remaining: 11 * time.Minute}},
		"● 0 % on node": {Status: record.Running, Host: "node"},
		"● 2/8 tasks":   {Status: record.Running, Summary: list.Summary{Progress: 0.42}, Tasks: list.TaskCount{Running: 2, Of: 8}},
		// In a narrow column, only the count of Slurm tasks is shown.
		"◷ Slurm 12 of 40": {Status: record.Running, Summary: list.Summary{Progress: 0.42, Remaining: time.Minute}, Tasks: list.TaskCount{Running: 12, Of: 40, Engine: "slurm"}},
		"◷ Slurm queued":   {Submitted: &list.Submitted{Job: "42", Since: now, Tasks: 40, Queried: true, Waiting: 40}},
		"◷ Slurm 3 of 40":  {Status: record.Interrupted, Submitted: &list.Submitted{Queried: true, Running: 3, Waiting: 37}},
		"◷ submitted":      {Submitted: &list.Submitted{Since: now}},
		"‖ paused":         {Status: record.Paused},
		"‖ stopped":        {Status: record.Interrupted, Summary: list.Summary{Points: 1}},
		"✗ all failed":     {Status: record.Done, Summary: list.Summary{Points: 2, Failed: 2, Why: "the kernel was refused"}},
		"▲ 1 failed":       {Status: record.Done, Summary: list.Summary{Points: 2, Failed: 1}},
		"○ not started":    {},
		"✗ unreadable":     {Err: errors.New("no")},
	} {
		r := roster.Of(&it, now)
		if string(r.State) != want {
			t.Errorf("%+v is %q, want %q", it, r.State, want)
		}
		for _, w := range []int{80, 100, 120} {
			width := 0
			for _, cell := range roster.Line(roster.Columns(w), "1234", r) {
				width += layout.Width(cell) + 1
			}
			if width > w {
				t.Errorf("a line of %d cells on %d", width, w)
			}
		}
	}
}

func TestBegun(t *testing.T) {
	now := time.Date(2026, 11, 22, 0, 30, 0, 0, time.Local)
	for want, ago := range map[string]time.Duration{"today 00:00": 30 * time.Minute, "yesterday": 31 * time.Minute, "20 Nov 12:30": 36 * time.Hour, "22 Nov 2025": 365 * 24 * time.Hour, "23 Nov 2026": -24 * time.Hour} {
		if got := roster.FormatStart(now.Add(-ago), now); string(got) != want {
			t.Errorf("%v ago is %q, want %q", ago, got, want)
		}
	}
}
