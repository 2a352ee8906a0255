package main

import (
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/outcome"
	"example.com/sfatui/cmd/sfatui/planning"
	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/export"
	"example.com/sfatui/sessions/record"
)

// resultLines returns results as --json prints them, without the seconds,
// sorted.
func resultLines(t *testing.T, lines []string) []string {
	t.Helper()
	var out []string
	for _, line := range lines {
		var r result.Result
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if r.Key == "" {
			continue // the choice
		}
		r.Seconds = 0
		var b bytes.Buffer
		cli.JSON(&b, &r)
		out = append(out, b.String())
	}
	slices.Sort(out)
	return out
}

// stateLines returns the results of a state as --json prints them.
func stateLines(t *testing.T, st record.State) []string {
	t.Helper()
	var lines []string
	for _, r := range st.Results {
		var b bytes.Buffer
		cli.JSON(&b, r)
		lines = append(lines, b.String())
	}
	return resultLines(t, lines)
}

// The final state of a live sweep equals that of its replay, and contains the
// results that --json prints of it, live and exported.
func TestEndsAreTheSame(t *testing.T) {
	work := t.TempDir()
	data, dir := filepath.Join(work, "waves.csv"), filepath.Join(work, "waves.sfa")
	waves(t, data)
	var stdout, stderr bytes.Buffer
	q := planning.Request{Data: datasets.Options{Paths: []string{data}, Segment: "trial"}}
	q.Spec = sweep.Spec{Draws: 1, Split: split.Options{Folds: 2, Seed: 1, Validation: 0.25}}.With("sigma", "1,2", "lambda", "0,1e-3", "m", "15", "p", "2,14")
	set, plan, err := q.Plan(t.Context(), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	show := outcome.NewProgress(&stdout, &stderr, true)
	e, err := show.Begin(func() (*compute.Execution, error) {
		return compute.Start(t.Context(), compute.Request{Dir: dir, Options: q.Data, Set: set, Spec: q.Spec, Plan: plan, OnRecord: show.Record})
	})
	if err == nil {
		err = outcome.Finish(e, show)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	live := show.State
	s, err := sessions.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	replayed := s.State()
	if live.Status != record.Done || live.Status != replayed.Status || live.Reason != replayed.Reason || live.Failed != replayed.Failed || live.Stage != replayed.Stage || live.Last != replayed.Last || live.Elapsed() != replayed.Elapsed() {
		t.Errorf("live     %+v\nreplayed %+v", live, replayed)
	}
	for i, r := range live.Results {
		if r.Key != replayed.Results[i].Key || r.Seconds != replayed.Results[i].Seconds {
			t.Errorf("result %d is %s live, %s replayed", i, r.Key, replayed.Results[i].Key)
		}
	}
	var exported bytes.Buffer
	jsonLines, _ := export.Named("json")
	if err := jsonLines.Write(t.Context(), &exported, s, export.Options{}); err != nil {
		t.Fatal(err)
	}
	printed := resultLines(t, strings.Split(strings.TrimSpace(stdout.String()), "\n"))
	if len(printed) != 16 {
		t.Fatalf("%d lines", len(printed))
	}
	for name, lines := range map[string][]string{
		"live": stateLines(t, live), "replayed": stateLines(t, replayed),
		"exported": resultLines(t, strings.Split(strings.TrimSpace(exported.String()), "\n")),
	} {
		if !slices.Equal(lines, printed) {
			t.Errorf("--json printed\n%s\n%s is\n%s", strings.Join(printed, ""), name, strings.Join(lines, ""))
		}
	}
}
