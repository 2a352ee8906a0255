package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/engine/result"
)

// The commands in help monitoring have the stated effect on the data that it
// describes.
func TestHelpMonitoring(t *testing.T) {
	from, err := filepath.Abs("../../../shared/data/tennessee_eastman")
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("CI") == "" {
		t.Skip("takes seconds; set CI to run it")
	}
	if _, err := os.Stat(from); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Chdir(t.TempDir())
	for _, name := range []string{"d00.dat", "d00_te.dat", "d01_te.dat", "d05_te.dat"} {
		if err := os.Symlink(filepath.Join(from, name), name); err != nil {
			t.Fatal(err)
		}
	}
	text := strings.ReplaceAll(succeed(t, "help", "monitoring"), " \\\n", "")
	var rows [][]string
	commands := 0
	for line := range strings.SplitSeq(text, "\n") {
		words := strings.Fields(strings.NewReplacer("'", "", "%", "").Replace(line))
		switch {
		case strings.HasPrefix(line, "    sfatui ") && words[1] != "open":
			succeed(t, words[1:]...)
			commands++
		case strings.HasPrefix(line, "    ") && len(words) == 9 && words[0] != "p":
			rows = append(rows, words)
		}
	}
	if commands != 6 || len(rows) != 4 {
		t.Fatalf("%d commands and %d rows in the text", commands, len(rows))
	}
	if page, err := os.ReadFile("te.html"); err != nil || !strings.Contains(string(page), "<figcaption>novelty of the best point</figcaption>\n<svg") {
		t.Errorf("the page has no curve of the best point: %v", err)
	}
	var got [][]string
	b, err := os.ReadFile("te.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(strings.TrimSpace(string(b)), "\n") {
		var r result.Result
		if err := json.Unmarshal([]byte(line), &r); err != nil || r.Detection == nil {
			continue // the choice
		}
		d, held := r.Detection, 0.0
		for _, p := range r.Validation.Parts {
			held += float64(p.Detection.FalseAlarms) / float64(len(r.Validation.Parts))
		}
		percent := func(x float64) string { return fmt.Sprintf("%.1f", 100*x) }
		got = append(got, []string{r.Point.Text("p"), r.Point.Text("offset"), r.Point.Text("alarm-after"), fmt.Sprintf("%.4f", d.AUC), percent(held),
			percent(float64(d.FalseAlarms)), percent(float64(d.Detected)), fmt.Sprint(d.Faults[0].Delay), fmt.Sprint(d.Faults[1].Delay)})
		if d.Normal != 1280 || d.New != 1600 || len(d.Faults) != 2 || math.IsNaN(float64(d.Threshold)) {
			t.Errorf("%+v", d)
		}
	}
	for _, row := range rows {
		if !slices.ContainsFunc(got, func(g []string) bool { return slices.Equal(g, row) }) {
			t.Errorf("%v is none of %v", row, got)
		}
	}
	svg, err := os.ReadFile("novelty.svg")
	if err != nil || strings.Count(string(svg), "<title>fault") != 2 || !strings.Contains(string(svg), "<title>alarm") || !strings.Contains(string(svg), "d05_te.dat") {
		t.Errorf("the plot shows %d faults, %v", strings.Count(string(svg), "<title>fault"), err)
	}
}

// A wrong use of novelty returns an error with the correct command.
func TestMonitoringReportsFaults(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Chdir(t.TempDir())
	var table strings.Builder
	fmt.Fprintln(&table, "a,b,state")
	for i := range 60 {
		fmt.Fprintf(&table, "%v,%v,%s\n", math.Sin(float64(i)), math.Cos(float64(2*i)), []string{"good", "bad"}[i/30])
	}
	if err := os.WriteFile("t.csv", []byte(table.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(flags ...string) []string {
		return append([]string{"run", "t.csv", "--space", "linear", "--lambda", "0", "--p", "2", "--graph", "time", "--readout", "novelty", "--out", t.TempDir() + "/s.sfa"}, flags...)
	}
	for _, c := range []struct {
		flags []string
		says  string
	}{
		{[]string{"--label", "state"}, "name its label, one of bad, good"},
		{[]string{"--label", "state", "--normal", "fine"}, "there is no such label; the labels are bad, good"},
		{[]string{"--drop", "state", "--normal", "x*"}, "the value must name segments: t.csv"},
		{[]string{"--drop", "state", "--offset", "1.5"}, "must be a share from 0 to 1"},
		{[]string{"--drop", "state", "--onset", "0"}, "at least 1"},
	} {
		var stdout, stderr bytes.Buffer
		if code := execute(t.Context(), run(c.flags...), &stdout, &stderr); code == cli.CodeDone || !strings.Contains(strings.Join(strings.Fields(stderr.String()), " "), c.says) {
			t.Errorf("%v: exit code %d, %s", c.flags, code, stderr.String())
		}
	}
}
