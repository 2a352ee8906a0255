package compute_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/export"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
)

// searching returns a search of 9 configurations of a grid of 24, from 3.
func searching(t *testing.T) (compute.Request, *data.Set) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "waves.csv")
	if err := os.WriteFile(path, []byte(sessiontest.Waves()), 0o644); err != nil {
		t.Fatal(err)
	}
	options := datasets.Options{Paths: []string{path}, Label: "state", Segment: "trial", Group: "who"}
	set, err := datasets.Open(t.Context(), options, nil)
	if err != nil {
		t.Fatal(err)
	}
	spec := sweep.Spec{Split: split.Options{Validation: 0.25, Folds: 2, Seed: 1}, Search: sweep.Search{By: "ei", Points: 9, Start: 3}}.
		With("sigma", "rel:0.25:8:6", "lambda", "log:1e-7:1e-1:4", "m", "20", "p", "3", "readout", "none")
	plan, err := sweep.NewPlan(set, set.Hash(), spec)
	if err != nil {
		t.Fatal(err)
	}
	return compute.Request{Dir: filepath.Join(dir, "waves.sfa"), Options: options, Set: set, Spec: spec, Plan: plan}, set
}

// recordedSearch returns the points of a session, and the records of its search.
func recordedSearch(t *testing.T, dir string) (points []string, rounds []record.Search, ended int) {
	t.Helper()
	s, err := sessions.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range s.Finished() {
		points = append(points, r.Point.Label()+string(rune('0'+r.Point.Fold)))
	}
	slices.Sort(points)
	for _, r := range s.Records() {
		if d, ok := record.DataOf[record.Round](r); ok && r.Kind == record.KindCommand+"search" && d.Search != nil {
			rounds = append(rounds, *d.Search)
		}
		if d, ok := record.DataOf[record.AutoEnd](r); ok && r.Kind == record.KindAutoEnded && d.Search {
			ended++
		}
	}
	return points, rounds, ended
}

// A search computes the requested number of configurations, records its
// reasons, and continues after an interruption to the points of an undisturbed
// one.
func TestSearchGoesOnToTheSamePoints(t *testing.T) {
	request, _ := searching(t)
	e, err := compute.Start(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Wait(); err != nil {
		t.Fatal(err)
	}
	want, rounds, ended := recordedSearch(t, request.Dir)
	if len(want) != 18 || len(rounds) != 6 || ended != 1 {
		t.Fatalf("%d points, %d rounds, ended %d times", len(want), len(rounds), ended)
	}
	if r := rounds[5]; r.Round != 6 || !(r.EI >= 0) || !(r.SD > 0) {
		t.Errorf("the last round is %+v", r)
	}

	request, _ = searching(t)
	var done atomic.Int32
	started := make(chan *compute.Execution, 1)
	request.OnRecord = func(r record.Record) {
		if r.Result != nil && done.Add(1) == 9 {
			(<-started).Cancel()
		}
	}
	if e, err = compute.Start(t.Context(), request); err != nil {
		t.Fatal(err)
	}
	started <- e
	if err := e.Wait(); err == nil {
		t.Fatal("it was not cancelled")
	}
	if points, _, _ := recordedSearch(t, request.Dir); len(points) >= 18 {
		t.Fatalf("%d points when it was cancelled", len(points))
	}
	s, err := sessions.Open(request.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if !compute.SearchGoesOn(s) {
		t.Error("the search is said to be over")
	}
	if e, err = compute.Resume(t.Context(), s, nil, sweep.RunOptions{Workers: 1}, false, nil); err != nil {
		t.Fatal(err)
	}
	if err := e.Wait(); err != nil {
		t.Fatal(err)
	}
	if got, _, ended := recordedSearch(t, request.Dir); !slices.Equal(got, want) || ended != 1 {
		t.Errorf("interrupted, it ends with %d points (ended %d times):\n%v\ninstead of\n%v", len(got), ended, got, want)
	}
	if s, err = sessions.Open(request.Dir); err != nil || compute.SearchGoesOn(s) {
		t.Errorf("the search is not said to be over: %v", err)
	}
}

// The expected improvement of each round is exported with the configuration
// that it computed.
func TestSearchIsExported(t *testing.T) {
	request, _ := searching(t)
	e, err := compute.Start(t.Context(), request)
	if err == nil {
		err = e.Wait()
	}
	if err != nil {
		t.Fatal(err)
	}
	points, rounds, _ := recordedSearch(t, request.Dir)
	s, err := sessions.Open(request.Dir)
	if err != nil || len(rounds) != 6 || !slices.Equal(record.SearchRounds(s.Records()), rounds) {
		t.Fatalf("rounds %+v, error %v", record.SearchRounds(s.Records()), err)
	}
	for _, r := range rounds { // of two splits
		if at := slices.DeleteFunc(slices.Clone(points), func(p string) bool { return p[:len(p)-1] != r.At }); len(at) != 2 {
			t.Errorf("round %d computes %q: %q", r.Round, r.At, at)
		}
	}
	written := func(extension string) string {
		e, _ := export.Named(extension)
		var b strings.Builder
		if err := e.Write(t.Context(), &b, s, export.Options{}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if n := strings.Count(written("json"), `"ei":`); n != 6 {
		t.Errorf("JSON has %d rounds", n)
	}
	if n := strings.Count(written("md"), ": expected improvement "); n != 6 {
		t.Errorf("the report has %d rounds", n)
	}
	table, err := csv.NewReader(strings.NewReader(written("csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	cells := 0
	for _, row := range table[1:] {
		if row[len(row)-1] != "" {
			cells++
		}
	}
	if head := table[0]; head[len(head)-1] != "search_ei" || cells != 12 {
		t.Errorf("%d cells in the column %s", cells, head[len(head)-1])
	}
}

func TestSearchRefuses(t *testing.T) {
	request, set := searching(t)
	request.Spec.Split.Validation, request.Spec.Inner = 0, ""
	plan, err := sweep.NewPlan(set, set.Hash(), request.Spec)
	if err != nil {
		t.Fatal(err)
	}
	request.Plan = plan
	if _, err := compute.Start(t.Context(), request); err == nil {
		t.Error("a search without a validation part starts")
	}
	if _, err := compute.Create(request); err == nil {
		t.Error("a session planned beforehand has no search")
	}
	request.Spec.Search.By = "guess"
	if _, err := sweep.NewPlan(set, set.Hash(), request.Spec); err == nil {
		t.Error("there is one way to search")
	}
}
