package datasets

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/inspect"
)

func reportOf(t *testing.T, o Options) *inspect.Report {
	t.Helper()
	r, err := inspect.ReportOf(t.Context(), mustOpen(t, o))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestReport(t *testing.T) {
	path := write(t, "x.csv", "time,a,b,c,d,e,state,who\n"+
		"2020-01-01 00:00:00,1,1,0.5,7,1,up,ann\n"+
		"2020-01-01 00:01:00,2,2,0.25,7,0,up,ann\n"+
		"2020-01-01 00:02:00,4,4,NA,7,1,up,ann\n"+
		"2020-01-01 00:03:00,3,3,0.75,7,0,down,ann\n"+
		strings.Repeat("2020-01-01 00:04:00,3,3,0.75,7,1,down,bob\n", 1)+
		"2020-01-01 00:05:00,5,5,1.5,7,0,,bob\n")
	r := reportOf(t, Options{Paths: []string{path}, Label: "state", Group: "who", Missing: "split"})
	if r.Samples != 5 || r.Inputs != 5 || len(r.Segments) != 3 {
		t.Fatalf("%+v", r)
	}
	if !slices.Equal(r.Constant, []string{"d"}) || !slices.Equal(r.Duplicates, []string{"b = a"}) {
		t.Errorf("constant %v, duplicates %v", r.Constant, r.Duplicates)
	}
	if want := []inspect.Count{{Name: "real numbers", Count: 1}, {Name: "whole numbers", Count: 2}, {Name: "two values", Count: 1}, {Name: "constant", Count: 1}}; !slices.Equal(r.Types, want) {
		t.Errorf("types %v", r.Types)
	}
	if want := []inspect.Count{{Name: "down", Count: 2}, {Name: "up", Count: 2}}; !slices.Equal(r.Classes, want) || r.Unlabelled != 1 {
		t.Errorf("classes %v, %d without", r.Classes, r.Unlabelled)
	}
	if want := []inspect.Count{{Name: "ann", Count: 2}, {Name: "bob", Count: 1}}; !slices.Equal(r.Groups, want) {
		t.Errorf("groups %v", r.Groups)
	}
	if r.Found.Missing != 1 || r.Columns[0].Mean != 14.0/5 || r.Columns[2].Max != 1.5 {
		t.Errorf("%+v", r)
	}
	text := strings.Join(r.Lines(), "\n")
	for _, want := range []string{"5 samples × 5 inputs", "real numbers (1)", "1: d", "1: b = a", "1 without a label", "in 1 row"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestReportGaps(t *testing.T) {
	var text strings.Builder
	text.WriteString("t_s,a\n")
	for i := range 40 {
		at := i
		if i >= 30 {
			at += 5
		}
		text.WriteString(strings.Join([]string{fmt.Sprint(at), fmt.Sprint(i % 7)}, ",") + "\n")
	}
	r := reportOf(t, Options{Paths: []string{write(t, "x.csv", text.String())}})
	if b, err := json.Marshal(r); err != nil || bytes.Contains(b, []byte("null")) {
		t.Errorf("a list is none: %s %v", b, err)
	}
	if want := []data.Gap{{File: "x.csv", Count: 1, After: 30, Longest: 6, Cuts: 1}}; !slices.Equal(r.Found.Gaps, want) || r.Rate != 1 {
		t.Errorf("gaps %+v, rate %g", r.Found.Gaps, r.Rate)
	}
}

func TestReportEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := mustOpen(t, Options{Paths: []string{"latent"}})
	if _, err := inspect.ReportOf(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
